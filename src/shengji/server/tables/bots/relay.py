"""Relay between servers for remote bots that are connected to a server other than the table's.

The bot's own server holds its streams. The table's server forwards lines to that server, and
receives the answers. If a message is lost, the game ends, and a stand-in takes the seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple, TypeAlias

import msgspec

from shengji.server.cluster.bus import Bus
from shengji.server.cluster.subjects import Subject
from shengji.server.database.ids import new_id
from shengji.server.tables.bots.remote import AnswerStream, Remotes

_ANNOUNCE_SECONDS: Final = 1.0
"""Interval at which a server announces its connected bots."""


class _Connected(msgspec.Struct, tag=True):
    """The bots that are connected to a server, and whether each can play one more seat."""

    server: str
    bots: dict[str, bool]


class _Begin(msgspec.Struct, tag=True):
    """Request that a bot plays one more seat, at a table of the sending server."""

    server: str
    line: str
    bot: str


class _Sent(msgspec.Struct, tag=True):
    """A line to the bot or an answer from it; `number` counts the messages of each direction."""

    line: str
    number: int
    sent: bytes


class _Over(msgspec.Struct, tag=True):
    """A line has ended."""

    line: str


_Message: TypeAlias = _Connected | _Begin | _Sent | _Over

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Message).decode


class _Channel:
    """The channel of a line to another server; messages are numbered in both directions.

    Args:
        line: the id of the line.
        server: the other server.
        post: sends a message to a server, from any thread.
    """

    def __init__(self, line: str, server: str, post: Callable[[str, _Message], None]) -> None:
        self.line = line
        self.server = server
        self._post = post
        self._sent = self._received = 0

    def send(self, line: bytes) -> None:
        """Send a line or an answer."""
        self._sent += 1
        self._post(self.server, _Sent(self.line, self._sent, line))

    def end(self) -> None:
        """Notify the other server that the line has ended."""
        self._post(self.server, _Over(self.line))

    def is_next(self, number: int) -> bool:
        """Count a received message; return whether none before it was lost."""
        self._received += 1
        return number == self._received


class RelayLine(AnswerStream):
    """The line of a local seat to a bot that is connected to another server.

    Args:
        channel: the channel to that server.
        on_closed: called once when the line ends, from any thread.
    """

    def __init__(self, channel: _Channel, on_closed: Callable[[], None]) -> None:
        super().__init__()
        self.channel = channel
        self._on_closed = on_closed
        self._closed = False

    def send(self, line: bytes) -> None:
        """Send a line; after the end it is discarded."""
        if not self._closed:
            self.channel.send(line)

    def close(self) -> None:
        """Close the line in both directions; repeated calls have no effect."""
        if not self._closed:
            self._closed = True
            self.end()
            self._on_closed()


class _LineEnd(NamedTuple):
    """The end of a line on this server: at a table's seat, or at a bot.

    Attributes:
        receive: takes a line or an answer; returns whether it could.
        close: closes the line.
    """

    channel: _Channel
    receive: Callable[[bytes], bool]
    close: Callable[[], None]


class RemoteBotRelay:
    """The bots of other servers for local tables, and local bots for tables elsewhere.

    Args:
        remotes: the bots that are connected here.
        bus: the message bus between the servers.
    """

    def __init__(self, remotes: Remotes, bus: Bus) -> None:
        self._remotes = remotes
        self._bus = bus
        self._loop = asyncio.get_running_loop()
        self._id = ""
        self._others: dict[str, dict[str, bool]] = {}
        self._peers: frozenset[str] = frozenset()
        self._lines: dict[str, _LineEnd] = {}

    async def begin(self, id_: str) -> None:
        """Join the relay, with the id of this node."""
        is_new, self._id = not self._id, id_
        if self._bus.is_alone:
            return
        self._remotes.home, self._remotes.elsewhere = id_, self
        if is_new:
            await self._bus.listen(Subject.REMOTE_BOTS, self._receive)
            self._bus.subscribe(self._close_all)
        await self._bus.listen(Subject.REMOTE_BOTS.of(id_), self._receive)

    def set_peers(self, peers: Iterable[str]) -> None:
        """End the lines with all servers except these peers."""
        self._peers = frozenset(peers)
        for gone in self._others.keys() - self._peers:
            del self._others[gone]
        for line in tuple(self._lines.values()):
            if line.channel.server not in self._peers:
                line.close()

    def _close_all(self) -> None:
        """End all lines, since messages may have been lost."""
        peers = self._peers
        self.set_peers(())
        self._peers = peers

    async def run(self) -> None:
        """Announce the bots connected here, until cancelled."""
        announced = False
        while not self._bus.is_alone:
            free = self._remotes.local_free
            bots = {name: name in free for name in self._remotes.local_names}
            if bots or announced:
                self._bus.publish(Subject.REMOTE_BOTS, _encode(_Connected(self._id, bots)))
            announced = bool(bots)
            await asyncio.sleep(_ANNOUNCE_SECONDS)

    # Bots of other servers, for local tables

    @property
    def names(self) -> tuple[str, ...]:
        """The bots that are connected to other servers, or were recently."""
        return tuple({name: None for bots in self._others.values() for name in bots})

    @property
    def free(self) -> tuple[str, ...]:
        """The bots of other servers that can play one more seat."""
        every = (pair for bots in self._others.values() for pair in bots.items())
        return tuple({name: None for name, free in every if free})

    def has(self, server: str) -> bool:
        """Return whether an id names another server of the site."""
        return server != self._id and server in self._peers

    def open(self, name: str) -> RelayLine:
        """Open a line to one of these bots, for one seat; safe to call from any thread.

        Raises:
            ValueError: the bot is not connected, or has no free seat.
        """
        others = tuple(self._others.items())
        server = next((server for server, bots in others if bots.get(name)), None)
        if server is None:
            raise ValueError(
                f"the bot {name} is not connected, or plays in as many seats as it can"
            )
        channel = _Channel(new_id(), server, self._post)
        line = RelayLine(channel, partial(self._end, channel))
        self._lines[channel.line] = _LineEnd(channel, line.add, line.close)
        self._post(server, _Begin(self._id, channel.line, name))
        return line

    # Local bots, for tables of other servers

    def _lend(self, wanted: _Begin) -> None:
        """Begin a game of a local bot for a table of another server."""
        channel = _Channel(wanted.line, wanted.server, self._post)
        try:
            game = self._remotes.begin(wanted.bot, channel.send, partial(self._end, channel))
        except ValueError:
            channel.end()
            return

        def receive(line: bytes) -> bool:
            game.send(line)
            return True

        self._lines[channel.line] = _LineEnd(channel, receive, game.close)

    # Messages between servers

    def _end(self, channel: _Channel) -> None:
        """End a line that has been closed here, from any thread."""
        channel.end()
        self._loop.call_soon_threadsafe(self._lines.pop, channel.line, None)

    def _post(self, server: str, message: _Message) -> None:
        """Send a message to a server, from any thread; each thread's order is kept."""
        publish = partial(self._bus.publish, Subject.REMOTE_BOTS.of(server), _encode(message))
        self._loop.call_soon_threadsafe(publish)

    def _receive(self, message: bytes) -> None:
        received: _Message = _decode(message)
        match received:
            case _Connected(server=server, bots=bots) if server != self._id:
                self._others[server] = bots
            case _Begin():
                self._lend(received)
            case _Sent(line=id_) if id_ in self._lines:
                line = self._lines[id_]
                if not (line.channel.is_next(received.number) and line.receive(received.sent)):
                    line.close()
            case _Over(line=id_) if id_ in self._lines:
                self._lines[id_].close()
            case _:
                pass
