"""Decisions as a dataset: a table in Apache Parquet or CSV, and a dataset card.

Parquet requires `pip install 'shengji[parquet]'`. docs/data.md lists the columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from shengji import __version__
from shengji.arena.plan import Plan
from shengji.arena.results import code_fingerprint
from shengji.documents import page
from shengji.learn.decisions import DecisionRow
from shengji.record.arrow import Shape, TableFormat, arrow
from shengji.rules import describe_rules

if TYPE_CHECKING:
    import pyarrow as pa

DECISIONS, CARD = "decisions.parquet", "README.md"
"""File names of a dataset."""
VERSION = "1"
"""Version of the table."""
SHAPE = Shape(DecisionRow, "shengji-decisions", VERSION, bits=32)
"""Columns of the table."""
_SOME = 4000
"""Number of decisions per write."""


def export(
    found: Iterable[list[DecisionRow]], plan: Plan, folder: Path, form: TableFormat = "parquet"
) -> int:
    """Write decisions and their card to a folder, atomically.

    Args:
        found: the decisions of each deal.
        plan: the bots and rules.
        folder: the target, created if missing; an existing dataset is replaced.
        form: the format of the table.

    Returns:
        The number of decisions.

    Raises:
        MissingExtraError: pyarrow is not installed, and the format is Parquet.
        OSError: a file cannot be written.
    """
    if form == "parquet":
        arrow()  # without pyarrow, fail before a folder is made
    folder.mkdir(parents=True, exist_ok=True)
    name = Path(DECISIONS).with_suffix(f".{form}").name
    new, number = folder / f"{name}.new", 0
    with SHAPE.writer(new, form) as write:
        for rows in _together(found):
            write(rows)
            number += len(rows)
    (folder / CARD).write_text(card(plan, number, name), encoding="utf-8")
    new.replace(folder / name)
    return number


def _together(found: Iterable[list[DecisionRow]]) -> Iterator[list[DecisionRow]]:
    """Join the decisions of several deals into batches."""
    waiting: list[DecisionRow] = []
    for rows in found:
        waiting += rows
        if len(waiting) >= _SOME:
            yield waiting
            waiting = []
    if waiting:
        yield waiting


def load(folder: Path | str) -> pa.Table:
    """Load the table that `export` has written to a folder.

    Raises:
        ParquetError: there is no table, or it is of another version.
        MissingExtraError: pyarrow is not installed.
    """
    return SHAPE.read(Path(folder) / DECISIONS, make="shengji data make")


def card(plan: Plan, decisions: int, name: str = DECISIONS) -> str:
    """The card of a dataset with this file, in the format of dataset hubs."""
    bots = ", ".join(f"`{name}`" for name in dict.fromkeys(plan.bots))
    rules = msgspec.json.encode(describe_rules(plan.rules)).decode()
    return f"""\
---
license: mit
task_categories: [reinforcement-learning, tabular-classification]
tags: [shengji, tractor, card-game]
configs:
- config_name: default
  data_files: {name}
---
# Decisions in Sheng Ji

{decisions} decisions in {plan.number} deals, with what the seat knew, what it could do, what it did, what its
search expected, and how the hand ended. No column tells the seat more than it knew, but for those
of the result.

- Made by: `shengji data make --hands {plan.number} --seed {plan.seed}`, shengji {__version__}
- Code that decides how a deal is played: {code_fingerprint()}
- Bots, who move on by a seat from deal to deal: {bots}
- Rules: `{rules}`
- Version of the table: {VERSION}

Hands are from the middle of matches: the Dealer and the trump rank go around. The deals of two datasets with the same
seed are the same; take another seed for what is to be kept apart. Bots are not people: nothing here says how people
play. The columns are in `{page("data")}` of shengji.
"""  # noqa: E501 - paragraphs of a page
