"""Nodes: the server processes of one database, and their leases."""

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
from shengji.server.database.errors import StorageConflict, StorageError
from shengji.server.database.node import Node
from shengji.server.database.schema import nodes

LEASE: Final = 3.0
"""Length in seconds of a node's lease after its last heartbeat."""

_LONGEST: Final = 3
"""Maximum length of a lease, as a multiple of the shortest length."""

_LATE: Final = 2.0
"""Factor by which the delay of heartbeats, in seconds, extends a lease: a delay ..."""

_FADE: Final = 0.985
"""... which counts by this factor less each time that it is measured: twice in a heartbeat."""

_BEATS: Final = 3
"""Number of heartbeats in a lease."""

_AFTER: Final = 0.02
"""Delay in seconds between the end of a lease and the check of its renewal."""

_FOREVER: Final = 1 << 53
"""End of a lease without heartbeats, in Unix milliseconds."""

_FORGOTTEN: Final = 86_400_000
"""Milliseconds after the end of its lease when a node's row is deleted."""

PROTOCOL: Final = "p2"
"""Version of the messages between nodes, stored with a node's roles.

Any change of these messages needs a new one: nodes of different versions do not run side by side.
"""

Role: TypeAlias = Literal["door", "tables", "reviews"]

GATEWAY: Final[Role] = "door"
TABLES: Final[Role] = "tables"
REVIEWS: Final[Role] = "reviews"

_logger = structlog.get_logger()


class Peer(NamedTuple):
    """A live node.

    Attributes:
        id: the id of its current lifetime.
        protocol: see `PROTOCOL`; empty before there were versions.
    """

    id: str
    roles: frozenset[Role]
    protocol: str = PROTOCOL


class database_time(GenericFunction[int]):
    """SQL function: the database's time in Unix milliseconds, the only clock of all leases."""

    type = BigInteger()
    inherit_cache = True


@compiles(database_time, "sqlite")
def _sqlite_time(element: Any, compiler: Any, **named: Any) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000.0 AS INTEGER)"


@compiles(database_time, "postgresql")
def _postgresql_time(element: Any, compiler: Any, **named: Any) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"


class LeaseLength:
    """The length of a lease in seconds, which grows with the delay of the heartbeats.

    On a busy machine, heartbeats wait for the CPU or the database. Longer leases avoid needless
    failovers, but delay the takeover from a dead node.

    Args:
        shortest: the length when all heartbeats are on time.

    Attributes:
        late: the current delay of heartbeats, in seconds.
    """

    def __init__(self, shortest: float) -> None:
        self._shortest = shortest
        self.late = 0.0

    @property
    def seconds(self) -> float:
        """The current length in seconds."""
        return min(self._shortest + _LATE * self.late, self._shortest * _LONGEST)

    def record_delay(self, late: float) -> None:
        """Record the delay of a heartbeat, in seconds."""
        self.late = max(late, self.late * _FADE)


class Nodes:
    """The nodes of a site, and the heartbeat of this node.

    With PostgreSQL, any number of nodes share a database. A SQLite file has one node, the last one
    to open it; it needs no heartbeat, and logs of earlier nodes are free at once.

    Args:
        database: the database; its `node` is this one.
        lease: length of a lease in seconds; the default is `LEASE`.

    Attributes:
        lease: the length of this node's lease, from the next heartbeat on.
        peers: the live nodes at the last heartbeat, including this one.
        next_beat: seconds from the last heartbeat to the next one; it comes earlier when a peer's
            lease ends before, so that a failover starts without delay.
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
        self.next_beat = self._beat_after
        self._is_over = False
        self.peers: tuple[Peer, ...] = ()

    def home(self, id_: str) -> str:
        """Return the home node of an id without an owner; it is stable while that node lives.

        Raises:
            StorageError: no live node has the role for tables.
        """
        able = [peer.id for peer in self.peers if TABLES in peer.roles]
        if not able:
            raise StorageError("No server is there that has tables. Start one, and come again.")
        return max(able, key=lambda node: hashlib.sha256(f"{node} {id_}".encode()).digest())

    def is_home(self, id_: str) -> bool:
        """Whether this node is the home node of an id without an owner.

        Raises:
            StorageError: no live node has the role for tables.
        """
        return self.home(id_) == self._database.node.id

    def has_other_node(self, role: Role) -> bool:
        """Whether another live node has a role."""
        own = self._database.node.id
        return any(role in peer.roles and peer.id != own for peer in self.peers)

    def on_end(self, ended: Callable[[], None]) -> None:
        """Subscribe to lapses of this node's lease, after which its memory may be stale.

        Either the node continues with the logs that are still its own, or other nodes have declared
        it dead and it continues as a new node.
        """
        self._ended.append(ended)

    def on_enter(self, entering: Callable[[str], Awaitable[None]]) -> None:
        """Subscribe a callback that runs before a new node id becomes visible to peers."""
        self._entering.append(entering)

    def on_seen(self, seen: Callable[[frozenset[str]], None]) -> None:
        """Subscribe to the ids of the live nodes, published with every heartbeat."""
        self._seen.append(seen)

    async def begin(self) -> None:
        """Register this node.

        Raises:
            StorageError: the database does not respond, or nodes of another release are running.
        """
        if self._database.is_shared:
            await self._enter()
            return
        node = self._database.node

        async def register(connection: AsyncConnection) -> None:
            await connection.execute(delete(nodes))
            row = {
                "id": node.id,
                "roles": _encode_roles(self._roles),
                "since": 0,
                "until": _FOREVER,
            }
            await connection.execute(insert(nodes), row)

        await self._database.writer.write(register)
        self.peers = (Peer(node.id, self._roles),)

    async def run(self) -> None:
        """Send heartbeats; runs until cancelled."""
        loop = asyncio.get_running_loop()
        while self._database.is_shared:
            due = loop.time() + self.next_beat
            with suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._soon.wait()
                    due = loop.time()
            self._soon.clear()
            if self._is_over:
                return
            self.lease.record_delay(loop.time() - due)
            try:
                await self.beat()
                self.lease.record_delay(loop.time() - due)
            except StorageError as error:
                _logger.error("heartbeat", why=str(error))

    def schedule_check(self) -> None:
        """Trigger the next heartbeat now, because a node has come or gone."""
        self._soon.set()

    async def beat(self) -> None:
        """Send one heartbeat; register again under a new id if this node was declared dead.

        Raises:
            StorageError: the database does not respond.
        """
        node, now = self._database.node, database_time()
        began, lease = asyncio.get_running_loop().time(), self.lease.seconds
        renewed = (
            update(nodes)
            .where(nodes.c.id == node.id)
            .values(since=_since(now), until=now + round(lease * 1000))
        )
        lapsed = select(nodes.c.until <= now).where(nodes.c.id == node.id)

        async def renew(connection: AsyncConnection) -> tuple[bool, bool, _Alive]:
            was_lapsed = (await connection.execute(lapsed)).scalar_one_or_none()
            found = await connection.execute(renewed)
            return bool(found.rowcount), bool(was_lapsed), await _alive(connection)

        self.next_beat = self._beat_after
        is_alive, was_lapsed, found = await self._database.writer.write(renew)
        if is_alive:
            if was_lapsed:  # logs that other nodes took meanwhile are stale here
                self._complain("lease-lapsed", node)
                self._publish_ended()
            node.renew(began + lease)
            self._update_peers(found)
            return
        self._complain("node-ended", node)
        node.end()
        self._database.node = Node()
        self._publish_ended()
        await self._enter()

    def _complain(self, what: str, node: Node) -> None:
        busy = {"load": round(os.getloadavg()[0], 1)} if hasattr(os, "getloadavg") else {}
        late, lease = round(self.lease.late, 1), round(self.lease.seconds, 1)
        _logger.error(what, node=node.id, late=late, lease=lease, cores=os.cpu_count(), **busy)

    def _publish_ended(self) -> None:
        for ended in self._ended:
            ended()

    async def _enter(self) -> None:
        node, now = self._database.node, database_time()
        values = {"id": node.id, "roles": _encode_roles(self._roles), "since": now}
        lease = self.lease.seconds
        row = insert(nodes).values(**values, until=now + round(lease * 1000))
        forgotten = delete(nodes).where(nodes.c.until < now - _FORGOTTEN)

        async def enter(connection: AsyncConnection) -> _Alive:
            _check_protocol(await _alive(connection))
            await connection.execute(forgotten)
            await connection.execute(row)
            return await _alive(connection)

        for entering in self._entering:
            await entering(node.id)
        began = asyncio.get_running_loop().time()
        found = await self._database.writer.write(enter)
        node.renew(began + lease)
        self._update_peers(found)

    def _update_peers(self, found: _Alive) -> None:
        self.peers = found.peers
        self.next_beat = min(self._beat_after, found.soonest + _AFTER)
        for seen in self._seen:
            seen(frozenset(peer.id for peer in found.peers))

    async def retire(self) -> None:
        """Stop being a home node for logs without an owner; owned logs stay with this node.

        Raises:
            StorageError: the database does not respond.
        """
        plain = update(nodes).where(nodes.c.id == self._database.node.id).values(roles=PROTOCOL)
        await self._database.writer.write(lambda connection: connection.execute(plain))
        await self.beat()

    @property
    def serves_clients(self) -> bool:
        """Whether this node is a gateway: clients connect to it."""
        return GATEWAY in self._roles

    async def end(self) -> None:
        """Unregister this node; its logs are free at once."""
        self._is_over = True
        gone = delete(nodes).where(nodes.c.id == self._database.node.id)
        self._database.node.end()
        await self._database.writer.write(lambda connection: connection.execute(gone))


def is_taken(owner: ColumnElement[str], by: str, lease: float = LEASE) -> ColumnElement[bool]:
    """Whether a live node may own the log.

    A lapsed lease frees a log only after the claiming node has kept its own lease without a break
    for a whole length. After an outage of the database all leases have lapsed, so this gives every
    live node time for a heartbeat.

    Args:
        owner: the column with the id of the owner.
        by: the id of the claiming node.
        lease: length of a lease in seconds; the default is `LEASE`.
    """
    other, own, now = nodes.alias("other"), nodes.alias("own"), database_time()
    seen = own.c.until > now, own.c.since + round(lease * 1000) <= now
    settled = exists().where(own.c.id == by, *seen)
    return (owner != by) & exists().where(other.c.id == owner, (other.c.until > now) | ~settled)


def is_alive(owner: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether the owner's lease holds."""
    other = nodes.alias("other")
    return exists().where(other.c.id == owner, other.c.until > database_time())


def _since(now: ColumnElement[int]) -> ColumnElement[int]:
    """Start of the node's unbroken series of heartbeats, including the current one."""
    return case((nodes.c.until > now, nodes.c.since), else_=now)


def _encode_roles(roles: frozenset[Role]) -> str:
    return " ".join((*sorted(roles), PROTOCOL))


def _read_peer(id_: str, written: str) -> Peer:
    words = frozenset(written.split())
    roles = frozenset(role for role in (GATEWAY, TABLES, REVIEWS) if role in words)
    return Peer(id_, roles, " ".join(words - roles))


def _check_protocol(found: _Alive) -> None:
    """Refuse to run beside nodes of another release."""
    for peer in found.peers:
        if peer.protocol != PROTOCOL:
            raise StorageConflict(
                f"A server of another release ({peer.id}) is running on this database. Stop all "
                "servers of the site, then start them with one release."
            )


class _Alive(NamedTuple):
    """The live nodes, and the seconds until the first of their leases ends."""

    peers: tuple[Peer, ...]
    soonest: float


async def _alive(connection: AsyncConnection) -> _Alive:
    left = nodes.c.until - database_time()
    found = select(nodes.c.id, nodes.c.roles, left.label("left")).where(left > 0)
    rows = (await connection.execute(found.order_by(nodes.c.id))).all()
    peers = tuple(_read_peer(row.id, row.roles) for row in rows)
    return _Alive(peers, min((row.left for row in rows), default=_FOREVER) / 1000)
