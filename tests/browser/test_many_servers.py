"""A site of many servers: real processes, PostgreSQL and NATS, of which some are killed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, NamedTuple

import httpx
import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from benchmarks.cluster.processes import Server, Site, postgres
from benchmarks.cluster.proxy import proxy
from benchmarks.cluster.seen import Seen, check
from tests.browser.company import ONE_DECK, Guest, acts, play_out, play_until, start
from tests.browser.conftest import Visit
from tests.browser.servers import free_port
from tests.forked import Forked
from tests.waiting import PATIENCE, wait_for

ENDS = (Server.kill, Server.stop)
"""The ways in which the servers with tables end, one after the other; each is started again."""


def forked(environment: Mapping[str, str], log: IO[bytes]) -> Forked:
    """Start a server without loading the site anew."""
    return Forked("shengji", "serve", environment=environment, out=log, err=log)


class Many(NamedTuple):
    """A site.

    Attributes:
        site: its processes.
        database: the address of its database.
        url: that of the proxy before its doors.
    """

    site: Site
    database: str
    url: str


@pytest.fixture(scope="module")
def many() -> Iterator[Many]:
    # Not in pytest's own folder, which each pytest that begins closes to PostgreSQL's user.
    with (
        TemporaryDirectory(prefix="shengji-many-") as name,
        postgres(Path(name) / "postgres") as url,
        Site(Path(name), url, doors=2, tables=2, launch=forked) as site,
        proxy(Path(name), site.doors, free_port()) as address,
    ):
        yield Many(site, url, address)


def test_a_hand_goes_on_while_its_owner_is_killed_and_the_next_one_ends(
    many: Many, person: Visit
) -> None:
    ann, ben = Guest(person()), Guest(person(width=360, height=640))
    table = ann.open_table(many.url, ONE_DECK, bots="basic", start=False)
    ann.button("room.remove_bot").first.click()
    ben.come(f"{many.url}/#/table/{table}")
    ben.button("room.ready").click()
    start(ann)
    for server, end in zip(many.site.tables, ENDS, strict=True):
        play_until([ann, ben], acts(ann))
        held = ann.cards
        end(server)
        assert ann.cards == held
        played = ann.choose()
        ann.button("table.play").click()  # whoever owns the table by then carries it out
        expect(ann.hand).to_have_count(len(held) - len(played))
        play_until([ann, ben], acts(ann))
        server.start()
    for guest in (ann, ben):
        expect(guest.lost).to_have_count(0)
    totals = play_out([ann, ben])
    assert totals[0] == totals[1]
    with ThreadPoolExecutor(1) as apart:  # here the loop of the browser runs
        assert apart.submit(asyncio.run, check(many.database, [Seen(table)])).result() == []


def test_a_device_of_a_table_is_known_at_every_door_until_it_is_ended_at_one(many: Many) -> None:
    with ExitStack() as stack:

        def browser(door: int) -> httpx.Client:
            url = many.site.doors[door].url
            return stack.enter_context(httpx.Client(base_url=url, timeout=PATIENCE))

        people = [browser(at % 2) for at in range(4)]
        for at, one in enumerate(people):
            one.post("/api/me").raise_for_status()
            account = {"name": f"Player {at}", "passphrase": "tiger on the ridge"}
            one.post("/api/me/account", json=account).raise_for_status()
        desk, *_ = people
        settings = {"real_cards": "all", "rounds": None, "rated": False}
        night = desk.post("/api/nights", json={"settings": settings}).json()["night"]
        come = {"commands": [{"do": "check_in", "id": "c", "person": "", "name": ""}]}
        for one in people:
            one.post(f"/api/nights/{night}", json=come).raise_for_status()
        drawn = desk.post(f"/api/nights/{night}", json={"commands": [{"do": "draw", "id": "d"}]})
        assert drawn.json()["answers"][0]["done"], drawn.text
        made = desk.post(f"/api/nights/{night}/devices", json={"tables": [1]}).json()
        device, address = browser(1), f"/api/nights/{night}/device"
        code = {"code": made["devices"][0]["code"]}
        assert device.post(address, json=code).status_code == 201
        secret = {"Cookie": f"shengji-table={device.cookies['shengji-table']}"}
        doors = [browser(at) for at in (0, 1)]
        for hand, door in enumerate(doors, 1):
            state = door.get(address, headers=secret).json()
            dealer = state["table"]["seats"][state["table"]["dealer"] or 0]
            entry = {"dealer": dealer, "points": 40, "last_trick": {"side": "declarers"}}
            place = {"round": 1, "table": 1, "hand": hand, "entry": entry}
            commands = [{"do": "enter_hand", "id": f"h{hand}", **place}]
            done = door.post(f"{address}/hands", json={"commands": commands}, headers=secret)
            assert done.json()["answers"][0]["done"], done.text
        desk.delete(f"/api/nights/{night}/devices/1").raise_for_status()
        for door in doors:
            assert door.get(address, headers=secret).status_code == 401


@pytest.mark.campaign
def test_a_bot_over_the_network_plays_at_a_table_of_another_server_through_any_door(
    many: Many,
) -> None:
    first, second = many.site.doors
    with ExitStack() as open_:

        def client(url: str, **headers: str) -> httpx.Client:
            made = httpx.Client(base_url=url, timeout=PATIENCE, headers=headers)
            return open_.enter_context(made)

        owner, host = client(second.url), client(first.url)
        owner.post("/api/me").raise_for_status()
        account = {"name": "Deep Wu", "passphrase": "tiger on the ridge"}
        owner.post("/api/me/account", json=account).raise_for_status()
        owner.post("/api/me/bot").raise_for_status()
        token = owner.post("/api/me/tokens", json={"label": "t", "scopes": ["bot"]}).json()
        program = client(second.url, Authorization=f"Bearer {token['secret']}")
        told = open_.enter_context(program.stream("GET", "/api/bot?games=3"))
        host.post("/api/me").raise_for_status()
        wait_for(lambda: host.get("/api/lobby").json()["bots"][-1]["bot"] == "@Deep Wu")
        table = host.post("/api/tables", json={"bots": "@Deep Wu", "start": True}).json()["table"]
        cookies = {"Cookie": "; ".join(f"{name}={at}" for name, at in host.cookies.items())}
        socket = f"{first.url.replace('http', 'ws')}/api/tables/{table}/socket"
        page = open_.enter_context(connect(socket, additional_headers=cookies))
        page.send('{"type": "hello"}')
        game = json.loads(next(filter(None, told.iter_lines())))["game"]
        address = f"{first.url}/api/bot/games/{game}"
        with program.stream("GET", address) as lines:
            assert json.loads(next(lines.iter_lines()))["type"] == "hello"
        ready = b'{"type":"ready","protocol":1,"name":"net","snapshot":true}'
        assert program.post(address, content=ready).status_code == 204
        with program.stream("GET", f"{address}?since=1") as lines:
            assert json.loads(next(filter(None, lines.iter_lines())))["type"] != "bye"
