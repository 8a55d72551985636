"""Nothing of a table that was played at and is gone stays in memory."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections import Counter

from shengji.game import Match
from shengji.server.tables.bots.threads import BotExecutor, ThreadBot
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.state import Pace, Settings
from tests.server.live.kit import Browser, MemoryStore, hub_of, opened
from tests.waiting import happens

_COUNTED = (ThreadBot, LiveTable, Match)


def in_memory() -> Counter[type]:
    """How many of these things there are, after all garbage has gone."""
    gc.collect()
    return Counter(type(found) for found in gc.get_objects() if type(found) in _COUNTED)


async def test_what_waits_for_a_busy_thread_and_is_given_up_is_freed() -> None:
    """As the bots of tables that are gone, behind others that think."""

    class Bot:
        def decide(self) -> None:
            """Decide nothing."""

    executor, go_on = BotExecutor(1), threading.Event()
    busy = asyncio.create_task(executor.run(go_on.wait))
    bot = Bot()
    waits, seen = asyncio.create_task(executor.run(bot.decide)), weakref.ref(bot)
    del bot
    await asyncio.sleep(0)
    assert executor.busy == 2 and seen() is not None
    waits.cancel()
    await asyncio.wait([waits])
    del waits
    gc.collect()
    assert seen() is None and not go_on.is_set()
    go_on.set()
    await busy
    await executor.close()


async def test_sixty_tables_that_are_gone_leave_no_bots_behind() -> None:
    """Some were left as cards were drawn, and some in the play; with bots that answer at once."""
    hub = hub_of(MemoryStore(), unload_after=5.0)
    before = in_memory()

    async def play(pace: Pace, events: int) -> None:
        live = await opened(hub, Settings(pace=pace), bots="random")
        ann = await Browser(live, "ann", plays=True).connect()
        await ann.until(lambda: len(ann.events) >= events)
        ann.plays = False
        ann.disconnect()

    for _ in range(10):
        ways: tuple[tuple[Pace, int], ...] = (("fast", 0), ("fast", 20), ("instant", 130))
        await asyncio.gather(*(play(*way) for way in (*ways, *ways)))
    await happens(lambda: not hub.ids)
    await happens(lambda: not in_memory() - before)
    await hub.close()
