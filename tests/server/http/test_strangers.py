"""The largest that strangers can ask at once, of every address, keeps nobody waiting.

There are ten of them in a campaign, and two otherwise.
"""

from __future__ import annotations

import asyncio
import gc
import json
import threading
import time
from asyncio import events
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import httpx
import psutil  # type: ignore[import-untyped]
import pytest
from websockets.asyncio.client import connect

from shengji.nights.bounds import MOST_LEVELS
from shengji.server.app import create_app
from shengji.server.runner import spare_collector
from tests.seeds import all_are_made
from tests.server.http.largest import Large, all_large, messages
from tests.server.http.site import Json, Site, running
from tests.server.http.test_accounts import owner

PEOPLE: Final = 10 if all_are_made() else 2

GUESTS: Final = 200
"""So many have checked in to the night that all of them look at."""


FOUR: Final = [f"guest-{seat}" for seat in range(4)]

PLACE: Final = {"round": 1, "table": 1, "hand": 1}
LAST: Final[Json] = {"last_trick": {"side": "declarers"}}
WRITTEN: Final[list[Json]] = [
    {"dealer": FOUR[0], "winner": "opponents", "levels": levels}
    for levels in (MOST_LEVELS, 10**6, 10**15)
] + [
    {
        "dealer": FOUR[0],
        "points": 0,
        **LAST,
        "throws": [{"person": FOUR[1], "units": units}] * throws,
    }
    for units, throws in ((10**15, 1), (25, 150))
]
"""Hands that were written down so that they take long to count."""


class Steps:
    """The times for which steps of the server's loop keep it busy."""

    def __init__(self) -> None:
        self.asked = ""
        """The request under way; empty while nobody asks anything."""
        self.longest: dict[str, float] = {}
        self.most = 0.0
        """The longest that this machine has taken so far for something of some 40 ms."""

    def count(self, seconds: float) -> None:
        """Count a step."""
        if self.asked:
            self.longest[self.asked] = max(seconds, self.longest.get(self.asked, 0.0))

    def compare(self) -> None:
        """Do something that takes some 40 ms: others keep the machine busy now and then."""
        began = time.thread_time()
        sum(number * number for number in range(1_000_000))
        self.most = max(self.most, time.thread_time() - began)


@contextmanager
def watched_steps() -> Iterator[Steps]:
    """Measure each step of a loop in another thread, by the time for which that is busy."""
    steps, run = Steps(), events.Handle._run

    def measured(handle: Any) -> None:
        began = time.thread_time()
        run(handle)
        if threading.current_thread() is not threading.main_thread():
            steps.count(time.thread_time() - began)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(events.Handle, "_run", measured)
        before = gc.get_threshold()
        spare_collector()  # as in a real server
        yield steps
        gc.set_threshold(*before)


def memory() -> int:
    """The bytes in memory of this process, with the server, and of those that it has started."""
    gc.collect()
    own = psutil.Process()
    return sum(at.memory_info().rss for at in (own, *own.children(recursive=True)))


class Stranger:
    """Somebody with an account, a table and a night; somebody new after having left.

    Args:
        site: the server.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self.renew()

    def renew(self) -> None:
        """Be somebody new."""
        browser, _ = owner(self._site)
        self.cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        settings = {"real_cards": "all", "rules": {"throw_penalty": "per-unit"}}
        night = browser.post("/api/nights", json={"settings": settings}).json()["night"]
        do_all(browser, night, [*map(check_in, FOUR), draw(FOUR)])
        table = self._site.table(browser)
        club = browser.post("/api/clubs", json={"settings": {"name": "c"}}).json()["club"]
        season = browser.get(f"/api/clubs/{club}/seasons").json()["seasons"][0]["season"]
        self.things = {"table": table, "night": night, "tongue": "en"}
        self.things |= {"club": club, "season": season}

    async def ask(self, client: httpx.AsyncClient, large: Large, body: bytes | None) -> int:
        """The status with which a request is answered."""
        async with client.stream(
            large.method,
            large.address(self.things),
            params=large.query,
            content=body,
            headers={"cookie": self.cookie},
        ) as answer:
            if answer.headers.get("content-type") != "application/x-ndjson":  # it may never end
                await answer.aread()
        return answer.status_code

    async def is_here(self, client: httpx.AsyncClient) -> bool:
        """Tell whether the server still knows them."""
        answer = await client.get("/api/me", headers={"cookie": self.cookie})
        return answer.status_code == 200

    async def say_all(self, port: str) -> None:
        """Say the largest messages at their table, each once the one before is dealt with."""
        url = f"ws://{port}/api/tables/{self.things['table']}/socket"
        async with connect(url, additional_headers={"Cookie": self.cookie}) as socket:
            await socket.send(b'{"type":"hello"}', text=True)
            for message in messages():
                for said in (message, b'{"type":"ping"}'):
                    await socket.send(said, text=True)
                while await socket.recv() != '{"type":"pong"}':
                    pass


def check_in(person: str) -> Json:
    """A command of a night."""
    return {"do": "check_in", "id": person, "person": person, "name": person}


def draw(people: Sequence[str]) -> Json:
    """Likewise: all of them sit down, four at each table."""
    tables = [people[at : at + 4] for at in range(0, len(people), 4)]
    return {"do": "draw_round", "id": "draw", "tables": tables}


def do_all(browser: httpx.Client, night: str, commands: list[Json]) -> None:
    """Have some things done in a night."""
    for at in range(0, len(commands), 60):
        answer = browser.post(f"/api/nights/{night}", json={"commands": commands[at : at + 60]})
        assert all(one["done"] for one in answer.json()["answers"]), answer.text


def large_night(site: Site) -> str:
    """A night with many people in its first round."""
    boss, _ = owner(site)
    night: str = boss.post("/api/nights", json={"settings": {"rated": False}}).json()["night"]
    people = [f"guest-{number}" for number in range(GUESTS)]
    do_all(boss, night, [*map(check_in, people), draw(people)])
    return night


def written() -> Iterator[Large]:
    """Hands with real cards that are dear to count, each written down and corrected."""
    for number, entry in enumerate(WRITTEN):
        for do, more in (("enter_hand", {}), ("correct_hand", {"decide": True, "reason": "so"})):
            command = {"do": do, "id": f"{do}{number}", "entry": entry, **PLACE, **more}
            body = json.dumps({"commands": [command]}).encode()
            yield Large("POST", "/api/nights/{night}", {}, partial(bytes, body))


def test_the_largest_requests_of_several_people_at_once(tmp_path: Path) -> None:
    with (
        watched_steps() as steps,
        # All that is said at a table is said without a break.
        running(
            tmp_path, own_children=True, messages_per_second=1000.0, message_burst=100_000
        ) as site,
    ):
        night = large_night(site)
        people = [Stranger(site) for _ in range(PEOPLE)]
        before = memory()
        statuses = asyncio.run(ask_all(site, people, night, steps))
        after = memory()
    assert len(statuses) > 120
    assert {200, 400, 404, 422} <= {status for found in statuses.values() for status in found}
    # Ten such steps, one after the other, come before a play that is made at the same moment.
    too_long = {asked: taken for asked, taken in steps.longest.items() if taken > steps.most}
    assert too_long == {}, f"more than {steps.most:.3f} seconds at once"
    assert after < 2 * before, f"{before / 1e6:.0f} MB have become {after / 1e6:.0f}"


async def ask_all(
    site: Site, people: list[Stranger], night: str, steps: Steps
) -> dict[str, set[int]]:
    """Let all of them ask everything at once, address by address; how they were answered."""
    found: dict[str, set[int]] = {}
    # A connection that is kept may be closed by the server in the moment in which it is used.
    fresh = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(base_url=site.url, timeout=60, limits=fresh) as client:
        for number, large in enumerate((*written(), *all_large(create_app()))):
            if number % 20 == 0:
                steps.compare()
            body = large.body() if large.body else None
            of_night = {"night": night} if large.method == "GET" else {}
            for person in people:
                person.things |= of_night
            address = f"{large.method} {large.path}"
            steps.asked = f"{address} {(body or b'')[:80]!r}"
            answers = await asyncio.gather(*(at.ask(client, large, body) for at in people))
            steps.asked = ""
            assert max(answers) < 500, (steps.asked, answers)
            found.setdefault(address, set()).update(answers)
            if large.method == "GET" or min(answers) >= 400:  # of which nobody is signed out
                continue
            # Of those who were answered alike all are here, or none.
            alike = dict(zip(answers, people, strict=True))
            gone = {at for at, person in alike.items() if not await person.is_here(client)}
            for person, answer in zip(people, answers, strict=True):
                if answer in gone:
                    await asyncio.to_thread(person.renew)
        steps.asked = "the socket"
        await asyncio.gather(*(person.say_all(site.host) for person in people))
    return found
