"""The bus over core NATS, without persistence: all durable data is in the database."""

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
"""URL scheme of addresses over TLS."""

_ROOT: Final = "shengji."
"""Prefix of all subjects, so that other programs can use the same NATS."""

_AGAIN: Final = 1
"""Interval in seconds of attempts to reconnect."""

_CONNECT: Final = 5
"""Timeout in seconds of the first connection."""

_PING: Final = 2
"""Interval in seconds of pings to NATS."""

_WAITING: Final = 8_192
"""Maximum number of queued messages; with more, NATS counts as unavailable."""

_TOGETHER: Final = 1_000_000
"""Maximum number of bytes of a batch of messages on one subject; a single message may be longer."""

_STILL: Final = 0.4
"""Interval in seconds of the signs that a reply is still being worked on."""

_SILENT: Final = 1.5
"""Timeout in seconds without a reply or such a sign."""

_TRIES: Final = 8
"""Maximum number of members that are asked, if the members are at their limit."""

_STATE: Final = "Shengji"
"""Header that distinguishes status messages from replies."""

_STILL_AT_IT: Final = {_STATE: "still"}
_BUSY: Final = {_STATE: "busy"}

_NOBODY: Final = "503"
"""Status of NATS for a subject without subscribers."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[bytes]).decode

_logger = structlog.get_logger()


class _Client(Client):
    """A NATS connection that enforces TLS, and flushes before each ping.

    nats-py 2.16 sends a ping ahead of queued messages. A member that left a queue group then forgot
    its subscription before NATS did, and a request in between was lost.
    """

    async def _process_info(self, info: dict[str, Any], initial_connection: bool = False) -> None:
        """Refuse a server without TLS if the address requires TLS.

        nats-py would continue without TLS, and send the password in the clear.
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
    """The address requires TLS, which NATS does not offer."""

    def __str__(self) -> str:
        return "it has no TLS, which tls:// asks for"


class _Together:
    """A batch of messages on one subject; it costs NATS little more than one message."""

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self.messages: list[bytes] = []
        self._left = _TOGETHER

    def take(self, message: bytes) -> bool:
        """Add a message if there is room; return whether it was added."""
        self._left -= len(message)
        if self.messages and self._left < 0:
            return False
        self.messages.append(message)
        return True


class NatsBus(Bus):
    """A bus over NATS; use `connected`.

    Args:
        client: an open connection.
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
        """Connect to NATS.

        Args:
            address: such as `nats://user:password@host:4222`, or `tls://...`; several with commas.
            ca: path of the trusted CA certificates, for TLS; empty: the system's.

        Raises:
            OSError: NATS cannot be reached, or its certificate is not trusted.
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
            async with asyncio.timeout(_CONNECT):  # nats-py retries a first connection forever
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
        while not self._waiting.empty():  # drop messages for the lost connection
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
        """Take all queued messages, in batches by subject; `first` are already taken."""
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
        """Whether NATS is connected."""
        return self._client.is_connected

    async def listen(self, subject: str, hear: Handler) -> None:
        """Subscribe to all messages on a subject."""

        async def heard(message: Msg) -> None:
            for part in _decode(message.data):
                try:
                    answer = hear(part)
                except msgspec.MsgspecError as error:  # from a node of another version
                    _logger.error("bus-unreadable", subject=subject, why=str(error))
                    continue
                if isinstance(answer, Coroutine):  # later messages do not wait for it
                    self._work.begin(_respond_later(self._client, message, answer))
                elif answer is not None and message.reply:
                    await message.respond(answer)

        await self._client.subscribe(_ROOT + subject, cb=heard)
        await self._client.flush()

    async def join(self, subject: str, hear: Handler, most: int) -> None:
        """Join the queue group of a subject; see `Bus.join`."""
        member = _Member(self._client, _ROOT + subject, hear, most, self._work)
        self._members.append(member)
        await member.take()
        await self._client.flush()

    def publish(self, subject: str, message: bytes) -> None:
        """Publish a message."""
        try:
            self._waiting.put_nowait((_ROOT + subject, message))
        except asyncio.QueueFull:
            self._break()

    async def ask(self, subject: str, message: bytes, seconds: float = ASK_SECONDS) -> bytes:
        """Send a request, and return the reply; see `Bus.ask`."""
        if not self.is_up:  # else nats-py would send it much later
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
        """Send a request once, and return the reply; `None`: the member is at its limit."""
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
        """Handle a reply or a sign of work; it is dropped if the request has ended."""
        answers = self._asked.get(message.subject.rpartition(".")[2])
        if answers is not None:
            answers.put_nowait(message)

    def subscribe(self, broken: Callable[[], None]) -> None:
        """Register a callback for the moments when messages may have been lost."""
        self._broken.append(broken)

    async def close(self) -> None:
        """Flush and close."""
        for member in self._members:
            member.leave()
        await self._work.done()
        self._telling.cancel()
        with suppress(asyncio.CancelledError):
            await self._telling
        for together in self._taken():
            with suppress(Error):
                await self._client.publish(together.subject, _encode(together.messages))
        with suppress(Error, OSError):  # the connection may be lost
            await self._client.flush(_AGAIN)
        self._closing = True
        with suppress(Error, OSError):
            await self._client.close()


class _Member:
    """A member of a queue group.

    At its limit it leaves the group until it has finished a request.

    Args:
        client: the connection.
        subject: the subject, with the prefix.
        hear: handles a request and returns the reply.
        most: maximum number of concurrent requests.
        work: runs the handlers.
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
        """Leave the group; requests that have arrived are still answered."""
        self._left = True
        self._pause()

    def _pause(self) -> None:
        if self._taking is not None:
            self._work.begin(_leave(self._taking))
            self._taking = None

    async def take(self) -> None:
        """Subscribe as a member of the group."""
        self._taking = await self._client.subscribe(self._subject, self._subject, cb=self._heard)

    async def _heard(self, message: Msg) -> None:
        if self._busy >= self._most:  # it was sent before the member left
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
            with suppress(Error):  # without a connection there is no reply
                if self._taking is None and not self._left:
                    await self.take()  # before the reply, since the requester may send again
                if answer is not None:
                    await message.respond(answer)


async def _leave(taking: Subscription) -> None:
    """Unsubscribe after handling the messages on the way."""
    with suppress(Error):  # the connection may be lost
        await taking.drain()  # type: ignore[no-untyped-call]


async def _known(client: Client, message: Msg, coming: Coroutine[Any, Any, Answer]) -> Answer:
    """Await a handler's reply; until then send signs that it is being worked on."""
    finding = asyncio.ensure_future(coming)
    try:
        while message.reply and not (await asyncio.wait([finding], timeout=_STILL))[0]:
            with suppress(Error):  # the connection may be lost
                await client.publish(message.reply, headers=_STILL_AT_IT)
        return await finding
    finally:
        finding.cancel()


async def _respond_later(client: Client, message: Msg, coming: Coroutine[Any, Any, Answer]) -> None:
    answer = await _known(client, message, coming)
    if answer is not None and message.reply:
        await message.respond(answer)


def _trusting(ca: str) -> ssl.SSLContext:
    """TLS context that trusts these CA certificates.

    Raises:
        OSError: the certificates cannot be read.
    """
    try:
        return ssl.create_default_context(cafile=ca or None)
    except OSError as error:
        raise OSError(f"The certificates in {ca} cannot be read: {error}.") from error


def _advice(failures: Sequence[Exception]) -> str:
    """Error message for a failed connection to NATS."""
    for error in failures:
        if isinstance(error, NoTlsError):
            return f"NATS is not trusted: {error}. Give it a certificate, or write nats://."
        if isinstance(error, ssl.SSLError):
            return (
                f"NATS is not trusted: {error}. SHENGJI_NATS_CA names the file of the authority of "
                "its certificate, which must have the name of the host in the address."
            )
    return "NATS cannot be reached. Is it running, and is its address right?"
