"""A table is in memory once, whoever opens it and whoever reads it at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Literal

from shengji.rules import rules_from
from shengji.server.database.lease import Lease
from shengji.server.database.log import LogTail
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.seating import opening
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.schemas import NewTable
from shengji.server.tables.state import Settings
from tests.server.live.kit import INSTANT, MemoryStore, hub_of, opened

TABLE = "t" * 12


class Slow(MemoryStore):
    """A store that has done what it was asked a while before that is heard.

    Attributes:
        late: what is so, once.
    """

    def __init__(self, late: Literal["open", "load"] | None = None) -> None:
        super().__init__()
        self.done = asyncio.Event()
        self.heard = asyncio.Event()
        self.late = late

    async def open_table(self, *given: Any) -> Lease:
        hold = await super().open_table(*given)
        await self._is_late("open")
        return hold

    async def load(self, table: str) -> LogTail:
        found = await super().load(table)
        await self._is_late("load")
        return found

    async def _is_late(self, what: str) -> None:
        if self.late == what:
            self.late = None
            self.done.set()
            await self.heard.wait()


async def found_while(store: Slow, work: Any, look: Any) -> tuple[LiveTable, LiveTable]:
    """The table that comes of some work, and of a look when that is stored and not heard yet."""
    working = asyncio.create_task(work)
    await store.done.wait()
    looked = await look()
    store.heard.set()
    return await working, looked


async def test_one_that_is_read_while_it_is_opened_is_the_same() -> None:
    store = Slow("open")
    hub = hub_of(store)
    bodies = opening(TABLE, Actor("ann", "Ann"), rules_from("tractor"), Settings())
    work = hub.open_appointed(TABLE, bodies)
    made, looked = await found_while(store, work, lambda: hub.get(TABLE))
    assert made is looked is await hub.get(TABLE)
    await hub.close()


async def test_one_that_is_opened_from_the_lobby_before_its_host_hears_of_it_is_the_same() -> None:
    store = Slow("open")
    hub = hub_of(store)

    async def look() -> LiveTable | None:
        (table,) = store.logs
        return await hub.get(table)

    work = hub.open("ann", "Ann", NewTable(settings=INSTANT))
    made, looked = await found_while(store, work, look)
    assert made is looked and hub.ids == {made.id}
    await hub.close()


async def test_one_that_is_on_its_way_into_memory_is_not_swept() -> None:
    store = Slow()
    live = await opened(hub_of(store), bots=None, start=False)
    store.late, hub = "load", hub_of(store)
    reading = asyncio.create_task(hub.get(live.id))
    await store.done.wait()
    assert hub.ids == {live.id}
    store.heard.set()
    assert await reading is not None and hub.ids == {live.id}
    await hub.close()


async def test_one_that_is_being_read_while_a_name_is_taken_out_forgets_it() -> None:
    store = Slow()
    live = await opened(hub_of(store), bots=None, start=False)
    assert live.state().seats[0].name == "Ann"
    store.late, hub = "load", hub_of(store)
    reading = asyncio.create_task(hub.get(live.id))
    await store.done.wait()

    def unnamed(log: Sequence[Any]) -> list[Any]:
        return [at._replace(body=at.body.replace(b'"Ann"', b'""')) for at in log]

    store.logs = {table: unnamed(log) for table, log in store.logs.items()}
    rereading = asyncio.create_task(hub.reread([live.id]))
    await asyncio.sleep(0)
    store.heard.set()
    again = await reading
    await rereading
    assert again is not None and again.state().seats[0].name == ""
    await hub.close()
