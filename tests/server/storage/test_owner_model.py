"""Claiming, appending, pausing, expiring and leaving in any order, against a real PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, ClassVar, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from sqlalchemy import text

from shengji.server.database import owners
from shengji.server.database.errors import ElsewhereError, FencedError, StorageError
from shengji.server.database.ids import new_id
from shengji.server.database.lease import Lease
from shengji.server.database.node import Node
from shengji.server.database.nodes import LEASE, Nodes
from shengji.server.stores import Stores
from tests.server.storage.kit import bodies, summary

T = TypeVar("T")

SEVERAL = 3
NODES = st.integers(0, SEVERAL - 1)
LONG = 60_000
"""Milliseconds that are longer than any lease."""


class Owners(RuleBasedStateMachine):
    """Several nodes and one log; time passes in the database only where a rule says so.

    The model: who owns the log and in which epoch, who is alive for the database, who has seen it
    for a whole lease, and what stands in the log.
    """

    stores: ClassVar[list[Stores]]
    runner: ClassVar[asyncio.Runner]

    def __init__(self) -> None:
        super().__init__()
        for store in self.stores:
            store.database.node = Node()
        self.nodes = [Nodes(store.database) for store in self.stores]
        self.holds: list[Lease | None] = [None] * SEVERAL
        self.alive = [False] * SEVERAL
        self.known = [False] * SEVERAL
        self.settled = [False] * SEVERAL
        self.table = new_id()
        self.owner: str | None = None
        self.epoch = 0
        self.log = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def change(self, statement: str) -> None:
        writer = self.stores[0].database.writer
        self.run(writer.write(lambda connection: connection.execute(text(statement))))

    def id(self, at: int) -> str:
        return self.stores[at].database.node.id

    @initialize()
    def open(self) -> None:
        self.change("DELETE FROM nodes")
        for at in range(SEVERAL):
            self.enter(at)
        first = self.stores[0].tables
        hold = self.run(first.open_table(self.table, bodies("x"), 1, None, summary(self.table)))
        self.holds[0], self.owner, self.epoch, self.log = hold, self.id(0), 1, 1

    def enter(self, at: int) -> None:
        self.run(self.nodes[at].begin())
        self.alive[at] = self.known[at] = True
        self.settled[at] = False

    @rule(at=NODES)
    def claim(self, at: int) -> None:
        owner = next((n for n in range(SEVERAL) if self.id(n) == self.owner), None)
        lives = owner is not None and owner != at and self.alive[owner]
        blocked = owner is not None and owner != at and self.known[owner] and not self.settled[at]
        if not lives and blocked:
            with pytest.raises(StorageError, match="given time to return"):
                self.run(self.stores[at].tables.claim(self.table))
            return
        claiming = self.stores[at].tables.claim(self.table)
        if lives:
            with pytest.raises(ElsewhereError):
                self.run(claiming)
            return
        hold = self.run(claiming)
        assert hold is not None and hold.epoch == self.epoch + (self.owner != self.id(at))
        self.holds[at], self.owner, self.epoch = hold, self.id(at), hold.epoch

    @rule(at=NODES)
    def append(self, at: int) -> None:
        hold = self.holds[at]
        if hold is None:
            return
        store, number = self.stores[at].tables, self.log + 1
        appending = store.append(self.table, hold, number, [b"%d" % at], number)
        if (hold.node.id, hold.epoch) == (self.owner, self.epoch):
            self.run(appending)
            self.log += 1
        else:
            with pytest.raises(FencedError):
                self.run(appending)

    @rule(at=NODES)
    def expire(self, at: int) -> None:
        """A node is paused for longer than its lease."""
        self.change(f"UPDATE nodes SET until = until - {LONG} WHERE id = '{self.id(at)}'")
        self.alive[at] = self.settled[at] = False

    @rule()
    def outage(self) -> None:
        """The database is gone for longer than all leases, and then comes back."""
        self.change(f"UPDATE nodes SET until = until - {LONG}, since = since - {LONG}")
        self.alive = [False] * SEVERAL
        self.settled = [False] * SEVERAL

    @rule(at=NODES)
    def claim_after_outage(self, at: int) -> None:
        """Somebody needs the log before anybody has shown that they are alive."""
        self.outage()
        self.claim(at)

    @rule(at=NODES)
    def beat(self, at: int) -> None:
        """A node shows itself; one that others have forgotten begins anew."""
        was_alive, was_known = self.alive[at], self.known[at]
        self.run(self.nodes[at].beat())
        self.alive[at] = self.known[at] = True
        if not (was_alive and was_known):
            self.settled[at] = False

    @rule(at=NODES)
    def see_for_long(self, at: int) -> None:
        """A lease passes in which a node shows itself without a break."""
        if self.alive[at]:
            lease = round(LEASE * 1000)
            self.change(f"UPDATE nodes SET since = since - {lease} WHERE id = '{self.id(at)}'")
            self.settled[at] = True

    @rule(at=NODES)
    def forget(self, at: int) -> None:
        """The row of a node goes: it has been dead for long."""
        self.change(f"DELETE FROM nodes WHERE id = '{self.id(at)}'")
        self.alive[at] = self.known[at] = self.settled[at] = False

    @rule(at=NODES)
    def leave(self, at: int) -> None:
        """A node goes as planned, and comes back as another."""
        self.run(self.nodes[at].end())
        self.stores[at].database.node = Node()
        self.nodes[at] = Nodes(self.stores[at].database)
        self.enter(at)

    def teardown(self) -> None:
        log = self.run(self.stores[0].tables.read(self.table))
        assert [entry.number for entry in log] == list(range(1, self.log + 1))


@pytest.mark.shared
def test_only_the_owner_of_the_highest_epoch_writes(
    url: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_AGAIN", "_PATIENCE"):  # it is looked once, and nobody waits
        monkeypatch.setattr(owners, name, 0.001)
    examples = 300 if request.config.getoption("campaign") else 15
    with asyncio.Runner() as Owners.runner:
        Owners.stores = [Owners.runner.run(Stores.open(url)) for _ in range(SEVERAL)]
        run_state_machine_as_test(
            Owners,
            settings=settings(max_examples=examples, stateful_step_count=40, deadline=None),
        )
        for store in Owners.stores:
            Owners.runner.run(store.close())
