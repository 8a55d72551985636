"""A bus of each kind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeAlias

import pytest

from benchmarks.cluster.processes import Nats
from shengji.server.cluster import nats_bus
from shengji.server.cluster.bus import Bus, LocalBus
from shengji.server.cluster.nats_bus import NatsBus
from tests.waiting import PATIENCE

Connect: TypeAlias = Callable[[], Coroutine[Any, Any, Bus]]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody counts as silent because the machine is busy; tests of that say when somebody does."""
    monkeypatch.setattr(nats_bus, "_SILENT", PATIENCE)


@pytest.fixture(params=["local", "nats"])
async def connect(request: pytest.FixtureRequest) -> AsyncIterator[Connect]:
    """Connects another server of the site."""
    made: list[Bus] = []
    local = LocalBus()
    # It ends after those who are connected to it.
    nats: Nats | None = None if request.param == "local" else request.getfixturevalue("nats")

    async def connect() -> Bus:
        made.append(local if nats is None else await NatsBus.connected(nats.url))
        return made[-1]

    yield connect
    async with asyncio.timeout(PATIENCE):  # it waits for who still works on an answer
        for bus in dict.fromkeys(made):
            await bus.close()
