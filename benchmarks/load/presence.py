"""Presence and invitations with many people here: `python -m benchmarks.load.presence`.

A database is filled with people who each have so many friends, and the server is started on it.
Each has a page open, which hears over the socket of the site. Pages close now and then, for a
moment or for longer, and open again; people invite friends to tables, who say that they come, or
not. Told is which share of a core the server takes more than without anybody.

With `--lobby hear` all these pages show the lobby, in which hosts at tables change something once
in `--changes` seconds; with `--lobby ask` they ask for it every four seconds, as pages do that
cannot hear it.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import tempfile
import time
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import msgspec
from sqlalchemy import insert
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.load.door import HOST
from benchmarks.load.process import split_cores
from benchmarks.load.server import Server
from shengji.server.database.schema import bonds
from shengji.server.site.services import COOKIE
from shengji.server.stores import Stores

SETTLE = 15.0
"""Seconds after everybody has come until it is measured."""

ASKS = 4.0
"""After how many seconds a page asks for the lobby again, where it does."""

HOSTS = 20
"""At so many tables somebody is, so that the lobby shows them."""

AT_ONCE = 40
"""So many come at the same time, at first."""


class Person(NamedTuple):
    """Somebody on the site.

    Attributes:
        id: the public id.
        cookie: the browser's.
        friends: their friends, by public id.
    """

    id: str
    cookie: str
    friends: list[str]


async def fill(url: str, people: int, friends: int, chance: Random) -> list[Person]:
    """Write so many people into a database, each with about so many friends."""
    store = await Stores.open(url)
    names = [f"Person {number}" for number in range(people)]
    made = await asyncio.gather(*map(store.people.new_person, names))
    known: dict[str, set[str]] = {person.id: set() for person, _ in made}
    ids = list(known)
    while sum(map(len, known.values())) < people * friends:
        one, two = chance.sample(ids, 2)
        known[one].add(two)
        known[two].add(one)
    rows = [
        {"person": one, "other": two, "kind": "friend", "at": 1}
        for one, others in known.items()
        for two in others
    ]
    writer = store.database.writer
    await writer.write(lambda connection: connection.execute(insert(bonds), rows))
    await store.close()
    return [
        Person(person.id, f"{COOKIE}={secret}", sorted(known[person.id])) for person, secret in made
    ]


class Crowd:
    """All people, with their pages.

    Attributes:
        heard: how many messages of each kind the pages have heard.
        opened: how often a page has opened.
        lost: how many lines have ended that nobody has closed.
    """

    def __init__(self, port: int, people: list[Person], given: Any) -> None:
        self._sockets = f"ws://{HOST}:{port}/api"
        self._socket = f"{self._sockets}/socket{'?lobby=1' if given.lobby == 'hear' else ''}"
        self._site = f"http://{HOST}:{port}"
        self._people, self._given, self._chance = people, given, Random(given.seed)
        self._ended = asyncio.Event()
        self._coming = asyncio.Semaphore(AT_ONCE)
        self._here = 0
        self.heard: Counter[str] = Counter()
        self.opened = self.invited = self.lost = self.asked = 0

    @property
    def here(self) -> int:
        """How many have a page open."""
        return self._here

    async def stay(self, person: Person) -> None:
        """Have a page open, which closes now and then and opens again, until the end."""
        while not self._ended.is_set():
            until = self._chance.expovariate(1 / self._given.closes)
            await self._coming.acquire()
            try:
                await self._look(person, until)
            except (WebSocketException, OSError):
                self.lost += not self._ended.is_set()
            # A page that is loaded again, another that is looked at for a moment, or a break.
            away = self._chance.choice([1.0, 20.0, 300.0])
            await self._pause(self._chance.expovariate(1 / away))

    async def _look(self, person: Person, seconds: float) -> None:
        released = False
        headers = {"Cookie": person.cookie}
        try:
            async with connect(
                self._socket,
                additional_headers=headers,
                open_timeout=None,
                compression=None,
                ping_interval=None,  # a browser answers pings, and sends none
            ) as socket:
                self.opened += 1
                self._here += 1
                try:
                    async with asyncio.timeout(seconds):
                        while True:
                            message = msgspec.json.decode(await socket.recv())
                            self.heard[message["type"]] += 1
                            if message["type"] == "invitations" and not released:
                                released = True
                                self._coming.release()
                            if message["type"] == "invitations":
                                await self._answer(person, message["invitations"]["received"])
                except TimeoutError:
                    pass
                finally:
                    self._here -= 1
        finally:
            if not released:
                self._coming.release()

    async def ask(self, person: Person) -> None:
        """Ask for the lobby again and again, until the end."""
        await self._pause(self._chance.uniform(0, ASKS))
        while not self._ended.is_set():
            await self._asking.get("/api/lobby", headers={"Cookie": person.cookie})
            self.asked += 1
            await self._pause(ASKS)

    async def host(self, person: Person) -> None:
        """Be at a table, and change its name now and then, until the end."""
        address = f"{self._sockets}/tables/{self._tables[person.id]}/socket"
        headers = {"Cookie": person.cookie}
        async with connect(
            address, additional_headers=headers, open_timeout=None, ping_interval=None
        ) as socket:
            await socket.send('{"type": "hello"}')
            version = msgspec.json.decode(await socket.recv())["version"]
            for number in count():
                pause = self._chance.expovariate(1 / (self._given.changes * HOSTS))
                await self._pause(pause)
                if self._ended.is_set():
                    return
                action = {"do": "set_settings", "settings": {"title": f"Number {number}"}}
                asked = {"type": "do", "id": f"n{number}", "version": version, "action": action}
                await socket.send(msgspec.json.encode(asked).decode())
                while not (frame := await socket.recv(decode=True)).startswith('{"type":"done"'):
                    pass
                version = msgspec.json.decode(frame)["version"]

    async def _answer(self, person: Person, received: list[dict[str, Any]]) -> None:
        """Say that one comes, or not this time."""
        async with httpx.AsyncClient(base_url=self._site) as client:
            for invitation in received:
                await client.post(
                    f"/api/invitations/{invitation['id']}",
                    json={"come": self._chance.random() < 0.5},
                    headers={"Cookie": person.cookie},
                )

    async def invite(self) -> None:
        """Let people open tables, and invite friends there, until the end."""
        pause = self._given.invites / len(self._people)
        async with httpx.AsyncClient(base_url=self._site, timeout=30) as client:
            while not self._ended.is_set():
                await self._pause(self._chance.expovariate(1 / pause))
                person = self._chance.choice(self._hosts)
                wish = {"person": self._chance.choice(person.friends), "kind": "table"}
                answer = await client.post(
                    "/api/invitations",
                    json=wish | {"place": self._tables[person.id]},
                    headers={"Cookie": person.cookie},
                )
                self.invited += answer.status_code == 204

    async def open_tables(self, tables: int) -> None:
        """Let some people open tables, from which they invite."""
        self._hosts = self._people[:tables]
        self._tables: dict[str, str] = {}
        limits = httpx.Limits(max_connections=100)
        self._asking = httpx.AsyncClient(base_url=self._site, timeout=60, limits=limits)
        async with httpx.AsyncClient(base_url=self._site, timeout=30) as client:
            for person in self._hosts:
                made = await client.post("/api/tables", json={}, headers={"Cookie": person.cookie})
                self._tables[person.id] = made.json()["table"]

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._ended.wait()
        except TimeoutError:
            pass

    def end(self) -> None:
        """Let everybody go."""
        self._ended.set()


async def measure(server: Server, people: list[Person], given: Any) -> None:
    """Let everybody come, and measure."""
    process, crowd = server.process, Crowd(server.port, people, given)
    await crowd.open_tables(given.tables)
    hosts = people[:HOSTS] if given.lobby else ()
    tasks = [asyncio.create_task(crowd.host(person)) for person in hosts]
    await asyncio.sleep(SETTLE)
    before, begun = process.cpu_seconds, time.monotonic()
    await asyncio.sleep(given.seconds / 2)
    idle = (process.cpu_seconds - before) / (time.monotonic() - begun)
    tasks += [asyncio.create_task(crowd.stay(person)) for person in people]
    while crowd.opened < len(people):
        await asyncio.sleep(1)
    tasks.append(asyncio.create_task(crowd.invite()))
    if given.lobby == "ask":
        tasks += [asyncio.create_task(crowd.ask(person)) for person in people]
    await asyncio.sleep(SETTLE)
    before, begun = process.cpu_seconds, time.monotonic()
    opened, invited, heard = crowd.opened, crowd.invited, sum(crowd.heard.values())
    asked = crowd.asked
    await asyncio.sleep(given.seconds)
    seconds = time.monotonic() - begun
    busy, here = (process.cpu_seconds - before) / seconds, crowd.here
    opened, invited = crowd.opened - opened, crowd.invited - invited
    heard = sum(crowd.heard.values()) - heard
    crowd.end()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(
        f"{here} of {len(people)} people are here, each with {given.friends} friends; a second "
        f"{opened / seconds:.1f} pages open, {invited / seconds:.2f} friends are invited, and "
        f"{heard / seconds:.0f} messages are told, and the lobby is asked for "
        f"{(crowd.asked - asked) / seconds:.0f} times. "
        f"The server takes {busy - idle:.1%} of a core ({idle:.1%} without anybody); "
        f"{crowd.lost} lines were lost."
    )


def main() -> None:
    """Read the command line, run the test, tell the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load.presence",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--people", type=int, default=2000, help="how many there are")
    parser.add_argument("--friends", type=int, default=10, help="how many friends each has")
    parser.add_argument("--seconds", type=float, default=60, help="how long is measured")
    parser.add_argument(
        "--closes", type=float, default=600, help="seconds after which a page closes"
    )
    parser.add_argument(
        "--invites", type=float, default=3600, help="seconds after which somebody invites a friend"
    )
    parser.add_argument("--tables", type=int, default=200, help="from how many tables they invite")
    parser.add_argument("--lobby", choices=["hear", "ask"], help="how pages know the lobby")
    parser.add_argument(
        "--changes", type=float, default=4, help="seconds after which something changes in it"
    )
    parser.add_argument("--seed", type=int, default=1, help="of all that is left to chance")
    given = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a file for each connection
    server_cores, _ = split_cores()
    with tempfile.TemporaryDirectory(prefix="shengji-load-") as folder:
        url = f"sqlite:///{folder}/tables.db"
        print(f"Writing {given.people} people ...")
        people = asyncio.run(fill(url, given.people, given.friends, Random(given.seed)))
        with Server(Path(folder), server_cores) as server:
            asyncio.run(measure(server, people, given))
            for line in server.complaints():
                print(line)


if __name__ == "__main__":
    main()
