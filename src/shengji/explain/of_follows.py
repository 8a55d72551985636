"""Advantages of one follow over another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Final

from shengji.cards import Card, points_of
from shengji.explain.differences import Play, beyond, broken, emptied, joining, trumps_of
from shengji.explain.others import Others
from shengji.play.space import TRUMP
from shengji.record.reviews import Lesson

FEW: Final = 2
"""Maximum number of unseen higher cards with which a card may still win another trick."""

LONG: Final = 4
"""Minimum length of a suit that may become a throw."""

LITTLE: Final = 10
"""Maximum points of a trick that is described as not worth a card."""


class Following:
    """A follow that was made, a better one, and the trick as it stands."""

    def __init__(self, others: Others, made: Play, best: Play) -> None:
        hand = others.hand
        assert hand.trick is not None and hand.ahead is not None
        self.others, self.hand, self.space = others, hand, others.space
        self.made, self.best = made, best
        self.trick = hand.trick
        self.ours = hand.side_told(others.seat, hand.ahead)
        """Whether the player ahead is on one's own side; `None` if not known publicly."""
        self.wins, self.would = others.wins(made), others.wins(best)
        self.given, self.less = points_of(made), points_of(best)
        self.last = len(self.trick.plays) == hand.players - 1
        self.mine, self.instead = beyond(made, best), beyond(best, made)

    @property
    def may_join(self) -> bool:
        """Whether a Declarer is ahead, and this seat could join them with a called card."""
        assert self.hand.ahead is not None
        return self.ours is None and self.hand.is_declarer(self.hand.ahead)

    @cached_property
    def in_danger(self) -> bool:
        """Whether the other side may still overtake the player who is ahead."""
        return self.others.may_overtake(self.others.ahead())

    def ruffs(self, cards: Play) -> bool:
        """Whether a follow consists of trumps on a lead of another suit."""
        led = self.trick.lead.suit
        return led != TRUMP and all(self.space.suit(card) == TRUMP for card in cards)

    def is_higher(self, one: Play, other: Play) -> bool:
        """Whether the highest card of `one` is above that of `other` in one suit."""
        space = self.space
        high, low = space.sort(one)[0], space.sort(other)[0]
        same = space.suit(high) == space.suit(low)
        return same and space.column(high) > space.column(low)

    def lessons(self) -> Iterator[Lesson]:
        """Yield the advantages of the better follow, the most important first."""
        yield from self._of_friends()
        yield from self._of_points()
        yield from self._of_winning()
        yield from self._of_height()
        if not self.wins and not self.would:
            yield from self._of_discards()
        broke = broken(self.others.held, self.made, self.best)
        if broke:
            yield Lesson("pair-broken", broke)
        if not self.wins and not self.would:
            yield from self._of_little()

    def _of_friends(self) -> Iterator[Lesson]:
        """Yield lessons on joining the Declarers by a follow."""
        hand, seat = self.hand, self.others.seat
        joins, would = joining(hand, seat, self.made), joining(hand, seat, self.best)
        if would and not joins:
            assert hand.ahead is not None
            ahead = hand.is_declarer(hand.ahead)
            if ahead:
                yield Lesson("join-ahead", would[:1])
            if self.others.is_contested(would[0]):
                yield Lesson("join-race", would[:1])
            elif not ahead:
                yield Lesson("join-missed", would[:1])
        if joins and not would:
            card = joins[0]
            alone = self.space.suit(card) != self.trick.lead.suit and not self.wins
            wasted = alone and not self.others.beatable((card,))
            yield Lesson("join-wasted" if wasted else "join-early", (card,))

    def _of_points(self) -> Iterator[Lesson]:
        """Yield lessons on the side that gets the points."""
        made, best, given, less = self.made, self.best, self.given, self.less
        if self.wins and self.ours and not self.would:
            yield Lesson("partner-overtaken", made, self.trick.points)
        if not self.wins and given > less:
            if self.ours is False:
                yield Lesson("points-given", made, given - less)
            elif self.ours is None and not joining(self.hand, self.others.seat, made):
                key = "points-unjoined" if self.may_join else "points-unsure"
                yield Lesson(key, made, given - less)
            elif self.ours and self.in_danger:
                yield Lesson("points-in-danger", made, given - less)
        if not self.wins and less > given:
            if self.ours:
                yield Lesson("points-kept", best, less - given)
            elif self.may_join and not self.would:
                yield from self._of_points_as_friend()
            elif self.ours is False and not self.would and self._helped():
                yield Lesson("points-hoped", best, less - given)
        if self.wins and self.would:
            if less > given and not self.others.rivals_to_play:
                yield Lesson("points-won", best, less)
            elif less > given and not self.others.may_overtake(best):
                yield Lesson("points-on-own", best, less - given)
            elif given > less and self.others.may_overtake(made):
                yield Lesson("points-early", made, given - less)

    def _helped(self) -> bool:
        """Whether a teammate still to play may trump the lead."""
        lead, others = self.trick.lead, self.others
        one = len(lead.reading) == 1
        return one and any(
            others.may_trump(seat, lead.suit, lead.reading[0]) for seat in others.mates_to_play
        )

    def _of_points_as_friend(self) -> Iterator[Lesson]:
        """Yield the chance to give points to the Declarers as the holder of a called card."""
        held = (call.card for call in self.hand.open_calls if call.card in self.others.held)
        yield Lesson("points-as-friend", (next(held),), self.less - self.given)

    def _of_winning(self) -> Iterator[Lesson]:
        """Yield lessons on whether the trick is worth winning."""
        made, best, points = self.made, self.best, self.trick.points
        if self.would and not self.wins:
            if self.ours is False:
                yield Lesson("ruff-missed" if self.ruffs(best) else "win-missed", best, points)
            elif self.ours is None:
                yield Lesson("win-unjoined" if self.may_join else "win-open", best, points)
            else:
                yield Lesson("win-safer" if self.in_danger else "win-next-lead", best, points)
        if self.wins and not self.would:
            if self.others.may_overtake(made):
                yield Lesson("win-in-danger", made, points)
            if not self.ours and points <= LITTLE:
                yield Lesson("trump-spent" if self.ruffs(made) else "card-spent", made, points)

    def _of_height(self) -> Iterator[Lesson]:
        """Yield lessons on the height of the card that wins the trick."""
        if not self.wins or not self.would:
            return
        made, best = self.made, self.best
        if self.is_higher(made, best):
            yield Lesson("won-dearly" if self.last else "won-too-high", best)
        if self.is_higher(best, made) and self._is_safer(best, made):
            yield Lesson("won-too-low", best)
        elif self.is_higher(best, made) and not self.others.rivals_to_play:
            yield Lesson("won-low-kept", best)

    def _is_safer(self, high: Play, low: Play) -> bool:
        """Whether an unseen card beats the low play but not the high one."""
        others = self.others
        units = [others.units(cards) for cards in (high, low)]
        if len(units[0]) > 1 or len(units[1]) > 1 or units[0][0].shape[1] > 1:
            return False
        above, fewer = (set(others.higher_out(unit)) for (unit,) in reversed(units))
        return bool(above - fewer) and others.may_overtake(low)

    def _of_discards(self) -> Iterator[Lesson]:
        """Yield lessons on discards in a trick that neither follow wins."""
        space, held = self.space, self.others.held
        if self.trick.lead.suit != TRUMP:
            wasted = beyond(trumps_of(space, self.made), trumps_of(space, self.best))
            if wasted:
                yield Lesson("trumps-thrown-away", wasted)
        plain = [card for card in self.mine if space.suit(card) != TRUMP]
        winners = [card for card in plain if self._stands(card)]
        if winners and not any(self._stands(card) for card in self.instead):
            yield Lesson("winner-thrown-away", tuple(winners[:1]))
        whole, mine, instead = Counter(held), Counter(self.made), Counter(self.best)
        pairs = [card for card in mine if mine[card] == whole[card] > 1 and not instead[card]]
        if pairs:
            yield Lesson("pair-thrown-away", (pairs[0],) * whole[pairs[0]])
        if trumps_of(space, beyond(held, self.best)):
            for cards in emptied(space, held, self.made, self.best):
                yield Lesson("discard-void", cards)

    def _stands(self, card: Card) -> bool:
        return not self.others.beatable((card,))

    def _of_little(self) -> Iterator[Lesson]:
        """Yield lessons of little weight."""
        space = self.space
        mine, instead = space.sort(self.mine), space.sort(self.instead)
        one = len(mine) == len(instead) == 1
        above = self._above(mine[0])
        if self.given == self.less and above <= FEW and all(self._above(c) > FEW for c in instead):
            yield Lesson("high-thrown-away", (mine[0],))
        yield from self._of_length(tuple(mine), tuple(instead))
        if one and self.given == self.less and self.is_higher(self.mine, self.instead):
            yield Lesson("lower-enough", self.instead)

    def _of_length(self, mine: Play, instead: Play) -> Iterator[Lesson]:
        """Yield lessons on the choice between two plain suits for a discard."""
        space, others = self.space, self.others
        suits = [{space.suit(card) for card in cards} for cards in (mine, instead)]
        if max(map(len, suits)) > 1 or suits[0] == suits[1] or TRUMP in suits[0] | suits[1]:
            return
        (suit,), (other,) = suits
        held = Counter(map(space.suit, others.held))
        out = sum(space.suit(card) == suit for card in others.out)
        long = self.hand.rules.throws and held[suit] >= LONG
        if long and held[suit] * (self.hand.players - 1) >= out:
            yield Lesson("length-kept", mine, held[suit])
        elif self.given == self.less and held[other] > held[suit]:
            yield Lesson("discard-from-long", instead, held[other])

    def _above(self, card: Card) -> int:
        """The number of unseen cards that are higher than a card in its suit."""
        column, suit = self.space.column(card), self.space.suit(card)
        out = self.others.out
        return sum(self.space.suit(c) == suit and self.space.column(c) > column for c in out)
