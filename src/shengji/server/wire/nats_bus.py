"""The bus over core NATS, which keeps nothing: what counts stands in the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

import msgspec
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error

from shengji.server.site.work import Work
from shengji.server.wire.bus import ASK_SECONDS, Answer, Bus, Hear, NobodyError

_ROOT: Final = "shengji."
"""With this all our subjects begin, so that others can use the same NATS."""

_AGAIN: Final = 1
"""Seconds until a lost connection is tried again."""

_CONNECT: Final = 5
"""Seconds that connecting may take."""

_PING: Final = 2
"""Seconds between two questions whether NATS is still there."""

_WAITING: Final = 8_192
"""How many messages may wait to be told; with more, NATS is taken to be gone."""

_TOGETHER: Final = 1_000_000
"""Bytes of messages on one subject that go together at most; each alone may be longer."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[bytes]).decode

_logger = structlog.get_logger()


class _Together:
    """Messages on one subject that go as one, since each that NATS carries costs much the same."""

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self.messages: list[bytes] = []
        self._left = _TOGETHER

    def take(self, message: bytes) -> bool:
        """Take a message in, where there is room; whether there was."""
        self._left -= len(message)
        if self.messages and self._left < 0:
            return False
        self.messages.append(message)
        return True


class NatsBus(Bus):
    """A bus over NATS; use `connected`.

    Args:
        client: the connection, made.
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self._broken: list[Callable[[], None]] = []
        self._work = Work()
        self._waiting: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(_WAITING)
        self._telling = asyncio.create_task(self._run(), name="bus")

    @classmethod
    async def connected(cls, address: str) -> NatsBus:
        """Connect.

        Args:
            address: such as `nats://user:password@host:4222`; several with commas.

        Raises:
            OSError: nobody is there.
        """
        client = Client()
        made: list[NatsBus] = []

        async def lost() -> None:
            _logger.error("bus-lost")
            for bus in made:
                bus._break()

        async def failed(error: Exception) -> None:
            _logger.error("bus-failed", why=f"{type(error).__name__}: {error}")
            for bus in made:
                bus._break()

        try:
            async with asyncio.timeout(_CONNECT):  # a first connection, too, is tried for ever
                await client.connect(
                    address.split(","),
                    disconnected_cb=lost,
                    error_cb=failed,
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=_AGAIN,
                    ping_interval=_PING,
                )
        except (Error, TimeoutError) as error:
            raise OSError(
                "NATS cannot be reached. Is it running, and is its address right?"
            ) from error
        bus = cls(client)
        made.append(bus)
        return bus

    def _break(self) -> None:
        while not self._waiting.empty():  # what was meant for a line that is gone
            self._waiting.get_nowait()
        for broken in tuple(self._broken):
            broken()

    async def _run(self) -> None:
        while True:
            first = await self._waiting.get()
            for together in self._taken(first):
                try:
                    await self._client.publish(together.subject, _encode(together.messages))
                except Error as error:
                    subject, why = together.subject, type(error).__name__
                    _logger.error("bus-untold", subject=subject, why=why)
                    self._break()

    def _taken(self, *first: tuple[str, bytes]) -> list[_Together]:
        """All that waits to be told by now, after what was taken before."""
        found: list[_Together] = []
        last: dict[str, _Together] = {}
        waiting = [*first, *(self._waiting.get_nowait() for _ in range(self._waiting.qsize()))]
        for subject, message in waiting:
            if subject not in last or not last[subject].take(message):
                last[subject] = _Together(subject)
                last[subject].take(message)
                found.append(last[subject])
        return found

    async def listen(self, subject: str, hear: Hear) -> None:
        """Have somebody hear all messages on a subject from now on."""

        async def answered(message: Msg, waited: Coroutine[Any, Any, Answer]) -> None:
            answer = await waited
            if answer is not None and message.reply:
                await message.respond(answer)

        async def heard(message: Msg) -> None:
            for part in _decode(message.data):
                answer = hear(part)
                if isinstance(answer, Coroutine):  # what comes next does not wait for it
                    self._work.begin(answered(message, answer))
                elif answer is not None and message.reply:
                    await message.respond(answer)

        await self._client.subscribe(_ROOT + subject, cb=heard)
        await self._client.flush()

    def tell(self, subject: str, message: bytes) -> None:
        """Tell something."""
        try:
            self._waiting.put_nowait((_ROOT + subject, message))
        except asyncio.QueueFull:
            self._break()

    async def ask(self, subject: str, message: bytes, seconds: float = ASK_SECONDS) -> bytes:
        """Ask something.

        Raises:
            NobodyError: nobody listens, or has answered in time.
        """
        try:
            asked = _encode([message])
            found = await self._client.request(_ROOT + subject, asked, timeout=seconds)
        except (Error, TimeoutError) as error:
            raise NobodyError(subject) from error
        return found.data

    def subscribe(self, broken: Callable[[], None]) -> None:
        """Have somebody hear when messages may have been lost."""
        self._broken.append(broken)

    async def close(self) -> None:
        """Tell what waits to be told, and be done."""
        await self._work.done()
        self._telling.cancel()
        with suppress(asyncio.CancelledError):
            await self._telling
        for together in self._taken():
            with suppress(Error):
                await self._client.publish(together.subject, _encode(together.messages))
        with suppress(Error, OSError):  # it may be gone
            await self._client.flush(_AGAIN)
        with suppress(Error, OSError):
            await self._client.close()
