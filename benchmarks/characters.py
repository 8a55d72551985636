"""The strength of the bots' levels and characters, on duplicate deals by the default rules.

`python -m benchmarks.characters play granny level-4` plays a match and keeps its result in
`benchmarks/characters.json`. `python -m benchmarks.characters write` makes the table of
docs/strength.md of it, and prints the rating of each level: level 6 is `medium`, with 1500 points;
the others follow from matches between neighbours, as ratings of bots do (docs/ratings.md).
"""

from __future__ import annotations

import argparse
from math import hypot
from pathlib import Path

import msgspec

from benchmarks.ratings.declaring import points
from shengji.arena.duel import Duel
from shengji.arena.quick import duel
from shengji.bots.characters import CHARACTERS, STEPS, number_of_level
from shengji.ratings.bots import bot_rating
from shengji.rules import Rules

KEPT = Path(__file__).with_suffix(".json")
PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
BEGIN, END = (
    "<!-- Characters: made by `python -m benchmarks.characters write`. -->",
    "<!-- End. -->",
)
MEDIUM, STRONG = 6, 8
"""The numbers of the levels that play as `medium` and as `strong`."""


class Result(msgspec.Struct):
    """A match: the lead of the first bot in levels a hand, with its 95 % interval."""

    first: str
    second: str
    deals: int
    seed: int
    mean: float
    low: float
    high: float


def results() -> list[Result]:
    return msgspec.json.decode(KEPT.read_bytes(), type=list[Result]) if KEPT.exists() else []


def play(first: str, second: str, deals: int, seed: int) -> None:
    """Play a match, and keep its result instead of an earlier one."""
    found = duel(first, second, Rules(), deals=deals, seed=seed).levels
    figures = (round(value, 4) for value in (found.mean, found.low, found.high))
    one = Result(first, second, deals, seed, *figures)
    others = [other for other in results() if (other.first, other.second) != (first, second)]
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode([*others, one]), indent=1) + b"\n")
    print(one)


def ratings() -> dict[int, tuple[float, float]]:
    """The rating of each level, with half of its 95 % interval, as far as matches reach."""
    found = {MEDIUM: (1500.0, 0.0), STRONG: (bot_rating("strong", "two-decks") or 0.0, 30.0)}
    for one in sorted(results(), key=lambda one: one.second, reverse=True):
        upper, lower = number_of_level(one.first), number_of_level(one.second)
        if upper is None or lower is None:
            continue
        match = Duel(seed=one.seed, rules=Rules(), bots=(one.first, one.second))
        ahead, width = points(match, one.mean), points(match, one.high) - points(match, one.low)
        if lower < MEDIUM and upper in found:
            value, error = found[upper]
            found[lower] = value - ahead, hypot(error, width / 2)
        elif lower == MEDIUM:
            found[upper] = 1500.0 + ahead, width / 2
    return found


def table() -> str:
    rated = ratings()
    lines = [
        "| level | rating | match | deals | levels a hand | command |",
        "| --- | --: | --- | --: | --: | --- |",
    ]
    for one in sorted(results(), key=lambda one: (_level(one), one.first in CHARACTERS)):
        number = _level(one)
        step = STEPS[number - 1]
        rating = ""
        if one.first not in CHARACTERS and number in rated:
            rating = f"{rated[number][0]:.0f} ±{rated[number][1]:.0f}"
        style = f", {CHARACTERS[one.first].style}" if one.first in CHARACTERS else ""
        lines.append(
            f"| {number} · {step.en} | {rating} | {one.first}{style} against {one.second} |"
            f" {one.deals} | **{one.mean:+.3f}** ({one.low:+.3f} to {one.high:+.3f}) |"
            f" `python -m benchmarks.characters play {one.first} {one.second}"
            f" --deals {one.deals} --seed {one.seed}` |"
        )
    return "\n".join(lines)


def _level(one: Result) -> int:
    """The level that a match measures: a character's, or the one farther from level 6."""
    if one.first in CHARACTERS:
        return CHARACTERS[one.first].level
    upper, lower = (int(name.rpartition("-")[2]) for name in (one.first, one.second))
    return lower if upper <= MEDIUM else upper


def write() -> None:
    """Write the table, and print the ratings."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}", encoding="utf-8")
    for number, (value, error) in sorted(ratings().items()):
        print(f"level {number}: {value:.0f} ±{error:.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    what = parser.add_subparsers(dest="what", required=True)
    match = what.add_parser("play")
    match.add_argument("first")
    match.add_argument("second")
    match.add_argument("--deals", type=int, default=3000)
    match.add_argument("--seed", type=int, default=74001)
    what.add_parser("write")
    given = parser.parse_args()
    if given.what == "write":
        write()
    else:
        play(given.first, given.second, given.deals, given.seed)


if __name__ == "__main__":
    main()
