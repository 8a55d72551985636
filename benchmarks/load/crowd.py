"""A process full of tables that play; it takes orders on standard input, a JSON object a line.

`{"order": "open", "tables": 10}` opens that many more and answers when all of them play;
`{"order": "measure", "seconds": 5}` answers with the tally of so many seconds.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from random import Random
from typing import TypeAlias

import msgspec
import uvloop

from benchmarks.load.door import Door
from benchmarks.load.player import Player
from benchmarks.load.tally import Tally
from shengji.server.tables.acts.match import Ready, Start
from shengji.server.tables.acts.seating import Sit

PLAYERS = 4
_AT_ONCE = 8
"""How many tables are opened at the same time."""


class Open(msgspec.Struct, tag_field="order", tag="open"):
    """Open so many tables more."""

    tables: int


class Measure(msgspec.Struct, tag_field="order", tag="measure"):
    """Count for so many seconds."""

    seconds: float


Order: TypeAlias = Open | Measure


class Crowd:
    """Tables of four that play until the process ends.

    Args:
        port: where the server listens.
        pace: seconds for a decision, on average.
        seed: what all chance starts from.
    """

    def __init__(self, port: int, pace: float, seed: int) -> None:
        self._door = Door(port)
        self._pace = pace
        self._chance = Random(seed)
        self._turnstile = asyncio.Semaphore(_AT_ONCE)
        self._players: set[asyncio.Task[None]] = set()
        self.tally = Tally()

    async def open(self, tables: int) -> None:
        """Let so many tables more begin to play."""
        await asyncio.gather(*(self._open_one() for _ in range(tables)))

    async def measure(self, seconds: float) -> Tally:
        """Count for some time."""
        self.tally.take()
        await asyncio.sleep(seconds)
        return self.tally.take()

    async def _open_one(self) -> None:
        async with self._turnstile:
            cookies = [await self._door.come() for _ in range(PLAYERS)]
            address = self._door.socket(await self._door.open_table(cookies[0]))
            sent: dict[int, float] = {}
            players = [
                Player(
                    address,
                    cookie,
                    seat,
                    sent,
                    self.tally,
                    Random(self._chance.getrandbits(32)),
                    self._pace,
                )
                for seat, cookie in enumerate(cookies)
            ]
            for player in players:
                task = asyncio.create_task(player.run())
                task.add_done_callback(_fail)
                self._players.add(task)
            for seat, player in enumerate(players[1:], start=1):
                await player.must(Sit(seat))
                await player.must(Ready(True))
            await players[0].must(Start())


def _fail(task: asyncio.Task[None]) -> None:
    """A player never ends by itself; when one does, the test is worth nothing."""
    if not task.cancelled() and task.exception() is not None:
        raise SystemExit(f"a player failed: {task.exception()!r}") from task.exception()


async def main(port: int, pace: float, seed: int) -> None:
    """Carry out orders until there are no more."""
    crowd = Crowd(port, pace, seed)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.buffer.readline):
        order = msgspec.json.decode(line, type=Order)
        if isinstance(order, Open):
            await crowd.open(order.tables)
            answer = Tally()
        else:
            answer = await crowd.measure(order.seconds)
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    gc.disable()  # Its pauses would be counted as the server's; what it would free is little.
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])))
