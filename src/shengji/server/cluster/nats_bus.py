"""The bus over core NATS, which keeps nothing: what counts stands in the database."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Final

import msgspec
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.errors import Error

from shengji.server.cluster.bus import ASK_SECONDS, Answer, Bus, Handler, NobodyError, SilentError
from shengji.server.site.work import Work

TLS: Final = "tls"
"""The scheme of addresses over TLS."""

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

_STILL: Final = 0.4
"""Seconds after which who works on an answer shows again that it does."""

_SILENT: Final = 1.5
"""Seconds without an answer or such a sign after which none is waited for any more."""

_TRIES: Final = 8
"""So often another one is asked where who has heard a question has enough to do."""

_STATE: Final = "Shengji"
"""The header that says of a message which it is instead of an answer."""

_STILL_AT_IT: Final = {_STATE: "still"}
_BUSY: Final = {_STATE: "busy"}

_NOBODY: Final = "503"
"""The status by which NATS says that nobody listens on a subject."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[bytes]).decode

_logger = structlog.get_logger()


class _Client(Client):
    """A connection that keeps to TLS, and on which a ping comes after all that was sent before it.

    nats-py 2.16 sends a ping at once, before what waits to be sent. Who left the members of a
    subject then forgot the subscription before NATS did, and a question in between was nobody's.
    """

    async def _process_info(self, info: dict[str, Any], initial_connection: bool = False) -> None:
        """Refuse a server that does not ask for TLS where the address does.

        nats-py would go on without, and send it the password.
        """
        server = self._current_server
        is_asked_for = server is not None and server.uri.scheme == TLS
        if initial_connection and is_asked_for and not info.get("tls_required"):
            raise NoTlsError
        await super()._process_info(info, initial_connection)

    async def _send_ping(self, future: asyncio.Future[bool] | None = None) -> None:
        await self._flush_pending(force_flush=True)
        await super()._send_ping(future)


class NoTlsError(Error):
    """NATS is asked for TLS, and does not ask for it itself."""

    def __str__(self) -> str:
        return "it has no TLS, which tls:// asks for"


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
        self._inbox = client.new_inbox()
        self._numbers = count()
        self._asked: dict[str, asyncio.Queue[Msg]] = {}
        self._members: list[_Member] = []
        self._closing = False

    @classmethod
    async def connected(cls, address: str, ca: str = "") -> NatsBus:
        """Connect.

        Args:
            address: such as `nats://user:password@host:4222`, or `tls://...`; several with commas.
            ca: the file with the certificates that are trusted, for TLS; empty: the system's.

        Raises:
            OSError: nobody is there, or it does not prove who it is.
        """
        client, tls = _Client(), _trusting(ca) if address.startswith(f"{TLS}:") else None
        made: list[NatsBus] = []
        failures: list[Exception] = []

        async def lost() -> None:
            for bus in made:
                if not bus._closing:
                    _logger.error("bus-lost")
                    bus._break()

        async def failed(error: Exception) -> None:
            if not made:
                failures.append(error)
            for bus in made:
                _logger.error("bus-failed", why=f"{type(error).__name__}: {error}")
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
                    tls=tls,
                )
        except (Error, TimeoutError) as error:
            raise OSError(_advice(failures)) from error
        bus = cls(client)
        made.append(bus)
        await client.subscribe(f"{bus._inbox}.*", cb=bus._answered)
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

    @property
    def is_up(self) -> bool:
        """Whether NATS is there."""
        return self._client.is_connected

    async def listen(self, subject: str, hear: Handler) -> None:
        """Have somebody hear all messages on a subject from now on."""

        async def heard(message: Msg) -> None:
            for part in _decode(message.data):
                try:
                    answer = hear(part)
                except msgspec.MsgspecError as error:  # of a newer or an older server
                    _logger.error("bus-unreadable", subject=subject, why=str(error))
                    continue
                if isinstance(answer, Coroutine):  # what comes next does not wait for it
                    self._work.begin(_respond_later(self._client, message, answer))
                elif answer is not None and message.reply:
                    await message.respond(answer)

        await self._client.subscribe(_ROOT + subject, cb=heard)
        await self._client.flush()

    async def join(self, subject: str, hear: Handler, most: int) -> None:
        """Have somebody be one of several who answer on a subject: see `Bus.join`."""
        member = _Member(self._client, _ROOT + subject, hear, most, self._work)
        self._members.append(member)
        await member.take()
        await self._client.flush()

    def publish(self, subject: str, message: bytes) -> None:
        """Tell something."""
        try:
            self._waiting.put_nowait((_ROOT + subject, message))
        except asyncio.QueueFull:
            self._break()

    async def ask(self, subject: str, message: bytes, seconds: float = ASK_SECONDS) -> bytes:
        """Ask something: see `Bus.ask`."""
        if not self.is_up:  # else it would wait there, and be asked far too late
            raise NobodyError(subject)
        try:
            async with asyncio.timeout(seconds):
                for _ in range(_TRIES):
                    answer = await self._asked_once(subject, message)
                    if answer is not None:
                        return answer
        except TimeoutError as error:
            raise SilentError(subject) from error
        except Error as error:
            raise NobodyError(subject) from error
        raise NobodyError(subject)

    async def _asked_once(self, subject: str, message: bytes) -> bytes | None:
        """The answer of whoever hears a question; `None`: that one has enough to do."""
        number = str(next(self._numbers))
        answers = self._asked[number] = asyncio.Queue[Msg]()
        try:
            inbox = f"{self._inbox}.{number}"
            await self._client.publish(_ROOT + subject, _encode([message]), inbox)
            while True:
                async with asyncio.timeout(_SILENT):
                    found = await answers.get()
                headers = found.headers or {}
                if headers.get("Status") == _NOBODY:
                    raise NobodyError(subject)
                if _STATE not in headers:
                    return found.data
                if headers == _BUSY:
                    return None
        finally:
            del self._asked[number]

    async def _answered(self, message: Msg) -> None:
        """Take in an answer, or a sign that somebody works on it; nobody may wait any more."""
        answers = self._asked.get(message.subject.rpartition(".")[2])
        if answers is not None:
            answers.put_nowait(message)

    def subscribe(self, broken: Callable[[], None]) -> None:
        """Have somebody hear when messages may have been lost."""
        self._broken.append(broken)

    async def close(self) -> None:
        """Tell what waits to be told, and be done."""
        for member in self._members:
            member.leave()
        await self._work.done()
        self._telling.cancel()
        with suppress(asyncio.CancelledError):
            await self._telling
        for together in self._taken():
            with suppress(Error):
                await self._client.publish(together.subject, _encode(together.messages))
        with suppress(Error, OSError):  # it may be gone
            await self._client.flush(_AGAIN)
        self._closing = True
        with suppress(Error, OSError):
            await self._client.close()


class _Member:
    """One of several who answer on a subject.

    When it has enough to do it is one of them no longer, until it has answered something.

    Args:
        client: the connection.
        subject: with its root.
        hear: gives the answers.
        most: so many questions it answers at the same time.
        work: has them answered.
    """

    def __init__(self, client: Client, subject: str, hear: Handler, most: int, work: Work) -> None:
        self._client = client
        self._subject = subject
        self._hear = hear
        self._most = most
        self._work = work
        self._busy = 0
        self._left = False
        self._taking: Subscription | None = None

    def leave(self) -> None:
        """Be none of them any more; what has been asked is still answered."""
        self._left = True
        self._pause()

    def _pause(self) -> None:
        if self._taking is not None:
            self._work.begin(_leave(self._taking))
            self._taking = None

    async def take(self) -> None:
        """Be one of them from now on."""
        self._taking = await self._client.subscribe(self._subject, self._subject, cb=self._heard)

    async def _heard(self, message: Msg) -> None:
        if self._busy >= self._most:  # it was on its way
            await self._client.publish(message.reply, headers=_BUSY)
            return
        self._busy += 1
        if self._busy == self._most:
            self._pause()
        self._work.begin(self._respond(message))

    async def _respond(self, message: Msg) -> None:
        answer: Answer = None
        try:
            (question,) = _decode(message.data)
            found = self._hear(question)
            if isinstance(found, Coroutine):
                answer = await _known(self._client, message, found)
            else:
                answer = found
        finally:
            self._busy -= 1
            with suppress(Error):  # without a connection nobody is told
                if self._taking is None and not self._left:
                    await self.take()  # before who has asked can ask again
                if answer is not None:
                    await message.respond(answer)


async def _leave(taking: Subscription) -> None:
    """Hear nothing more but what is on its way."""
    with suppress(Error):  # without a connection nothing comes either
        await taking.drain()  # type: ignore[no-untyped-call]


async def _known(client: Client, message: Msg, coming: Coroutine[Any, Any, Answer]) -> Answer:
    """The answer to a question when it is known; until then show that it is being worked on."""
    finding = asyncio.ensure_future(coming)
    try:
        while message.reply and not (await asyncio.wait([finding], timeout=_STILL))[0]:
            with suppress(Error):  # without a connection nobody is told
                await client.publish(message.reply, headers=_STILL_AT_IT)
        return await finding
    finally:
        finding.cancel()


async def _respond_later(client: Client, message: Msg, coming: Coroutine[Any, Any, Answer]) -> None:
    answer = await _known(client, message, coming)
    if answer is not None and message.reply:
        await message.respond(answer)


def _trusting(ca: str) -> ssl.SSLContext:
    """The TLS context by which certificates are checked.

    Raises:
        OSError: those that are to be trusted cannot be read.
    """
    try:
        return ssl.create_default_context(cafile=ca or None)
    except OSError as error:
        raise OSError(f"The certificates in {ca} cannot be read: {error}.") from error


def _advice(failures: Sequence[Exception]) -> str:
    """Words for why NATS was not reached, by what went wrong on the way."""
    for error in failures:
        if isinstance(error, NoTlsError):
            return f"NATS is not trusted: {error}. Give it a certificate, or write nats://."
        if isinstance(error, ssl.SSLError):
            return (
                f"NATS is not trusted: {error}. SHENGJI_NATS_CA names the file of the authority of "
                "its certificate, which must have the name of the host in the address."
            )
    return "NATS cannot be reached. Is it running, and is its address right?"
