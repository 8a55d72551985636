"""A separate process that makes reviews, so that tables and screens never wait for one.

In a thread of a server or a screen a review would block the event loop and the bots. The process
has the lowest priority, and uses idle time only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from shengji.review.child import NICENESS, Child
from shengji.review.worker import (
    ReviewFailed,
    ReviewMade,
    ReviewNews,
    ReviewOrder,
    ReviewProgress,
)

_PATIENCE: Final = 900.0
"""Timeout in seconds without progress after which a review is given up."""

_read = msgspec.msgpack.Decoder(ReviewNews).decode
_write = msgspec.msgpack.Encoder().encode


class ReviewFailedError(Exception):
    """A review failed; the message has the place of the error, and no cards."""


class ReviewProcess:
    """Makes one review at a time in a process, which starts at the first order.

    Args:
        niceness: the niceness of the process; see `nice`.
        quiet: as in `Child`.
    """

    def __init__(self, niceness: int = NICENESS, *, quiet: bool = False) -> None:
        self._child = Child("shengji.review.worker", niceness, quiet=quiet)

    async def make(self, order: ReviewOrder, progress: Callable[[int, int], None]) -> bytes:
        """Make a review, and return a `HandReview` as JSON; cancellation stops the process.

        Args:
            order: the order.
            progress: called with the number of reviewed events and their total.

        Raises:
            ReviewFailedError: the review failed, or the process has ended.
        """
        try:
            await self._child.send(_write(order))
            while True:
                async with asyncio.timeout(_PATIENCE):
                    news = await self._child.receive()
                match _read(news):
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
        """Kill the process; the next review starts another one."""
        await self._child.close()
