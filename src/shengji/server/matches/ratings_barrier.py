"""Whether all that is over is rated, asked of the server that does it."""

from __future__ import annotations

from typing import Final

from shengji.server.cluster.bus import Bus, NobodyError
from shengji.server.cluster.subjects import Subject
from shengji.server.database.leader import Leader
from shengji.server.matches.recorder import Recorder

_SECONDS: Final = 10.0
"""Seconds for which another server is asked."""


class RatingsBarrier:
    """Waits until all that is over is rated, wherever on the site that is done.

    Args:
        recorder: does it, where it is the duty of this server.
        duty: whether it is.
        bus: the way to the others.
    """

    def __init__(self, recorder: Recorder, duty: Leader, bus: Bus) -> None:
        self._recorder = recorder
        self._duty = duty
        self._bus = bus

    async def begin(self) -> None:
        """Answer others from now on, whenever it is the duty of this server."""
        await self._bus.listen(Subject.CAUGHT_UP, self._answer)

    async def wait_rated(self) -> bool:
        """Wait until all that is over is rated; whether it is."""
        if self._duty.is_leader:
            return await self._recorder.wait_rated()
        try:
            return bool(await self._bus.ask(Subject.CAUGHT_UP, b"", _SECONDS))
        except NobodyError:
            return False

    async def _answer(self, message: bytes) -> bytes | None:
        if not self._duty.is_leader:
            return None
        return b"yes" if await self._recorder.wait_rated() else b""
