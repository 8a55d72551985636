"""`shengji ladder`: several bots, each against every other."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional

import typer

from shengji.terminal.dueling import (
    FailureOption,
    JobsOption,
    RayOption,
    SeedOption,
    check_bots,
    check_deals,
    play,
    results,
    spread_over,
    timing,
)
from shengji.terminal.errors import UsageError
from shengji.terminal.firsttime import compile_if_cold
from shengji.terminal.options import (
    DecksOption,
    PlayersOption,
    RulesOption,
    SetOption,
    StartTimeOption,
    TimeOption,
    chosen_limits,
    chosen_rules,
)
from shengji.terminal.progress import bar

if TYPE_CHECKING:
    from shengji.arena.duel import DealLine, Duel
    from shengji.arena.results import ResultsFile

MOST_BOTS = 20


def ladder(
    bots: Annotated[list[str], typer.Argument(help="Bots by name, or exec:COMMAND; at least two.")],
    deals: Annotated[
        int, typer.Option(help="How many deals each pair plays; each is played twice.")
    ] = 100,
    seed: SeedOption = 0,
    rules: RulesOption = None,
    players: PlayersOption = None,
    decks: DecksOption = None,
    set_: SetOption = None,
    on_failure: FailureOption = "forfeit",
    allowed: TimeOption = None,
    start_time: StartTimeOption = None,
    jobs: JobsOption = None,
    ray: RayOption = None,
    save: Annotated[
        Optional[Path],  # noqa: UP045 - the command line reads this form
        typer.Option(
            help="A folder: keep what is played there, a file for each pair, and go on with what "
            "is there already."
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print all figures as one JSON object.")
    ] = False,
) -> None:
    """Let every bot play every other on the same duplicate deals, and rate them.

    Prints the levels that each gains against all others, and a rating on Elo's scale, with 95 %
    intervals over deals (docs/arena.md).
    """
    check_deals(deals)
    if not 2 <= len(bots) <= MOST_BOTS:
        raise UsageError(f"a ladder takes from 2 to {MOST_BOTS} bots")
    if len(set(bots)) < len(bots):
        raise UsageError("a bot stands on a ladder only once")
    chosen = chosen_rules(rules, set_, players, decks)
    check_bots(tuple(bots), chosen)
    limits = chosen_limits(allowed, start_time)
    compile_if_cold()
    from shengji.arena.contest import Contest
    from shengji.arena.ladder import duels, ladder_figures
    from shengji.arena.stopping import stopping

    if save is not None:
        _make_folder(save)
    spread, processes = spread_over(jobs, ray)
    games, stops, start = (
        duels(bots, chosen, seed, on_failure, limits),
        stopping(deals),
        time.perf_counter(),
    )
    contests: list[Contest] = []
    new = 0
    with bar("deals", deals * len(games)) as move:
        for number, duel in enumerate(games):
            path = None if save is None else save / _name(number, duel)
            there = path is not None and path.exists() and path.stat().st_size > 0
            with results(path, duel, stops, resume=there) as file:
                contest = Contest(duel, stops, [] if file is None else file.done)
                new += deals - len(contest.lines)
                move(advance=len(contest.lines), description=f"{duel.bots[0]} - {duel.bots[1]}")

                def told(line: DealLine, file: ResultsFile | None = file) -> None:
                    if file is not None:
                        file.add(line)
                    move(advance=1)

                play(contest, spread, told)
            contests.append(contest)
    found = ladder_figures(bots, contests, seed)
    found["timing"] = timing(time.perf_counter() - start, new, processes)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        from shengji.terminal.dueltables import print_ladder

        print_ladder(found)


def _name(number: int, duel: Duel) -> str:
    """The file for one pair; commands are no file names, so only letters and digits stay."""
    names = ["".join(c for c in name if c.isalnum())[:20] for name in duel.bots]
    return f"{number:03}-{names[0]}-{names[1]}.jsonl"


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot keep results in {path}: {error.strerror}") from None
