"""Calling somebody to a table whose page they do not see."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Call(NamedTuple):
    """A person is to come to a table.

    Attributes:
        kind: somebody calls, and it is their turn (`nudged`) or not (`called`); or the table has
            waited for them for some time (`waits`).
        person: who, by public id.
        table: the table's id.
        title: what the table is called.
        by: who calls, by public id; `None`: the table itself.
        name: the name of who calls.
    """

    kind: Literal["nudged", "called", "waits"]
    person: str
    table: str
    title: str
    by: str | None = None
    name: str = ""


def call_nobody(call: Call) -> None:
    """Nobody can be called."""
