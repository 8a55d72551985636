"""A bus of each kind."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeAlias

import pytest

from benchmarks.cluster.processes import Nats
from shengji.server.wire.bus import Bus, LocalBus
from shengji.server.wire.nats_bus import NatsBus

Connect: TypeAlias = Callable[[], Coroutine[Any, Any, Bus]]


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
    for bus in dict.fromkeys(made):
        await bus.close()
