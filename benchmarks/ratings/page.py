"""The tables about ratings in the documents, each made by a command."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, log10, sqrt
from pathlib import Path

import numpy as np

from benchmarks.ratings.declaring import declared
from benchmarks.ratings.model import LEVELS, Floats, Ints, counts, measured
from benchmarks.ratings.simulating import Check, simulate
from docs.marked import Marked, table_of
from shengji.arena.plan import around_the_table
from shengji.arena.results import rules_line
from shengji.ratings import POOLS, bot_rating, expected, hand_scale, match_scale
from shengji.ratings.scale import MOST_LEVELS, Counted
from shengji.rules import Rules, rules_from

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {
    "bots": "ratings.md",
    "counted": "ratings-mathematics.md",
    "farms": "ratings-mathematics.md",
}
"""The pages of tables; all others stand in figures.md."""
PEOPLE, SEED = 1000, 1
"""The number of people and the seed of the simulation on the page."""

WAYS: tuple[tuple[str, Counted, bool], ...] = (
    ("a hand", "levels", True),
    ("a match from 8", "levels", False),
    ("a match from 8", "hands", False),
    ("a match from 8", "matches", False),
)
COUNTED: dict[Counted, str] = {
    "levels": "hands by levels",
    "hands": "hands, won or lost",
    "matches": "matches",
}


def place(command: str, name: str) -> Marked:
    """The part of a page that holds a table."""
    begin = f"<!-- {name.capitalize()}, by `python -m benchmarks.{command}`. -->\n"
    return Marked(DOCS / PAGES.get(name, "figures.md"), begin, "<!-- End of the table. -->\n")


def write(command: str, tables: dict[str, str]) -> None:
    """Write the tables that a command makes into their pages, in the place of those before."""
    for name, table in tables.items():
        place(command, name).write(table)


# What has been measured


def scale_tables() -> dict[str, str]:
    """The tables of the measured hands, by name."""
    return {
        "strength": strength_table(),
        "matches": matches_table(),
        "roles": roles_table(),
        "counted": counted_table(),
        "odds": odds_table(),
    }


def strength_table() -> str:
    """Hands of the default rules, each side in both roles, and what the bots' ratings expect."""
    rows = []
    scale = hand_scale(Rules())
    for entry in measured():
        table = entry["table"]
        if table["rules"] or table["matches"] or len(set(table["bots"])) == 1:
            continue
        found = counts({}, table["bots"])
        one, other = sides_of(table["bots"])
        (declaring, error), (opposing, error_too) = (
            score_of(found[key]) for key in ((one, other), (other, one))
        )
        ahead = expected(values(one), values(other), scale)
        behind = expected(values(other), values(one), scale)
        rows.append(
            [
                f"{one} against {other}",
                f"{sum(row.sum() for row in found.values()):.0f}",
                f"{(declaring + 1 - opposing) / 2:.3f} ±{0.98 * hypot(error, error_too):.3f}",
                f"{(ahead + 1 - behind) / 2:.3f}",
            ]
        )
    return table_of(["sides", "hands", "score", "expected"], rows)


def sides_of(bots: list[str]) -> tuple[str, str]:
    """The two sides of a table of four, the first bot's first."""
    four = around_the_table(bots, 4)
    one, other = (" ".join(sorted(four[team::2])) for team in (0, 1))
    return one, other


def odds_table() -> str:
    """The effect of strength on the odds that Declarers get at least so many levels."""
    rows = []
    for least in (0, 1, 2):
        cells = []
        for bots in (["medium", "basic"], ["medium", "easy"]):
            one, other = sides_of(bots)
            found = counts({}, bots)
            high, low = (
                float(found[key][least + MOST_LEVELS :].sum() / found[key].sum())
                for key in ((one, other), (other, one))
            )
            cells.append(f"{sqrt(high / (1 - high) / (low / (1 - low))):.2f}")
        rows.append([f"{least} levels or more", *cells])
    return table_of(["the Declarers get", "medium, basic", "medium, easy"], rows)


def values(bots: str) -> list[float]:
    """The declared ratings of some bots, in the pool of two decks."""
    found = [bot_rating(name, "two-decks") for name in bots.split()]
    return [value for value in found if value is not None]


def score_of(row: Floats) -> tuple[float, float]:
    """The mean score of hands by how often each of `LEVELS` came, and its standard error."""
    scores = 0.5 + LEVELS / (2 * MOST_LEVELS)
    share = float(row @ scores / row.sum())
    return share, sqrt(float(row @ (scores - share) ** 2)) / float(row.sum())


def matches_table() -> str:
    """Matches, and what the ratings of the bots make of them."""
    rows = []
    for entry in measured():
        table = entry["table"]
        rules = rules_from(table["rules"])
        if not table["matches"] or rules.teams == "friends":
            continue
        first, second = sides_of(table["bots"])
        won, lost = entry["matches"][first], entry["matches"][second]
        share = won / (won + lost)
        scale = match_scale(rules, rules.last_level.order - rules.first_level.order + 1)
        rows.append(
            [
                f"{table['bots'][0]} against {table['bots'][1]}, from {rules.first_level.value}",
                f"{won + lost}",
                f"{share:.3f} ±{1.96 * sqrt(share * (1 - share) / (won + lost)):.3f}",
                f"{expected(values(first), values(second), scale):.3f}",
            ]
        )
    return table_of(["match", "matches", "won", "expected"], rows)


def counted_table() -> str:
    """How much a hand tells of the difference between two sides, by what is counted of it.

    It is the square of how far the scores of the stronger and of the weaker side lie apart in the
    same role, in parts of the variance of a score: so much more is worth so many more hands.
    """
    ways = {
        "hands by levels": LEVELS,
        "by levels, at most two": np.clip(LEVELS, -2, 2),
        "by levels, at most one": np.clip(LEVELS, -1, 1),
        "hands, won or lost": 1 * (LEVELS > 0),
    }
    rows = []
    for way, scores in ways.items():
        cells = []
        for bots in (["medium", "basic"], ["medium", "easy"]):
            strong, weak = sides_of(bots)
            found = counts({}, bots)
            told = [moments(found[key], scores) for key in ((strong, weak), (weak, strong))]
            (high, spread), (low, other) = told
            cells.append(f"{(high - low) ** 2 / (2 * (spread + other)):.3f}")
        rows.append([way, *cells])
    return table_of(["what counts", "medium, basic", "medium, easy"], rows)


def moments(row: Floats, scores: Floats | Ints) -> tuple[float, float]:
    share = row / row.sum()
    mean = float(share @ scores)
    return mean, float(share @ (scores - mean) ** 2)


def roles_table() -> str:
    """The table of the Declarers' results among equals, and the lead that these come to."""
    rows = []
    for entry in measured():
        table = entry["table"]
        if len(table["bots"]) > 1:
            continue
        rules = rules_from(table["rules"])
        row = sum(counts(table["rules"], table["bots"]).values(), np.zeros(len(LEVELS)))
        share, error = score_of(row)
        scale = hand_scale(rules)
        scores = 0.5 + LEVELS / (2 * MOST_LEVELS)
        noise = moments(row, scores)[1] / (share * (1 - share))
        per_point = share * (1 - share) * np.log(10) / scale.spread
        rows.append(
            [
                rules_line(table["rules"]) or "default",
                table["bots"][0],
                f"{row.sum():.0f}",
                f"{row[LEVELS > 0].sum() / row.sum():.1%}",
                f"{share:.3f}",
                f"{scale.spread * log10(share / (1 - share)):.0f} ±{1.96 * error / per_point:.0f}",
                f"{scale.lead:.0f}",
                f"{noise:.2f}",
                f"{scale.noise:.2f}",
            ]
        )
    heads = ["rules", "bots", "hands", "won", "score", "lead", "taken", "noise", "taken"]
    return table_of(heads, rows, 2)


# The bots


def bots_tables() -> dict[str, str]:
    """The declared ratings, with 95 % intervals."""
    found = {pool: declared(pool) for pool in POOLS}
    names = sorted({name for bots in found.values() for name in bots}, key=_middle)
    rows = []
    for name in names:
        cells = []
        for pool in POOLS:
            value, error = found[pool].get(name, (None, 0.0))
            if value is None:
                cells.append("not measured")
            else:
                cells.append(f"{value:.0f}" + (f" ±{1.96 * error:.0f}" if error else ""))
        rows.append([name, *cells])
    return {"bots": table_of(["bot", *POOLS], rows)}


def _middle(name: str) -> float:
    return bot_rating(name, "two-decks") or 0.0


# The simulation


def simulation_tables(people: int, seed: int) -> dict[str, str]:
    """The tables of how good the ratings of simulated people are after so many games."""
    found = [
        (game, counted, list(simulate(people, seed, counted, hands=hands)))
        for game, counted, hands in WAYS
    ]
    rows = [row for way in found for row in simulation_rows(*way)]
    heads = ["a game is", "what counts", "games", "results", "rank correlation", "error"]
    return {
        "simulation": table_of([*heads, "shown", "within two", "gap"], rows, 2),
        "calibration": deciles_table({counted: checks for _, counted, checks in found}),
    }


def simulation_rows(game: str, counted: Counted, checks: list[Check]) -> Iterator[list[str]]:
    for check in checks:
        gap = max(abs(share - chance) for _, chance, share in check.deciles)
        yield [
            game,
            COUNTED[counted],
            f"{check.games}",
            f"{check.results:.0f}",
            f"{check.rank:.2f}",
            f"{check.error:.0f}",
            f"{check.deviation:.0f}",
            f"{check.within:.0%}",
            f"{gap:.3f}",
        ]


def deciles_table(found: dict[Counted, list[Check]]) -> str:
    """Expected and observed, by tenths of the results."""
    heads = ["tenth"]
    columns = []
    for counted in ("levels", "matches"):
        for check in found[counted]:
            heads.append(f"{COUNTED[counted]}, to {check.games}")
            columns.append([f"{chance:.3f}: {share:.3f}" for _, chance, share in check.deciles])
    rows = [[f"{tenth + 1}", *cells] for tenth, cells in enumerate(zip(*columns, strict=True))]
    return table_of(heads, rows)
