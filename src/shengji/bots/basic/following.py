"""Following: what to play to a trick that somebody else has led.

Each play worth thinking about is weighed in points: the points in the trick, won or lost as likely
as the odds say, and having the lead next, against what the cards given up are worth. From this
follows what Z21 §5 advises: points to a partner who is winning, a point card or a trump that wins
as cheaply as it is sure to, trumps for points and not for nothing, low cards otherwise.
"""

from __future__ import annotations

from shengji.bots.basic.choices import Play, follow_choices
from shengji.bots.basic.odds import Led, Mark, side_wins
from shengji.bots.basic.sight import Sight
from shengji.bots.basic.worth import Worth
from shengji.cards import points_of
from shengji.game import Trick
from shengji.play.space import TRUMP
from shengji.play.tricks import answer
from shengji.play.units import unit_table

STILL_TO_COME = 2.5
"""The points that a later player adds to a trick for each card, up to three cards."""
THE_LEAD = 2.0
"""What it is worth to win the trick oneself and lead to the next."""


def choose_follow(sight: Sight) -> Play:
    """The cards to follow with; always legal."""
    trick = sight.hand.trick
    assert trick is not None
    lead, cards = trick.lead, sight.cards
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
        lead = trick.lead
        self.led = Led(lead.suit, lead.size, lead.reading[0].shape)
        self.units = unit_table(sight.space, lead.reading)
        self.after = sight.seats_after(len(trick.plays))
        self.points = trick.points + STILL_TO_COME * min(3, lead.size) * len(self.after)
        self.mark = Mark(lead.suit == TRUMP, sight.space.column(lead.cards[0]))
        winner = trick.leader
        for turn, play in enumerate(trick.plays[1:], 1):
            mark = self.height(play)
            if mark is not None:
                self.mark, winner = mark, (trick.leader + turn) % sight.hand.players
        self.ours = sight.friend(winner)
        self._chances: dict[Mark | None, float] = {}

    def height(self, play: Play) -> Mark | None:
        """How high a play is, or `None` when it does not beat the best so far."""
        space = self.sight.space
        if self.led.size == 1:
            suit = space.suit(play[0])
            if suit not in (self.led.suit, TRUMP):
                return None
            mark = Mark(suit == TRUMP, space.column(play[0]))
        else:
            suit = space.suit(play[0])
            if suit not in (self.led.suit, TRUMP) or not self.sight.is_suit(play, suit):
                return None
            top = int(answer(space.table, suit, self.units, space.words(play)))
            if top < 0:
                return None
            mark = Mark(suit == TRUMP, top)
        return mark if mark > self.mark else None

    def weigh(self, play: Play) -> float:
        """What a play brings, in points."""
        mark = self.height(play)
        chance = self._chances.get(mark)
        if chance is None:
            ours = mark is not None or self.ours
            chance = side_wins(self.sight, self.led, mark or self.mark, ours, self.after)
            self._chances[mark] = chance
        value = (2 * chance - 1) * (self.points + points_of(play)) - self.worth.of(play)
        return value if mark is None else value + chance * THE_LEAD
