"""Base class of the stores, and their write transactions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.server.database.database import Database

P = ParamSpec("P")
S = TypeVar("S", bound="Store")
T = TypeVar("T")


class Store:
    """Base class of the stores; changes are durable when a method returns.

    Every method may raise `StorageError`; nothing is written in that case. After a cancellation, it
    is unknown whether the change was written.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._reading = database.reading
        self._writer = database.writer
        self._clock = database.clock


def writes(
    method: Callable[Concatenate[S, AsyncConnection, P], Awaitable[T]],
) -> Callable[Concatenate[S, P], Coroutine[Any, Any, T]]:
    """Run a method of a store in a write transaction, whose `connection` callers omit.

    The result is returned when the changes are durable. The method may be called a second time: see
    `Writer.write`. It must not wait for another method that writes, which would wait for it.
    """

    @wraps(method)
    async def write(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._writer.write(
            lambda connection: method(self, connection, *args, **kwargs)
        )

    return write
