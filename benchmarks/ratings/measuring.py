"""Hands between bots whose strength differs: what the constants of the ratings are fitted to."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from shengji.arena.games import HandLine
from shengji.arena.plan import Plan, around_the_table
from shengji.arena.sim import simulate
from shengji.rules import rules_from

DATA = Path(__file__).parent / "hands.json"
"""The file of measurements; every entry names what was played, on how many deals, which seed."""


class Table(NamedTuple):
    """The table that is played to measure something.

    Attributes:
        rules: as everywhere rules are chosen.
        bots: the bots, repeated around the table.
        deals: how many; where sides differ each is played twice, the sides swapped.
        seed: where chance starts.
        matches: whether whole matches are played.
    """

    rules: dict[str, Any]
    bots: tuple[str, ...]
    deals: int
    seed: int
    matches: bool = False


TABLES = (
    # The Declarers' advantage among equals, and what strength does to a hand.
    Table({}, ("medium",), 3000, 73001),
    Table({}, ("basic",), 2000, 73007),
    Table({}, ("easy",), 600, 73008),
    Table({}, ("medium", "basic"), 1500, 73002),
    Table({}, ("medium", "easy"), 700, 73003),
    Table({}, ("basic", "random"), 500, 73004),
    Table({}, ("medium", "random"), 500, 73005),
    Table({}, ("easy", "random"), 300, 73006),
    # Teams of unequal partners: is a team as strong as the mean of its members?
    Table({}, ("medium", "basic", "random", "basic"), 600, 73011),
    Table({}, ("medium", "medium", "random", "medium"), 600, 73012),
    Table({}, ("medium", "medium", "basic", "medium"), 1500, 73013),
    # Whole matches, on which the scale rests: from level 8, as Z16 §3 plays them, and from 2.
    Table({"first_level": "8"}, ("medium", "basic"), 250, 73021, matches=True),
    Table({"first_level": "8"}, ("medium", "easy"), 150, 73022, matches=True),
    Table({}, ("medium", "basic"), 100, 73023, matches=True),
    # The advantage in every text and system.
    *(
        Table({"preset": name}, ("medium",), 600, 73100 + number)
        for number, name in enumerate(
            (
                *("zhang-2016", "pagat", "wikipedia-2014", "wikipedia-2023", "botzone"),
                *("forty-points", "three-deck", "six-player", "six-player-two-deck"),
            )
        )
    ),
    *(
        Table({"preset": "finding-friends", "players": players}, ("medium",), 600, 73200 + players)
        for players in range(4, 9)
    ),
    # Matches of Finding Friends, in which everybody plays alone.
    Table(
        {"preset": "finding-friends", "players": 5, "first_level": "8"},
        ("medium", "basic"),
        60,
        73221,
        matches=True,
    ),
)


def measure(jobs: int) -> Iterator[str]:
    """Play all tables that are not in the file yet; tells of each when it is done."""
    kept: list[dict[str, Any]] = []
    if DATA.exists():
        kept = json.loads(DATA.read_text(encoding="utf-8"))
    there = {json.dumps(entry["table"]) for entry in kept}
    for table in TABLES:
        told = msgspec.to_builtins(table._asdict())
        if json.dumps(told) in there:
            continue
        kept.append({"table": told, **_played(table, jobs)})
        lines = ",\n".join(json.dumps(entry) for entry in kept)
        DATA.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        yield f"{table.rules} {table.bots}: {table.deals} deals of seed {table.seed}"


def _played(table: Table, jobs: int) -> dict[str, Any]:
    """The results of a table.

    `hands` counts by who declared, who opposed and the Declarers' signed levels; `matches` counts
    by the winners.
    """
    rules = rules_from(table.rules)
    bots = around_the_table(table.bots, rules.players)
    apart = len(set(table.bots)) > 1
    plan = Plan(rules, bots, table.deals, apart, seed=table.seed, matches=table.matches)
    hands: Counter[tuple[str, str, int]] = Counter()
    matches: Counter[str] = Counter()
    for line in simulate(plan, jobs):
        hands[(*_sides(line), line.levels if line.winner == "declarers" else -line.levels)] += 1
        if line.match_winners:
            matches[_bots(line, line.match_winners)] += 1
    return {
        "hands": [[*key, number] for key, number in sorted(hands.items())],
        **({"matches": dict(sorted(matches.items()))} if table.matches else {}),
    }


def _sides(line: HandLine) -> tuple[str, str]:
    others = tuple(seat for seat in range(len(line.seats)) if seat not in line.declarers)
    return _bots(line, line.declarers), _bots(line, others)


def _bots(line: HandLine, seats: tuple[int, ...]) -> str:
    """The bots of some seats, as `basic medium`; as many as there are in the side."""
    return " ".join(sorted(line.seats[seat] for seat in seats))
