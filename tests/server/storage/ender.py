"""A process at whose tables matches end, and are kept; it says which have ended; to be killed."""

from __future__ import annotations

import asyncio
import sys
from random import Random

from msgspec.structs import replace

from shengji.rules import rules_from
from shengji.server.live import Recorder
from shengji.server.states import Settings
from shengji.server.storage import Store, Summary
from shengji.server.table import Body, encode_body
from tests.server.table.kit import Player, started


async def end(store: Store, recorder: Recorder, name: str, log: list[bytes], seen: Summary) -> None:
    for number in range(10_000):
        table = f"{name}-{number}"
        summary = seen._replace(line=replace(seen.line, table=table))
        await store.open_table(table, log[:-3], 1, None, summary)
        await store.append(table, len(log) - 2, log[-3:], 2, ends=True)
        recorder.match_over()
        print(table, flush=True)


async def main(url: str, name: str) -> None:
    bodies: list[Body] = []
    table = started(rules_from("forty-points"), 1, Settings(one_hand=True), bodies)
    player = Player(table, Random(1), told=bodies.append)
    while player.step():
        pass
    seen = Summary.of(table.room.state(), "Wu")
    log = [encode_body(body) for body in bodies]
    store = await Store.open(url)
    recorder = Recorder(store)
    ending = (end(store, recorder, f"{name}-{each}", log, seen) for each in range(4))
    await asyncio.gather(recorder.run(), *ending)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
