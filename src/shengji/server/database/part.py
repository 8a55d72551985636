"""What the parts of the store share: how they read and write, and what time it is."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.writer import Writer

Reading: TypeAlias = Callable[[], AbstractAsyncContextManager[AsyncConnection]]
"""Gives a connection to read with."""


class Part:
    """A part of `Store`, whose rules hold in it.

    Args:
        reading: gives connections to read with.
        writer: writes.
        clock: gives the time, in milliseconds since 1970.
    """

    def __init__(self, reading: Reading, writer: Writer, clock: Callable[[], int]) -> None:
        self._reading = reading
        self._writer = writer
        self._clock = clock
