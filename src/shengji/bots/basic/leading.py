"""Leading: what to open a trick with, and why.

Each idea is a lead with its reason. All are weighed alike, in points: how likely our side wins
the trick, what it would win or lose, what the cards are worth keeping; then what speaks for or
against the suit. The best idea is led.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from shengji.bots.basic.choices import placements
from shengji.bots.basic.memory import Shape
from shengji.bots.basic.odds import Led, Mark, is_out_of, side_wins
from shengji.bots.basic.sight import Sight
from shengji.bots.basic.worth import Worth
from shengji.cards import Card, points_of
from shengji.play.readings import readings
from shengji.play.space import TRUMP
from shengji.play.units import Reading, Unit, arrange, default_reading

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

MOST_READINGS, MOST_CARDS = 8, 9
"""So many readings of a throw are looked at, and none but the first of a longer suit."""


class Idea(NamedTuple):
    """A lead, what it is worth, why it was thought of, and which reading it needs, if any."""

    cards: tuple[Card, ...]
    value: float
    why: str
    reading: int | None = None


def choose_lead(sight: Sight) -> Idea:
    """The best idea; a lead of one suit, and a throw only when it is certain to stand."""
    return max(ideas(sight), key=lambda idea: idea.value)


def ideas(sight: Sight) -> Iterator[Idea]:
    """All leads worth thinking about, at least one."""
    scales = Scales(sight)
    for suit, cards in sight.by_suit.items():
        reading = default_reading(sight.space, cards)
        certain = [unit for unit in reading if certain_to_stand(sight, suit, unit)]
        if len(certain) > 1:
            yield from scales.throw(suit, certain)
        if len(certain) < len(reading):
            for way in other_readings(sight, cards):
                found = [unit for unit in way if certain_to_stand(sight, suit, unit)]
                if len(found) > 1:
                    yield from scales.throw(suit, found)
        for unit in certain:
            yield scales.top_unit(suit, unit)
        uncertain = [unit for unit in reading if unit not in certain]
        alone = single_units(sight, suit, uncertain, cards)
        for unit in alone:
            yield scales.unsure_unit(suit, unit)
        singles = [unit for unit in uncertain if unit.width == 1]
        if singles:
            yield scales.low_card(suit, min(singles, key=lambda u: scales.keep(u.cards[0])))
        with_points = [unit for unit in singles if unit.cards[0].points]
        if with_points:
            yield scales.point_card(suit, max(with_points, key=lambda u: u.cards[0].points))


def other_readings(sight: Sight, cards: list[Card]) -> list[Reading]:
    """The other ways to read the cards of a suit, where naming one may make a throw stand.

    Three Kings and two Aces are a tractor and a King, or a triple and a pair (Z21 §6.5).
    """
    rules = sight.hand.rules
    if rules.throw_reading == "longest" or len(cards) > MOST_CARDS:
        return []
    if all(sight.held[card] < 3 for card in cards):
        return []
    return readings(sight.space, cards, MOST_READINGS)[1:]


def certain_to_stand(sight: Sight, suit: int, unit: Unit) -> bool:
    """Whether nobody can beat a unit, also as it is judged in a throw.

    Where only full tuples are free to lead each tuple of a narrower tractor must stand (W14, W23).
    """
    stands = sight.memory.stands
    if is_free(sight, unit):
        return stands(suit, unit)
    return all(stands(suit, part) for part in tuples_of(unit))


def is_free(sight: Sight, unit: Unit) -> bool:
    """Whether a unit may be led without being highest."""
    narrow = unit.length > 1 and unit.width < sight.space.decks
    return not narrow or sight.hand.rules.free_leads == "tractors"


def tuples_of(unit: Unit) -> list[Unit]:
    """The tuples of a unit."""
    return [Unit(unit.width, 1, (card,) * unit.width) for card in dict.fromkeys(unit.cards)]


def single_units(sight: Sight, suit: int, units: list[Unit], cards: list[Card]) -> list[Unit]:
    """The tuples and tractors that may be led alone, though they could be beaten."""
    found: list[Unit] = []
    for unit in units:
        if unit.width > 1:
            found += [unit] if is_free(sight, unit) else tuples_of(unit)
    if sight.hand.rules.throw_units == "tuples":
        # The reading of the whole suit, as of a throw, has no tractors.
        found += [unit for unit in longest_tractors(sight, cards) if is_free(sight, unit)]
    return found


def longest_tractors(sight: Sight, cards: list[Card]) -> list[Unit]:
    """The longest tractor of each width among cards of one suit, the highest of these."""
    held = Counter(cards)
    found: list[Unit] = []
    for width in range(sight.space.decks, 1, -1):
        kinds = sum(1 for copies in held.values() if copies >= width)
        for length in range(kinds, 1, -1):
            units = placements(sight, cards, (width, length))
            if units:
                found.append(Unit(width, length, units[-1]))
                break
    return found


class Scales:
    """Weighs leads of one seat."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.worth = Worth(sight)
        self.after = sight.seats_after(0)
        self.partners = sum(sight.ally(seat) for seat in self.after)
        self.opponents = len(self.after) - self.partners
        others = max(1, len(self.after))
        mine, out = len(sight.trumps), sight.memory.count(TRUMP)
        # Beyond an equal share of the trumps; nothing to draw when nobody else has any.
        self.long_trumps = mine - out / others if out else 0.0

    def keep(self, card: Card) -> float:
        """How much one would rather keep a card than lead it low."""
        return self.worth.one(card) + card.points

    def throw(self, suit: int, units: list[Unit]) -> Iterator[Idea]:
        """All units of a suit that are certain to stand, at once (Z21 §4.2)."""
        sight = self.sight
        cards = tuple(card for unit in units for card in unit.cards)
        reading = default_reading(sight.space, cards)
        number = None
        if reading != arrange(sight.space, units):
            # Together the cards may be read in another way, of which not everything stands.
            ways = [reading]
            if sight.hand.rules.throw_reading == "named":
                ways = readings(sight.space, cards, MOST_READINGS)
            standing = [way for way in ways if all(certain_to_stand(sight, suit, u) for u in way)]
            if not standing:
                return
            # The longest unit is the hardest to trump, and counts most in the last trick.
            reading = standing[0]
            number = ways.index(reading) or None
        chance = self._chance(suit, len(cards), reading[0].shape, self._top(reading[0]))
        value = self._weigh(cards, chance, SPENT) + chance * EACH_FURTHER_CARD * (len(cards) - 1)
        value += self._suit_bonus(suit)
        yield Idea(cards, value, "a throw that nobody can beat", number)

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
        return side_wins(self.sight, led, mark, 1.0, self.after)

    def _weigh(self, cards: tuple[Card, ...], chance: float, spent: float) -> float:
        """Points won and lost, the next lead, and the cards given up."""
        size = min(3, len(cards))
        won = chance * (PARTNER_ADDS * size * min(1, self.partners) + KEEP_LEAD)
        lost = (1 - chance) * OPPONENT_ADDS * size * self.opponents
        value = won - lost + (2 * chance - 1) * points_of(cards) - spent * self.worth.of(cards)
        if self.sight.prized:
            value -= (1 - chance) * self.sight.prize(cards)
        if self.sight.sides.wanted:
            value += self.sight.sides.joining(cards)
        return value

    def _suit_bonus(self, suit: int) -> float:
        """What speaks for a suit besides the cards led: trumps drawn, no help to opponents."""
        if suit == TRUMP:
            return PULL * self.long_trumps
        sight = self.sight
        if self.opponents <= 0.0:
            return 0.0
        void = 0.0
        for seat in self.after:
            enemy = 1.0 - sight.ally(seat)
            if enemy > 0.0:
                void += enemy * is_out_of(sight, seat, suit)
        return -THEIR_VOID * void / self.opponents
