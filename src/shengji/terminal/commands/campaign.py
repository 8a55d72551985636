"""`shengji campaign`: matches over random rules, to find what goes wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal.botplay import told_when_ended
from shengji.terminal.errors import UsageError, as_usage
from shengji.terminal.firsttime import compile_if_cold
from shengji.terminal.options import JobsOption, SeedOption, number_of_jobs
from shengji.terminal.output import bar

if TYPE_CHECKING:
    from shengji.arena.campaign import Outcome

MOST = 10_000_000
"""The most hands of one campaign."""


def campaign(
    hands: Annotated[int, typer.Option(help="How many hands to play, at least.")] = 20_000,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    case: Annotated[
        int | None,
        typer.Option(help="Play only the case of this number again.", show_default=False),
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option(help="Write the report to this file, as JSON.", show_default=False),
    ] = None,
) -> None:
    """Play whole matches over random rules and check everything that must hold.

    Every hand is played by bots in all seats under rules drawn at random from all systems and
    options. Points must balance, every seat and an onlooker must see the same match, and the
    record must be valid and give the match again. Ends with status 1 when something went wrong.
    """
    if not 1 <= hands <= MOST:
        raise UsageError(f"--hands must be from 1 to {MOST}")
    processes = number_of_jobs(jobs)
    if case is not None and case < 0:
        raise UsageError("--case must be 0 or more")
    compile_if_cold()
    from shengji.arena.campaign import play_case
    from shengji.arena.campaign import report as report_of

    outcomes = _played(seed, hands, processes) if case is None else [play_case(seed, case)]
    figures = report_of(seed, outcomes)
    if report is not None:
        with as_usage(OSError, doing=f"cannot write {report}"):
            report.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    for outcome in outcomes:
        if outcome.fault:
            typer.echo(f"case {outcome.case}: {json.dumps(outcome.rules)}\n{outcome.fault}")
    faults = sum(outcome.fault is not None for outcome in outcomes)
    typer.echo(
        f"{figures['cases']} cases, {figures['hands']} hands, {figures['matches_finished']} "
        f"matches to their end, {faults} faults\ndigest {figures['digest']}"
    )
    if faults:
        raise typer.Exit(1)


def _played(seed: int, hands: int, jobs: int) -> list[Outcome]:
    """Play, with a bar on a terminal."""
    from shengji.arena.campaign import campaign as play

    played = faults = 0
    with told_when_ended(lambda: f"{played} hands were played"), bar("hands", hands) as move:

        def told(outcome: Outcome) -> None:
            nonlocal played, faults
            played += outcome.hands
            faults += outcome.fault is not None
            text = "hands" if not faults else f"hands, {faults} faults"
            move(advance=max(1, outcome.hands), description=text)

        return play(seed, hands, jobs, told)
