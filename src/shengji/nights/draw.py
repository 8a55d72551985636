"""The draw of a round: seats people so that they meet the same people again as rarely as possible.

docs/night-draw.md describes the objective and how optimality is proven. "Partnerships will be
randomly assigned to each other" (Z16 §3): the seed decides among equally good draws.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import combinations, product
from random import Random
from typing import Any, Literal, TypeAlias

import msgspec
import numpy as np

from shengji.nights.candidate_tables import People
from shengji.nights.division import FOURS, LARGER, Fair, Kind, Sizes, fair, sizes_for
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


class SeatLimits(msgspec.Struct, frozen=True):
    """Organisers' limits on who sits where; a draw keeps all of them.

    Attributes:
        apart: pairs of ids of people who may not sit at one table.
        tables: the number of the table at which a person always sits, by id.
        online: numbers of tables without real cards.
    """

    apart: frozenset[Pair] = frozenset()
    tables: Mapping[str, int] = msgspec.field(default_factory=dict)
    online: frozenset[int] = frozenset()


Unfair: TypeAlias = Literal["cards", "limits", "pairs"]
"""Reason why people sit out before their turn: too few tables with real cards, organisers' limits,
or fixed pairs."""

USUAL_WISHES = Wishes()
NO_SEAT_LIMITS = SeatLimits()
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
            people; pairs, limits, real cards and places above turns can make it positive.
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
        unfair: why people sit out before their turn; `None`: they do not, or places decide.
    """

    seating: RoundSeats
    cost: Cost
    repeats: int
    bound: int
    spread_bound: int = 0
    unfair: Unfair | None = None

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
    limits: SeatLimits = NO_SEAT_LIMITS,
    standing: Mapping[str, int] | None = None,
) -> Draw:
    """Draw a round.

    The priorities, in order: a person who can only play with real cards sits at a table that has
    them, and all limits are kept. The people sit out who have done so least often, preferably not
    in the last round; larger tables follow the same rule. Then the weighted repeats are minimised,
    and then the distance in the standings.

    Args:
        present: ids of the people present.
        seed: decides between equally good draws; the result depends on nothing else random.
        met: the meetings of the rounds before.
        pairs: fixed pairs of partners, who sit out together.
        places: places in the standings, from 1; people without one come last.
        wishes: the organiser's options.
        cards: ids of the people who can only play with real cards, such as people without a phone.
            They fill at most `wishes.cards` tables; the caller numbers the tables.
        limits: who may not sit together, and who sits at which table.
        standing: for a round in which places decide before turns, as in a last round, the number
            of people whom each person is ahead of: the people with the fewest sit out, and the
            leaders do not.

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
    _check_limits(present, pairs, limits, cards)
    sizes = _sizes(len(present), len(pairs), wishes)
    chance = Random(seed)
    near = places is not None and not wishes.weights.places
    numbered = _Round(present, pairs, met, places, wishes, chance, cards, limits, standing)
    people = numbered.people
    prices = numbered.out_prices, numbered.larger_prices
    turns = fair(people.weights, sizes, *prices, people.tied, people.limits)
    if turns is None and fair(people.weights, sizes, *prices, people.tied) is None:
        raise _no_cards(sizes, len(set(cards) & set(present)))
    if turns is None:
        raise DrawError("limits-in-the-way")
    generator = np.random.default_rng(chance.getrandbits(64))
    found = search_seating(people, sizes, turns, generator, near=near)
    drawn = numbered.to_draw(found, chance)
    if not drawn.cost.unfair_out:
        return drawn
    return msgspec.structs.replace(drawn, unfair=_unfair(numbered, sizes, turns))


def _unfair(numbered: _Round, sizes: Sizes, turns: Fair) -> Unfair | None:
    """Why people sit out before their turn: the limit without which fewer would."""
    people = numbered.people
    prices = numbered.out_prices, numbered.larger_prices
    anywhere = fair(people.weights, sizes, *prices, None, people.limits)
    if anywhere is not None and anywhere.out.least < turns.out.least:
        return "cards"
    unlimited = fair(people.weights, sizes, *prices, people.tied)
    if unlimited is not None and unlimited.out.least < turns.out.least:
        return "limits"
    return None if numbered.by_place else "pairs"


class _Round:
    """The people of a round as numbers: neighbours in the standings, or shuffled."""

    def __init__(
        self,
        present: Collection[str],
        pairs: Collection[tuple[str, str]],
        met: Meetings,
        places: Mapping[str, int] | None,
        wishes: Wishes,
        chance: Random,
        cards: Collection[str],
        limits: SeatLimits,
        standing: Mapping[str, int] | None,
    ) -> None:
        self.met, self.fixed = met, {pair_of(*two) for two in pairs}
        self.standings, self.by_place, weights = (
            places is not None,
            standing is not None,
            wishes.weights,
        )
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
        self._limit(number, wishes, limits)
        # Turns sat out weigh most; ties go to people who did not sit out the last round. A third
        # turn of one person costs more than the second turns of two.
        times = [met.sat_out.get(one, 0) for one in ids]
        out = [
            turn * (turn + 1) // 2 * (len(ids) + 1) + (one in met.out_last)
            for one, turn in zip(ids, times, strict=True)
        ]
        if standing is not None:
            out = _by_place([standing.get(one, 0) for one in ids], out)
        self.out_prices = self._of_units(out)
        self.larger_prices = self._of_units([met.larger.get(one, 0) for one in ids])

    def _limit(self, number: Mapping[str, int], wishes: Wishes, limits: SeatLimits) -> None:
        """Apply the limits on who sits where."""
        groups: dict[int, list[int]] = {}
        for one, table in limits.tables.items():
            if one in number:
                groups.setdefault(table, []).append(number[one])
        twos = [(number[a], number[b]) for a, b in limits.apart if a in number and b in number]
        twos += [
            two
            for some, others in combinations(groups.values(), 2)
            for two in product(some, others)
        ]
        cards, people = self.people.cards, self.people
        if wishes.cards is not None:
            for table, group in groups.items():
                if table in limits.online:
                    twos += product(group, people.cards)
                else:
                    cards |= frozenset(group)
        if twos:
            apart = np.zeros((len(number), len(number)), dtype=np.int64)
            for a, b in twos:
                apart[a, b] = apart[b, a] = 1
            people = people._replace(apart=apart)
        together = tuple(map(frozenset, groups.values()))
        self.people = people._replace(cards=cards, together=together)

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


def _by_place(ahead: Sequence[int], turns: Sequence[int]) -> list[int]:
    """The cost of sitting out by place, and for people of one place by turns.

    It is a rank, so that numbers stay small; the leaders cost more than all others together.
    """
    keys = list(zip(ahead, turns, strict=True))
    rank = {key: index for index, key in enumerate(sorted(set(keys)))}
    leads = max(ahead) if max(ahead) > min(ahead) else None
    most = len(keys) * len(rank)
    return [rank[key] + (most if key[0] == leads else 0) for key in keys]


def _check_limits(
    present: Collection[str],
    pairs: Collection[tuple[str, str]],
    limits: SeatLimits,
    cards: Collection[str],
) -> None:
    """Raise `DrawError` for limits that contradict each other."""
    tables = limits.tables
    for one, other in pairs:
        at = {tables[who] for who in (one, other) if who in tables}
        if pair_of(one, other) in limits.apart or len(at) > 1:
            raise DrawError("apart-partners", who=one, partner=other)
    partner = {a: b for two in pairs for a, b in (two, two[::-1])}
    for who in sorted(set(tables) & set(present)):
        if tables[who] in limits.online and {who, partner.get(who)} & set(cards):
            raise DrawError("stays-online", who=who, table=tables[who])


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
