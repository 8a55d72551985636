"""Strangers ask for the largest there is while others play: `python -m benchmarks.load.strangers`.

For every address the largest requests that its types allow are sent by ten people at once, again
and again for as long as is measured. Told is how others fare meanwhile, and the server's memory.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, cast

import httpx
import psutil  # type: ignore[import-untyped]

from benchmarks.load.crowds import SETTLE, Crowds
from benchmarks.load.process import split_cores
from benchmarks.load.server import Server
from benchmarks.load.tally import Tally
from shengji.server.app import create_app
from tests.server.http.largest import Large, all_large
from tests.server.http.site import Site
from tests.server.http.test_strangers import PEOPLE, Stranger, written


def memory_of(server: Server) -> tuple[int, int]:
    """The megabytes in memory of the server, and of what it has started for a while."""
    own = psutil.Process(server.process.id)
    helpers = sum(at.memory_info().rss for at in own.children(recursive=True))
    return own.memory_info().rss // 1_000_000, helpers // 1_000_000


def percentile(tally: Tally, share: float) -> float:
    """The time, in milliseconds, within which such a share of people was told something."""
    heard = sorted(tally.heard) or [0.0]
    return heard[min(len(heard) - 1, int(share * len(heard)))]


async def ask_on(site: Site, people: list[Stranger], large: Large, end: float) -> int:
    """Let all of them ask the same until the end; how often they were answered."""
    body = large.body() if large.body else None
    fresh = httpx.Limits(max_keepalive_connections=0)
    answered = 0
    async with httpx.AsyncClient(base_url=site.url, timeout=120, limits=fresh) as client:
        while True:
            await asyncio.gather(*(person.ask(client, large, body) for person in people))
            answered += len(people)
            if time.monotonic() >= end:
                return answered


def main() -> None:
    """Read the command line, run the test, tell the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load.strangers",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--others", type=int, default=20, help="tables that play meanwhile")
    parser.add_argument("--seconds", type=float, default=2, help="how long each address is asked")
    parser.add_argument("--only", default="", help="only addresses in which this stands")
    given = parser.parse_args()
    server_cores, client_cores = split_cores()
    with (
        tempfile.TemporaryDirectory(prefix="shengji-load-") as folder,
        Server(Path(folder), server_cores) as server,
        ThreadPoolExecutor(1) as pool,
    ):
        nothing = cast(Any, None)  # it runs in a process of its own
        site = Site(nothing, server.port, Path(folder), nothing)
        people = [Stranger(site) for _ in range(PEOPLE)]
        crowds = Crowds(1, server.port, 0.5, client_cores)
        crowds.open(given.others)
        time.sleep(SETTLE)
        alone, start = crowds.measure(10), memory_of(server)
        print(f"Without strangers: {percentile(alone, 0.5):.0f} / {percentile(alone, 0.99):.0f} ms")
        moments, rows = [start], []
        for large in (*written(), *all_large(create_app())):
            name = f"{large.method} {large.path}"
            if given.only not in name:
                continue
            counting = pool.submit(crowds.measure, given.seconds)
            end = time.monotonic() + given.seconds
            answered = asyncio.run(ask_on(site, people, large, end))
            tally = counting.result()
            moments.append(memory_of(server))
            rows.append((percentile(tally, 0.99), percentile(tally, 0.5), answered, name))
            asyncio.run(renew(site, people))
        for worst, middle, answered, name in sorted(rows, reverse=True)[:20]:
            print(f"{middle:6.0f} / {worst:6.0f} ms, asked {answered:5} times: {name}")
        most, helpers = map(max, zip(*moments, strict=True))
        print(f"Memory of the server: {start[0]} MB before, {most} MB at the most;")
        print(f"of its helper, which ends when it has nothing to do: {helpers} MB at the most.")
        crowds.end()
        site.close()


async def renew(site: Site, people: list[Stranger]) -> None:
    """Make those anew whom the server does not know any more."""
    async with httpx.AsyncClient(base_url=site.url, timeout=60) as client:
        for person in people:
            if not await person.is_here(client):
                await asyncio.to_thread(person.renew)


if __name__ == "__main__":
    main()
