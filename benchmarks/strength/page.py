"""The tables of matches in the documents."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from benchmarks.strength.keeping import HERE, Figures, Kept, is_whole
from benchmarks.strength.plan import Match, earlier, read
from docs.marked import Marked, table_of
from shengji.arena.figures import seat_levels
from shengji.terminal.dueltables import duration, signed

DOCS = HERE.parents[1] / "docs"
MATCHES = Marked(
    DOCS / "strength.md",
    "<!-- Matches: made by `python -m benchmarks.strength write`. -->\n",
    "<!-- End of the table. -->\n",
)
EARLIER = Marked(
    DOCS / "decisions.md",
    "<!-- Earlier matches: made by `python -m benchmarks.strength write`. -->\n",
    "<!-- End of the table. -->\n",
)


def tables() -> dict[Marked, str]:
    """The tables of matches, by the part of a page that holds them."""
    kept = Kept()
    return {
        MATCHES: matches_table((match, kept.figures(match)) for match in read().matches),
        EARLIER: _earlier(),
    }


def _earlier() -> str:
    """Every match of an earlier `master`."""
    rows = []
    for one in earlier():
        deals = f"{one.deals}" if one.planned is None else f"{one.deals} of at most {one.planned}"
        levels = _with_interval({"mean": one.levels, "interval": one.interval}, 2)
        rows.append([one.rules, deals, f"{one.seed}", levels, one.how])
    return table_of(["rules", "deals", "seed", "levels", "how it was"], rows, left=5)


def matches_table(found: Iterable[tuple[Match, Figures | None]]) -> str:
    """The figures of matches as a table in Markdown."""
    heads = ["first", "second", "rules", "deals", "seed", "levels", "levels a seat", "won"]
    heads += ["CPU 1", "CPU 2", "machine", "date", "command"]
    return table_of(heads, [_row(match, one) for match, one in found], left=len(heads))


def _row(match: Match, found: Figures | None) -> list[str]:
    start = [*match.bots, match.told]
    if found is None:
        return [*start, f"0 of {_planned(match)}", f"{match.seed}", *[""] * 7, _command(match)]
    whole = is_whole(match, found)
    deals = f"{found['deals']}"
    if not whole or match.stop:
        deals += f"{'' if whole else ', so far,'} of {_planned(match)}"
    return [
        *start,
        deals,
        f"{match.seed}",
        _with_interval(found["levels"], 2),
        _seat(match, found),
        _won(match, found),
        *map(_cpu, found["cpu"]),
        re.sub(r"[0-9]+ cores of |\(R\)| Processor", "", found["machine"]),
        found["date"],
        _command(match),
    ]


def _command(match: Match) -> str:
    return f"`{match.command}`"


def _seat(match: Match, found: Figures) -> str:
    """The gain of a seat; empty with fixed teams, of which the side is told."""
    if match.duel.rules.teams == "fixed":
        return ""
    return _with_interval(seat_levels(found["levels"], alone=match.alone), 2)


def _planned(match: Match) -> str:
    return f"{'at most ' if match.stop else ''}{match.deals}"


def _with_interval(found: dict[str, Any], digits: int) -> str:
    mean, interval = signed(found, digits)
    return f"**{mean}** ({interval})" if interval else mean


def _won(match: Match, found: Figures) -> str:
    """The share of hands that the first bot won, and the second's where it does not follow."""
    told = found["win_rate"][: 1 if match.duel.rules.teams == "fixed" else 2]
    return ", ".join(f"{share['mean']:.1%}" for share in told)


def _cpu(own: dict[str, dict[str, float]]) -> str:
    every, lead, follow = (duration(own[kind]["mean_us"]) for kind in ("all", "lead", "follow"))
    return f"{every} ({lead}, {follow})"
