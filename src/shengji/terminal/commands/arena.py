"""`shengji arena`: two bots on duplicate deals."""

from __future__ import annotations

import shlex
import time
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal import botplay, options
from shengji.terminal.errors import StoppedError, UsageError
from shengji.terminal.first_run import compile_if_cold
from shengji.terminal.output import bar, print_json

if TYPE_CHECKING:
    from shengji.arena.contest import Contest
    from shengji.arena.duel import DealLine

LEAST_SHOWN = 2
"""Minimum number of deals to show the figures of an interrupted run."""


def arena(
    first: botplay.BotArgument,
    second: botplay.BotArgument,
    deals: botplay.DealsOption = 500,
    seed: options.SeedOption = 0,
    rules: options.RulesOption = None,
    system: options.SystemOption = None,
    players: options.PlayersOption = None,
    decks: options.DecksOption = None,
    set_: options.SetOption = None,
    matches: Annotated[
        bool, typer.Option("--matches", help="A deal is a whole match instead of a hand.")
    ] = False,
    alone: Annotated[
        bool,
        typer.Option(
            "--alone",
            help="The first bot sits alone at tables of the second, in each seat in turn; the "
            "report has what it gains there. For bots that play alike.",
        ),
    ] = False,
    stop: Annotated[
        bool, typer.Option("--stop", help="Stop when the interval excludes zero.")
    ] = False,
    until: Annotated[
        list[float] | None,
        typer.Option(
            help="Stop when the interval of the levels lies wholly above or below this bound. May "
            "be repeated; all must be excluded, and zero with --stop.",
            metavar="LEVELS",
            show_default=False,
        ),
    ] = None,
    min_deals: Annotated[
        int | None,
        typer.Option(
            help="How many deals are played before it may stop, with --stop or --until.",
            show_default="20",
        ),
    ] = None,
    on_failure: botplay.FailureOption = "forfeit",
    allowed: options.TimeOption = None,
    start_time: options.StartTimeOption = None,
    jobs: options.JobsOption = None,
    ray: botplay.RayOption = None,
    save: Annotated[
        Path | None, typer.Option(help="A new file: keep what is played there, deal by deal.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="A file made by --save: continue the comparison in it.")
    ] = None,
    record: options.RecordOption = None,
    as_json: options.JsonOption = False,
) -> None:
    """Let two bots play duplicate deals against each other, and report which is stronger.

    Every deal is played twice, from the same cards, with the seats exchanged; with --alone once by
    the second bot with itself, and then once for each seat. Prints signed levels a hand with their
    95 % interval, and what each bot's decisions cost (docs/arena.md).
    """
    if save is not None and resume is not None:
        raise UsageError("--save and --resume exclude each other; a resumed file grows")
    bounds = [*(until or []), *([0.0] if stop else [])]
    if not all(map(isfinite, bounds)):
        raise UsageError("--until takes a number of levels, such as 0.3")
    if min_deals is not None and not bounds:
        raise UsageError("--min-deals says when --stop or --until may stop; give one of them")
    if min_deals is not None and min_deals < 1:
        raise UsageError("--min-deals must be at least 1")
    botplay.check_deals(deals)
    if min_deals is not None and min_deals > deals:
        raise UsageError(
            f"--min-deals {min_deals} is more than the {deals} deals that are played at most, so "
            "that it could never stop early; give fewer, or more --deals"
        )
    botplay.check_recording(record, ray)
    chosen = options.chosen_rules(rules, set_, players, decks, system)
    options.check_bots((first, second), chosen)
    limits = options.chosen_limits(allowed, start_time)
    if record is not None:
        botplay.make_record_folder(record, resumed=resume is not None)
    compile_if_cold()
    from shengji.arena.duel import Duel
    from shengji.arena.figures import figures
    from shengji.arena.intervals import LEAST_DEALS, stopping

    duel = Duel(
        rules=chosen,
        bots=(first, second),
        seed=seed,
        matches=matches,
        record=None if record is None else str(record),
        on_failure=on_failure,
        limits=limits,
        alone=alone,
    )
    stops = stopping(deals, bounds, min_deals or LEAST_DEALS)
    spread, processes = botplay.spread_over(jobs, ray)
    start = time.perf_counter()
    kept, stopped = save or resume, None
    with (
        botplay.begun_contest(duel, stops, kept, resume=resume is not None) as (contest, keep),
        bar("deals", stops.looks[-1]) as move,
    ):
        played = len(contest.lines)
        move(completed=played, description=_estimate(contest))

        failed = botplay.FirstFailures()

        def on_deal(line: DealLine) -> None:
            keep(line)
            failed.report(duel, line)
            move(advance=1, description=_estimate(contest))

        try:
            with botplay.playing(
                lambda: f"deal {len(contest.lines)}", lambda: _so_far(contest, kept)
            ):
                contest.play(spread, on_deal)
        except StoppedError as error:
            stopped = error
    if stopped is not None and len(contest.lines) < LEAST_SHOWN:
        raise stopped
    found = figures(contest)
    found["timing"] = botplay.timing(
        time.perf_counter() - start, len(contest.lines) - played, processes
    )
    if as_json:
        print_json(found)
    else:
        from shengji.terminal.dueltables import print_duel

        print_duel(found)
    if stopped is not None:
        raise stopped


def _so_far(contest: Contest, kept: Path | None) -> str:
    told = f"{len(contest.lines)} of {contest.stopping.looks[-1]} deals were played"
    if kept is None:
        return f"{told} and not kept; with --save FILE they are, and --resume FILE goes on"
    return f"{told}; --resume {shlex.quote(str(kept))} goes on"


def _estimate(contest: Contest) -> str:
    return f"deals, {contest.mean:+.2f} levels" if contest.lines else "deals"
