"""Everybody comes back at once after a restart: `python -m benchmarks.load.returning`.

A database is filled with tables that have played for long, at each a person with bots. The server
is started on it, other people play at new tables, and then all those of the old tables come back in
the same moment. Told is how long they wait, and how the others fared meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.load.crowds import SETTLE, Crowds
from benchmarks.load.door import Door
from benchmarks.load.process import split_cores
from benchmarks.load.server import Server
from shengji.game import HandStarted
from shengji.rules import Rules
from shengji.server.database.ids import new_id
from shengji.server.site.services import COOKIE
from shengji.server.stores import Stores
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.match import Start
from shengji.server.tables.acts.seating import SeatBot, opening
from shengji.server.tables.core.entries import Body, encode_body
from shengji.server.tables.core.table import Table
from shengji.server.tables.messages import Hello, ToBrowser, Welcome
from shengji.server.tables.state import Settings
from shengji.server.tables.summary import Summary
from tests.server.table.kit import Player, done

MEANWHILE = 10.0
"""Seconds for which the others are watched, from the moment when everybody comes back."""

TABLE, HOST = "the-table", Actor("the-person", "Wu")
GIVES_UP = 60.0
"""The seconds after which somebody who is not welcomed gives up."""

_read = msgspec.json.Decoder(ToBrowser).decode_lines


class Past(NamedTuple):
    """The past of a table; the ids in it are those of TABLE and HOST.

    Attributes:
        bodies: its log.
        started: how many entries come before the hand under way.
        checkpoint: what these come to.
        summary: what the lobby tells of it.
    """

    bodies: list[bytes]
    started: int
    checkpoint: bytes
    summary: Summary


def past_of(hands: int) -> Past:
    """The past of a table of a person and three bots: so many hands, and half of the next."""
    log: list[Body] = list(opening(TABLE, HOST, Rules(), Settings()))
    table = Table.of(log)
    actions: list[Action] = [*(SeatBot(seat, "basic") for seat in (1, 2, 3)), Start()]
    for action in actions:
        log += done(table, HOST, action)
    player = Player(table, Random(1), "basic", log.append)
    starts = list[int]()
    while len(starts) <= hands:
        before = len(log)
        if not player.step():
            log += done(table, HOST, Start())
        starts += [at for at in range(before, len(log)) if isinstance(log[at], HandStarted)]
    checkpoint = msgspec.json.encode(table.checkpoint())
    summary = Summary.of(table.room.state(), HOST.name)
    for _ in range(150):
        player.step()
    return Past([encode_body(body) for body in log], starts[-1], checkpoint, summary)


async def fill(url: str, tables: int, past: Past, *, whole: bool) -> dict[str, str]:
    """Write so many tables with this past: the cookie of the person of each.

    If `whole`, no checkpoint is kept, and logs have to be read whole.
    """
    store, cookies = await Stores.open(url), {}
    for _ in range(tables):
        person, secret = await store.people.new_person(HOST.name)
        id_ = new_id()
        cookies[id_] = f"{COOKIE}={secret}"

        def here(text: bytes, names: tuple[str, str] = (id_, person.id)) -> bytes:
            for old, new in zip((TABLE, HOST.person), names, strict=True):
                text = text.replace(f'"{old}"'.encode(), f'"{new}"'.encode())
            return text

        line = replace(past.summary.line, table=id_)
        summary = past.summary._replace(line=line, seated=(person.id,))
        bodies = [here(body) for body in past.bodies]
        hold = await store.tables.open_table(id_, bodies[: past.started], 1, None, summary)
        checkpoint = None if whole else here(past.checkpoint)
        rest = bodies[past.started :]
        await store.tables.append(id_, hold, past.started + 1, rest, 1, checkpoint=checkpoint)
    await store.close()
    return cookies


async def come_back(port: int, cookies: Mapping[str, str]) -> tuple[list[float], int]:
    """Let all come back at once: the seconds until each was welcomed, and how many were not."""

    async def one(table: str, cookie: str) -> float | None:
        begun = time.monotonic()
        try:
            async with (
                asyncio.timeout(GIVES_UP),
                connect(
                    Door(port).socket(table),
                    additional_headers={"Cookie": cookie},
                    open_timeout=None,
                    max_size=None,
                ) as socket,
            ):
                await socket.send(msgspec.json.encode(Hello(since=None)), text=True)
                while True:
                    told = _read(await socket.recv(decode=False))
                    if any(isinstance(message, Welcome) for message in told):
                        return time.monotonic() - begun
        except (WebSocketException, OSError, TimeoutError):
            return None

    answers = await asyncio.gather(*(one(*each) for each in cookies.items()))
    waited = sorted(answer for answer in answers if answer is not None)
    return waited, len(answers) - len(waited)


def main() -> None:
    """Read the command line, run the test, tell the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load.returning",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=200, help="how many tables are saved")
    parser.add_argument("--hands", type=int, default=60, help="how many hands each has played")
    parser.add_argument("--people", type=int, default=186, help="how many come back")
    parser.add_argument("--others", type=int, default=10, help="tables that play meanwhile")
    parser.add_argument("--whole", action="store_true", help="keep no checkpoints")
    given = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a file for each connection
    server_cores, client_cores = split_cores()
    past = past_of(given.hands)
    with tempfile.TemporaryDirectory(prefix="shengji-load-") as folder:
        url = f"sqlite:///{folder}/tables.db"
        print(f"Writing {given.tables} tables of {len(past.bodies):,} entries ...")
        cookies = asyncio.run(fill(url, given.tables, past, whole=given.whole))
        with Server(Path(folder), server_cores) as server:
            crowds = Crowds(1, server.port, 2.0, client_cores)
            crowds.open(given.others)
            time.sleep(SETTLE)
            here = dict(list(cookies.items())[: given.people])
            with ThreadPoolExecutor(1) as pool:
                counting = pool.submit(crowds.measure, MEANWHILE)
                waited, lost = asyncio.run(come_back(server.port, here))
                tally = counting.result()
            crowds.end()
            for line in server.complaints():
                print(line)
    late = sorted(tally.heard)[int(0.99 * len(tally.heard))] if tally.heard else float("inf")
    last, half = (waited[-1], waited[len(waited) // 2]) if waited else (0.0, 0.0)
    print(
        f"Of {given.people} people {len(waited)} were back within {last:.1f} s, "
        f"half of them within {half:.1f} s; {lost} were not. "
        f"Of the {len(tally.heard)} decisions that others heard of meanwhile 99 % came within "
        f"{late:.0f} ms."
    )


if __name__ == "__main__":
    main()
