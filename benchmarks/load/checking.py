"""People check whole suits of six decks while others play: `python -m benchmarks.load.checking`.

Each of these people is to lead at a table with six decks, and asks again and again, as often as the
server lets a socket, whether a whole suit can be led: the dearest question that there is. Told is
how the others fare, first without them and then beside them.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from websockets.asyncio.client import connect

from benchmarks.load.crowds import SETTLE, Crowds
from benchmarks.load.door import Door
from benchmarks.load.process import split_cores
from benchmarks.load.returning import HOST, TABLE, Past, fill
from benchmarks.load.server import Server
from benchmarks.load.tally import Tally
from shengji.cards import Card
from shengji.game import HandStarted
from shengji.rules import Rules
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.decisions import PlayAction
from shengji.server.tables.acts.match import Start
from shengji.server.tables.acts.seating import SeatBot, opening
from shengji.server.tables.core.entries import Body, encode_body
from shengji.server.tables.core.table import Table
from shengji.server.tables.messages import Check, Hello
from shengji.server.tables.state import Settings
from shengji.server.tables.summary import Summary
from tests.server.table.kit import Player, done

PACE = 1 / 19
"""Seconds from one question of a person to the next; a socket may send 20 messages a second."""


class Lead(NamedTuple):
    """A table at which a person is to lead, and the longest suit that this person holds."""

    past: Past
    suit: tuple[Card, ...]


def lead_of(seed: int) -> Lead:
    """Play six decks until the person in seat 0 is to lead."""
    log: list[Body] = list(opening(TABLE, HOST, Rules(decks=6), Settings()))
    table = Table.of(log)
    actions: list[Action] = [*(SeatBot(seat, "basic") for seat in (1, 2, 3)), Start()]
    for action in actions:
        log += done(table, HOST, action)
    player = Player(table, Random(seed), "basic", log.append)
    while (due := table.prompts.due(0)) is None or due.decision != "lead":
        player.step()
    assert table.hand is not None
    suits = table.hand.space.by_suit(table.hand.hands[0]).values()
    bodies = [encode_body(body) for body in log]
    started = next(at for at, body in enumerate(log) if isinstance(body, HandStarted))
    checkpoint = msgspec.json.encode(Table.of(log[: started + 1]).checkpoint())
    summary = Summary.of(table.room.state(), HOST.name)
    suit = tuple(sorted(suits, key=lambda cards: -len(cards))[0])
    return Lead(Past(bodies, started, checkpoint, summary), suit)


async def check_on(port: int, table: str, cookie: str, suit: tuple[Card, ...], end: float) -> int:
    """Ask until the end whether a suit can be led; how often it was answered."""
    answered, headers = 0, {"Cookie": cookie}
    async with connect(Door(port).socket(table), additional_headers=headers) as socket:
        await socket.send(msgspec.json.encode(Hello(since=None)), text=True)
        await socket.recv()
        for number in itertools.count():
            if time.monotonic() >= end:
                return answered
            check = Check(id=f"{number}", action=PlayAction(suit))
            await socket.send(msgspec.json.encode(check), text=True)
            while not (await socket.recv(decode=True)).startswith('{"type":"checked"'):
                pass
            answered += 1
            await asyncio.sleep(PACE)
    return answered


def late(tally: Tally) -> str:
    """How the others fared."""
    heard = sorted(tally.heard)
    return f"{heard[len(heard) // 2]:.0f} / {heard[int(0.99 * len(heard))]:.0f} ms"


async def check_all(
    port: int, leads: list[tuple[str, str, tuple[Card, ...]]], seconds: float
) -> int:
    """Let all of them ask for some seconds; how often they were answered."""
    end = time.monotonic() + seconds
    return sum(await asyncio.gather(*(check_on(port, *lead, end) for lead in leads)))


def main() -> None:
    """Read the command line, run the test, tell the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load.checking",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--people", type=int, default=12, help="how many ask")
    parser.add_argument("--others", type=int, default=20, help="tables that play meanwhile")
    parser.add_argument("--seconds", type=float, default=10, help="how long is measured")
    given = parser.parse_args()
    server_cores, client_cores = split_cores()
    with tempfile.TemporaryDirectory(prefix="shengji-load-") as folder:
        url, leads = f"sqlite:///{folder}/tables.db", []
        for number in range(given.people):
            lead = lead_of(number)
            ((table, cookie),) = asyncio.run(fill(url, 1, lead.past, whole=False)).items()
            leads.append((table, cookie, lead.suit))
        with Server(Path(folder), server_cores) as server:
            crowds = Crowds(1, server.port, 2.0, client_cores)
            crowds.open(given.others)
            time.sleep(SETTLE)
            alone = crowds.measure(given.seconds)
            with ThreadPoolExecutor(1) as pool:
                counting = pool.submit(crowds.measure, given.seconds)
                asked = asyncio.run(check_all(server.port, leads, given.seconds))
                beside = counting.result()
            crowds.end()
            for line in server.complaints():
                print(line)
    print(
        f"What the others did was told, median / 99th percentile: {late(alone)} without, "
        f"{late(beside)} beside {given.people} people who were answered "
        f"{asked / given.seconds:,.0f} times a second."
    )


if __name__ == "__main__":
    main()
