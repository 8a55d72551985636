"""Bots over the network that play at tables of another server, over a real NATS."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import NamedTuple

import pytest

from benchmarks.cluster.processes import Nats
from shengji.bots.outside.channel import ChannelError
from shengji.server.cluster.nats_bus import NatsBus
from shengji.server.database.errors import ElsewhereError
from shengji.server.tables.bots.relay import RemoteBotRelay
from shengji.server.tables.bots.remote import LocalPlayer, RemoteGame, Remotes
from tests.waiting import PATIENCE, happens

BOT = "@Deep Wu"


class Servers(NamedTuple):
    """A server to which a bot is connected, and one with tables.

    Attributes:
        home: the bots that are connected to the first.
        player: one of them, which plays in one seat.
        tables: those of the second.
        far: what the second knows of the first.
        near: what the first does for the second.
    """

    home: Remotes
    player: LocalPlayer
    tables: Remotes
    far: RemoteBotRelay
    near: RemoteBotRelay

    async def game(self) -> RemoteGame:
        """A game of the bot at a table of the second server."""
        await happens(lambda: BOT in self.tables.free)
        game = self.tables.begin(BOT)
        await happens(lambda: game.id in self.player.games)
        return game


@pytest.fixture
async def servers(nats: Nats) -> AsyncIterator[Servers]:
    """Both of them, connected."""
    home, tables = Remotes(), Remotes()
    buses = [await NatsBus.connected(nats.url) for _ in range(2)]
    near, far = RemoteBotRelay(home, buses[0]), RemoteBotRelay(tables, buses[1])
    for bots, id_ in ((near, "home"), (far, "tables")):
        await bots.begin(id_)
        bots.set_peers(("home", "tables"))
    player = home.register("wu", "Deep Wu")
    assert player is not None

    async def stay() -> None:
        async for _ in home.stream_games(player, 1):
            pass

    works = [asyncio.create_task(work) for work in (stay(), near.run(), far.run())]
    yield Servers(home, player, tables, far, near)
    for work in works:
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work
    for bus in buses:
        await bus.close()


async def closed(game: RemoteGame) -> bool:
    """Whether a game ends, in the seat too."""
    with pytest.raises(ChannelError, match="not connected"):
        await asyncio.to_thread(game.receive, PATIENCE)
    return game.is_over


async def test_a_game_is_announced_by_the_bots_server_and_played_at_the_tables(
    servers: Servers,
) -> None:
    game = await servers.game()
    announced = await anext(servers.player.stream_games())
    assert announced == b'{"type":"game","game":"%s"}\n' % game.id.encode()
    with pytest.raises(ElsewhereError) as elsewhere:  # a door sends the bot on to the table's
        servers.home.game("wu", game.id)
    assert elsewhere.value.node == "tables"
    assert servers.tables.game("wu", game.id) is game
    assert servers.tables.game("eve", game.id) is None
    game.send(b"line\n")
    assert await anext(game.lines()) == b"line\n"
    assert game.answer(b"one\n")
    assert await asyncio.to_thread(game.receive, PATIENCE) == b"one\n"
    game.close()
    await happens(lambda: BOT in servers.tables.free)


async def test_a_bot_plays_in_no_more_seats_than_it_wants(servers: Servers) -> None:
    await servers.game()
    # What the bot's server has announced last may be out of date.
    assert await closed(servers.tables.begin(BOT))
    await happens(lambda: not servers.tables.free)
    assert servers.tables.names == (BOT,)
    with pytest.raises(ValueError, match="as many seats as it can"):
        servers.tables.begin(BOT)


async def test_a_bot_that_is_disconnected_ends_its_games_elsewhere(servers: Servers) -> None:
    game = await servers.game()
    servers.home.disconnect("wu")
    assert await closed(game)
    await happens(lambda: not servers.tables.names)


async def test_a_server_that_is_gone_has_lost_its_games(servers: Servers) -> None:
    game = await servers.game()
    servers.near.set_peers(("home",))
    assert not servers.player.games
    servers.far.set_peers(("tables",))
    assert await closed(game)
    assert servers.tables.names == ()


async def test_games_end_when_messages_may_be_lost(servers: Servers) -> None:
    game = await servers.game()
    servers.far._end_all()
    assert await closed(game)
    await happens(lambda: not servers.player.games)
    await happens(lambda: BOT in servers.tables.free)
