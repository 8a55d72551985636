"""Bots over the network that are connected to another server than the one whose table asks them.

A bot has its lines where it is connected. A server with a table there sends them on, and is sent
the answers; where a message is lost the game is over, and a stand-in goes on with the seat.
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
"""Seconds after which a server tells it again."""


class _Connected(msgspec.Struct, tag=True):
    """The bots that are connected to a server, and whether each plays in one more seat."""

    server: str
    bots: dict[str, bool]


class _Begin(msgspec.Struct, tag=True):
    """A bot is to play in one more seat, at a table of this server."""

    server: str
    line: str
    bot: str


class _Sent(msgspec.Struct, tag=True):
    """Something that is sent over a line, to the bot or from it; `number` counts them."""

    line: str
    number: int
    sent: bytes


class _Over(msgspec.Struct, tag=True):
    """A line is over."""

    line: str


_Told: TypeAlias = _Connected | _Begin | _Sent | _Over

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Told).decode


class _Channel:
    """The way of a line to another server: all that is sent is numbered, and so is what comes.

    Args:
        line: the id of the line.
        server: the other server.
        tell: tells it something, from whatever thread.
    """

    def __init__(self, line: str, server: str, tell: Callable[[str, _Told], None]) -> None:
        self.line = line
        self.server = server
        self._tell = tell
        self._sent = self._came = 0

    def send(self, line: bytes) -> None:
        """Send something on."""
        self._sent += 1
        self._tell(self.server, _Sent(self.line, self._sent, line))

    def end(self) -> None:
        """Let the other server know that it is over."""
        self._tell(self.server, _Over(self.line))

    def is_next(self, number: int) -> bool:
        """Whether nothing before something that comes has been lost."""
        self._came += 1
        return number == self._came


class RelayLine(AnswerStream):
    """The line of a seat at one of our tables to a bot that is connected to another server.

    Args:
        way: the way there.
        over: called once when it is over, from whatever thread.
    """

    def __init__(self, way: _Channel, over: Callable[[], None]) -> None:
        super().__init__()
        self.way = way
        self._tell_over = over
        self._closed = False

    def send(self, line: bytes) -> None:
        """Have a line sent; after the end it is lost."""
        if not self._closed:
            self.way.send(line)

    def close(self) -> None:
        """Nothing more is sent or received; twice does no harm."""
        if not self._closed:
            self._closed = True
            self.end()
            self._tell_over()


class RemoteBotRelay:
    """The bots that are connected to other servers, and those here that play for tables there.

    Args:
        remotes: those that are connected here.
        bus: the way to the other servers.
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
        """Be one of several servers from now on, as the node of an id."""
        is_new, self._id = not self._id, id_
        if self._bus.is_alone:
            return
        self._remotes.home, self._remotes.elsewhere = id_, self
        if is_new:
            await self._bus.listen(Subject.REMOTE_BOTS, self._hear)
            self._bus.subscribe(self._lose_all)
        await self._bus.listen(Subject.REMOTE_BOTS.of(id_), self._hear)

    def keep(self, peers: Iterable[str]) -> None:
        """Give up what goes on with other servers than these, which have gone."""
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
        """Give up every line: something may have been lost on the way."""
        peers = self._peers
        self.keep(())
        self._peers = peers

    async def run(self) -> None:
        """Tell the others which bots are connected here, from now on; to be cancelled."""
        told = False
        while not self._bus.is_alone:
            free = self._remotes.local_free
            bots = {name: name in free for name in self._remotes.local_names}
            if bots or told:
                self._bus.publish(Subject.REMOTE_BOTS, _encode(_Connected(self._id, bots)))
            told = bool(bots)
            await asyncio.sleep(_BEAT)

    # The bots of others, for the tables here

    @property
    def names(self) -> tuple[str, ...]:
        """The bots that are connected to other servers, or were a moment ago."""
        return tuple({name: None for bots in self._others.values() for name in bots})

    @property
    def free(self) -> tuple[str, ...]:
        """The bots of others that play in one more seat."""
        every = (pair for bots in self._others.values() for pair in bots.items())
        return tuple({name: None for name, free in every if free})

    def has(self, server: str) -> bool:
        """Whether this is another server of the site."""
        return server != self._id and server in self._peers

    def open(self, name: str) -> RelayLine:
        """A line to one of them, for one seat; called in whatever thread.

        Raises:
            ValueError: it is not there.
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

    # Our bots, for the tables of others

    def _lend(self, wanted: _Begin) -> None:
        """Let a bot that is connected here play at a table of another server."""
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

    # On the wire

    def _tell(self, server: str, told: _Told) -> None:
        """Tell another server something; called in whatever thread, in whose order it is told."""
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
