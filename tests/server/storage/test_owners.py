"""Owners: one node writes to a log; who was its owner before tells nobody anything any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from shengji.server.database.errors import (
    ElsewhereError,
    FencedError,
    StorageConflict,
    StorageError,
)
from shengji.server.database.nodes import TABLES, LeaseLength, Nodes
from shengji.server.stores import Stores
from tests.server.storage.kit import bodies, held, own, summary
from tests.server.storage.test_nights import index
from tests.waiting import end, happens

pytestmark = pytest.mark.postgresql


@pytest.fixture
async def other(url: str, store: Stores) -> AsyncIterator[Stores]:
    """Another process on the same database."""
    other = await Stores.open(url)
    yield other
    await other.close()


async def enter(*stores: Stores) -> list[Nodes]:
    """Let processes be nodes of one site."""
    nodes = [Nodes(at.database) for at in stores]
    for at in nodes:
        await at.begin()
    return nodes


@pytest.mark.parametrize("written", ["door tables", "", "tables p1"])
async def test_servers_of_two_releases_do_not_run_side_by_side(store: Stores, written: str) -> None:
    """Their messages differ; the new one says what to do, and runs once the old ones are gone."""
    await enter(store)
    old = "UPDATE nodes SET id = 'old', roles = :roles, until = until + 600000"
    change = text(old).bindparams(roles=written)
    await store.database.writer.write(lambda connection: connection.execute(change))
    nodes = Nodes(store.database, frozenset((TABLES,)))
    if store.database.is_shared:  # a SQLite file belongs to the server that opened it last
        with pytest.raises(StorageError, match=r"another release \(old\) is running"):
            await nodes.begin()
    gone = text("DELETE FROM nodes WHERE id = 'old'")
    await store.database.writer.write(lambda connection: connection.execute(gone))
    await nodes.begin()
    (peer,) = nodes.peers
    assert peer.roles == {TABLES}


async def watched(store: Stores) -> tuple[Nodes, list[str]]:
    """Let a process be a node, and note each time that others may have what it had."""
    ended: list[str] = []
    nodes = Nodes(store.database)
    nodes.on_end(lambda: ended.append(store.database.node.id))
    await nodes.begin()
    return nodes, ended


async def pass_by(store: Stores, seconds: float, node: Stores | None = None) -> None:
    """Let so much time pass in the database without a heartbeat of a node, or of any."""
    whose = "" if node is None else f" WHERE id = '{node.database.node.id}'"
    moved = "since = since - {0}, until = until - {0}" if node is None else "until = until - {0}"
    change = text(f"UPDATE nodes SET {moved.format(round(seconds * 1000))}{whose}")
    await store.database.writer.write(lambda connection: connection.execute(change))


async def see_for_long(store: Stores) -> None:
    """Let a node have shown itself for long without a break."""
    change = text(f"UPDATE nodes SET since = 0 WHERE id = '{store.database.node.id}'")
    await store.database.writer.write(lambda connection: connection.execute(change))


async def log_of(store: Stores, table: str = "t") -> list[bytes]:
    return [entry.body for entry in await store.tables.read(table)]


async def test_an_owner_that_wakes_up_first_writes_nothing(store: Stores, other: Stores) -> None:
    old = await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
    new = await held(other, "t")
    assert (old.epoch, new.epoch) == (1, 2)
    with pytest.raises(FencedError, match="Another server has taken over t"):
        await store.tables.append("t", old, 2, bodies("old"), 6, summary=summary("t", title="old"))
    await other.tables.append("t", new, 2, bodies("new"), 7)
    assert await log_of(store) == bodies("opened", "new")
    line = await store.tables.line("t")
    assert line is not None and line.title == ""


def test_a_lease_is_longer_the_later_heartbeats_come() -> None:
    lease = LeaseLength(3.0)
    assert lease.seconds == 3.0
    lease.record_delay(1.0)
    assert lease.seconds == 5.0
    lease.record_delay(60.0)
    assert lease.seconds == 9.0
    for _ in range(1_000):
        lease.record_delay(0.0)
    assert 3.0 <= lease.seconds < 3.001


async def test_of_two_writers_at_once_the_owner_wins(store: Stores, other: Stores) -> None:
    await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
    outcomes = await asyncio.gather(
        other.tables.append("t", own(other), 2, bodies("other"), 6),
        store.tables.append("t", own(store), 2, bodies("mine"), 6),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [FencedError, type(None)]
    with pytest.raises(StorageConflict, match=r"Entry 2 of table t .* Read its log again"):
        await store.tables.append("t", own(store), 2, bodies("again"), 7)
    assert await log_of(store) == bodies("opened", "mine")


async def test_who_is_fenced_takes_no_other_table_with_it(store: Stores, other: Stores) -> None:
    holds = {}
    for table in ("t1", "t2", "t3"):
        holds[table] = await store.tables.open_table(
            table, bodies("opened"), 5, None, summary(table)
        )
    await held(other, "t2")
    outcomes = await asyncio.gather(
        *(store.tables.append(table, hold, 2, bodies("x"), 6) for table, hold in holds.items()),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), FencedError, type(None)]
    assert [len(await log_of(store, table)) for table in holds] == [2, 1, 2]


async def test_an_owner_that_comes_back_has_the_same_right(store: Stores) -> None:
    first = await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
    second = await held(store, "t")
    assert first == second and first.epoch == 1
    await store.tables.append("t", first, 2, bodies("one"), 6)
    await store.tables.append("t", second, 3, bodies("two"), 6)
    assert await store.tables.claim("nowhere") is None


async def test_a_night_has_one_owner_too(store: Stores, other: Stores) -> None:
    old = store.nights.own("n")
    await store.nights.append("n", old, 1, bodies("a"), index("ann"))
    new = await other.nights.claim("n")
    assert new is not None
    with pytest.raises(FencedError):
        await store.nights.append("n", old, 2, bodies("b"), index("ann"))
    await other.nights.append("n", new, 2, bodies("c"), index("ann"))
    kept = await store.nights.load("n")
    assert kept is not None and kept.bodies == tuple(bodies("a", "c"))


@pytest.mark.shared
class TestShared:
    """Several nodes on one PostgreSQL."""

    async def test_nobody_takes_what_one_owns_who_is_alive(
        self, store: Stores, other: Stores
    ) -> None:
        await enter(store, other)
        hold = await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
        with pytest.raises(ElsewhereError) as found:
            await other.tables.claim("t")
        assert found.value.node == hold.node.id
        await store.tables.append("t", hold, 2, bodies("x"), 6)

    async def test_what_a_dead_node_owned_is_free_after_its_lease(
        self, store: Stores, other: Stores
    ) -> None:
        await enter(store, other)
        await see_for_long(other)
        hold = await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
        await pass_by(other, 60, node=store)
        assert (await held(other, "t")).epoch == 2
        with pytest.raises(FencedError):
            await store.tables.append("t", hold, 2, bodies("x"), 6)

    async def test_after_the_database_was_gone_all_have_time_to_show_themselves(
        self, store: Stores, other: Stores
    ) -> None:
        mine, _ = await enter(store, other)
        hold = await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
        await pass_by(other, 60)  # nobody could be seen
        await Nodes(other.database).beat()
        taking = asyncio.create_task(other.tables.claim("t"))
        await asyncio.sleep(0.3)
        assert not taking.done()
        await mine.beat()
        with pytest.raises(ElsewhereError):
            await taking
        await store.tables.append("t", hold, 2, bodies("x"), 6)

    async def test_the_end_of_a_lease_is_seen_at_once(self, store: Stores, other: Stores) -> None:
        lease = 300.0
        mine, its = Nodes(store.database, lease=lease), Nodes(other.database, lease=lease)
        await mine.begin()
        await its.begin()
        await pass_by(store, lease - 60, node=other)
        await mine.beat()
        soon = mine.next_beat
        assert len(mine.peers) == 2 and 0 < soon < 61
        await its.beat()
        await mine.beat()
        assert mine.next_beat == lease / 3

    async def test_a_node_on_a_busy_machine_has_a_longer_lease(
        self, store: Stores, other: Stores
    ) -> None:
        nodes = Nodes(store.database, lease=600)
        await nodes.begin()
        nodes.lease.record_delay(600)
        await nodes.beat()
        hold = await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
        await enter(other)
        await see_for_long(other)
        await pass_by(other, 900, node=store)
        with pytest.raises(ElsewhereError):
            await other.tables.claim("t")
        await store.tables.append("t", hold, 2, bodies("x"), 6)

    async def test_heartbeats_that_come_late_are_noted(
        self, store: Stores, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        nodes, _ = await watched(store)
        loop = asyncio.get_running_loop()
        now, beats = loop.time, 0

        async def late(_: Nodes) -> None:
            nonlocal beats
            beats += 1

        with monkeypatch.context() as patch:
            patch.setattr(loop, "time", lambda: now() + 60 * beats)  # each takes a minute
            patch.setattr(Nodes, "beat", late)
            nodes.next_beat = 0.0
            running = asyncio.create_task(nodes.run())
            await happens(lambda: beats > 1)
            await end(running)
        assert round(nodes.lease.late, 3) >= 60

    async def test_who_was_forgotten_begins_anew_and_owns_nothing(
        self, store: Stores, other: Stores
    ) -> None:
        nodes, ended = await watched(store)
        before = store.database.node
        hold = await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
        gone = text("DELETE FROM nodes")
        await other.database.writer.write(lambda connection: connection.execute(gone))
        await nodes.beat()
        assert before.is_over and ended == [store.database.node.id] != [before.id]
        assert [peer.id for peer in nodes.peers] == [store.database.node.id]
        assert (await held(other, "t")).epoch == 2
        with pytest.raises(FencedError):
            await store.tables.append("t", hold, 2, bodies("x"), 6)

    async def test_after_its_lease_a_node_keeps_nothing_in_memory_that_others_may_have(
        self, store: Stores, other: Stores
    ) -> None:
        nodes, ended = await watched(store)
        node = store.database.node
        hold = await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
        await nodes.beat()
        assert ended == []
        await pass_by(other, 60, node=store)
        await nodes.beat()
        assert (ended, store.database.node) == ([node.id], node) and not node.is_over
        await nodes.beat()
        assert len(ended) == 1
        await store.tables.append("t", hold, 2, bodies("x"), 6)

    async def test_who_ends_leaves_everything_at_once(self, store: Stores, other: Stores) -> None:
        mine, _ = await enter(store, other)
        await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
        await mine.end()
        assert (await held(other, "t")).epoch == 2

    async def test_peers_know_of_each_other_and_of_what_they_do(
        self, store: Stores, other: Stores
    ) -> None:
        one = Nodes(store.database, frozenset({"door"}))
        two = Nodes(other.database, frozenset({"tables"}))
        await one.begin()
        await two.begin()
        await one.beat()
        found = {peer.id: peer.roles for peer in one.peers}
        assert found == {
            store.database.node.id: frozenset({"door"}),
            other.database.node.id: frozenset({"tables"}),
        }
        await pass_by(other, 60, node=other)
        await one.beat()
        assert [peer.id for peer in one.peers] == [store.database.node.id]


async def test_nothing_is_done_until_it_is_known_whether_a_node_lives(store: Stores) -> None:
    node = store.database.node
    now = asyncio.get_running_loop().time()
    node.renew(now - 1)
    waiting = asyncio.create_task(node.settled())
    await asyncio.sleep(0.05)
    assert not waiting.done()
    node.renew(now + 60)
    await waiting
    node.renew(now - 1)
    waiting = asyncio.create_task(node.settled())
    await asyncio.sleep(0)
    node.end()
    await waiting


async def test_who_cannot_find_out_says_so(store: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shengji.server.database.node._PATIENCE", 0.05)
    store.database.node.renew(asyncio.get_running_loop().time() - 1)
    with pytest.raises(StorageError, match="what this server may still do"):
        await store.database.node.settled()


@pytest.mark.shared
async def test_what_is_given_to_another_node_is_its_own(store: Stores, other: Stores) -> None:
    await enter(store, other)
    old = await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
    await store.tables.give("t", old, other.database.node.id)
    new = await other.tables.claim("t")
    assert new is not None and (new.node, new.epoch) == (other.database.node, 2)
    with pytest.raises(FencedError):
        await store.tables.append("t", old, 2, bodies("old"), 6)
    await store.tables.give("t", old, store.database.node.id)  # it is not its own to give
    with pytest.raises(ElsewhereError):
        await store.tables.claim("t")


@pytest.mark.shared
async def test_who_retires_is_home_to_nothing(store: Stores, other: Stores) -> None:
    nodes = [Nodes(at.database, frozenset({TABLES}), lease=600) for at in (store, other)]
    for at in nodes:
        await at.begin()
    await nodes[0].retire()
    await nodes[1].beat()
    homes = {at.home(f"table {number}") for at in nodes for number in range(9)}
    assert homes == {other.database.node.id}
    assert {peer.id for peer in nodes[1].peers} == {at.database.node.id for at in (store, other)}
