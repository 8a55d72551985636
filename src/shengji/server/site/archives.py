"""Archives (ZIP) that are made while they are sent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from time import thread_time
from typing import TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile

from shengji.server.site.limits import WorkBudget
from shengji.server.site.person import Person

Files: TypeAlias = AsyncGenerator[tuple[str, Callable[[], bytes]]]
"""Files of an archive: their names in it, and what makes what is in them, which takes a moment."""


async def packed(
    work: WorkBudget, person: Person, address: str, files: Files
) -> AsyncIterator[bytes]:
    """The parts of an archive of these files, each made when the one before has been taken.

    Args:
        work: how much each may have done.
        person: who asks.
        address: from where.
        files: what is in it.
    """
    sink = _Sink()
    async with aclosing(files):
        with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
            async for name, made in files:
                await work.admit(address, person.id)
                seconds = await asyncio.to_thread(_added, archive, name, made)
                work.spend(seconds, address, person.id)
                yield sink.taken()
    yield sink.taken()


class _Sink:
    """A file that is only written to, and of which what was written is taken away."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, part: bytes) -> int:
        self._parts.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """There is nothing to be done."""

    def close(self) -> None:
        """Likewise."""

    def taken(self) -> bytes:
        """The bytes that were written since the last time."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


def _added(archive: ZipFile, name: str, made: Callable[[], bytes]) -> float:
    """Add a file to an archive; for how many seconds this thread was busy with it."""
    began = thread_time()
    archive.writestr(name, made())
    return thread_time() - began
