"""Following: what to play to a trick that somebody else has led.

Each play worth thinking about is weighed in points: the points in the trick, won or lost as likely
as the odds say, and having the lead next, against what the cards given up are worth. From this
follows what Z21 §5 advises: points to a partner who is winning, a point card or a trump that wins
as cheaply as it is sure to, trumps for points and not for nothing, low cards otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from shengji.bots.basic.choices import Play, follow_choices
from shengji.bots.basic.odds import Led, Mark, side_wins
from shengji.bots.basic.sight import Sight
from shengji.bots.basic.worth import Worth
from shengji.cards import points_of
from shengji.game import Trick
from shengji.play.space import TRUMP
from shengji.play.throws import highest_unit
from shengji.play.tricks import answer, winner
from shengji.play.units import unit_table

STILL_TO_COME = 2.5
"""The points that a later player adds to a trick for each card, up to three cards."""
THE_LEAD = 2.0
"""What it is worth to win the trick oneself and lead to the next."""


def choose_follow(sight: Sight) -> Play:
    """The cards to follow with; always legal."""
    trick = sight.hand.trick
    assert trick is not None
    lead, cards = trick.lead_for(sight.seat), sight.cards
    if len(cards) == lead.size:
        return tuple(cards)
    worth = Worth(sight)
    choices = follow_choices(sight, lead, worth)
    if len(choices) > 1:
        weigh = Scales(sight, trick, worth).weigh
        choices.sort(key=weigh, reverse=True)
    for play in choices:
        if lead.fault(cards, play) is None:
            return play
    return next(lead.follows(cards))


class Scales:
    """Weighs plays to one trick."""

    def __init__(self, sight: Sight, trick: Trick, worth: Worth) -> None:
        self.sight = sight
        self.worth = worth
        self.trick = trick
        lead = trick.lead
        self.led = Led(lead.suit, lead.size, lead.reading[0].shape)
        self.units = unit_table(sight.space, lead.reading)
        self.after = sight.seats_after(len(trick.plays))
        self.points = trick.points + STILL_TO_COME * min(3, lead.size) * len(self.after)
        self.mark = Mark(lead.suit == TRUMP, sight.space.column(lead.cards[0]))
        players = sight.hand.players
        best = trick.leader
        for turn, play in enumerate(trick.plays[1:], 1):
            mark = self.height(play, trick.plays[:turn])
            if mark is not None:
                self.mark, best = mark, (trick.leader + turn) % players
        self.ours = sight.ally(best)
        self._chances: dict[Mark | None, float] = {}
        self.prey = 0.0
        if sight.prized:
            for turn, play in enumerate(trick.plays):
                enemy = 1.0 - sight.ally((trick.leader + turn) % players)
                self.prey += enemy * sight.prize(play)

    def height(self, play: Play, before: Sequence[Play]) -> Mark | None:
        """How high a play is, or `None` when it does not beat the best of those before."""
        space = self.sight.space
        suit = space.suit(play[0])
        if suit not in (self.led.suit, TRUMP):
            return None
        if self.led.size == 1:
            mark = Mark(suit == TRUMP, space.column(play[0]))
            return mark if mark > self.mark else None
        if not self.sight.is_suit(play, suit):
            return None
        if len(self.units) == 1:
            width, length = self.led.shape
            top = int(highest_unit(space.table, suit, space.words(play), width, length))
            mark = Mark(suit == TRUMP, top)
            return mark if top >= 0 and mark > self.mark else None
        # How trumped throws compare is up to the rules.
        plays = [*before, play]
        if suit != TRUMP or winner(space, self.trick.lead.reading, plays) != len(before):
            return None
        return Mark(True, max(0, int(answer(space.table, suit, self.units, space.words(play)))))

    def weigh(self, play: Play) -> float:
        """What a play brings, in points."""
        sight = self.sight
        mark = self.height(play, self.trick.plays)
        chance = self._chances.get(mark)
        if chance is None:
            ours = 1.0 if mark is not None else self.ours
            chance = side_wins(sight, self.led, mark or self.mark, ours, self.after)
            self._chances[mark] = chance
        value = (2 * chance - 1) * (self.points + points_of(play)) - self.worth.of(play)
        if sight.prized:
            value += chance * self.prey - (1.0 - chance) * sight.prize(play)
        if sight.sides.wanted:
            value += sight.sides.joining(play)
        return value if mark is None else value + chance * THE_LEAD
