"""`shengji bench`: how fast the rules are on this machine."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from shengji.terminal.options import RulesOption, SetOption, chosen_rules


def bench(
    hands: Annotated[int, typer.Option(min=100, help="Random hands to measure.")] = 20_000,
    seed: Annotated[int, typer.Option(help="Where chance starts.")] = 1,
    rules: RulesOption = None,
    set_: SetOption = None,
) -> None:
    """Measure whole random hands a second and the cost of a question of legality; prints JSON."""
    chosen = chosen_rules(rules, set_)
    from rich.console import Console

    from shengji.arena.bench import run_bench

    with Console(stderr=True).status("measuring") as status:
        result = run_bench(chosen, hands, seed, lambda step: status.update(f"measuring: {step}"))
    typer.echo(json.dumps(result, indent=2))
