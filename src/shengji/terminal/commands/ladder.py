"""`shengji ladder`: several bots, each against every other."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal import botplay, options
from shengji.terminal.errors import UsageError, as_usage
from shengji.terminal.first_run import compile_if_cold
from shengji.terminal.output import bar, print_json

if TYPE_CHECKING:
    from shengji.arena.contest import Contest
    from shengji.arena.duel import DealLine, Duel

MOST_BOTS = 20


def ladder(
    bots: Annotated[list[str], typer.Argument(help="Bots by name, or exec:COMMAND; at least two.")],
    deals: Annotated[
        int, typer.Option(help="How many deals each pair plays; each is played twice.")
    ] = 100,
    seed: options.SeedOption = 0,
    rules: options.RulesOption = None,
    system: options.SystemOption = None,
    players: options.PlayersOption = None,
    decks: options.DecksOption = None,
    set_: options.SetOption = None,
    on_failure: botplay.FailureOption = "forfeit",
    allowed: options.TimeOption = None,
    start_time: options.StartTimeOption = None,
    jobs: options.JobsOption = None,
    ray: botplay.RayOption = None,
    save: Annotated[
        Path | None,
        typer.Option(
            help="A folder for the games, with a file for each pair; games already in it are "
            "continued."
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(help="A folder: write a record of each hand there, a folder for each pair."),
    ] = None,
    as_json: options.JsonOption = False,
) -> None:
    """Let every bot play every other on the same duplicate deals, and rate them.

    Prints the levels that each gains against all others, and a rating on Elo's scale, with 95 %
    intervals over deals (docs/arena.md).
    """
    botplay.check_deals(deals)
    if not 2 <= len(bots) <= MOST_BOTS:
        raise UsageError(f"a ladder takes from 2 to {MOST_BOTS} bots")
    if len(set(bots)) < len(bots):
        raise UsageError("a bot stands on a ladder only once")
    botplay.check_recording(record, ray)
    chosen = options.chosen_rules(rules, set_, players, decks, system)
    options.check_bots(bots, chosen)
    limits = options.chosen_limits(allowed, start_time)
    compile_if_cold()
    from shengji.arena.intervals import stopping
    from shengji.arena.ladder import coming, duels, ladder_figures, play_ladder

    games, stops = duels(bots, chosen, seed, on_failure, limits, record), stopping(deals)
    spread, processes = botplay.spread_over(jobs, ray)
    resumed = any(map(_is_begun, _paths(save, games)))
    if save is not None:
        with as_usage(OSError, doing=f"cannot keep results in {save}"):
            save.mkdir(parents=True, exist_ok=True)
    if record is not None:
        botplay.make_record_folder(record, resumed=resumed)
    start = time.perf_counter()
    with ExitStack() as stack:
        begun = [
            stack.enter_context(botplay.begun_contest(duel, stops, path, resume=_is_begun(path)))
            for path, duel in zip(_paths(save, games), games, strict=True)
        ]
        contests = [contest for contest, _ in begun]
        before = _played(contests)
        move = stack.enter_context(bar("deals", deals * len(games)))
        move(completed=before)

        failed = botplay.FirstFailures()

        def on_deal(number: int, line: DealLine) -> None:
            _, keep = begun[number]
            keep(line)
            failed.report(games[number], line)
            move(advance=1)

        def coming_deal() -> str:
            deal, number = coming(contests)
            return f"deal {deal} of {' against '.join(games[number].bots)}"

        with botplay.playing(coming_deal, lambda: _so_far(contests, save)):
            play_ladder(contests, spread, on_deal)
    found = ladder_figures(bots, contests, seed)
    found["timing"] = botplay.timing(
        time.perf_counter() - start, _played(contests) - before, processes
    )
    if as_json:
        print_json(found)
    else:
        from shengji.terminal.dueltables import print_ladder

        print_ladder(found)


def _paths(save: Path | None, games: list[Duel]) -> list[Path | None]:
    """The results file of each pair, or `None` if they are not saved."""
    from shengji.arena.ladder import pair_name

    names = [f"{pair_name(*duel.bots)}.jsonl" for duel in games]
    return [None if save is None else save / name for name in names]


def _is_begun(path: Path | None) -> bool:
    return path is not None and path.exists() and path.stat().st_size > 0


def _played(contests: list[Contest]) -> int:
    """The number of deals played by all pairs together."""
    return sum(len(contest.lines) for contest in contests)


def _so_far(contests: list[Contest], save: Path | None) -> str:
    """The number of deals played, and how to continue."""
    most = sum(contest.stopping.looks[-1] for contest in contests)
    told = f"{_played(contests)} of {most} deals were played"
    if save is None:
        return f"{told} and not kept; with --save FOLDER they are, and the same command goes on"
    return f"{told}; the same command goes on"
