"""Devices of tables: the id under which a device on a table gives commands in a night."""

from __future__ import annotations

from typing import Final

_PREFIX: Final = "device:"


def giver_of(table: int, device: str) -> str:
    """The id in a night of a table's device; no person has an id with a colon.

    >>> giver_of(3, "5f0c")
    'device:3:5f0c'
    """
    return f"{_PREFIX}{table}:{device}"


def table_of(giver: str) -> int | None:
    """The number of the table whose device has this id; `None`: the giver is no device.

    >>> table_of("device:3:5f0c"), table_of("Wu")
    (3, None)
    """
    if not giver.startswith(_PREFIX):
        return None
    return int(giver.removeprefix(_PREFIX).partition(":")[0])
