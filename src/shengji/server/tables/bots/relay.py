"""Relay between servers for remote bots that are connected to a server other than the table's.

A game lives on the table's server, to which the gateways forward the bot's requests. The bot's
server only announces the game to the bot. If messages may have been lost, the games end, and
stand-ins take the seats.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeAlias

import msgspec

from shengji.server.cluster.bus import Bus, Subject
from shengji.server.tables.bots.remote import LocalPlayer, Player, Remotes

_ANNOUNCE_SECONDS: Final = 1.0
"""Interval of a server's announcements of its connected bots."""


class _Offer(msgspec.Struct, frozen=True):
    """A bot that is connected to the sending server.

    Attributes:
        owner: the public id of its account.
        free: whether it can play one more seat.
    """

    owner: str
    free: bool


class _Connected(msgspec.Struct, tag=True):
    """The bots that are connected to a server, by name."""

    server: str
    bots: dict[str, _Offer]


class _Begin(msgspec.Struct, tag=True):
    """Request to announce a game of the sending server to a bot."""

    server: str
    game: str
    bot: str


class _Over(msgspec.Struct, tag=True):
    """A game has ended, at the table or at the bot."""

    game: str


_Message: TypeAlias = _Connected | _Begin | _Over

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Message).decode


class RelayPlayer(Player):
    """A bot that is connected to another server, for one game at a local table."""

    def __init__(self, relay: RemoteBotRelay, name: str, owner: str, server: str) -> None:
        super().__init__(name, owner, relay.loop)
        self._relay = relay
        self._server = server

    def begin(self, game: str, close: Callable[[], None]) -> None:
        """Request that the bot's server announces a game."""
        self._relay.begin_game(self._server, self.name, game, close)

    def end(self, game: str) -> None:
        """Notify the bot's server that a game has ended."""
        self._relay.end_game(game)


class RemoteBotRelay:
    """The bots of other servers for local tables, and local bots for tables elsewhere."""

    def __init__(self, remotes: Remotes, bus: Bus) -> None:
        self._remotes = remotes
        self._bus = bus
        self.loop = asyncio.get_running_loop()
        self._id = ""
        self._others: dict[str, dict[str, _Offer]] = {}
        self._peers: frozenset[str] = frozenset()
        self._games: dict[str, tuple[str, Callable[[], None]]] = {}
        """The games over the relay: the other server, and the callback that ends the game here."""

    async def begin(self, id_: str) -> None:
        """Join the relay, with the id of this node."""
        is_new, self._id = not self._id, id_
        if self._bus.is_alone:
            return
        self._remotes.home, self._remotes.elsewhere = id_, self
        if is_new:
            await self._bus.subscribe(Subject.REMOTE_BOTS, self._receive)
            self._bus.on_interruption(self._end_all)
        await self._bus.subscribe(Subject.REMOTE_BOTS.of(id_), self._receive)

    def set_peers(self, peers: Iterable[str]) -> None:
        """End the games with all servers except these peers."""
        self._peers = frozenset(peers)
        for gone in self._others.keys() - self._peers:
            del self._others[gone]
        for server, end in tuple(self._games.values()):
            if server not in self._peers:
                end()

    def _end_all(self) -> None:
        """End all games, since messages may have been lost."""
        peers = self._peers
        self.set_peers(())
        self._peers = peers

    async def run(self) -> None:
        """Announce the bots connected here, until cancelled."""
        announced = False
        while not self._bus.is_alone:
            players = self._remotes.local_players
            bots = {at.name: _Offer(at.owner, at.is_free) for at in players}
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
        return tuple({name: None for name, offer in every if offer.free})

    def has(self, server: str) -> bool:
        """Return whether an id names another server of the site."""
        return server != self._id and server in self._peers

    def player(self, name: str) -> Player | None:
        """Return a free bot of another server, if there is one; safe to call from any thread."""
        for server, bots in tuple(self._others.items()):
            if name in bots and bots[name].free:
                return RelayPlayer(self, name, bots[name].owner, server)
        return None

    def begin_game(self, server: str, bot: str, game: str, close: Callable[[], None]) -> None:
        """Request that a server announces a local game to its bot, from any thread."""
        self._games[game] = server, close
        self._post(server, _Begin(self._id, game, bot))

    # Local bots, for tables of other servers

    def _announce(self, wanted: _Begin) -> None:
        """Announce a game of another server to a local bot."""
        player = self._remotes.local_player(wanted.bot)
        if player is None or not player.has_room:
            self._post(wanted.server, _Over(wanted.game))
        else:
            end = partial(self._end_announced, player, wanted.game)
            self._games[wanted.game] = wanted.server, end
            player.begin(wanted.game, end)

    def _end_announced(self, player: LocalPlayer, game: str) -> None:
        player.end(game)
        self.end_game(game)

    # Messages between servers

    def end_game(self, game: str) -> None:
        """Forget a game, and notify the other server of its end, from any thread."""
        server, _ = self._games.pop(game, ("", None))
        if server:
            self._post(server, _Over(game))

    def _post(self, server: str, message: _Message) -> None:
        """Send a message to a server, from any thread; each thread's order is kept."""
        publish = partial(self._bus.publish, Subject.REMOTE_BOTS.of(server), _encode(message))
        self.loop.call_soon_threadsafe(publish)

    def _receive(self, message: bytes) -> None:
        received: _Message = _decode(message)
        match received:
            case _Connected(server=server, bots=bots) if server != self._id:
                self._others[server] = bots
            case _Begin():
                self._announce(received)
            case _Over(game=game) if game in self._games:
                _, end = self._games[game]
                end()
            case _:
                pass
