"""The draw of a round: seats people so that they meet the same people again as rarely as possible.

docs/night-draw.md describes the objective and how optimality is proven. "Partnerships will be
randomly assigned to each other" (Z16 §3): the seed decides among equally good draws.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, Literal, TypeAlias

import msgspec
import numpy as np

from shengji.nights.candidate_tables import People
from shengji.nights.division import FOURS, LARGER, Kind, Sizes, fair, sizes_for
from shengji.nights.meetings import USUAL, Meetings, Pair, RoundSeats, Sort, Table, pair_of
from shengji.nights.seating_search import SeatingPlan, search_seating
from shengji.nights.solver import Indices
from shengji.words import Language, Names, Phrase

Remainder: TypeAlias = Literal["sit-out", "larger-tables", "either"]
"""Treatment of numbers of people that are not divisible by four: some sit out, some play at larger
tables, or some sit out only if larger tables do not help."""


class DrawError(ValueError):
    """A round that cannot be drawn, detected before the search.

    Attributes:
        code: one of the keys of `words/draw.toml`.
        params: values for the sentence; `who` and `partner` are ids.
    """

    def __init__(self, code: str, **params: int | str | Names) -> None:
        self.code, self.params = code, params
        super().__init__(self.sentence())

    def __reduce__(self) -> tuple[Any, ...]:
        """Support pickling, to cross process boundaries."""
        return partial(DrawError, self.code, **self.params), ()

    def sentence(self, language: Language = "en") -> str:
        """The problem and its remedy as a sentence for a person.

        >>> DrawError("too-few", people=3, missing=1).sentence()
        '3 people are here, and a table needs 4. Wait for 1 more.'
        """
        return Phrase("draw", self.code, **self.params).render(language)


class Weights(msgspec.Struct, frozen=True):
    """Weights of repeats and of distance in the standings.

    Attributes:
        partners: for each earlier time that two partners were partners.
        opponents: for each earlier time that two opponents were opponents.
        places: for each place between the first and the last of a table in the standings; 0:
            distance decides only between draws with equal repeats.
    """

    partners: int = 4
    opponents: int = 1
    places: int = 0


class Wishes(msgspec.Struct, frozen=True):
    """An organiser's options for a draw.

    Attributes:
        remainder: treatment of people who cannot be divided into fours.
        larger: allowed larger tables, by number of people: 5 or 6 play Finding Friends, 6 also in
            two teams.
        tables: maximum number of tables; `None`: unlimited.
        cards: number of tables with real cards; `None`: all.
    """

    remainder: Remainder = "sit-out"
    larger: dict[int, Sort] = msgspec.field(
        default_factory=lambda: dict[int, Sort]({5: "friends", 6: "teams"})
    )
    tables: int | None = None
    cards: int | None = None
    weights: Weights = Weights()


USUAL_WISHES = Wishes()
NOTHING = Meetings()


class Cost(msgspec.Struct, frozen=True):
    """The cost of a draw.

    Attributes:
        partners: number of times that partners of this round were partners before, without fixed
            pairs.
        opponents: number of times that opponents of this round were opponents before.
        spread: sum over tables of the places between their first and last in the standings; 0
            without standings.
        unfair_out: turns that the people sitting out have had, above the minimum for as many
            people; only fixed pairs can make it positive.
        unfair_larger: same for larger tables, among the people seated.
        again_out: number of people sitting out who also sat out the last round.
    """

    partners: int = 0
    opponents: int = 0
    spread: int = 0
    unfair_out: int = 0
    unfair_larger: int = 0
    again_out: int = 0


class Draw(msgspec.Struct, frozen=True):
    """A drawn round.

    Attributes:
        seating: tables, and people sitting out.
        cost: the unweighted cost.
        repeats: the weighted cost of repeats.
        bound: proven lower bound of `repeats`, among draws that respect the turns to sit out and to
            play at larger tables, and the need for real cards.
        spread_bound: proven lower bound of `cost.spread` with as few repeats.
    """

    seating: RoundSeats
    cost: Cost
    repeats: int
    bound: int
    spread_bound: int = 0

    @property
    def gap(self) -> int:
        """Maximum excess of `repeats` over the optimum; 0: proven minimal."""
        return self.repeats - self.bound


def draw_round(
    present: Collection[str],
    *,
    seed: int,
    met: Meetings = NOTHING,
    pairs: Collection[tuple[str, str]] = (),
    places: Mapping[str, int] | None = None,
    wishes: Wishes = USUAL_WISHES,
    cards: Collection[str] = (),
) -> Draw:
    """Draw a round.

    The priorities, in order: a person who can only play with real cards sits at a table that has
    them. The people sit out who have done so least often, preferably not in the last round; larger
    tables follow the same rule. Then the weighted repeats are minimised, and then the distance in
    the standings.

    Args:
        present: ids of the people present.
        seed: decides between equally good draws; the result depends on nothing else random.
        met: the meetings of the rounds before.
        pairs: fixed pairs of partners, who sit out together.
        places: places in the standings, from 1; people without one come last.
        wishes: the organiser's options.
        cards: ids of the people who can only play with real cards, such as people without a phone.
            They fill at most `wishes.cards` tables; the caller numbers the tables.

    Raises:
        DrawError: the round cannot be drawn; it names the reason and the remedy.

    >>> drawn = draw_round(
    ...     ["Ann", "Bo", "Cai", "Dee", "Eve"],
    ...     seed=1,
    ...     met=Meetings(sat_out={"Ann": 1, "Bo": 1, "Cai": 1, "Dee": 1}),
    ... )
    >>> drawn.seating.out, drawn.cost
    (('Eve',), Cost(...))
    """
    _check(present, pairs, wishes)
    sizes = _sizes(len(present), len(pairs), wishes)
    chance = Random(seed)
    near = places is not None and not wishes.weights.places
    numbered = _Round(present, pairs, met, places, wishes.weights, chance, cards)
    people = numbered.people
    prices = numbered.out_prices, numbered.larger_prices
    turns = fair(people.weights, sizes, *prices, people.tied)
    if turns is None:
        raise _no_cards(sizes, len(people.cards))
    generator = np.random.default_rng(chance.getrandbits(64))
    return numbered.to_draw(search_seating(people, sizes, turns, generator, near=near), chance)


class _Round:
    """The people of a round as numbers: neighbours in the standings, or shuffled."""

    def __init__(
        self,
        present: Collection[str],
        pairs: Collection[tuple[str, str]],
        met: Meetings,
        places: Mapping[str, int] | None,
        weights: Weights,
        chance: Random,
        cards: Collection[str],
    ) -> None:
        self.met, self.weights, self.fixed = met, weights, {pair_of(*two) for two in pairs}
        self.standings = places is not None
        ids = sorted(present)
        chance.shuffle(ids)
        if places is not None:
            ids.sort(key=lambda one: places.get(one, len(places) + max(places.values(), default=0)))
        self.ids = ids
        number = {one: index for index, one in enumerate(ids)}
        partner = {a: b for two in self.fixed for a, b in (two, two[::-1])}
        units = [
            (index,) if one not in partner else (index, number[partner[one]])
            for index, one in enumerate(ids)
            if one not in partner or index < number[partner[one]]
        ]
        units.sort(key=sum if self.standings else None)
        self.people = People(
            tuple(units),
            weights.partners * _matrix(number, met.partnered),
            weights.opponents * _matrix(number, met.opposed),
            np.arange(len(ids)) if self.standings else np.zeros(len(ids), dtype=np.int64),
            weights.places if self.standings else 0,
            frozenset(number[one] for one in cards if one in number),
        )
        # Turns sat out weigh most; ties go to people who did not sit out the last round.
        out = [met.sat_out.get(one, 0) * (len(ids) + 1) + (one in met.out_last) for one in ids]
        self.out_prices = self._of_units(out)
        self.larger_prices = self._of_units([met.larger.get(one, 0) for one in ids])

    def _of_units(self, prices: Sequence[int]) -> Indices:
        """The cost of each unit above that of the cheapest person."""
        least = min(prices)
        return np.array([sum(prices[i] - least for i in unit) for unit in self.people.units])

    def to_draw(self, found: SeatingPlan, chance: Random) -> Draw:
        """Convert a plan to a draw with ids, its tables in order."""
        tables = [self._table(table.kind, table.seats, chance) for table in found.tables]
        first = {one: index for index, one in enumerate(self.ids)}
        chance.shuffle(tables)
        if self.standings:
            tables.sort(key=lambda table: min(first[one] for one in table.seats))
        out = sorted(self.ids[i] for unit in found.out for i in self.people.units[unit])
        seating = RoundSeats(tuple(tables), tuple(out))
        cost = self._cost(seating, found.spread)
        return Draw(seating, cost, found.cost, found.least, found.spread_least)

    def _table(self, kind: Kind, seats: Sequence[int], chance: Random) -> Table:
        """A table with its equivalent seats shuffled."""
        if kind.sort == "friends":
            return Table(tuple(self.ids[i] for i in chance.sample(seats, len(seats))), "friends")
        teams = [seats[::2], seats[1::2]]
        left, right = (chance.sample(team, len(team)) for team in chance.sample(teams, 2))
        return Table(tuple(self.ids[i] for two in zip(left, right, strict=True) for i in two))

    def _cost(self, seating: RoundSeats, spread: int) -> Cost:
        met, tables = self.met, seating.tables
        partners = (two for table in tables for two in table.partners if two not in self.fixed)
        opponents = (two for table in tables for two in table.opponents if two not in self.fixed)
        seated = [one for table in tables for one in table.seats]
        larger = [one for table in tables if table.larger for one in table.seats]
        return Cost(
            partners=sum(met.partnered.get(two, 0) for two in partners),
            opponents=sum(met.opposed.get(two, 0) for two in opponents),
            spread=spread if self.standings else 0,
            unfair_out=_above_least(met.sat_out, seating.out, self.ids),
            unfair_larger=_above_least(met.larger, larger, seated),
            again_out=sum(one in met.out_last for one in seating.out),
        )


def _above_least(times: Mapping[str, int], chosen: Collection[str], of: Collection[str]) -> int:
    """The turns of the chosen people, above the minimum for as many people."""
    fewest = sorted(times.get(one, 0) for one in of)[: len(chosen)]
    return sum(times.get(one, 0) for one in chosen) - sum(fewest)


def _matrix(number: Mapping[str, int], times: Mapping[Pair, int]) -> Indices:
    matrix = np.zeros((len(number), len(number)), dtype=np.int64)
    for (one, other), often in times.items():
        if one in number and other in number:
            matrix[number[one], number[other]] = matrix[number[other], number[one]] = often
    return matrix


def _check(present: Collection[str], pairs: Collection[tuple[str, str]], wishes: Wishes) -> None:
    """Raise `DrawError` for contradictory input."""
    here = set(present)
    for one in sorted(here) if len(here) < len(present) else ():
        if sum(other == one for other in present) > 1:
            raise DrawError("twice", who=one)
    paired = set[str]()
    for one, other in pairs:
        if one == other:
            raise DrawError("own-partner", who=one)
        for who, partner in ((one, other), (other, one)):
            if who in paired:
                raise DrawError("two-partners", who=who)
            if partner not in here:
                raise DrawError("absent-partner", who=who, partner=partner)
        paired |= {one, other}
    if wishes.tables is not None and wishes.tables < 1:
        raise DrawError("no-table", tables=wishes.tables)
    for size, sort in wishes.larger.items():
        if Kind(size, sort) not in LARGER:
            raise DrawError("no-larger", size=size, sort=sort)
    if len(present) < USUAL:
        raise DrawError("too-few", people=len(present), missing=USUAL - len(present))


def _sizes(people: int, pairs: int, wishes: Wishes) -> Sizes:
    """The number of tables of each kind; raises `DrawError` if there is no division."""
    sit_out = wishes.remainder != "larger-tables"
    larger = () if wishes.remainder == "sit-out" else wishes.larger.items()
    kinds = [Kind(size, sort) for size, sort in sorted(larger)]
    tables = wishes.tables
    found = sizes_for(pairs, people - 2 * pairs, kinds, tables, may_sit_out=sit_out)
    if found is not None:
        return found._replace(cards=wishes.cards)
    most = max(kind.seats for kind in (FOURS, *kinds))
    if tables is not None and tables * most < people:
        raise DrawError("no-room", people=people, tables=tables, room=tables * most)
    sizes = Names(str(kind.seats) for kind in (FOURS, *kinds))
    if sizes_for(0, people, kinds, tables, may_sit_out=False) is not None:
        raise DrawError("pairs-in-the-way", people=people, sizes=sizes, pairs=pairs)
    with_out = sizes_for(0, people, kinds, tables, may_sit_out=True)
    left = with_out.out if with_out is not None else people
    raise DrawError("no-division", people=people, sizes=sizes, left=left)


def _no_cards(sizes: Sizes, people: int) -> DrawError:
    """The error for too few tables with real cards."""
    tables = sizes.cards or 0
    seats = sorted(kind.seats for kind, number in sizes.tables for _ in range(number))
    room = sum(seats[::-1][:tables])
    code = "no-cards" if tables else "no-card-tables"
    return DrawError(code, people=people, tables=tables, room=room)
