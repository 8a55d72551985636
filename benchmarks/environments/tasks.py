"""Make the table of docs/benchmark.md: how bots do in five tasks against `basic`.

A task is a duel on fixed deals, each played twice with the seats exchanged. In some tasks the bot
makes only some of the decisions of its seats, and `basic` the others.

    python -m benchmarks.environments.tasks --write
    python -m benchmarks.environments.tasks --bots 'exec:python mine.py' --deals 100
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from docs.marked import Marked, table_of
from shengji import Bot, Command, Due, DuelResult, Event, Rank, Rules, duel, make_bot
from shengji.bots import QUICK_BOTS
from shengji.bots.outside import bot_list, seat_bot

PAGE = Path(__file__).parents[2] / "docs" / "benchmark.md"
TABLE = Marked(
    PAGE,
    "<!-- The table: made by `python -m benchmarks.environments.tasks --write`. -->\n",
    "<!-- End of the table. -->\n",
)
REFERENCE: Final = "basic"
SEED: Final = 58
"""Seed of all deals."""
QUICK_DEALS: Final = 300
"""Number of deals of a bot that answers at once."""
LAST_CARDS: Final = 8
"""Cards in hand at which an ending begins."""


class Task(NamedTuple):
    """A task.

    Attributes:
        rules: the rules of the game, as `rules_from` reads them.
        covers: whether the bot makes a decision, by the decision and the number of cards held.
        deals: number of deals of a bot that thinks.
    """

    rules: str | dict[str, object]
    covers: Callable[[Due, int], bool]
    deals: int


def _is_play(due: Due) -> bool:
    return due.decision in ("lead", "follow")


TASKS: Final = {
    "tractor": Task("tractor", lambda due, held: True, 14),
    "friends": Task({"system": "finding-friends", "players": 5}, lambda due, held: True, 8),
    "setup": Task("tractor", lambda due, held: not _is_play(due), 60),
    "cards": Task("tractor", lambda due, held: _is_play(due), 6),
    "endings": Task("tractor", lambda due, held: _is_play(due) and held <= LAST_CARDS, 10),
}


class PartBot(Bot):
    """Makes the decisions of a task as one bot, and the others as the reference.

    Args:
        bot: the name of the bot.
        covers: the decisions of the task.
    """

    name = "part"

    def __init__(
        self, bot: str, covers: Callable[[Due, int], bool], rules: Rules, seat: int, seed: int
    ) -> None:
        super().__init__(rules, seat, seed)
        self._bots = seat_bot(bot, rules, seat, seed), make_bot(REFERENCE, rules, seat, seed)
        self._covers = covers

    def begin_at(self, levels: Sequence[Rank], dealer: int | None) -> None:
        for each in self._bots:
            each.begin_at(levels, dealer)
        super().begin_at(levels, dealer)

    def observe(self, event: Event) -> None:
        for each in self._bots:
            each.observe(event)
        super().observe(event)

    def decide(self, due: Due) -> Command | None:
        bot, reference = self._bots
        return (bot if self._covers(due, len(self.cards)) else reference).decide(due)

    def cpu_ns(self) -> int:
        return self._bots[0].cpu_ns()

    def close(self) -> None:
        self._bots[0].close()


def measure(bot: str, task: Task, deals: int | None = None) -> DuelResult:
    """A bot's result in a task against the reference; `deals` of `None` are the usual ones."""

    def make(rules: Rules, seat: int, seed: int) -> Bot:
        return PartBot(bot, task.covers, rules, seat, seed)

    quick = bot in QUICK_BOTS
    return duel(
        make,
        REFERENCE,
        task.rules,
        deals=deals or (QUICK_DEALS if quick else task.deals),
        seed=SEED,
    )


def row_of(bot: str, deals: int | None, told: Callable[[str], None]) -> list[str]:
    """The bot's cells: for each task the levels a hand; then deals and CPU seconds."""
    cells, number, seconds = [], [], 0.0
    for name, task in TASKS.items():
        result = measure(bot, task, deals)
        mean, low, high = result.levels
        cells.append(f"{mean:+.2f} ({low:+.2f} to {high:+.2f})")
        number.append(str(result.deals))
        seconds += result.cpu[0]
        told(f"{bot}, {name}: {cells[-1]}, {result.cpu[0]:.1f} s")
    return [f"`{bot}`", *cells, _once(number), f"{seconds:,.1f}"]


def _once(numbers: list[str]) -> str:
    """The number of deals of each task, or one number for all."""
    return numbers[0] if len(set(numbers)) == 1 else ", ".join(numbers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--bots", default="random,basic,medium,strong", help="names, or exec:COMMAND"
    )
    parser.add_argument("--deals", type=int, help="of each task; else those of the table")
    parser.add_argument("--write", action="store_true", help="write the table into the page")
    given = parser.parse_args()

    def told(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    heads = ["", *TASKS, "deals", "CPU seconds"]
    rows = [row_of(bot, given.deals, told) for bot in bot_list(given.bots)]
    table = table_of(heads, rows)
    print(table)
    if given.write:
        TABLE.write(table)


if __name__ == "__main__":
    main()
