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
from shengji.server.tables.bots.relay import RelayLine, RemoteBotRelay
from shengji.server.tables.bots.remote import RemoteGame, RemotePlayer, Remotes
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
    player: RemotePlayer
    tables: Remotes
    far: RemoteBotRelay
    near: RemoteBotRelay

    async def line(self) -> tuple[RelayLine, RemoteGame]:
        """A seat in which the bot plays: the ends of its line."""
        await happens(lambda: BOT in self.tables.free)
        known = set(self.player.games)
        line = self.far.open(BOT)
        await happens(lambda: bool(self.player.games.keys() - known))
        (game,) = self.player.games.keys() - known
        return line, self.player.games[game]


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


async def test_lines_and_answers_go_from_server_to_server(servers: Servers) -> None:
    line, game = await servers.line()
    for number in range(3):
        line.send(b"line %d\n" % number)
    heard, lines = b"", game.lines()
    while heard.count(b"\n") < 3:
        heard += await anext(lines)
    assert heard == b"line 0\nline 1\nline 2\n"
    for answer in (b"one\n", b"two\n"):
        found = servers.home.game("wu", game.id)
        assert found is game and found.answer(answer)
        assert await asyncio.to_thread(line.receive, PATIENCE) == answer
    with pytest.raises(ElsewhereError) as elsewhere:  # a door that is asked for the game says whose
        servers.tables.game("wu", game.id)
    assert elsewhere.value.node == "home"
    assert servers.home.game("eve", game.id) is None
    await happens(lambda: not servers.tables.free)  # it plays in as many seats as it wants to
    assert servers.tables.names == (BOT,)
    with pytest.raises(ValueError, match="as many seats as it can"):
        servers.far.open(BOT)
    line.close()
    await happens(lambda: game.is_over)
    await happens(lambda: BOT in servers.tables.free)


async def test_what_is_over_at_one_end_is_over_at_the_other(servers: Servers) -> None:
    line, game = await servers.line()
    servers.home.disconnect("wu")
    with pytest.raises(ChannelError, match="not connected"):
        await asyncio.to_thread(line.receive, PATIENCE)
    assert game.is_over
    await happens(lambda: not servers.tables.names)


async def test_who_is_gone_has_lost_its_lines(servers: Servers) -> None:
    line, game = await servers.line()
    servers.near.set_peers(("home",))
    await happens(lambda: game.is_over)
    servers.far.set_peers(("tables",))
    with pytest.raises(ChannelError, match="not connected"):
        await asyncio.to_thread(line.receive, PATIENCE)
    assert servers.tables.names == () and servers.tables.game("wu", game.id) is None


async def test_a_line_of_which_something_is_lost_is_over(servers: Servers) -> None:
    line, game = await servers.line()
    line.channel._sent += 1
    line.send(b"after something that never came\n")
    await happens(lambda: game.is_over)
    with pytest.raises(ChannelError, match="not connected"):
        await asyncio.to_thread(line.receive, PATIENCE)
