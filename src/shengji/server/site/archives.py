"""ZIP archives that are generated while they are sent."""

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
"""Files of an archive: the name of each, and a slow function that returns its content."""


async def packed(
    work: WorkBudget, person: Person, address: str, files: Files
) -> AsyncIterator[bytes]:
    """Stream an archive; each part is made when the part before has been consumed.

    Args:
        work: budget that is charged for the work.
        person: the person who is charged.
        address: the client's address.
        files: the files to pack.
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
    """A write-only file whose content is taken away in parts."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, part: bytes) -> int:
        self._parts.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """Do nothing: there is no buffer."""

    def close(self) -> None:
        """Do nothing: there is no resource."""

    def taken(self) -> bytes:
        """Return the bytes written since the last call."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


def _added(archive: ZipFile, name: str, made: Callable[[], bytes]) -> float:
    """Add a file to an archive; return the CPU seconds that this took."""
    began = thread_time()
    archive.writestr(name, made())
    return thread_time() - began
