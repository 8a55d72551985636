"""Text tables of duels and ladders that fit 80 columns."""

from __future__ import annotations

import os
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from rich.table import Table

from shengji.arena.results import rules_line
from shengji.terminal.output import console
from shengji.terminal.report import Column, figures, report

WIDTH = 80
_NAME = 18
"""Maximum length of a bot's name; longer names are shortened."""
_LADDER_NAME = 14
"""Maximum length of a bot's name on a ladder."""
_SCRIPTS = (".py", ".js", ".mjs", ".ts", ".jar", ".rb", ".pl", ".lua", ".php", ".sh")
"""File name extensions of scripts that are run by an interpreter."""
_COLUMNS = 4
"""Number of columns of the matrix per table."""


def short_names(
    names: Sequence[str], most: int = _NAME, titles: Sequence[str] | None = None
) -> list[str]:
    """Shorten the names of bots; equal short names are numbered.

    An external bot is called by its title, if it has given one.

    >>> short_names(["exec:./club --deep 3", "exec:./club --deep 4", "basic"])
    ['exec:club (1)', 'exec:club (2)', 'basic']
    >>> short_names(["exec:./club", "basic"], titles=["Club 2.1", ""])
    ['Club 2.1', 'basic']
    """
    titles = titles or [""] * len(names)
    named = [title or name for name, title in zip(names, titles, strict=True)]
    found = [short(name, most) for name in named]
    times, seen = Counter(found), Counter[str]()
    for number, (name, one) in enumerate(zip(names, tuple(found), strict=True)):
        if one != name and times[one] > 1:
            seen[one] += 1
            mark = f" ({seen[one]})"
            found[number] = short(named[number], most - len(mark)) + mark
    return found


def shortened_names(shown: Mapping[str, str]) -> Iterator[str]:
    """Yield a line with the full name of each shortened one."""
    for name, one in shown.items():
        if name != one:
            yield f"{one} is {name}"


def short(name: str, most: int = _NAME) -> str:
    """Shorten a bot's name; of a command only the file name stays, and of that the end.

    >>> short("exec:python examples/first_bot.py")
    'exec:first_bot.py'
    >>> short("exec:python examples/first_bot.py", 14)
    'exec:…t_bot.py'
    """
    if len(name) <= most:
        return name
    kind, _, command = name.partition(":")
    head, tail = (f"{kind}:", _file_of(command)) if command else (name[: most // 2], name)
    spare = most - len(head) - len(tail)
    return f"{head}{tail}" if spare >= 0 else f"{head}…{tail[1 - spare :]}"


def _file_of(command: str) -> str:
    """The name of the file that a command runs, by its extension or position.

    >>> [_file_of(text) for text in ("node --harmony dist/bot.mjs -v", "'./club' --deep 3")]
    ['bot.mjs', 'club']
    """
    parts = [part.strip("'\"") for part in shlex.split(command, posix=os.name != "nt")]
    script = next((part for part in parts if part.endswith(_SCRIPTS)), parts[0])
    return PurePath(script).name


def counted(number: int, what: str) -> str:
    """A number with its noun in singular or plural.

    >>> counted(1, "deal"), counted(2, "deal")
    ('1 deal', '2 deals')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


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
    """A mean with its sign, and its interval.

    Bounds that would be rounded to zero get more digits, so that their sign is visible.

    >>> signed({"mean": 0.0456, "interval": [0.0032, 0.0881]})
    ('+0.05', '+0.003 to +0.09')
    """
    mean = f"{found['mean']:+.{digits}f}"
    if found["interval"] is None:
        return mean, ""
    low, high = (_end(value, digits) for value in found["interval"])
    return mean, f"{low} to {high}"


def _end(value: float, digits: int) -> str:
    while value and not round(value, digits):
        digits += 1
    return f"{value:+.{digits}f}"


def share(found: dict[str, Any] | None) -> tuple[str, str]:
    """A share in per cent, and its interval; empty strings without data."""
    if found is None:
        return "", ""
    if found["interval"] is None:
        return f"{found['mean']:.1%}", ""
    low, high = (100 * bound for bound in found["interval"])
    return f"{found['mean']:.1%}", f"{low:.1f} to {high:.1f}"


def print_duel(found: dict[str, Any]) -> None:
    """Print the figures of a duel (`shengji.arena.figures`)."""
    out = console(WIDTH)
    names = short_names(found["settings"]["bots"], titles=found["titles"])
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
    (first, second), deals = settings["bots"], counted(found["deals"], "deal")
    if settings["alone"]:
        told = f"{first} alone among {second}: {deals}, each without it and with it in every seat,"
    else:
        told = f"{first} against {second}: {deals} played twice"
    what = "matches" if settings["matches"] else "hands"
    return f"{told} as {what}, seed {settings['seed']}\n{rules_line(settings['rules'])}"


def _scores(found: dict[str, Any], names: list[str]) -> Table:
    """The table of results; a bot that sat alone is compared with the other one in its seats."""
    alone = found["settings"]["alone"]
    rows: list[list[str]] = []
    for heading, key, digits in (
        ("levels", "levels", 2),
        ("levels a seat", "seat_levels", 2),
        ("points", "points", 1),
    ):
        if key in found:
            both = [found[key]] if alone else [found[key], _turned(found[key])]
            rows.append([heading, *(_bracketed(*signed(one, digits)) for one in both)])
    for heading, key in (
        ("won", "win_rate"),
        ("won as Declarers", "win_rate_as_declarers"),
        ("matches won", "match_win_rate"),
    ):
        if key in found:
            rows.append([heading, *(_bracketed(*share(one)) for one in found[key])])
    rows.append(["failures to answer", *(str(own["number"]) for own in found["failures"])])
    return report([Column("a hand (95 %)"), *figures(*names)], rows, "tight")


def _bracketed(mean: str, interval: str) -> str:
    return f"{mean} ({interval})" if interval else mean


def _turned(found: dict[str, Any]) -> dict[str, Any]:
    """A mean and its interval with the opposite sign."""
    bounds = found["interval"]
    return {
        # Subtract from zero, so that a mean of zero does not become minus zero.
        "mean": 0 - found["mean"],
        "interval": None if bounds is None else [0 - bounds[1], 0 - bounds[0]],
    }


def _times(cpu: list[dict[str, Any]], names: list[str]) -> Table:
    """The table of CPU times by kind of decision."""
    columns = figures(names[0], "mean", "95th", names[1], "mean", "95th")
    rows: list[list[str]] = []
    kinds = dict.fromkeys(kind for own in cpu for kind in own if kind != "all")
    for kind in (*kinds, "all"):
        cells = [kind]
        for own in cpu:
            clock = own.get(kind)
            if clock is None:
                cells += ["", "", ""]
                continue
            mean, most = (duration(clock[key]) for key in ("mean_us", "p95_us"))
            cells += [str(clock["decisions"]), mean, most]
        rows.append(cells)
    return report([Column("CPU time"), *columns], rows, "tight")


def _sentences(found: dict[str, Any]) -> Iterator[str]:
    """The sentences below the tables."""
    settings, spent = found["settings"], found["timing"]
    if not found["over"]:
        yield f"stopped before the end, after {found['deals']} of {settings['deals']} deals"
    if settings["bounds"]:
        yield _stopping(found)
    for name, own in zip(settings["bots"], found["failures"], strict=True):
        yield from _failures(name, own)
    yield f"{counted(spent['deals'], 'deal')} in {spent['seconds']:.0f} s with {spent['spread']}"


def _stopping(found: dict[str, Any]) -> str:
    """Describe the early stop of a duel, or its condition, and the number of checkpoints."""
    bounds = " and ".join(f"{bound:+g}" if bound else "0" for bound in found["settings"]["bounds"])
    looks = len(found["settings"]["checkpoints"])
    if looks == 1:
        return "the interval is looked at once, at the end, and not widened"
    if found["stopped_early"]:
        told = f"stopped early: the interval excludes {bounds}"
    elif found["over"]:
        told = f"played to the end; it would have stopped when the interval excluded {bounds}"
    else:
        told = f"it stops early when the interval excludes {bounds}"
    return f"{told} (looked at {looks} times at most; widened for that)"


def _failures(name: str, own: dict[str, Any]) -> Iterator[str]:
    """Describe the failures of a bot."""
    if own["refused"]:
        were = "was" if own["refused"] == 1 else "were"
        yield f"{name} gave {counted(own['refused'], 'answer')} that {were} refused"
    if own["number"]:
        kinds = ", ".join(f"{kind} {number}" for kind, number in own["kinds"].items())
        yield (
            f"{name} failed {counted(own['number'], 'time')} ({kinds}), at first in deal "
            f"{own['first_deal']}: {own['first']}"
        )


def print_ladder(found: dict[str, Any]) -> None:
    """Print the figures of a ladder (`shengji.arena.ladder`)."""
    out = console(WIDTH)
    settings, rows = found["settings"], found["bots"]
    out.print(
        f"{len(rows)} bots, each pair on the same {counted(settings['deals'], 'deal')} played "
        f"twice, seed {settings['seed']}\n{rules_line(settings['rules'])}",
        soft_wrap=True,
    )
    out.print()
    names = [row["bot"] for row in rows]
    titles = [row["title"] for row in rows]
    shown = dict(zip(names, short_names(names, _LADDER_NAME, titles), strict=True))
    out.print(_ratings(rows, shown))
    out.print()
    for first in range(0, len(rows), _COLUMNS):
        out.print(_matrix(rows, names[first : first + _COLUMNS], shown))
        out.print()
    for line in shortened_names(shown):
        out.print(line, style="dim", soft_wrap=True)
    for row in rows:
        for line in _failures(row["bot"], row["failures"]):
            out.print(line, style="dim", soft_wrap=True)
    spent = found["timing"]
    out.print(
        "First: levels a hand against all others together; the rating on Elo's scale,\n"
        "0 on average. Then: levels of the bot of the row against that of the column,\n"
        "with the 95 % interval.\n"
        f"{counted(spent['deals'], 'deal')} in {spent['seconds']:.0f} s with {spent['spread']}",
        soft_wrap=True,
        style="dim",
    )


def _ratings(rows: list[dict[str, Any]], shown: dict[str, str]) -> Table:
    columns = figures("levels", "won", "rating", "95 %", "CPU", "95th", "failed")
    cells = (
        (
            shown[row["bot"]],
            _with_half(row["levels"]),
            f"{row['win_rate']:.0%}",
            *signed(row["rating"], 0),
            duration(row["cpu"]["all"]["mean_us"]),
            duration(row["cpu"]["all"]["p95_us"]),
            str(row["failures"]["number"]),
        )
        for row in rows
    )
    return report([Column(""), *columns], cells, "tight")


def _matrix(rows: list[dict[str, Any]], columns: list[str], shown: dict[str, str]) -> Table:
    """The table of levels of each bot against these."""
    cells = (
        [shown[row["bot"]], *(_with_half(row["against"].get(name)) for name in columns)]
        for row in rows
    )
    titles = figures(*(shown[name] for name in columns))
    return report([Column("levels"), *titles], cells, "tight")


def _with_half(found: dict[str, Any] | None) -> str:
    if found is None:
        return ""
    if found["interval"] is None:
        return f"{found['mean']:+.2f}"
    low, high = found["interval"]
    return f"{found['mean']:+.2f} ±{(high - low) / 2:.2f}"
