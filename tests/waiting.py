"""Waiting in tests for what is to happen, however much else the machine has to do."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar, overload

T = TypeVar("T")

PATIENCE: Final = 180.0
"""For so many seconds a test waits for anything at all before it fails."""


def wait_for(look: Callable[[], T | None], each: float = 0.01) -> T:
    """Look again and again until something is so.

    Args:
        look: gives what is waited for, or something that is false.
        each: after how many seconds it is looked again.

    Returns:
        What was waited for.
    """
    until = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < until, f"it does not happen: {found!r}"
        time.sleep(each)
    return found


@overload
async def happens(look: Callable[[], Awaitable[T]], each: float = 0.002) -> T: ...


@overload
async def happens(look: Callable[[], T | None], each: float = 0.002) -> T: ...


async def happens(look: Callable[[], Any], each: float = 0.002) -> Any:
    """The same on a loop, which goes on meanwhile; a look may wait for something itself."""
    until = time.monotonic() + PATIENCE
    while True:
        found = look()
        if isinstance(found, Awaitable):
            found = await found
        if found:
            return found
        assert time.monotonic() < until, f"it does not happen: {found!r}"
        await asyncio.sleep(each)


async def end(task: asyncio.Task[Any]) -> None:
    """Cancel what goes on by itself, and wait for its end: only then a database can be closed."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
