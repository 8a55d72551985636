"""How good the draw of a night is: `python -m benchmarks.draw --nights 1000 --seed 1`.

Random nights of 5 to 120 people and up to 10 rounds, with late arrivals, leavers, pairs that stay
together, larger tables, few tables and standings; with `--cards` also with people who can only play
with real cards, which some of the tables have. Each round is drawn and checked, and the table says
how many are proven to have the fewest repeats that there can be, and how long the draws took in
processor time. docs/night-draw.md keeps the figures.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
from rich.console import Console
from rich.table import Table as Grid

from shengji.nights import Draw, DrawError, Remainder, RoundSeats, Wishes, draw_round, meetings_of

LEAST, MOST, ROUNDS = 5, 120, 10
REMAINDERS: tuple[Remainder, ...] = ("sit-out", "sit-out", "either", "larger-tables")
SIZES = ((5, 12), (13, 20), (21, 30), (31, 44), (45, 80), (81, 120))


class Round(msgspec.Struct, frozen=True):
    """A round as it came out; one that could not be drawn has the reason, and no figures."""

    night: int
    round: int
    people: int
    remainder: Remainder
    standings: bool
    refused: str = ""
    repeats: int = 0
    bound: int = 0
    spread: int = 0
    spread_bound: int = 0
    unfair: bool = False
    seconds: float = 0

    @property
    def gap(self) -> int:
        """The most by which the repeats may be above what is possible."""
        return self.repeats - self.bound


def night(number: int, seed: int, *, cards: bool = False) -> Iterator[Round]:
    """The rounds of a random night; `cards`: whether some have no phone."""
    chance = Random(f"{seed} {number}")
    # As many small nights as large ones, and small ones are the hard ones.
    size = chance.randint(*chance.choice(SIZES))
    rounds = chance.randint(1, ROUNDS)
    names = iter(f"person {index}" for index in range(2 * MOST))
    present = [next(names) for _ in range(size)]
    some = chance.choice((0, 0, 0, size // 8, size // 2))
    pairs = [(present[2 * index], present[2 * index + 1]) for index in range(some)]
    remainder = chance.choice(REMAINDERS)
    tables = chance.choice((None, None, None, None, max(1, size // 5)))
    wishes = Wishes(remainder=remainder, tables=tables)
    standings = chance.random() < 0.25
    # From few of them with room to spare to many with hardly any.
    without, room = (chance.choice((0.1, 0.3, 0.5)), chance.choice((0, 1, 2))) if cards else (0, 0)
    done: list[RoundSeats] = []
    for number_of_round in range(1, rounds + 1):
        if number_of_round > 1:
            for _ in range(min(MOST - len(present), chance.choice((0, 0, 0, 1, 1, 2, 5)))):
                present.append(next(names))
            for _ in range(min(len(present) - LEAST, chance.choice((0, 0, 0, 1, 1, 2, 5)))):
                gone = present.pop(chance.randrange(len(present)))
                pairs = [two for two in pairs if gone not in two]
        by_place = chance.sample(present, len(present))
        places = {one: place for place, one in enumerate(by_place, 1)} if standings else None
        met = meetings_of(done)
        phoneless = {one for one in present if Random(one).random() < without}
        tied = phoneless | {one for two in pairs if phoneless & set(two) for one in two}
        if cards:
            wishes = msgspec.structs.replace(wishes, cards=-(-len(tied) // 4) + room)
        begun = time.process_time()
        try:
            drawn = draw_round(
                present,
                seed=number_of_round,
                met=met,
                pairs=pairs,
                places=places,
                wishes=wishes,
                cards=phoneless,
            )
        except DrawError as error:
            yield Round(
                number, number_of_round, len(present), remainder, standings, refused=error.code
            )
            continue
        seconds = time.process_time() - begun
        check(drawn, present, pairs)
        assert wishes.cards is None or wishes.cards >= sum(
            bool(phoneless & set(table.seats)) for table in drawn.seating.tables
        )
        done.append(drawn.seating)
        yield Round(
            number,
            number_of_round,
            len(present),
            remainder,
            standings,
            repeats=drawn.repeats,
            bound=drawn.bound,
            spread=drawn.cost.spread,
            spread_bound=drawn.spread_bound,
            unfair=drawn.cost.unfair_out > 0,
            seconds=seconds,
        )


def check(drawn: Draw, present: list[str], pairs: list[tuple[str, str]]) -> None:
    """Everybody is somewhere once, and pairs are together."""
    assert sorted(drawn.seating.people) == sorted(present)
    assert drawn.bound <= drawn.repeats
    for one, other in pairs:
        together = [one in table.seats for table in drawn.seating.tables if other in table.seats]
        assert together == [True] or {one, other} <= set(drawn.seating.out)


def shown(rounds: list[Round]) -> Grid:
    """The results, by the number of people and the treatment of those left over."""
    grid = Grid(title="The draw: rounds proven to have the fewest repeats")
    for column in ("people", "the rest", "rounds", "proven", "gaps", "largest", "mean s", "max s"):
        grid.add_column(column, justify="left" if column == "the rest" else "right")
    groups: dict[tuple[str, str], list[Round]] = defaultdict(list)
    for one in rounds:
        low, high = next(size for size in SIZES if one.people <= size[1])
        groups[f"{low} to {high}", one.remainder].append(one)
    order = {f"{low} to {high}": index for index, (low, high) in enumerate(SIZES)}
    for people, remainder in sorted(groups, key=lambda key: (order[key[0]], key[1])):
        grid.add_row(people, remainder, *figures(groups[people, remainder]))
    grid.add_section()
    grid.add_row("all", "", *figures(rounds))
    near = [one for one in rounds if one.standings]
    grid.add_row("by place", "", *figures(near))
    return grid


def figures(rounds: list[Round]) -> list[str]:
    """How many rounds, how many proven, the gaps, the times."""
    if not rounds:
        return ["0", *["–"] * 5]
    gaps = [one.gap for one in rounds]
    times = [one.seconds for one in rounds]
    return [
        str(len(rounds)),
        str(gaps.count(0)),
        str(sum(gaps)),
        str(max(gaps)),
        f"{sum(times) / len(times):.2f}",
        f"{max(times):.2f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nights", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first night")
    parser.add_argument("--cards", action="store_true", help="some can only play with real cards")
    parser.add_argument("--minutes", type=float, default=60, help="stop after so many")
    parser.add_argument(
        "--kept", type=Path, help="a file of rounds, one a line: go on after its last night"
    )
    asked = parser.parse_args()
    done: list[Round] = []
    if asked.kept and asked.kept.exists():
        lines = asked.kept.read_bytes().splitlines()
        done = [msgspec.json.decode(line, type=Round) for line in lines]
    first = max([asked.first, *(one.night + 1 for one in done)])
    until = time.monotonic() + 60 * asked.minutes
    for number in range(first, asked.first + asked.nights):
        if time.monotonic() > until:
            break
        rounds = list(night(number, asked.seed, cards=asked.cards))
        done += rounds
        if asked.kept:
            with asked.kept.open("ab") as file:
                file.writelines(msgspec.json.encode(one) + b"\n" for one in rounds)
    told(done)


def told(done: list[Round]) -> None:
    """Print what came out."""
    console = Console()
    rounds = [one for one in done if not one.refused]
    refused = [one.refused for one in done if one.refused]
    for one in rounds:
        if one.gap:
            console.print(
                f"night {one.night}, round {one.round}: {one.people} people, {one.remainder}: "
                f"repeats cost {one.repeats}, proven are {one.bound}"
            )
    console.print(shown(rounds))
    nights = len({one.night for one in done})
    console.print(f"{nights} nights; {len(refused)} rounds could not be, as was said beforehand:")
    for code in sorted(set(refused)):
        console.print(f"  {code}: {refused.count(code)}")
    console.print(
        f"{sum(one.unfair for one in rounds)} rounds in which pairs made sitting out unfair"
    )
    near = [one for one in rounds if one.standings]
    exact = sum(one.spread == one.spread_bound for one in near)
    spread = sum(one.spread for one in near)
    least = sum(one.spread_bound for one in near)
    console.print(
        f"by place: {exact} of {len(near)} proven nearest; {spread} places, {least} proven"
    )


if __name__ == "__main__":
    main()
