"""The WebSocket of a table: validates and limits incoming messages, and sends outgoing ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from shengji.server.database.errors import ElsewhereError, LogDamaged, StorageError
from shengji.server.database.ids import device_of
from shengji.server.site.decode_errors import decode_error_text
from shengji.server.site.limits import TokenBucket
from shengji.server.site.person import Person
from shengji.server.site.redirection import can_move, forward, migrate_socket
from shengji.server.site.sanctions import sanction_parameters, words_of_ban
from shengji.server.site.services import NamedServices, Services, client_address, is_id, secret_in
from shengji.server.site.words import words_from
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.talk import Nudge, Say
from shengji.server.tables.acts.votes import Propose
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.messages import Bye, Do, FromBrowser, Hello, Look, Refused
from shengji.words import texts
from shengji.words.others import texts_in

HELLO_SECONDS: Final = 10.0
"""Timeout in seconds for the browser's `Hello`."""

SEND_SECONDS: Final = 10.0
"""Timeout in seconds for a send; a slower reader counts as disconnected."""

_TALK: Final = (2.0, 20)
"""Rate limit of `_TALKS`, a second and as a burst, since they stay in the log."""

_SAYS: Final = (Say, Nudge)
"""Actions that a muted person may not take, whatever their content."""

_TALKS: Final = (*_SAYS, Propose)
"""Actions that notify other people."""

_PATIENCE: Final = 40
"""Number of messages over a limit that are refused before the connection is closed."""

# Close codes of RFC 6455; our own from 4000 on have the meaning of HTTP status codes.
_CLOSED, _ABUSE, FAILED = 1000, 1008, 1011
_NO_PERSON, _NO_TABLE, TOO_MANY = 4401, 4404, 4429


CODES: tuple[str, ...] = tuple(texts("socket"))
"""The codes of refusals by the socket itself, in addition to those of the table and the game."""

GONE_ERRORS = (WebSocketDisconnect, OSError)
"""Errors that only mean that the browser is disconnected, or too slow."""

_decoder = msgspec.json.Decoder(FromBrowser)
_encoder = msgspec.json.Encoder()


class _WithId(msgspec.Struct):
    id: Any = ""


class _Refusal(msgspec.Struct):
    code: str


@websocket("/api/tables/{table:str}/socket", name="socket")
async def table_socket(
    socket: WebSocket[Any, Any, Any], services: NamedServices, table: FromPath[str]
) -> None:
    """Connect a browser to a table, until either side closes the connection."""
    await socket.accept()
    try:
        await _connect(socket, services, table)
    except Away as away:
        await turn_away(socket, away.message, away.code)
    except ElsewhereError as error:
        if not forward(socket.scope, error):
            await turn_away(socket, Bye(code="restart", words=words_from("bye", "pause")), FAILED)
    except LogDamaged as error:
        structlog.get_logger().error("damaged", error=str(error), table=table)
        await turn_away(socket, Bye(code="gone", words=words_from("bye", "damaged")), _NO_TABLE)
    except StorageError as error:
        structlog.get_logger().error("storage", error=str(error), table=table)
        await turn_away(socket, Bye(code="restart", words=words_from("bye", "pause")), FAILED)


class Away(Exception):
    """A browser is turned away with `message`, and the connection is closed with `code`."""

    def __init__(self, message: Refused | Bye, code: int) -> None:
        super().__init__(message.code)
        self.message = message
        self.code = code


async def _connect(socket: WebSocket[Any, Any, Any], services: Services, table: str) -> None:
    secret = secret_in(socket.scope["headers"])
    person = await welcomed(services, secret)
    if not services.connections.take(person.id):
        most = services.settings.connections_per_person
        raise Away(refused("too-many-connections", most=most), TOO_MANY)
    try:
        live = await services[Hub].get(table) if is_id(table) else None
        if live is None:
            raise Away(Bye(code="gone", words=words_from("bye", "gone")), _NO_TABLE)
        await _Connection(socket, services, live, person, secret).run()
    finally:
        services.connections.give_back(person.id)


async def welcomed(services: Services, secret: str | None) -> Person:
    """Return the person of a browser's connection.

    Raises:
        Away: the credential is not valid, or its person may not connect.
    """
    person = await services.whose(secret)
    if person is None:
        raise Away(refused("no-person"), _NO_PERSON)
    ban = services.sanctions.now(person.id, "ban")
    if ban is not None:
        raise Away(Bye(code="banned", words=words_of_ban(ban)), _NO_PERSON)
    if person.bot:
        raise Away(Bye(code="bot", words=words_from("faults", "bot-account")), _NO_PERSON)
    return person


class _Connection:
    """One browser's connection to one table."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        services: Services,
        live: LiveTable,
        person: Person,
        secret: str | None,
    ) -> None:
        settings = services.settings
        self._services, self._person, self._secret = services, person, secret
        self._socket = socket
        self._metrics = services.metrics
        self._live = live
        self._listener = Listener(
            person.id,
            person.name,
            account=person.has_account,
            device=device_of(secret or ""),
            can_move=can_move(socket.scope),
        )
        self._work = services.work
        self._sanctions = services.sanctions
        self._address = client_address(socket.scope)
        self._longest = settings.message_size
        self._bucket = TokenBucket(settings.messages_per_second, settings.message_burst)
        self._talk = TokenBucket(*_TALK)
        self._patience = TokenBucket(1.0, _PATIENCE)
        self._close_code = _CLOSED
        self._logger = structlog.get_logger().bind(table=live.id, person=person.id)

    async def run(self) -> None:
        """Read and write until either side ends.

        Raises:
            Away: the person may no longer connect.
            StorageError: the person could not be read.
        """
        self._live.join(self._listener)
        try:
            await self._check_again()
        except BaseException:
            self._live.leave(self._listener)
            raise
        writing = sent(self._socket, self._listener, self._count)
        try:
            errors = await carried(self._listener, self._read(), writing)
        finally:
            self._live.leave(self._listener)
        for error in errors:
            if not isinstance(error, GONE_ERRORS):
                self._close_code = FAILED
                self._logger.error("socket", exc_info=error)
        if self._listener.moves:
            migrate_socket(self._socket.scope, self._greeting())
        elif not any(isinstance(error, TimeoutError) for error in errors):
            await close(self._socket, self._close_code)

    def _greeting(self) -> list[str]:
        """Return the messages by which the connection continues at the table's new server."""
        at = self._listener
        heard = at.viewer is not None and not at.late
        first = Hello(since=self._live.version if heard else None), Look(at.seen, at.reading)
        return [_encoder.encode(message).decode() for message in first]

    async def _check_again(self) -> None:
        """Check again that the person may connect.

        Changes before the listener joined, such as a sign-out of this device, were not sent to it;
        later changes are.
        """
        before, listener = self._person, self._listener
        try:
            now = await welcomed(self._services, self._secret)
        except Away:
            if listener.ended:
                return  # the reason has been sent
            raise
        told = (listener.name, listener.account) != (before.name, before.has_account)
        if now != before and not told:
            self._live.rename(now.id, now.name, account=now.has_account)

    async def _read(self) -> None:
        """Read messages until the browser disconnects or is turned away."""
        deadline: float | None = asyncio.get_running_loop().time() + HELLO_SECONDS
        while True:
            try:
                async with asyncio.timeout_at(deadline):
                    event = await self._socket.receive()
            except TimeoutError:
                self._refuse("no-hello", seconds=f"{HELLO_SECONDS:g}")
                self._end(_ABUSE)
                return
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            message = self._admitted(None if text is None else text.encode())
            if self._close_code != _CLOSED:
                return
            if message is None:
                continue
            if deadline is None or isinstance(message, Hello):
                deadline = None
                await self._handle(message)
                # Throttle: a sender over the limit is read later; its messages wait in the network.
                await asyncio.sleep(self._work.wait(self._address, self._listener.person))
            else:
                self._refuse("hello-first", id=getattr(message, "id", ""))

    def _admitted(self, data: bytes | None) -> FromBrowser | None:
        """Return a message that keeps all limits and is valid; refuse any other."""
        if not self._bucket.take():
            self._metrics.received("too-fast")
            rate, burst = f"{self._bucket.rate:g}", f"{self._bucket.burst:g}"
            self._break("too-fast", data, rate=rate, burst=burst)
        elif data is None:
            self._metrics.received("binary")
            self._break("not-text", None)
        elif len(data) > self._longest:
            self._metrics.received("too-long")
            self._break("too-long", None, given=len(data), most=self._longest)
        else:
            try:
                message: FromBrowser = _decoder.decode(data)
            except RecursionError:
                self._metrics.received("bad")
                self._refuse("too-deep")
            except (msgspec.DecodeError, ValueError) as error:
                self._metrics.received("bad")
                self._refuse("bad-message", id=_id_in(data), what=decode_error_text(str(error)))
            else:
                self._metrics.received(type(message).__name__.lower())
                talks = isinstance(message, Do) and isinstance(message.action, _TALKS)
                mute = self._sanctions.now(self._listener.person, "mute")
                if mute is not None and isinstance(message, Do) and self._speaks(message.action):
                    self._refuse("muted", id=message.id, **sanction_parameters(mute))
                    return None
                if not talks or self._talk.take():
                    return message
                rate, burst = f"{self._talk.rate:g}", f"{self._talk.burst:g}"
                self._break("too-fast", data, rate=rate, burst=burst)
        return None

    def _speaks(self, action: Action) -> bool:
        """Return whether an action publishes text that is not already shown."""
        there = texts_in(self._live.state().settings)
        return isinstance(action, _SAYS) or bool({*texts_in(action)} - {*there})

    def _break(self, code: str, data: bytes | None, **params: object) -> None:
        """Refuse a message that breaks a limit; after too many of them, close the connection."""
        self._refuse(code, id="" if data is None else _id_in(data), **params)
        if not self._patience.take():
            self._logger.warning("abuse", code=code)
            self._end(_ABUSE)

    async def _handle(self, message: FromBrowser) -> None:
        started = time.perf_counter()
        person = self._listener.person
        try:
            spent = await self._live.receive(self._listener, message)
            self._work.spend(spent, self._address, person)
        except Exception as error:
            self._logger.error("hear", message=type(message).__name__, exc_info=error)
            self._refuse("server", id=getattr(message, "id", ""))
        if isinstance(message, Do):
            self._metrics.command_seconds.observe(time.perf_counter() - started)

    def _refuse(self, code: str, id: str = "", **params: object) -> None:
        found = refused(code, id, self._live.version, **params)
        self._listener.push(_encoder.encode(found))

    def _end(self, code: int) -> None:
        """Close the connection after the queued messages have been sent."""
        self._close_code = code
        self._listener.end()

    def _count(self, message: bytes) -> None:
        """Count answers by type, from the tag at the start of each message."""
        if message.startswith(b'{"type":"done"'):
            self._metrics.done()
        elif message.startswith(b'{"type":"refused"'):
            self._metrics.refused(msgspec.json.decode(message, type=_Refusal).code)


async def carried(
    listener: Listener, reading: Coroutine[Any, Any, None], writing: Coroutine[Any, Any, None]
) -> list[Exception]:
    """Read from a browser and write to it, until either ends.

    Returns:
        The errors that ended it; some only mean that the browser is disconnected (`GONE_ERRORS`).
    """
    reader, writer = asyncio.create_task(reading), asyncio.create_task(writing)
    try:
        await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        if listener.ended and not writer.done():
            # The last messages, such as the reason for closing, are still to be sent.
            await asyncio.wait({writer}, timeout=SEND_SECONDS)
    finally:
        reader.cancel()
        writer.cancel()
        ended = await asyncio.gather(reader, writer, return_exceptions=True)
    return [error for error in ended if isinstance(error, Exception)]


async def sent(
    socket: WebSocket[Any, Any, Any],
    listener: Listener,
    count: Callable[[bytes], None] = lambda message: None,
) -> None:
    """Send a listener's messages until it ends; `count` is called with each message."""
    while (messages := await listener.receive()) is not None:
        async with asyncio.timeout(SEND_SECONDS):
            for message in messages:
                count(message)
                await socket.send(
                    {"type": "websocket.send", "bytes": None, "text": message.decode()}
                )


def refused(code: str, id: str = "", version: int = 0, **params: object) -> Refused:
    """Return a refusal by a socket itself, with one of `CODES`."""
    said = words_from("socket", code, **params)
    return Refused(id=id, code=code, words=said, version=version)


def _id_in(data: bytes) -> str:
    """Return the id of a refused message, for the browser; empty if it has none."""
    try:
        found = msgspec.json.decode(data, type=_WithId).id
    except (msgspec.DecodeError, RecursionError, ValueError):
        return ""
    return found if isinstance(found, str) and is_id(found) else ""


async def turn_away(socket: WebSocket[Any, Any, Any], message: Refused | Bye, code: int) -> None:
    """Send the reason why a browser is turned away, and close the connection."""
    text = _encoder.encode(message).decode()
    with suppress(*GONE_ERRORS):
        await socket.send({"type": "websocket.send", "bytes": None, "text": text})
    await close(socket, code)


async def close(socket: WebSocket[Any, Any, Any], code: int = _CLOSED) -> None:
    """Close a socket."""
    # Closing a closed socket raises an error of its own. A client that does not read, so that not
    # even the close can be sent, is disconnected when we return (see `runner`).
    with suppress(*GONE_ERRORS, RuntimeError):
        async with asyncio.timeout(SEND_SECONDS):
            await socket.send({"type": "websocket.close", "code": code, "reason": ""})


socket_routes = [table_socket]
