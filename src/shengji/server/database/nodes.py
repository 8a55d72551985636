"""Nodes: the server processes on one database, and until when each is taken to be alive."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import structlog
from sqlalchemy import BigInteger, ColumnElement, case, delete, exists, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction

from shengji.server.database.database import Database
from shengji.server.database.errors import StorageError
from shengji.server.database.node import Node
from shengji.server.database.schema import nodes

LEASE: Final = 3.0
"""Seconds for which a node is taken to be alive after its last heartbeat."""

_LONGEST: Final = 3
"""A lease is at most so many times as long as that of a node whose heartbeats come in time."""

_LATE: Final = 2.0
"""A lease is longer by this multiple of how late heartbeats are ..."""

_FADE: Final = 0.985
"""... which counts by this factor less each time that it is measured: twice in a heartbeat."""

_BEATS: Final = 3
"""How many heartbeats there are in a lease."""

_AFTER: Final = 0.02
"""Seconds after the end of a lease when it is looked whether it was renewed."""

_FOREVER: Final = 1 << 53
"""The end of a lease that needs no heartbeat."""

_FORGOTTEN: Final = 86_400_000
"""Milliseconds after the end of its lease when a node's row goes."""

Role: TypeAlias = Literal["door", "tables", "reviews"]

GATEWAY: Final[Role] = "door"
TABLES: Final[Role] = "tables"
REVIEWS: Final[Role] = "reviews"

_logger = structlog.get_logger()


class Peer(NamedTuple):
    """A node that is alive.

    Attributes:
        id: its id in this life.
        roles: what it does.
    """

    id: str
    roles: frozenset[Role]


class database_time(GenericFunction[int]):
    """The time of the database, in milliseconds since 1970: the only clock that is compared."""

    type = BigInteger()
    inherit_cache = True


@compiles(database_time, "sqlite")
def _sqlite_time(element: Any, compiler: Any, **named: Any) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000.0 AS INTEGER)"


@compiles(database_time, "postgresql")
def _postgresql_time(element: Any, compiler: Any, **named: Any) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"


class LeaseLength:
    """The length of a lease, in seconds: the later heartbeats have come, the longer.

    On a busy machine a heartbeat waits for the processor, or for the database. With leases that are
    longer nothing changes hands for that reason; what a node has owned that dies is free later.

    Args:
        shortest: the length where all heartbeats come in time.

    Attributes:
        late: how late heartbeats are, in seconds.
    """

    def __init__(self, shortest: float) -> None:
        self._shortest = shortest
        self.late = 0.0

    @property
    def seconds(self) -> float:
        """The length."""
        return min(self._shortest + _LATE * self.late, self._shortest * _LONGEST)

    def note(self, late: float) -> None:
        """Take in how late, in seconds, a heartbeat is."""
        self.late = max(late, self.late * _FADE)


class Nodes:
    """The nodes of a site, and the heartbeat by which others see that this one is alive.

    In PostgreSQL any number of nodes work together. A SQLite file has one, the last that has opened
    it, which needs no heartbeat: whatever others owned before is free at once.

    Args:
        database: the database; its `node` is this one.
        roles: what this node does.
        lease: seconds; as of `LEASE`.

    Attributes:
        lease: the length of its lease, from the next heartbeat on.
        peers: the nodes that were alive at the last heartbeat, this one among them.
        next_look: seconds from then until the next one: when the lease of one of them ends before
            it is due, they are looked at then, so that what it owned waits for nobody.
    """

    def __init__(
        self,
        database: Database,
        roles: frozenset[Role] = frozenset(),
        lease: float = LEASE,
    ) -> None:
        self._database = database
        self._roles = roles
        self.lease = LeaseLength(lease)
        self._ended: list[Callable[[], None]] = []
        self._entering: list[Callable[[str], Awaitable[None]]] = []
        self._seen: list[Callable[[frozenset[str]], None]] = []
        self._soon = asyncio.Event()
        self._beat_after = lease / _BEATS
        self.next_look = self._beat_after
        self._is_over = False
        self.peers: tuple[Peer, ...] = ()

    def home(self, id_: str) -> str:
        """The node that is to own something nobody owns: always the same as long as it is there.

        Raises:
            StorageError: nobody is there who would.
        """
        able = [peer.id for peer in self.peers if TABLES in peer.roles]
        if not able:
            raise StorageError("No server is there that has tables. Start one, and come again.")
        return max(able, key=lambda node: hashlib.sha256(f"{node} {id_}".encode()).digest())

    def is_home(self, id_: str) -> bool:
        """Whether this node is the one that is to own something nobody owns.

        Raises:
            StorageError: nobody is there who would.
        """
        return self.home(id_) == self._database.node.id

    def has_other_node(self, role: Role) -> bool:
        """Whether another node that is alive has a role."""
        own = self._database.node.id
        return any(role in peer.roles and peer.id != own for peer in self.peers)

    def on_end(self, ended: Callable[[], None]) -> None:
        """Have somebody hear when others may have taken what this node has in memory.

        Its lease had run out: it goes on with what nobody has taken, or was taken for dead, and is
        another node from now on.
        """
        self._ended.append(ended)

    def on_enter(self, entering: Callable[[str], Awaitable[None]]) -> None:
        """Have somebody get ready for what others will ask the node of an id, before they can."""
        self._entering.append(entering)

    def on_seen(self, seen: Callable[[frozenset[str]], None]) -> None:
        """Have somebody hear, with every heartbeat, the ids of the nodes that are alive."""
        self._seen.append(seen)

    async def begin(self) -> None:
        """Be one of them from now on.

        Raises:
            StorageError: the database does not answer.
        """
        if self._database.is_shared:
            await self._enter()
            return
        node = self._database.node

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(delete(nodes))
            row = {"id": node.id, "roles": _written(self._roles), "since": 0, "until": _FOREVER}
            await connection.execute(insert(nodes), row)

        await self._database.writer.write(work)
        self.peers = (Peer(node.id, self._roles),)

    async def run(self) -> None:
        """Show again and again that this node is alive; to be cancelled."""
        loop = asyncio.get_running_loop()
        while self._database.is_shared:
            due = loop.time() + self.next_look
            with suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._soon.wait()
                    due = loop.time()
            self._soon.clear()
            if self._is_over:
                return
            self.lease.note(loop.time() - due)
            try:
                await self.beat()
                self.lease.note(loop.time() - due)
            except StorageError as error:
                _logger.error("heartbeat", why=str(error))

    def schedule_check(self) -> None:
        """Somebody has come or gone: look who is alive, without waiting for the next heartbeat."""
        self._soon.set()

    async def beat(self) -> None:
        """Show once that this node is alive; where others have taken it for dead, begin anew.

        Raises:
            StorageError: the database does not answer.
        """
        node, now = self._database.node, database_time()
        began, lease = asyncio.get_running_loop().time(), self.lease.seconds
        renewed = (
            update(nodes)
            .where(nodes.c.id == node.id)
            .values(since=_since(now), until=now + round(lease * 1000))
        )
        lapsed = select(nodes.c.until <= now).where(nodes.c.id == node.id)

        async def work(connection: AsyncConnection) -> tuple[bool, bool, _Alive]:
            was_lapsed = (await connection.execute(lapsed)).scalar_one_or_none()
            found = await connection.execute(renewed)
            return bool(found.rowcount), bool(was_lapsed), await _alive(connection)

        self.next_look = self._beat_after
        is_alive, was_lapsed, found = await self._database.writer.write(work)
        if is_alive:
            if was_lapsed:  # what others have taken meanwhile is here as it was before
                self._complain("lease-lapsed", node)
                self._publish_ended()
            node.renew(began + lease)
            self._see(found)
            return
        self._complain("node-ended", node)
        node.end()
        self._database.node = Node()
        self._publish_ended()
        await self._enter()

    def _complain(self, what: str, node: Node) -> None:
        """Log that others may have what is this node's, and how busy the machine is."""
        busy = {"load": round(os.getloadavg()[0], 1)} if hasattr(os, "getloadavg") else {}
        late, lease = round(self.lease.late, 1), round(self.lease.seconds, 1)
        _logger.error(what, node=node.id, late=late, lease=lease, cores=os.cpu_count(), **busy)

    def _publish_ended(self) -> None:
        for ended in self._ended:
            ended()

    async def _enter(self) -> None:
        node, now = self._database.node, database_time()
        values = {"id": node.id, "roles": _written(self._roles), "since": now}
        lease = self.lease.seconds
        row = insert(nodes).values(**values, until=now + round(lease * 1000))
        forgotten = delete(nodes).where(nodes.c.until < now - _FORGOTTEN)

        async def work(connection: AsyncConnection) -> _Alive:
            await connection.execute(forgotten)
            await connection.execute(row)
            return await _alive(connection)

        for entering in self._entering:
            await entering(node.id)
        began = asyncio.get_running_loop().time()
        found = await self._database.writer.write(work)
        node.renew(began + lease)
        self._see(found)

    def _see(self, found: _Alive) -> None:
        """Take in who is alive."""
        self.peers = found.peers
        self.next_look = min(self._beat_after, found.soonest + _AFTER)
        for seen in self._seen:
            seen(frozenset(peer.id for peer in found.peers))

    async def retire(self) -> None:
        """Be asked to own nothing more that nobody owns; what this node owns stays its own.

        Raises:
            StorageError: the database does not answer.
        """
        plain = update(nodes).where(nodes.c.id == self._database.node.id).values(roles="")
        await self._database.writer.write(lambda connection: connection.execute(plain))
        await self.beat()

    @property
    def serves_clients(self) -> bool:
        """Whether browsers come to this node."""
        return GATEWAY in self._roles

    async def end(self) -> None:
        """Be none of them any more; whatever it owned is free at once."""
        self._is_over = True
        gone = delete(nodes).where(nodes.c.id == self._database.node.id)
        self._database.node.end()
        await self._database.writer.write(lambda connection: connection.execute(gone))


def is_taken(owner: ColumnElement[str], by: str, lease: float = LEASE) -> ColumnElement[bool]:
    """Whether something is owned by a node that is alive, or that may be.

    A lease that has run out frees what was owned, but not before whoever takes it has seen the
    database for a whole lease without a break: after the database itself was gone no lease holds,
    and those who are alive are given the time to show it.

    Args:
        owner: the column with the id of its owner.
        by: the id of the node that asks.
        lease: seconds; as of `LEASE`.
    """
    other, own, now = nodes.alias("other"), nodes.alias("own"), database_time()
    seen = own.c.until > now, own.c.since + round(lease * 1000) <= now
    settled = exists().where(own.c.id == by, *seen)
    return (owner != by) & exists().where(other.c.id == owner, (other.c.until > now) | ~settled)


def is_alive(owner: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether something is owned by a node whose lease holds."""
    other = nodes.alias("other")
    return exists().where(other.c.id == owner, other.c.until > database_time())


def _since(now: ColumnElement[int]) -> ColumnElement[int]:
    """Since when a node has shown itself without a break, with the heartbeat of now."""
    return case((nodes.c.until > now, nodes.c.since), else_=now)


def _written(roles: frozenset[Role]) -> str:
    return " ".join(sorted(roles))


class _Alive(NamedTuple):
    """The nodes that are alive, and in how many seconds the first lease of them ends."""

    peers: tuple[Peer, ...]
    soonest: float


async def _alive(connection: AsyncConnection) -> _Alive:
    left = nodes.c.until - database_time()
    found = select(nodes.c.id, nodes.c.roles, left.label("left")).where(left > 0)
    rows = (await connection.execute(found.order_by(nodes.c.id))).all()
    peers = tuple(Peer(row.id, frozenset(row.roles.split())) for row in rows)
    return _Alive(peers, min((row.left for row in rows), default=_FOREVER) / 1000)
