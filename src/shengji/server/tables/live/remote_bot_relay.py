"""Relay between servers for remote bots that are connected to a server other than the table's.

The bot's own server holds its streams. The table's server forwards lines to that server, and
receives the answers. If a message is lost, the game ends, and a stand-in takes the seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeAlias

import msgspec

from shengji.server.cluster.bus import Bus
from shengji.server.cluster.subjects import Subject
from shengji.server.database.ids import new_id
from shengji.server.tables.live.remote import AnswerStream, RemoteGame, Remotes

_BEAT: Final = 1.0
"""Interval in seconds at which a server announces its connected bots."""


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


_Told: TypeAlias = _Connected | _Begin | _Sent | _Over

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Told).decode


class _Channel:
    """The channel of a line to another server; messages are numbered in both directions.

    Args:
        line: the id of the line.
        server: the other server.
        tell: sends a message to a server, from any thread.
    """

    def __init__(self, line: str, server: str, tell: Callable[[str, _Told], None]) -> None:
        self.line = line
        self.server = server
        self._tell = tell
        self._sent = self._came = 0

    def send(self, line: bytes) -> None:
        """Send a message."""
        self._sent += 1
        self._tell(self.server, _Sent(self.line, self._sent, line))

    def end(self) -> None:
        """Notify the other server that the line has ended."""
        self._tell(self.server, _Over(self.line))

    def is_next(self, number: int) -> bool:
        """Count a received message; return whether none before it was lost."""
        self._came += 1
        return number == self._came


class RelayLine(AnswerStream):
    """The line of a local seat to a bot that is connected to another server.

    Args:
        way: the channel to that server.
        over: called once when the line ends, from any thread.
    """

    def __init__(self, way: _Channel, over: Callable[[], None]) -> None:
        super().__init__()
        self.way = way
        self._tell_over = over
        self._closed = False

    def send(self, line: bytes) -> None:
        """Send a line; after the end it is discarded."""
        if not self._closed:
            self.way.send(line)

    def close(self) -> None:
        """Close the line in both directions; repeated calls have no effect."""
        if not self._closed:
            self._closed = True
            self.end()
            self._tell_over()


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
        self._asked: dict[str, RelayLine] = {}
        self._lent: dict[str, tuple[_Channel, RemoteGame]] = {}

    async def begin(self, id_: str) -> None:
        """Join the relay, with the id of this node."""
        is_new, self._id = not self._id, id_
        if self._bus.is_alone:
            return
        self._remotes.home, self._remotes.elsewhere = id_, self
        if is_new:
            await self._bus.listen(Subject.REMOTE_BOTS, self._hear)
            self._bus.subscribe(self._lose_all)
        await self._bus.listen(Subject.REMOTE_BOTS.of(id_), self._hear)

    def keep(self, peers: Iterable[str]) -> None:
        """End the lines with all servers except these peers."""
        self._peers = frozenset(peers)
        for gone in self._others.keys() - self._peers:
            del self._others[gone]
        for line in tuple(self._asked.values()):
            if line.way.server not in self._peers:
                line.close()
        for way, game in tuple(self._lent.values()):
            if way.server not in self._peers:
                game.close()

    def _lose_all(self) -> None:
        """End all lines, since messages may have been lost."""
        peers = self._peers
        self.keep(())
        self._peers = peers

    async def run(self) -> None:
        """Announce the bots connected here, until cancelled."""
        told = False
        while not self._bus.is_alone:
            free = self._remotes.local_free
            bots = {name: name in free for name in self._remotes.local_names}
            if bots or told:
                self._bus.publish(Subject.REMOTE_BOTS, _encode(_Connected(self._id, bots)))
            told = bool(bots)
            await asyncio.sleep(_BEAT)

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
        way = _Channel(new_id(), server, self._tell)
        line = self._asked[way.line] = RelayLine(way, partial(self._end_asked, way))
        self._tell(server, _Begin(self._id, way.line, name))
        return line

    def _end_asked(self, way: _Channel) -> None:
        way.end()
        self._loop.call_soon_threadsafe(self._asked.pop, way.line, None)

    # Local bots, for tables of other servers

    def _lend(self, wanted: _Begin) -> None:
        """Begin a game of a local bot for a table of another server."""
        way = _Channel(wanted.line, wanted.server, self._tell)

        def take(answer: bytes) -> bool:
            way.send(answer)
            return True

        try:
            game = self._remotes.begin(wanted.bot, take, partial(self._end_lent, way))
        except ValueError:
            way.end()
        else:
            self._lent[way.line] = way, game

    def _end_lent(self, way: _Channel) -> None:
        way.end()
        self._loop.call_soon_threadsafe(self._lent.pop, way.line, None)

    # Messages between servers

    def _tell(self, server: str, told: _Told) -> None:
        """Send a message to a server, from any thread; each thread's order is kept."""
        tell = partial(self._bus.publish, Subject.REMOTE_BOTS.of(server), _encode(told))
        self._loop.call_soon_threadsafe(tell)

    def _hear(self, message: bytes) -> None:
        told: _Told = _decode(message)
        match told:
            case _Connected() if told.server != self._id:
                self._others[told.server] = told.bots
            case _Begin():
                self._lend(told)
            case _Sent() if told.line in self._lent:
                way, game = self._lent[told.line]
                if way.is_next(told.number):
                    game.send(told.sent)
                else:
                    game.close()
            case _Sent() if told.line in self._asked:
                line = self._asked[told.line]
                if not (line.way.is_next(told.number) and line.take(told.sent)):
                    line.close()
            case _Over() if told.line in self._lent:
                self._lent[told.line][1].close()
            case _Over() if told.line in self._asked:
                self._asked[told.line].close()
            case _:
                pass
