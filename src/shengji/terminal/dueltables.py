"""The figures of duels and ladders for people: tables that fit 80 columns."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

_WIDTH = 80
_NAME = 18
"""A longer name of a bot is cut in the middle."""
_COLUMNS = 4
"""So many columns of the matrix stand beside each other."""


def console() -> Console:
    """Where the tables go; what is no terminal gets plain lines of 80 characters."""
    # Names are what somebody wrote, and not markup.
    return Console(width=None if sys.stdout.isatty() else _WIDTH, highlight=False, markup=False)


def table_of(*headings: str) -> Table:
    """A table whose first column is text, and all others are figures."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left")
    return table


def short(name: str, most: int = _NAME) -> str:
    """A bot's name, cut in the middle where it is long.

    >>> short("exec:python examples/first_bot.py")
    'exec:pyt...bot.py'
    """
    half = (most - 3) // 2
    return name if len(name) <= most else f"{name[: half + 1]}...{name[-half + 1 :]}"


def duration(microseconds: float) -> str:
    """A time with three digits and its unit.

    >>> [duration(us) for us in (3.14, 940, 12_345, 1_020_000)]
    ['3.14 µs', '940 µs', '12.3 ms', '1.02 s']
    """
    for unit, size in (("s", 1e6), ("ms", 1e3), ("µs", 1.0)):
        if microseconds >= size or unit == "µs":
            return f"{float(f'{microseconds / size:.3g}'):g} {unit}"
    raise AssertionError("the last unit takes all")


def signed(found: dict[str, Any], digits: int = 2) -> tuple[str, str]:
    """A mean with its sign, and its interval."""
    if found["interval"] is None:
        return f"{found['mean']:+.{digits}f}", ""
    low, high = found["interval"]
    return f"{found['mean']:+.{digits}f}", f"{low:+.{digits}f} to {high:+.{digits}f}"


def share(found: dict[str, Any] | None) -> tuple[str, str]:
    """A share in per cent, and its interval."""
    if found is None:
        return "", ""
    if found["interval"] is None:
        return f"{found['mean']:.1%}", ""
    low, high = (100 * bound for bound in found["interval"])
    return f"{found['mean']:.1%}", f"{low:.1f} to {high:.1f}"


def print_duel(found: dict[str, Any]) -> None:
    """The figures of a duel (`shengji.arena.figures`)."""
    out = console()
    names = [short(name) for name in found["settings"]["bots"]]
    out.print(_title(found), soft_wrap=True)
    out.print()
    out.print(_scores(found, names))
    out.print()
    out.print(_times(found["cpu"], names))
    out.print()
    for line in _sentences(found):
        out.print(line, style="dim", soft_wrap=True)


def _title(found: dict[str, Any]) -> str:
    settings = found["settings"]
    what = "matches" if settings["matches"] else "hands"
    rules = ", ".join(f"{name} {value}" for name, value in settings["rules"].items())
    return (
        f"{settings['bots'][0]} against {settings['bots'][1]}: {found['deals']} deals played "
        f"twice as {what}, seed {settings['seed']}\n{rules}"
    )


def _scores(found: dict[str, Any], names: list[str]) -> Table:
    """How each of the two fared."""
    table = table_of("a hand", names[0], "95 %", names[1], "95 %")
    table.add_row("levels", *signed(found["levels"]), *signed(_turned(found["levels"])))
    table.add_row("points", *signed(found["points"], 1), *signed(_turned(found["points"]), 1))
    for heading, key in (
        ("won", "win_rate"),
        ("won as Declarers", "win_rate_as_declarers"),
        ("matches won", "match_win_rate"),
    ):
        if key in found:
            first, second = found[key]
            table.add_row(heading, *share(first), *share(second))
    first, second = (str(own["number"]) for own in found["failures"])
    table.add_row("failures to answer", first, "", second, "")
    return table


def _turned(found: dict[str, Any]) -> dict[str, Any]:
    """The same from the other side."""
    bounds = found["interval"]
    return {
        # Zero less something, so that nothing is written as minus zero.
        "mean": 0 - found["mean"],
        "interval": None if bounds is None else [0 - bounds[1], 0 - bounds[0]],
    }


def _times(cpu: list[dict[str, Any]], names: list[str]) -> Table:
    """What the decisions of the two cost."""
    table = table_of("CPU time", names[0], "mean", "95th", names[1], "mean", "95th")
    kinds = dict.fromkeys(kind for own in cpu for kind in own if kind != "all")
    for kind in (*kinds, "all"):
        cells: list[str] = []
        for own in cpu:
            clock = own.get(kind)
            cells += (
                ["", "", ""]
                if clock is None
                else [
                    str(clock["decisions"]),
                    duration(clock["mean_us"]),
                    duration(clock["p95_us"]),
                ]
            )
        table.add_row(kind, *cells)
    return table


def _sentences(found: dict[str, Any]) -> Iterator[str]:
    """What does not fit into the tables."""
    settings, spent = found["settings"], found["timing"]
    if settings["bounds"]:
        bounds = " and ".join(f"{bound:+g}" for bound in settings["bounds"])
        yield (
            f"stopped early: the interval excludes {bounds}"
            if found["stopped_early"]
            else f"played to the end; it would have stopped when the interval excluded {bounds}"
        ) + f" (looked at {len(settings['checkpoints'])} times at most; widened for that)"
    for name, own in zip(settings["bots"], found["failures"], strict=True):
        yield from _failures(name, own)
    yield f"{spent['deals']} deals in {spent['seconds']:.0f} s with {spent['spread']}"


def _failures(name: str, own: dict[str, Any]) -> Iterator[str]:
    """How a bot failed."""
    if own["refused"]:
        yield f"{name} gave {own['refused']} answers that were refused"
    if own["number"]:
        kinds = ", ".join(f"{kind} {number}" for kind, number in own["kinds"].items())
        yield f"{name} failed {own['number']} times ({kinds}), at first: {own['first']}"


def print_ladder(found: dict[str, Any]) -> None:
    """The figures of a ladder (`shengji.arena.ladder`)."""
    out = console()
    settings, rows = found["settings"], found["bots"]
    rules = ", ".join(f"{name} {value}" for name, value in settings["rules"].items())
    out.print(
        f"{len(rows)} bots, each pair on the same {settings['deals']} deals played twice, seed "
        f"{settings['seed']}\n{rules}",
        soft_wrap=True,
    )
    out.print()
    out.print(_ratings(rows))
    out.print()
    for first in range(0, len(rows), _COLUMNS):
        out.print(_matrix(rows, rows[first : first + _COLUMNS]))
        out.print()
    for row in rows:
        for line in _failures(row["bot"], row["failures"]):
            out.print(line, style="dim", soft_wrap=True)
    spent = found["timing"]
    out.print(
        "levels: a hand, against all others together. rating: Elo's scale, 0 on average.\n"
        "Below: the bot of the row against that of the column, with the 95 % interval.\n"
        f"{spent['deals']} deals in {spent['seconds']:.0f} s with {spent['spread']}",
        soft_wrap=True,
        style="dim",
    )


def _ratings(rows: list[dict[str, Any]]) -> Table:
    table = table_of("", "levels", "won", "rating", "95 %", "CPU", "95th", "failed")
    for row in rows:
        rating, bounds = signed(row["rating"], 0)
        clock = row["cpu"]["all"]
        table.add_row(
            short(row["bot"], 14),
            _with_half(row["levels"]),
            f"{row['win_rate']:.0%}",
            rating,
            bounds,
            duration(clock["mean_us"]),
            duration(clock["p95_us"]),
            str(row["failures"]["number"]),
        )
    return table


def _matrix(rows: list[dict[str, Any]], columns: list[dict[str, Any]]) -> Table:
    """What each gains from each, by levels."""
    table = table_of("levels", *(short(column["bot"], 14) for column in columns))
    for row in rows:
        cells = [row["against"].get(str(column["number"])) for column in columns]
        table.add_row(short(row["bot"], 14), *map(_with_half, cells))
    return table


def _with_half(found: dict[str, Any] | None) -> str:
    if found is None:
        return ""
    if found["interval"] is None:
        return f"{found['mean']:+.2f}"
    low, high = found["interval"]
    return f"{found['mean']:+.2f} ±{(high - low) / 2:.2f}"
