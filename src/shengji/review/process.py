"""A process of its own that makes reviews, so that no table and no screen ever waits for one.

In a thread of a server or a screen a review would hold up the loop and the bots; in a process of
the lowest priority it has what they leave.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from shengji.review.worker import (
    LENGTH,
    ReviewFailed,
    ReviewMade,
    ReviewNews,
    ReviewOrder,
    ReviewProgress,
    framed,
)

NICENESS: Final = 19
"""The lowest priority that there is."""

_PATIENCE: Final = 900.0
"""After so many seconds without any progress a review is given up."""

_read = msgspec.msgpack.Decoder(ReviewNews).decode


class ReviewFailedError(Exception):
    """A review could not be made; the message says where it failed, and names no cards."""


class ReviewProcess:
    """Makes one review after the other in a process, which is started when the first is wanted.

    Args:
        niceness: by how much it comes after others; see `nice`.
        quiet: whether what it writes to its standard error is dropped, where a screen would be
            spoilt by it.
    """

    def __init__(self, niceness: int = NICENESS, *, quiet: bool = False) -> None:
        self._niceness = niceness
        self._quiet = quiet
        self._process: Process | None = None

    async def make(self, order: ReviewOrder, progress: Callable[[int, int], None]) -> bytes:
        """Make a review; a `HandReview` as JSON. Who cancels it stops the process.

        Args:
            order: what is wanted.
            progress: is told how many events have been looked at, of how many.

        Raises:
            ReviewFailedError: it could not be made, or the process has ended.
        """
        process = await self._started()
        try:
            assert process.stdin is not None
            process.stdin.write(framed(order))
            await process.stdin.drain()
            while True:
                match await asyncio.wait_for(_news(process), _PATIENCE):
                    case ReviewProgress(done, of):
                        progress(done, of)
                    case ReviewMade(review):
                        return review
                    case ReviewFailed(why):
                        raise ReviewFailedError(why)
        except ReviewFailedError:
            raise
        except (OSError, EOFError, TimeoutError, msgspec.MsgspecError) as error:
            await self.close()
            raise ReviewFailedError(f"the process has ended: {type(error).__name__}") from None
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """End the process, whatever it does; the next review starts another one."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            program = (sys.executable, "-m", "shengji.review.worker")
            self._process = await asyncio.create_subprocess_exec(
                *program,
                str(self._niceness),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL if self._quiet else None,
            )
        return self._process


async def _news(process: Process) -> ReviewNews:
    assert process.stdout is not None
    length = int.from_bytes(await process.stdout.readexactly(LENGTH))
    news: ReviewNews = _read(await process.stdout.readexactly(length))
    return news
