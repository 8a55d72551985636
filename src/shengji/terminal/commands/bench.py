"""`shengji bench`: benchmarks of the rules on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal import options
from shengji.terminal.errors import UsageError
from shengji.terminal.first_run import compile_if_cold
from shengji.terminal.output import console, print_json

if TYPE_CHECKING:
    from shengji.arena.bench_systems import SystemSpeed

CARDS_OF_A_HAND = 100
"""Cards that Tractor plays in a hand; `--all` measures all systems with equally many cards."""


def bench(
    hands: Annotated[int, typer.Option(min=100, help="Random hands to measure.")] = 20_000,
    seed: options.SeedOption = 1,
    rules: options.RulesOption = None,
    system: options.SystemOption = None,
    players: options.PlayersOption = None,
    decks: options.DecksOption = None,
    set_: options.SetOption = None,
    all_: Annotated[
        bool,
        typer.Option("--all", help="Measure every system and text, with a row for each."),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --all: print JSON, as without it.")
    ] = False,
) -> None:
    """Measure whole random hands a second and the cost of a question of legality; prints JSON."""
    if all_ and (set_ or any(given is not None for given in (rules, system, players, decks))):
        raise UsageError(
            "--all measures every system; --players, --decks, --rules and --set exclude it"
        )
    chosen = options.chosen_rules(rules, set_, players, decks, system)
    compile_if_cold()
    from rich.console import Console

    status = Console(stderr=True).status("measuring")

    def on_step(step: str) -> None:
        status.update(f"measuring: {step}")

    if all_:
        import msgspec

        from shengji.arena.bench_systems import bench_systems

        with status:
            rows = list(bench_systems(hands * CARDS_OF_A_HAND, seed, on_step))
        if as_json:
            print_json(msgspec.to_builtins(rows))
        else:
            _print_table(rows)
        return
    from shengji.arena.bench import run_bench

    with status:
        result = run_bench(chosen, hands, seed, on_step)
    print_json(result)


def _print_table(rows: list[SystemSpeed]) -> None:
    """Print a row for each system."""
    from shengji.terminal.report import Column, figures, report

    titles = ("players", "decks", "cards", "hands/s", "ns/card", "to tractor", "median", "p99")
    cells = (
        (
            row.name,
            str(row.players),
            str(row.decks),
            str(row.cards),
            f"{row.hands_per_second:,}",
            f"{row.ns_per_card:.0f}",
            f"{row.per_card_against_tractor:.2f}",
            f"{row.legality_median_us:.2f}",
            f"{row.legality_p99_us:.2f}",
        )
        for row in rows
    )
    out = console(120)
    out.print(report([Column("system"), *figures(*titles)], cells))
    out.print(
        "cards: played in a hand. to tractor: the time for a card, as a multiple of Tractor's.\n"
        "median, p99: µs for a hard question whether a play follows a lead.",
        style="dim",
    )
