"""A process of its own that makes reviews, so that no table and no screen ever waits for one.

In a thread of a server or a screen a review would hold up the loop and the bots; in a process of
the lowest priority it has what they leave.
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
"""The seconds without any progress after which a review is given up."""

_read = msgspec.msgpack.Decoder(ReviewNews).decode
_write = msgspec.msgpack.Encoder().encode


class ReviewFailedError(Exception):
    """A review could not be made; the message says where it failed, and names no cards."""


class ReviewProcess:
    """Makes one review after the other in a process, which is started when the first is wanted.

    Args:
        niceness: by how much it comes after others; see `nice`.
        quiet: as in `Child`.
    """

    def __init__(self, niceness: int = NICENESS, *, quiet: bool = False) -> None:
        self._child = Child("shengji.review.worker", niceness, quiet=quiet)

    async def make(self, order: ReviewOrder, progress: Callable[[int, int], None]) -> bytes:
        """Make a review; a `HandReview` as JSON. Who cancels it stops the process.

        Args:
            order: what is wanted.
            progress: is told how many events have been looked at, of how many.

        Raises:
            ReviewFailedError: it could not be made, or the process has ended.
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
        """End the process, whatever it does; the next review starts another one."""
        await self._child.close()
