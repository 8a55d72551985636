"""How long the server is busy with something, and what is done in a thread meanwhile."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable

import pytest

from shengji.cards import Card
from shengji.server.site.meter import LoopTimer
from shengji.server.tables.acts.decisions import PlayAction
from shengji.server.tables.acts.talk import Say
from shengji.server.tables.core.table import Table
from shengji.server.tables.messages import Check, Checked, Do, Done
from tests.server.live.kit import Browser, MemoryStore, hub_of, opened
from tests.waiting import PATIENCE, happens


class Busy:
    """A clock that says for how long somebody has been busy."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


async def test_only_what_is_done_counts_and_not_what_is_waited_for() -> None:
    busy = Busy()

    async def work() -> str:
        busy.seconds += 1.0
        await asyncio.sleep(0.01)
        busy.seconds += 2.0
        return "done"

    async def other() -> None:
        busy.seconds += 10.0

    metered: LoopTimer[str] = LoopTimer(work, busy)
    found, _ = await asyncio.gather(_of(metered), other())
    assert (found, metered.seconds) == ("done", 3.0)


async def _of(work: Awaitable[str]) -> str:
    return await work


async def test_faults_and_an_early_end_go_through_it() -> None:
    async def fails() -> None:
        await asyncio.sleep(0)
        raise KeyError("x")

    with pytest.raises(KeyError):
        await LoopTimer(fails)
    ended: list[str] = []

    async def waits() -> str:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append("here")
            raise
        return "never"

    task = asyncio.create_task(_of(LoopTimer(waits)))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == ["here"]


async def test_a_long_check_stops_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    hub = hub_of(MemoryStore())
    live, other = await opened(hub, start=False), await opened(hub, start=False)
    ann, bob = await Browser(live, "ann").connect(), await Browser(other, "bob").connect()

    begun, go = threading.Event(), threading.Event()

    def slow(table: Table, seat: int, asked: Check) -> Checked:
        begun.set()
        assert go.wait(PATIENCE)
        return Checked(id=asked.id, refusal=None)

    monkeypatch.setattr(Table, "check", slow)
    many = PlayAction((Card("5H"),) * 20)
    checking = asyncio.create_task(ann.say(Check("c", many)))
    await happens(begun.is_set)
    assert isinstance(await bob.do(Say("hello")), Done)
    assert not checking.done()
    go.set()
    await checking
    assert any(isinstance(message, Checked) for message in ann.messages)
    await hub.close()


async def test_who_asks_for_much_waits_in_one_line_for_all_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hub = hub_of(MemoryStore())
    live, other = await opened(hub, start=False), await opened(hub, start=False)
    ann, bob = await Browser(live, "ann").connect(), await Browser(other, "bob").connect()
    monkeypatch.setattr("shengji.server.tables.live.live_table._SLOW_SECONDS", 0.0)
    async with hub._context.throttle:
        tasks = [asyncio.create_task(who.do(Say("hello"))) for who in (ann, bob)]
        waiting = [asyncio.create_task(who.say(Do("x", 9, Say("wow")))) for who in (ann, bob)]
        await happens(
            lambda: all(any(isinstance(m, Done) for m in who.messages) for who in (ann, bob))
        )
        assert not any(task.done() for task in (*tasks, *waiting))
    await asyncio.gather(*tasks, *waiting)
    await hub.close()
