"""Leading: what to open a trick with, and why.

Each idea is a lead with its reason. All are weighed alike, in points: how likely our side wins
the trick, what it would win or lose, what the cards are worth keeping; then what speaks for or
against the suit. The best idea is led.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shengji.bots.basic.memory import Shape
from shengji.bots.basic.odds import Led, Mark, is_out_of, side_wins
from shengji.bots.basic.sight import Sight
from shengji.bots.basic.worth import Worth
from shengji.cards import Card, points_of
from shengji.play.space import TRUMP
from shengji.play.units import Unit, default_reading

PARTNER_ADDS, OPPONENT_ADDS = 2.5, 1.5
"""The points that a partner adds to a trick that we win, and each opponent to one that we lose, for
each card up to three."""
KEEP_LEAD = 2.0
"""What it is worth that our side leads to the next trick."""
SPENT = 0.1
"""The part of a card's worth that is given up when it is led and stands: that is what it is for."""
EACH_FURTHER_CARD = 1.0
"""What it is worth to get rid of another card in a throw that stands."""
PULL = 1.0
"""What it is worth to draw trumps, for each trump that we hold beyond an equal share."""
THEIR_VOID = 4.0
"""What speaks against a suit that opponents are out of."""


class Idea(NamedTuple):
    """A lead, what it is worth, and why it was thought of."""

    cards: tuple[Card, ...]
    value: float
    why: str


def choose_lead(sight: Sight) -> Idea:
    """The best idea; a lead of one suit, and a throw only when it is certain to stand."""
    return max(ideas(sight), key=lambda idea: idea.value)


def ideas(sight: Sight) -> Iterator[Idea]:
    """All leads worth thinking about, at least one."""
    scales = Scales(sight)
    for suit, cards in sight.by_suit.items():
        reading = default_reading(sight.space, cards)
        certain = [unit for unit in reading if sight.memory.stands(suit, unit)]
        if len(certain) > 1:
            yield scales.throw(suit, certain)
        for unit in certain:
            yield scales.top_unit(suit, unit)
        uncertain = [unit for unit in reading if unit not in certain]
        for unit in uncertain:
            if unit.width > 1:
                yield scales.unsure_unit(suit, unit)
        singles = [unit for unit in uncertain if unit.width == 1]
        if singles:
            yield scales.low_card(suit, min(singles, key=lambda u: scales.keep(u.cards[0])))
        with_points = [unit for unit in singles if unit.cards[0].points]
        if with_points:
            yield scales.point_card(suit, max(with_points, key=lambda u: u.cards[0].points))


class Scales:
    """Weighs leads of one seat."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.worth = Worth(sight)
        self.after = sight.seats_after(0)
        self.partners = sum(1 for seat in self.after if sight.friend(seat))
        self.opponents = [seat for seat in self.after if not sight.friend(seat)]
        others = max(1, len(self.after))
        mine, out = len(sight.trumps), sight.memory.count(TRUMP)
        # Beyond an equal share of the trumps; nothing to draw when nobody else has any.
        self.long_trumps = mine - out / others if out else 0.0

    def keep(self, card: Card) -> float:
        """How much one would rather keep a card than lead it low."""
        return self.worth.one(card) + card.points

    def throw(self, suit: int, units: list[Unit]) -> Idea:
        """All units of a suit that are certain to stand, at once (Z21 §4.2)."""
        cards = tuple(card for unit in units for card in unit.cards)
        chance = self._chance(suit, len(cards), units[0].shape, self._top(units[0]))
        value = self._weigh(cards, chance, SPENT) + chance * EACH_FURTHER_CARD * (len(cards) - 1)
        return Idea(cards, value + self._suit_bonus(suit), "a throw that nobody can beat")

    def top_unit(self, suit: int, unit: Unit) -> Idea:
        """An ace, a top pair or tractor: lead it while nobody is void."""
        chance = self._chance(suit, len(unit.cards), unit.shape, self._top(unit))
        value = self._weigh(unit.cards, chance, SPENT) + self._suit_bonus(suit)
        return Idea(unit.cards, value, "nobody has a higher one")

    def unsure_unit(self, suit: int, unit: Unit) -> Idea:
        """A pair or tractor that could be beaten, before somebody else draws it out."""
        chance = self._chance(suit, len(unit.cards), unit.shape, self._top(unit))
        value = self._weigh(unit.cards, chance, SPENT) + self._suit_bonus(suit)
        return Idea(unit.cards, value, "few have anything higher of its kind")

    def low_card(self, suit: int, unit: Unit) -> Idea:
        """A card that is not missed: into a suit where a partner wins, and few opponents."""
        chance = self._chance(suit, 1, (1, 1), self._top(unit))
        value = self._weigh(unit.cards, chance, 1.0) + self._suit_bonus(suit)
        why = "passes the lead to the partner" if chance > 0.5 else "gives little away"
        return Idea(unit.cards, value, why)

    def point_card(self, suit: int, unit: Unit) -> Idea:
        """A point card, for a partner who is likely to win the trick."""
        chance = self._chance(suit, 1, (1, 1), self._top(unit))
        value = self._weigh(unit.cards, chance, 1.0) + self._suit_bonus(suit)
        return Idea(unit.cards, value, "points for a trick that is likely ours")

    def _top(self, unit: Unit) -> int:
        return self.sight.space.column(unit.cards[0])

    def _chance(self, suit: int, size: int, shape: Shape, top: int) -> float:
        """How likely our side wins the trick."""
        led, mark = Led(suit, size, shape), Mark(suit == TRUMP, top)
        return side_wins(self.sight, led, mark, True, self.after)

    def _weigh(self, cards: tuple[Card, ...], chance: float, spent: float) -> float:
        """Points won and lost, the next lead, and the cards given up."""
        size = min(3, len(cards))
        won = chance * (PARTNER_ADDS * size * min(1, self.partners) + KEEP_LEAD)
        lost = (1 - chance) * OPPONENT_ADDS * size * len(self.opponents)
        return won - lost + (2 * chance - 1) * points_of(cards) - spent * self.worth.of(cards)

    def _suit_bonus(self, suit: int) -> float:
        """What speaks for a suit besides the cards led: trumps drawn, no help to opponents."""
        if suit == TRUMP:
            return PULL * self.long_trumps
        void = sum(is_out_of(self.sight, seat, suit) for seat in self.opponents)
        return -THEIR_VOID * void / len(self.opponents)
