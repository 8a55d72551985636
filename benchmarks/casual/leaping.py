"""A loop whose time leaps to what is due next, as soon as nothing is left to be done before."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar, TypeVarTuple

import aiosqlite

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_A_MOMENT = 0.05
"""Seconds after which it is looked again whether a thread has finished, should it not say so."""


class LeapingLoop(asyncio.SelectorEventLoop):
    """A loop that does not wait: its time stands still while something is done, in threads too."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.busy = 0
        super().__init__(_Leaping(self))

    def time(self) -> float:
        return self.now

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts
    ) -> asyncio.Future[T]:
        self.busy += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._done)
        return future

    def _done(self, _: object) -> None:
        self.busy -= 1


class _Leaping(selectors.DefaultSelector):
    """Lets the time of a loop leap in place of waiting."""

    def __init__(self, loop: LeapingLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if found or timeout == 0:
            return found
        if self._loop.busy or timeout is None:
            return super().select(_A_MOMENT)
        self._loop.now += timeout
        return found


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do something on such a loop; what is asked of SQLite takes none of its time."""
    names = ("_execute", "_connect")
    kept = [getattr(aiosqlite.Connection, name) for name in names]

    def counted(ask: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
        async def counting(*given: Any, **more: Any) -> Any:
            loop = asyncio.get_running_loop()
            assert isinstance(loop, LeapingLoop), "only such loops are counted on"
            loop.busy += 1
            try:
                return await ask(*given, **more)
            finally:
                loop.busy -= 1

        return counting

    for name, ask in zip(names, kept, strict=True):
        setattr(aiosqlite.Connection, name, counted(ask))
    try:
        with asyncio.Runner(loop_factory=LeapingLoop) as runner:
            return runner.run(work)
    finally:
        for name, ask in zip(names, kept, strict=True):
            setattr(aiosqlite.Connection, name, ask)
