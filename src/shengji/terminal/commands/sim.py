"""`shengji sim`: many hands or matches between bots."""

from __future__ import annotations

import csv
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from shengji.terminal import options
from shengji.terminal.botplay import BotsOption, as_stopped, make_record_folder, seats_of
from shengji.terminal.errors import FailedError, UsageError
from shengji.terminal.first_run import compile_if_cold
from shengji.terminal.output import bar, console, print_json

if TYPE_CHECKING:
    from shengji.arena.games import HandLine
    from shengji.arena.plan import Plan

HANDS = 1000
"""Default number of hands."""
MOST = 1_000_000
"""Maximum number of hands or matches of a run."""


def sim(
    bots: BotsOption = "basic",
    hands: Annotated[
        int | None,
        typer.Option(
            help=f"How many hands: each from the middle of a match, with the Dealer and the trump "
            f"rank going around. Without it and --matches: {HANDS}.",
            show_default=False,
        ),
    ] = None,
    matches: Annotated[
        int | None,
        typer.Option(help="How many whole matches, instead of hands.", show_default=False),
    ] = None,
    seed: options.SeedOption = 0,
    rules: options.RulesOption = None,
    system: options.SystemOption = None,
    players: options.PlayersOption = None,
    decks: options.DecksOption = None,
    set_: options.SetOption = None,
    duplicate: Annotated[
        bool,
        typer.Option(
            "--duplicate",
            help="Play each deal twice, with the sides swapped; where teams change, with every bot "
            "in every seat.",
        ),
    ] = False,
    allowed: options.TimeOption = None,
    start_time: options.StartTimeOption = None,
    jobs: options.JobsOption = None,
    as_json: options.JsonOption = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print a table with a row for each hand.")
    ] = False,
    record: options.RecordOption = None,
) -> None:
    """Let bots play many hands or matches against each other, and report the results."""
    if hands is not None and matches is not None:
        raise UsageError("--hands and --matches exclude each other")
    number = HANDS if hands is None and matches is None else hands or matches or 0
    option = "--hands" if matches is None else "--matches"
    if number < 1:
        raise UsageError(f"{option} must be at least 1")
    if number > MOST:
        raise UsageError(
            f"{option} can be at most {MOST}: the figures of every hand are kept in memory; "
            "several runs with other seeds play more"
        )
    processes = options.number_of_jobs(jobs)
    if as_json and as_csv:
        raise UsageError("--json and --csv exclude each other")
    chosen = options.chosen_rules(rules, set_, players, decks, system)
    seats = seats_of(bots, chosen)
    limits = options.chosen_limits(allowed, start_time)
    if record is not None:
        make_record_folder(record)
    compile_if_cold()
    from shengji.arena.plan import Plan
    from shengji.arena.summary import cpu_by_bot, summary

    plan = Plan(
        rules=chosen,
        bots=seats,
        number=number,
        seed=seed,
        matches=matches is not None,
        duplicate=duplicate,
        record=None if record is None else str(record),
        limits=limits,
    )
    start = time.perf_counter()
    lines = _played(plan, processes)
    seconds = time.perf_counter() - start
    figures = summary(plan, lines)
    figures["timing"] = {
        "seconds": round(seconds, 2),
        "hands_per_second": round(len(lines) / seconds, 1),
        "jobs": processes,
        "bots": cpu_by_bot(lines),
    }
    if as_json:
        print_json(figures)
    elif as_csv:
        _print_csv(lines)
    else:
        _print_tables(figures)


def _played(plan: Plan, jobs: int) -> list[HandLine]:
    """Play, with a progress bar on a terminal.

    Raises:
        FailedError: a bot failed.
    """
    from shengji.arena.sim import simulate
    from shengji.bots import BotError

    what = "matches" if plan.matches else "deals"
    done = 0
    with (
        as_stopped(lambda: f"{done} of {plan.number} {what} were played"),
        bar(what, plan.number) as move,
    ):

        def on_deals(deals: int) -> None:
            nonlocal done
            done += deals
            move(advance=deals)

        try:
            return simulate(plan, jobs, on_deals)
        except BotError as error:
            raise FailedError(str(error)) from None


def _print_csv(lines: list[HandLine]) -> None:
    import msgspec

    writer = csv.writer(sys.stdout, lineterminator="\n")
    rows = [msgspec.to_builtins(line) for line in lines]
    for row in rows:
        # CPU times differ between runs; all other columns are reproducible.
        del row["clocks"], row["faults"], row["refused"]
    writer.writerow(rows[0])
    for row in rows:
        # In the format of --bots; a command may contain spaces.
        row["seats"] = ",".join(row["seats"])
        writer.writerow(
            " ".join(map(str, value)) if isinstance(value, list | tuple) else value
            for value in row.values()
        )


COLUMNS = (
    ("hands", "hands", ""),
    ("wins", "wins", ""),
    ("rate", "win_rate", "%"),
    ("95 %", "interval", "%"),
    ("points", "opponents_points", "+"),
    ("levels", "levels", "+"),
    ("tricks", "tricks", "+"),
    ("by throw", "tricks_by_throw", "+"),
    ("throws", "throws", "+"),
    ("failed", "failed_throws", "+"),
    ("kitty taken", "kitty_taken", "%"),
    ("declared", "declared", "%"),
)
"""Columns of the table: heading, figure, and format (share, decimals or integer)."""


def _print_tables(figures: dict[str, Any]) -> None:
    """Print the figures as tables."""
    from shengji.terminal import report
    from shengji.terminal.dueltables import short_names, shortened_names

    out = console(150)
    by_role = any("dealer" in bot for bot in figures["bots"].values())
    parts = ("dealer", "friend", "opponent") if by_role else ("declarers", "opponents")
    whole, heading = ("all", "as") if by_role else ("both", "side")
    columns = [report.Column("bot"), report.Column(heading)]
    columns += report.figures(*(title for title, _, _ in COLUMNS))
    rows: list[list[str]] = []
    names = dict(zip(figures["bots"], short_names([*figures["bots"]]), strict=True))
    for name, bot in figures["bots"].items():
        for part, found in ((whole, bot), *((part, bot[part]) for part in parts)):
            values = [_shown(found.get(key), kind) for _, key, kind in COLUMNS]
            rows.append([names[name] if part == whole else "", part, *values])
    out.print(report.report(columns, rows))
    for line in shortened_names(names):
        out.print(line, style="dim", soft_wrap=True)
    out.print(
        "points: the Opponents' a hand. levels: a hand, minus those of the other side. tricks and "
        "throws: a hand.\nkitty taken: the Opponents won the last trick. declared: made trumps."
        + ("\nEvery seat counts for itself; hands: how often the bot sat so." if by_role else ""),
        style="dim",
    )
    for text in _sentences(figures):
        out.print(text, soft_wrap=True)


def _shown(value: object, kind: str) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return " to ".join(f"{100 * share:.1f}" for share in value)
    return f"{value:.1%}" if kind == "%" else f"{value:.2f}" if kind == "+" else f"{value}"


def _sentences(figures: dict[str, Any]) -> Iterator[str]:
    """Yield the sentences below the table."""
    if "matches" in figures:
        yield _of_matches(figures["matches"])
    if "duplicate" in figures:
        yield from _of_duplicates(figures["duplicate"])
    timing = figures["timing"]
    speed = timing["hands_per_second"]
    speeds = ", ".join(
        f"{name} {bot['cpu_us_per_decision']:.0f} µs" for name, bot in timing["bots"].items()
    )
    yield (
        f"{speed:.{0 if speed >= 10 else 1}f} hands a second with {timing['jobs']} "
        f"{'process' if timing['jobs'] == 1 else 'processes'}; "
        f"CPU time for a decision: {speeds}"
    )


def _of_matches(found: dict[str, Any]) -> str:
    """The number of matches won by each side or bot."""
    each = f"{found['hands_each']:.1f} hands a match"
    if "bots" not in found:
        return (
            f"{_sides(found)}: {found['wins'][0]} of {found['played']} matches, "
            f"{_shown(found['win_rate'], '%')} ({_shown(found['interval'], '%')}), {each}"
        )
    bots = "; ".join(
        f"{name} won in {bot['wins']} of {bot['seats']} seats, "
        f"{_shown(bot['win_rate'], '%')} ({_shown(bot['interval'], '%')})"
        for name, bot in found["bots"].items()
    )
    return f"{found['played']} matches, {each}, {found['winners_each']:.1f} winners: {bots}"


def _of_duplicates(found: dict[str, Any]) -> Iterator[str]:
    """Yield the results of sides or bots on duplicate deals."""
    if "bots" not in found:
        yield (f"{_sides(found)} on {found['deals']} duplicate deals, a hand: {_estimates(found)}")
        return
    times = "once" if found["games_each"] == 1 else f"{found['games_each']} times"
    games = f"{found['deals']} deals, each played {times}"
    for name, bot in found["bots"].items():
        yield f"{name} on {games}, a hand in one seat: {_estimates(bot)}"


def _estimates(found: dict[str, Any]) -> str:
    """The estimates over deals that the figures contain."""
    parts = (
        ("wins %", "win_rate", 100),
        ("levels", "levels", 1),
        ("points", "points", 1),
        ("levels ahead of the others", "ahead", 1),
    )
    return ", ".join(
        _interval(heading, found[key], scale) for heading, key, scale in parts if key in found
    )


def _sides(found: dict[str, Any]) -> str:
    return f"{', '.join(found['first_side'])} against {', '.join(found['second_side'])}"


def _interval(heading: str, found: dict[str, Any], scale: int) -> str:
    """A mean with its interval, if any."""
    text = f"{heading} {scale * found['mean']:.2f}"
    if found["interval"] is None:
        return text
    low, high = (scale * bound for bound in found["interval"])
    return f"{text} ({low:.2f} to {high:.2f})"
