"""A site of many servers: real processes, PostgreSQL and NATS, of which some are killed."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random

from benchmarks.cluster.chaos import People, check
from benchmarks.cluster.processes import Server, Site, postgres
from tests.waiting import happens


async def play(site: Site, url: str) -> None:
    """Play at two tables while the owner of one is killed, and then another asked to end."""
    people = People(site, Random(1))
    await people.open(2)

    async def all_go_on(since: float) -> None:
        await happens(
            lambda: all(any(at > since for at in seen.acts) for seen in people.tables), 0.05
        )

    await all_go_on(0.0)
    for server, end in zip(site.tables, (Server.kill, Server.stop), strict=True):
        await asyncio.to_thread(end, server)
        await all_go_on(time.monotonic())
        await asyncio.to_thread(server.start)
    await people.end()
    assert people.fault_of_player() is None
    assert not people.tally.refusals.get("storage")
    assert sum(len(seen.acknowledged) for seen in people.tables) > 10
    assert await check(url, people.tables) == []


def test_play_goes_on_when_an_owner_is_killed_and_another_ends(tmp_path: Path) -> None:
    with (
        postgres(tmp_path / "postgres") as url,
        Site(tmp_path, url, doors=1, tables=2) as site,
    ):
        asyncio.run(play(site, url))
