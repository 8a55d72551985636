"""Wait for pending ratings, on any node of the site."""

from __future__ import annotations

from typing import Final

from shengji.server.cluster.bus import Bus, NoReplyError, Subject
from shengji.server.database.leader import Leader
from shengji.server.matches.recorder import Recorder

_SECONDS: Final = 10.0
"""Timeout in seconds of a request to the leader."""


class RatingsBarrier:
    """Waits until all finished matches are rated, by the node that rates them."""

    def __init__(self, recorder: Recorder, duty: Leader, bus: Bus) -> None:
        self._recorder = recorder
        self._duty = duty
        self._bus = bus

    async def begin(self) -> None:
        """Subscribe to requests of other nodes."""
        await self._bus.subscribe(Subject.CAUGHT_UP, self._answer)

    async def wait_rated(self) -> bool:
        """Wait until all finished matches are rated; return whether they are."""
        if self._duty.is_leader:
            return await self._recorder.wait_rated()
        try:
            return bool(await self._bus.request(Subject.CAUGHT_UP, b"", _SECONDS))
        except NoReplyError:
            return False

    async def _answer(self, message: bytes) -> bytes | None:
        if not self._duty.is_leader:
            return None
        return b"yes" if await self._recorder.wait_rated() else b""
