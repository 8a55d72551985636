"""The final of a night: who plays in it, and with and against whom.

The first four or eight of the standings play one more round for the first places, while the others
play a consolation round. The best finalist is the partner of the last, the second of the one before
the last, and so on, as in the finals of individual bridge tournaments: the sides are as even as the
standings can make them, so that the final is open. At two tables the first side meets the last, and
the second the third ("snake seeding", as of mahjong and chess finals in groups): both tables are of
one strength, so that their results can be compared and each of the eight can still win. Chosen
pairs stay together, and are seeded as pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias, TypeVar

from shengji.nights.facts import NightFacts
from shengji.nights.standings import NightStanding, place_key, standings

SEATS: Final = 4

T = TypeVar("T")

Unit: TypeAlias = tuple[str, ...]
"""A person, or a chosen pair."""

Seats: TypeAlias = tuple[str, ...]
"""The ids of the people of a table by seat."""


def is_final(night: NightFacts) -> bool:
    """Whether the next round is the final."""
    settings = night.settings
    return bool(settings.finalists) and len(night.rounds) == settings.rounds


def seeds(night: NightFacts) -> list[Unit]:
    """The finalists by seed: the first people here of the standings, chosen pairs together.

    People who have not played come last. Pairs stand by the average of their people; equal people
    in the order of their arrival. With fewer than eight people the final has four.
    """
    rows = {row.person: row for row in standings(night) if night.people[row.person].here}
    pairs = night.pairs if night.settings.partners == "chosen" else []
    paired = [two for two in pairs if set(two) <= set(rows)]
    singles = set(rows).difference(*paired)
    units: list[Unit] = [*paired, *((one,) for one in rows if one in singles)]
    units.sort(key=lambda unit: _key([rows[one] for one in unit]))
    room = min(night.settings.finalists, len(rows) // SEATS * SEATS)
    chosen: list[Unit] = []
    for at, unit in enumerate(units):
        if len(unit) <= room and _fills(room - len(unit), units[at + 1 :]):
            chosen.append(unit)
            room -= len(unit)
    return chosen


def _key(rows: Sequence[NightStanding]) -> tuple[float, ...]:
    keys = [(row.hands == 0, *place_key(row)) for row in rows]
    return tuple(sum(part) / len(keys) for part in zip(*keys, strict=True))


def _fills(room: int, units: Sequence[Unit]) -> bool:
    """Whether some of these units have so many people together."""
    pairs = sum(len(unit) == 2 for unit in units)
    singles = len(units) - pairs
    return any(0 <= room - 2 * some <= singles for some in range(pairs + 1))


def final_tables(
    seeded: Sequence[Unit], allowed: Callable[[Sequence[Seats]], bool]
) -> tuple[Seats, ...] | None:
    """The tables of the final: the allowed ones nearest to the seeding; `None`: there are none.

    Args:
        seeded: the finalists by seed.
        allowed: whether these tables keep the limits on the seating.

    >>> final_tables([(one,) for one in "12345678"], lambda tables: True)
    (('1', '4', '8', '5'), ('2', '3', '7', '6'))
    >>> final_tables(["AB", "CD"], lambda tables: True)
    (('A', 'C', 'B', 'D'),)
    """
    singles = [unit[0] for unit in seeded if len(unit) == 1]
    pairs = [unit for unit in seeded if len(unit) == 2]
    place = {one: number for number, unit in enumerate(seeded) for one in unit}
    found = []
    for made in _matchings(singles):
        sides = sorted([*pairs, *made], key=lambda side: min(place[one] for one in side))
        apart = _distance(made, singles)
        for both in _matchings(sides):
            tables = tuple((a[0], b[0], a[1], b[1]) for a, b in both)
            found.append((apart + _distance(both, sides), tables))
    kept = [(distance, tables) for distance, tables in found if allowed(tables)]
    return min(kept, key=lambda one: one[0])[1] if kept else None


def _matchings(items: Sequence[T]) -> Iterator[tuple[tuple[T, T], ...]]:
    """All ways to match items in twos, the first with the last at first."""
    if not items:
        yield ()
        return
    for at in range(len(items) - 1, 0, -1):
        rest = [*items[1:at], *items[at + 1 :]]
        for others in _matchings(rest):
            yield ((items[0], items[at]), *others)


def _distance(twos: Sequence[tuple[T, T]], order: Sequence[T]) -> int:
    """How far twos are from matching the first with the last."""
    at = {item: index for index, item in enumerate(order)}
    return sum(abs(at[one] + at[other] - len(order) + 1) for one, other in twos)
