"""The moment between two looks: a review is finished after one of them and before the other."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from shengji.server.reviews.job_store import ReviewJobStore, TakenJob
from shengji.server.reviews.store import ReviewKey, ReviewStore


class Moment:
    """Lets every review be finished just while somebody looks for it.

    What has been made is not kept before somebody looks: who finds nothing in the store hears of
    that only when the review has been kept and has left the queue.

    Attributes:
        times: how often it has happened.
    """

    def __init__(self, waiting: ReviewJobStore, shelf: ReviewStore) -> None:
        self.times = 0
        self._waiting = waiting
        self._made: dict[ReviewKey, asyncio.Event] = {}
        self._look, self._look_at_some, self._finish = shelf.one, shelf.known, waiting.finish
        shelf.one = self._one  # type: ignore[method-assign]
        shelf.known = self._known  # type: ignore[method-assign]
        waiting.finish = self._finish_when_looked  # type: ignore[method-assign]

    async def _finish_when_looked(self, taken: TakenJob, review: bytes | None) -> None:
        looked = self._made[taken.key] = asyncio.Event()
        await looked.wait()
        await self._finish(taken, review)

    async def _one(self, key: ReviewKey) -> bytes | None:
        found = await self._look(key)
        if found is None:
            await self._passes([key])
        return found

    async def _known(self, keys: Sequence[ReviewKey]) -> frozenset[ReviewKey]:
        found = await self._look_at_some(keys)
        await self._passes([key for key in keys if key not in found])
        return found

    async def _passes(self, keys: Sequence[ReviewKey]) -> None:
        for key in keys:
            looked = self._made.pop(key, None)
            if looked is not None:
                looked.set()
                while await self._waiting.stages([key], ""):
                    await asyncio.sleep(0)
                self.times += 1
