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

from shengji.server.cluster.bus import (
    REQUEST_SECONDS,
    Bus,
    Handler,
    NoReplyError,
    Reply,
    ReplyTimeoutError,
)
from shengji.server.site.tasks import TaskSet

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

_BATCH_BYTES: Final = 1_000_000
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

_NO_SUBSCRIBER: Final = "503"
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


class _Batch:
    """A batch of messages on one subject; it costs NATS little more than one message."""

    def __init__(self, subject: str) -> None:
        self.subject = subject
        self.messages: list[bytes] = []
        self._left = _BATCH_BYTES

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
        self._on_interruption: list[Callable[[], None]] = []
        self._tasks = TaskSet()
        self._waiting: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(_WAITING)
        self._sending = asyncio.create_task(self._run(), name="bus")
        self._inbox = client.new_inbox()
        self._numbers = count()
        self._requests: dict[str, asyncio.Queue[Msg]] = {}
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
                    bus._interrupt()

        async def failed(error: Exception) -> None:
            if not made:
                failures.append(error)
            for bus in made:
                _logger.error("bus-failed", why=f"{type(error).__name__}: {error}")
                bus._interrupt()

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
        await client.subscribe(f"{bus._inbox}.*", cb=bus._on_reply)
        return bus

    def _interrupt(self) -> None:
        while not self._waiting.empty():  # drop messages for the lost connection
            self._waiting.get_nowait()
        for callback in tuple(self._on_interruption):
            callback()

    async def _run(self) -> None:
        while True:
            first = await self._waiting.get()
            for batch in self._batches(first):
                try:
                    await self._client.publish(batch.subject, _encode(batch.messages))
                except Error as error:
                    subject, why = batch.subject, type(error).__name__
                    _logger.error("bus-untold", subject=subject, why=why)
                    self._interrupt()

    def _batches(self, *first: tuple[str, bytes]) -> list[_Batch]:
        """Take all queued messages, in batches by subject; `first` are already taken."""
        found: list[_Batch] = []
        last: dict[str, _Batch] = {}
        waiting = [*first, *(self._waiting.get_nowait() for _ in range(self._waiting.qsize()))]
        for subject, message in waiting:
            if subject not in last or not last[subject].take(message):
                last[subject] = _Batch(subject)
                last[subject].take(message)
                found.append(last[subject])
        return found

    @property
    def is_up(self) -> bool:
        """Whether NATS is connected."""
        return self._client.is_connected

    async def subscribe(self, subject: str, handler: Handler) -> None:
        """Subscribe to all messages on a subject."""

        async def on_message(message: Msg) -> None:
            for part in _decode(message.data):
                try:
                    reply = handler(part)
                except msgspec.MsgspecError as error:  # from a node of another version
                    _logger.error("bus-unreadable", subject=subject, why=str(error))
                    continue
                if isinstance(reply, Coroutine):  # later messages do not wait for it
                    self._tasks.start(_respond_later(self._client, message, reply))
                elif reply is not None and message.reply:
                    await message.respond(reply)

        await self._client.subscribe(_ROOT + subject, cb=on_message)
        await self._client.flush()

    async def join(self, subject: str, handler: Handler, most: int) -> None:
        """Join the queue group of a subject; see `Bus.join`."""
        member = _Member(self._client, _ROOT + subject, handler, most, self._tasks)
        self._members.append(member)
        await member.take()
        await self._client.flush()

    def publish(self, subject: str, message: bytes) -> None:
        """Publish a message."""
        try:
            self._waiting.put_nowait((_ROOT + subject, message))
        except asyncio.QueueFull:
            self._interrupt()

    async def request(
        self, subject: str, message: bytes, seconds: float = REQUEST_SECONDS
    ) -> bytes:
        """Send a request, and return the reply; see `Bus.request`."""
        if not self.is_up:  # else nats-py would send it much later
            raise NoReplyError(subject)
        try:
            async with asyncio.timeout(seconds):
                for _ in range(_TRIES):
                    reply = await self._request_once(subject, message)
                    if reply is not None:
                        return reply
        except TimeoutError as error:
            raise ReplyTimeoutError(subject) from error
        except Error as error:
            raise NoReplyError(subject) from error
        raise NoReplyError(subject)

    async def _request_once(self, subject: str, message: bytes) -> bytes | None:
        """Send a request once, and return the reply; `None`: the member is at its limit."""
        number = str(next(self._numbers))
        answers = self._requests[number] = asyncio.Queue[Msg]()
        try:
            inbox = f"{self._inbox}.{number}"
            await self._client.publish(_ROOT + subject, _encode([message]), inbox)
            while True:
                async with asyncio.timeout(_SILENT):
                    found = await answers.get()
                headers = found.headers or {}
                if headers.get("Status") == _NO_SUBSCRIBER:
                    raise NoReplyError(subject)
                if _STATE not in headers:
                    return found.data
                if headers == _BUSY:
                    return None
        finally:
            del self._requests[number]

    async def _on_reply(self, message: Msg) -> None:
        """Handle a reply or a sign of work; it is dropped if the request has ended."""
        answers = self._requests.get(message.subject.rpartition(".")[2])
        if answers is not None:
            answers.put_nowait(message)

    def on_interruption(self, callback: Callable[[], None]) -> None:
        """Register a callback for the moments when messages may have been lost."""
        self._on_interruption.append(callback)

    async def close(self) -> None:
        """Flush and close."""
        for member in self._members:
            member.leave()
        await self._tasks.wait()
        self._sending.cancel()
        with suppress(asyncio.CancelledError):
            await self._sending
        for batch in self._batches():
            with suppress(Error):
                await self._client.publish(batch.subject, _encode(batch.messages))
        with suppress(Error, OSError):  # the connection may be lost
            await self._client.flush(_AGAIN)
        self._closing = True
        with suppress(Error, OSError):
            await self._client.close()


class _Member:
    """A member of a queue group.

    At its limit it leaves the group until it has finished a request.

    Args:
        subject: the subject, with the prefix.
        most: maximum number of concurrent requests.
    """

    def __init__(
        self, client: Client, subject: str, handler: Handler, most: int, tasks: TaskSet
    ) -> None:
        self._client = client
        self._subject = subject
        self._handler = handler
        self._most = most
        self._tasks = tasks
        self._busy = 0
        self._left = False
        self._taking: Subscription | None = None

    def leave(self) -> None:
        """Leave the group; requests that have arrived are still answered."""
        self._left = True
        self._pause()

    def _pause(self) -> None:
        if self._taking is not None:
            self._tasks.start(_leave(self._taking))
            self._taking = None

    async def take(self) -> None:
        """Subscribe as a member of the group."""
        self._taking = await self._client.subscribe(
            self._subject, self._subject, cb=self._on_request
        )

    async def _on_request(self, message: Msg) -> None:
        if self._busy >= self._most:  # it was sent before the member left
            await self._client.publish(message.reply, headers=_BUSY)
            return
        self._busy += 1
        if self._busy == self._most:
            self._pause()
        self._tasks.start(self._respond(message))

    async def _respond(self, message: Msg) -> None:
        reply: Reply = None
        try:
            (question,) = _decode(message.data)
            found = self._handler(question)
            if isinstance(found, Coroutine):
                reply = await _await_reply(self._client, message, found)
            else:
                reply = found
        finally:
            self._busy -= 1
            with suppress(Error):  # without a connection there is no reply
                if self._taking is None and not self._left:
                    await self.take()  # before the reply, since the requester may send again
                if reply is not None:
                    await message.respond(reply)


async def _leave(taking: Subscription) -> None:
    """Unsubscribe after handling the messages on the way."""
    with suppress(Error):  # the connection may be lost
        await taking.drain()  # type: ignore[no-untyped-call]


async def _await_reply(client: Client, message: Msg, coming: Coroutine[Any, Any, Reply]) -> Reply:
    """Await a handler's reply; until then send signs that it is being worked on."""
    finding = asyncio.ensure_future(coming)
    try:
        while message.reply and not (await asyncio.wait([finding], timeout=_STILL))[0]:
            with suppress(Error):  # the connection may be lost
                await client.publish(message.reply, headers=_STILL_AT_IT)
        return await finding
    finally:
        finding.cancel()


async def _respond_later(client: Client, message: Msg, coming: Coroutine[Any, Any, Reply]) -> None:
    reply = await _await_reply(client, message, coming)
    if reply is not None and message.reply:
        await message.respond(reply)


def _trusting(ca: str) -> ssl.SSLContext:
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
