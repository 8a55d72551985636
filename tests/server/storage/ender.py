"""A process at whose tables matches end, and are kept; it says which have ended; to be killed.

The matches are rated where the people who play them are named: `ender URL NAME A B C D`.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from shengji.rules import rules_from
from shengji.server.matches.recorder import Recorder
from shengji.server.stores import Stores
from shengji.server.tables.acts.match import MatchBegan
from shengji.server.tables.core.entries import Body, encode_body
from shengji.server.tables.state import SeatStake, Settings
from shengji.server.tables.summary import Summary
from tests.server.storage.kit import own
from tests.server.table.kit import Player, started


async def end(
    store: Stores, recorder: Recorder, name: str, log: list[bytes], seen: Summary
) -> None:
    for number in range(10_000):
        table = f"{name}-{number}"
        summary = seen._replace(line=replace(seen.line, table=table))
        await store.tables.open_table(table, log[:-3], 1, None, summary)
        await store.tables.append(table, own(store), len(log) - 2, log[-3:], 2, ends=True)
        recorder.match_over()
        print(table, flush=True)


def of_people(log: bytes, people: Sequence[str]) -> bytes:
    """An entry of the log with these people in the seats."""
    for number, person in enumerate(people):
        known = f"guest{number}" if number else "host"
        log = log.replace(f'"{known}"'.encode(), f'"{person}"'.encode())
    return log


async def main(url: str, name: str, people: Sequence[str]) -> None:
    bodies: list[Body] = []
    count = len(people) or 1
    table = started(rules_from("forty-points"), count, Settings(one_hand=True), bodies)
    player = Player(table, Random(1), told=bodies.append)
    while player.step():
        pass
    seen = Summary.of(table.room.state(), "Wu")
    stake = SeatStake(value=1500.0, deviation=200.0, provisional=True, expected=0.5)
    begun = MatchBegan((stake,) * count if people else ())
    made = (begun if isinstance(body, MatchBegan) else body for body in bodies)
    log = [of_people(encode_body(body), people) for body in made]
    store = await Stores.open(url)
    recorder = Recorder(store.tables, store.matches, store.ratings)
    ending = (end(store, recorder, f"{name}-{each}", log, seen) for each in range(4))
    await asyncio.gather(recorder.run(), *ending)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
