"""A night whose server is killed in the middle of its hands: nothing is lost, and it goes on."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.night.playing import SeatAtTable
from shengji.game import HandEnded, KittyBuried, Played, TrickTaken
from shengji.rules import rules_from, write_rules
from shengji.server.stores import Stores
from shengji.server.tables.core.entries import decode_body
from shengji.server.tables.messages import Happened, Hello, ToBrowser
from tests.browser.servers import free_port
from tests.forked import Forked, listened_to
from tests.server.fresh import make_fresh
from tests.server.http.site import Json

pytestmark = pytest.mark.faults

SHORT: Final = {"preset": "forty-points", "kitty": 38}
"""Hands of four tricks at most."""

MOMENTS: Final = (KittyBuried, Played, TrickTaken, HandEnded)
"""As soon as anybody hears of such an event the server dies, of one after the other."""

encoded = msgspec.json.Encoder().encode
decoded = msgspec.json.Decoder(ToBrowser).decode_lines
"""The messages of a frame, one a line."""

PLAYS: Final = 7
"""So many plays are heard of before it dies at one."""


class Site:
    """A server in a process of its own, which is started again as often as it is killed."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'tables.db'}"
        self.kills = 0
        self._process: Forked | None = None
        make_fresh(folder / "tables.db")
        (folder / "short.toml").write_text(write_rules(rules_from(SHORT)), encoding="utf-8")
        self._environment = {**os.environ, "SHENGJI_HOUSES": str(folder)}

    def start(self) -> None:
        given = self.database, str(self.port), "short"
        self._process, said = listened_to(
            "tests.server.http.quick_site", *given, environment=self._environment
        )
        with said:
            assert said.readline() == "ready\n"

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self.kills += 1


class Phone:
    """The phone of somebody, which tries again until it hears that something was done."""

    def __init__(self, site: Site, name: str) -> None:
        self.site, self.name, self.id = site, name, ""
        self._client = httpx.AsyncClient(base_url=site.url, timeout=30, verify=False)
        self._commands, self._said = itertools.count(1), itertools.count(1)

    async def tried(self, ask: Callable[[], Awaitable[httpx.Response]]) -> Json:
        while True:
            with suppress(httpx.HTTPError):
                answer = await ask()
                if answer.status_code != 503:
                    assert answer.status_code < 300, answer.text
                    found: Json = answer.json()
                    return found
            await asyncio.sleep(0.05)

    async def post(self, path: str, content: Any = None) -> Json:
        return await self.tried(lambda: self._client.post(path, json=content))

    async def sign_up(self) -> None:
        await self.post("/api/me")
        new = {"name": self.name, "passphrase": "tiger on the ridge"}
        self.id = (await self.post("/api/me/account", new))["me"]["person"]

    async def ask(self, night: str, do: str, **fields: Any) -> None:
        number = next(self._commands)
        command = {"do": do, "id": f"c{number}", "made": number, **fields}
        answers = await self.post(f"/api/nights/{night}", {"commands": [command]})
        assert answers["answers"][0]["done"], answers

    async def get(self, path: str) -> Json:
        return await self.tried(lambda: self._client.get(path))

    async def state(self, night: str) -> Json:
        return await self.get(f"/api/nights/{night}")

    def connect(self, table: str) -> connect:
        """The connection to a table."""
        cookie = "; ".join(f"{name}={value}" for name, value in self._client.cookies.items())
        address = f"{self.site.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        return connect(address, additional_headers={"Cookie": cookie}, max_size=None)

    async def play(self, table: str, heard: Callable[[ToBrowser], None]) -> None:
        """Play as a bot would, and come back as often as the connection breaks; to be cancelled."""
        while True:
            seat = SeatAtTable("basic", 1, self._said)
            with suppress(OSError, WebSocketException):
                async with self.connect(table) as socket:
                    await socket.send(encoded(Hello()), text=True)
                    while True:
                        for message in decoded(await socket.recv(decode=False)):
                            heard(message)
                            for reply in seat.hear(message):
                                await socket.send(encoded(reply), text=True)
            await asyncio.sleep(0.05)

    async def close(self) -> None:
        await self._client.aclose()


@asynccontextmanager
async def played(
    phones: Sequence[Phone], tables: Sequence[Json], heard: Callable[[ToBrowser], None]
) -> AsyncIterator[None]:
    """Let people play at the tables where they sit; two of the last table never come."""
    by_id = {phone.id: phone for phone in phones}
    seated = [
        (one, table)
        for table in tables
        for one in (table["seats"][:2] if table is tables[-1] else table["seats"])
    ]
    tasks = [asyncio.create_task(by_id[one].play(at["site"], heard)) for one, at in seated]
    try:
        yield
    finally:
        await end(tasks)


async def end(tasks: Sequence[asyncio.Task[None]]) -> None:
    """End what goes on, and raise what has gone wrong in it.

    A connection that breaks at that moment may hide that it is cancelled.
    """
    while going := [task for task in tasks if not task.done()]:
        for task in going:
            task.cancel()
        await asyncio.wait(going, timeout=0.1)
    for task in tasks:
        if not task.cancelled():
            task.result()


class Killer:
    """Kills the server at one moment after the other, and has it started again."""

    def __init__(self, site: Site) -> None:
        self.site, self._moments, self._plays = site, iter(MOMENTS), 0
        self._next = next(self._moments, None)
        self._working: asyncio.Task[None] | None = None
        self.done = asyncio.Event()

    def heard(self, message: ToBrowser) -> None:
        if self._working is not None or self._next is None or not isinstance(message, Happened):
            return
        events = [at.event for at in message.events]
        self._plays += sum(isinstance(event, Played) for event in events)
        if any(isinstance(event, self._next) for event in events) and (
            self._next is not Played or self._plays >= PLAYS
        ):
            self._working = asyncio.create_task(self._kill())

    async def _kill(self) -> None:
        self.site.kill()
        await asyncio.to_thread(self.site.start)
        self._next = next(self._moments, None)
        self._working = None
        if self._next is None:
            self.done.set()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    found = Site(tmp_path)
    found.start()
    yield found
    found.kill()


@pytest.fixture
async def phones(site: Site) -> AsyncIterator[list[Phone]]:
    """The phones of who runs the night, and of eight who play."""
    found = [Phone(site, name) for name in ("Olga", *(f"Player {letter}" for letter in "ABCDEFGH"))]
    yield found
    for phone in found:
        await phone.close()


async def test_hands_online_go_on_whenever_the_server_is_killed(
    site: Site, phones: list[Phone]
) -> None:
    """Four play at one table; at the other two, and bots for those who never come."""
    boss, *people = phones
    for phone in phones:
        await phone.sign_up()
    settings = {"rules": SHORT}
    night = (await boss.post("/api/nights", {"settings": settings, "id": "one"}))["night"]
    for phone in people:
        await phone.ask(night, "check_in", person="", name="")
    await boss.ask(night, "draw", seed=1)
    await boss.ask(night, "start_round", minutes=0)
    tables = (await boss.state(night))["round"]["tables"]
    killer = Killer(site)
    known: dict[int, int] = {}
    moved: object = None
    async with asyncio.timeout(None) as patience, played(people, tables, killer.heard):
        while not killer.done.is_set() or min(known.values(), default=0) < 1:
            if moved != (moved := (site.kills, sum(known.values()))):
                patience.reschedule(asyncio.get_running_loop().time() + 120)
            for table in (await boss.state(night))["round"]["tables"]:
                assert table["played"] >= known.get(table["table"], 0), "a hand was lost"
                known[table["table"]] = table["played"]
            await asyncio.sleep(0.1)
        await boss.ask(night, "end_round")
        await boss.ask(night, "end_night")
    store = await Stores.open(site.database)
    try:
        async with asyncio.timeout(60):
            # A hand that ended at its table just as the round did is heard of a moment later.
            while not await has_heard(store, await boss.get(f"/api/nights/{night}/rounds/1")):
                await asyncio.sleep(0.1)
        async with asyncio.timeout(60):  # what follows from the end is done, and rated
            while await store.nights.unfinished():
                await asyncio.sleep(0.1)
            while not any(line["rating"] for line in (await boss.state(night))["standings"]):
                await asyncio.sleep(0.1)
        rounds = await boss.get(f"/api/nights/{night}/rounds/1")
        assert site.kills == len(MOMENTS)
        await compare(store, rounds["tables"])
        assert (await store.ratings.rebuild()).changed == 0
    finally:
        await store.close()


async def hands_at(store: Stores, table: Json) -> list[HandEnded]:
    """The hands that a table of the site has kept."""
    stored = await store.tables.read(table["site"])
    return [body for at in stored if isinstance(body := decode_body(at.body), HandEnded)]


async def has_heard(store: Stores, round_: Json) -> bool:
    """Whether the night has heard of as many hands as its tables have kept."""
    counts = [
        (len(table["hands"]), len(await hands_at(store, table))) for table in round_["tables"]
    ]
    return all(heard == kept for heard, kept in counts)


async def compare(store: Stores, tables: Sequence[Json]) -> None:
    """Check that the night has heard what the tables have kept, hand by hand, each once."""
    for table in tables:
        ended = await hands_at(store, table)
        assert [(h["points"], h["winner"], h["levels"]) for h in table["hands"]] == [
            (body.points, body.winner, body.levels) for body in ended
        ]
        lacks = {hand["lack"] and hand["lack"]["code"] for hand in table["hands"]}
        # A bot plays for whoever takes long to come back; at the last table nobody ever comes.
        assert lacks == {"bot"} if table is tables[-1] else lacks <= {None, "bot"}
