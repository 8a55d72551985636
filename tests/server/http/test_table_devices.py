"""Devices of tables over HTTP: how one comes to be, what it reads and writes, and how it ends."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
from sqlalchemy import select

from shengji.server.database.ids import hashed
from shengji.server.database.schema import night_devices
from shengji.server.nights import device_store
from shengji.server.nights.live_nights import Nights
from tests.server.http.site import Json, Site
from tests.server.http.test_accounts import code_of
from tests.server.http.test_nights import ask, come, made
from tests.waiting import PATIENCE, wait_for

ENTRY = {"points": 40, "last_trick": {"side": "declarers"}}
_COOKIE = "shengji-table"


def seated(site: Site, tables: int = 1, **settings: Any) -> tuple[httpx.Client, str, list[Json]]:
    """A night with real cards and its first round; its desk, and each table's people."""
    desk, night = made(site, trusted=True, real_cards="all", rounds=None, **settings)
    come(site, night, 4 * tables)
    assert ask(desk, night, "draw")["done"]
    return desk, night, desk.get(night).json()["round"]["tables"]


def code(desk: httpx.Client, night: str, *tables: int) -> str:
    """A new code of the first of some tables."""
    answer = desk.post(f"{night}/devices", json={"tables": tables})
    assert answer.status_code == 200, answer.text
    found: dict[int, str] = {at["table"]: at["code"] for at in answer.json()["devices"]}
    return found[tables[0]]


def device(site: Site, desk: httpx.Client, night: str, table: int = 1) -> httpx.Client:
    """A browser that is nobody's, and a table's device."""
    browser = site.browser()
    opened = browser.post(f"{night}/device", json={"code": code(desk, night, table)})
    assert (opened.status_code, opened.json()) == (201, {"table": table})
    return browser


def write(browser: httpx.Client, night: str, hand: int = 1, **fields: Any) -> Json:
    """Write a hand of table 1 as its device."""
    place = {"round": 1, "table": 1, "hand": hand, "entry": ENTRY}
    command = {"do": "enter_hand", "id": f"h{hand}", **place, **fields}
    answer = browser.post(f"{night}/device/hands", json={"commands": [command]})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()["answers"][0]
    return found


def first(site: Site, desk: httpx.Client, night: str) -> Json:
    """A hand with its Dealer, as the first of a match needs."""
    state = desk.get(night).json()
    return {**ENTRY, "dealer": state["round"]["tables"][0]["seats"][0]}


def test_a_device_writes_a_hand_that_one_player_confirms(site: Site) -> None:
    desk, night, (table,) = seated(site)
    tablet, entry = device(site, desk, night), first(site, desk, night)
    wish = {"do": "enter_hand", "id": "p", "round": 1, "table": 1, "hand": 1, "entry": entry}
    seen = tablet.post(f"{night}/device/preview", json={"command": wish}).json()
    assert seen["refusal"] is None and seen["result"]["winner"] == "declarers"
    assert write(tablet, night, entry=entry)["done"]
    version = desk.get(night).json()["version"]
    assert write(tablet, night, entry=entry)["done"], "an equal id: written before"
    assert desk.get(night).json()["version"] == version
    (hand,) = desk.get(night).json()["round"]["tables"][0]["hands"]
    assert hand["waits"] and hand["versions"][0]["by"].startswith("device:1:")
    confirmed = {"round": 1, "table": 1, "hand": 1, "version": 1}
    assert ask(desk, night, "confirm_hand", **confirmed)["done"]
    (hand,) = tablet.get(f"{night}/device").json()["table"]["hands"]
    assert (hand["waits"], hand["may_confirm"], hand["lack"]) == (False, False, None)
    assert table["rated"]


def test_at_an_unrated_table_it_counts_at_once(site: Site) -> None:
    desk, night, _ = seated(site, rated=False)
    assert write(device(site, desk, night), night, entry=first(site, desk, night))["done"]
    assert not desk.get(night).json()["round"]["tables"][0]["hands"][0]["waits"]


def test_it_reads_its_table_and_nothing_of_others(site: Site) -> None:
    desk, night, tables = seated(site, 2)
    state = device(site, desk, night, 2).get(f"{night}/device").json()
    assert [at["table"] for at in state["round"]["tables"]] == [2] and state["table"]["table"] == 2
    assert {one["person"] for one in state["people"]} == set(tables[1]["seats"])
    assert state["standings"] is None and state["you"] is None and state["role"] == "onlooker"
    for name in ("rounds", "announcements", "notes", "teams", "penalties"):
        assert state[name] == [], name


def test_it_writes_for_no_other_table_round_or_night(site: Site) -> None:
    desk, night, _ = seated(site, 2)
    tablet, entry = device(site, desk, night, 2), first(site, desk, night)
    assert write(tablet, night, entry=entry)["refusal"]["code"] == "not-your-table"
    assert write(tablet, night, table=2, round=2)["refusal"]["code"] == "no-table"
    decided = write(tablet, night, table=2, decide=True)
    assert decided["refusal"]["code"] == "organisers-only"
    other = seated(site)[1]
    secret = tablet.cookies[_COOKIE]
    stranger = site.browser(headers={"Cookie": f"{_COOKIE}={secret}"})
    assert code_of(stranger.get(f"{other}/device")) == (401, "device-over")
    for do in ("end_round", "announce", "change_settings"):
        commands = [{"do": do, "id": "x"}]
        answer = tablet.post(f"{night}/device/hands", json={"commands": commands})
        assert code_of(answer) == (400, "bad-request"), do
    assert code_of(stranger.post(night, json={"commands": []})) == (401, "no-person")


def test_only_a_hash_of_its_secret_is_stored(site: Site) -> None:
    desk, night, _ = seated(site)
    tablet = device(site, desk, night)
    (cookie,) = tablet.cookies.jar
    assert (cookie.path, cookie.has_nonstandard_attr("HttpOnly")) == (f"{night}/device", True)
    stores = site.server.app.state.services[device_store.DeviceStore]

    async def kept() -> bytes:
        async with stores._reading() as connection:
            found = await connection.execute(
                select(night_devices.c.secret).where(night_devices.c.night == night.split("/")[-1])
            )
            secret: bytes = found.scalar_one()
            return secret

    found = asyncio.run_coroutine_threadsafe(kept(), site.loop).result(PATIENCE)
    assert cookie.value is not None and found == hashed(cookie.value)


def test_a_code_is_opened_once_and_a_new_one_ends_the_device(site: Site) -> None:
    desk, night, _ = seated(site)
    given = code(desk, night, 1)
    tablet, other = site.browser(), site.browser()
    assert tablet.post(f"{night}/device", json={"code": given.upper()}).status_code == 201
    assert code_of(other.post(f"{night}/device", json={"code": given})) == (404, "bad-device-code")
    (line,) = desk.get(f"{night}/devices").json()["devices"]
    assert line["code"] is None and line["seen"] is not None
    again = code(desk, night, 1)
    assert again != given and code_of(tablet.get(f"{night}/device")) == (401, "device-over")
    assert code_of(other.post(f"{night}/device", json={"code": given}))[0] == 404, "an older one"
    assert other.post(f"{night}/device", json={"code": again}).status_code == 201
    for spent in (given, again):
        assert code_of(tablet.post(f"{night}/device", json={"code": spent}))[0] == 404


def test_an_answer_that_was_lost_comes_again_with_its_key(site: Site) -> None:
    desk, night, _ = seated(site)
    body, key = {"code": code(desk, night, 1)}, {"Idempotency-Key": "a-key-of-twenty-letters"}
    site.browser().post(f"{night}/device", json=body, headers=key)
    tablet = site.browser()
    assert tablet.post(f"{night}/device", json=body, headers=key).status_code == 201
    assert tablet.get(f"{night}/device").status_code == 200


def test_the_desk_ends_it_and_its_code(site: Site) -> None:
    desk, night, _ = seated(site, 2)
    tablet, kept = device(site, desk, night, 1), device(site, desk, night, 2)
    left = desk.delete(f"{night}/devices/1").json()["devices"]
    assert [at["table"] for at in left] == [2]
    assert code_of(tablet.get(f"{night}/device")) == (401, "device-over")
    assert kept.get(f"{night}/device").status_code == 200
    given = code(desk, night, 1)
    desk.delete(f"{night}/devices/1")
    assert code_of(tablet.post(f"{night}/device", json={"code": given}))[1] == "bad-device-code"


def test_a_device_that_waits_for_news_is_told_of_its_end(site: Site) -> None:
    desk, night, _ = seated(site)
    tablet = device(site, desk, night)
    state = tablet.get(f"{night}/device").json()
    known = {"since": state["version"], "rated": state["rated"]}
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(tablet.get, f"{night}/device", params=known)
        nights = site.server.app.state.services[Nights]
        wait_for(lambda: nights.loaded(state["night"]).has_subscribers)
        desk.delete(f"{night}/devices/1")
        assert ask(desk, night, "announce", text="Tea")["done"]
        assert code_of(waiting.result(PATIENCE)) == (401, "device-over")


def test_the_end_of_the_night_ends_it(site: Site) -> None:
    desk, night, _ = seated(site)
    tablet, given = device(site, desk, night), code(desk, night, 2)
    assert ask(desk, night, "end_round")["done"] and ask(desk, night, "end_night")["done"]
    assert code_of(tablet.get(f"{night}/device")) == (401, "device-over")
    command = {"do": "enter_hand", "id": "l", "round": 1, "table": 1, "hand": 1, "entry": ENTRY}
    late = tablet.post(f"{night}/device/hands", json={"commands": [command]})
    assert code_of(late) == (401, "device-over")
    opened = site.browser().post(f"{night}/device", json={"code": given})
    assert code_of(opened) == (404, "bad-device-code")
    assert desk.get(f"{night}/devices").json() == {"devices": []}


def test_a_night_has_a_hundred_devices_at_most(site: Site) -> None:
    desk, night, _ = seated(site)
    for tables in ([], [0], [101], [1] * 101):
        refused = desk.post(f"{night}/devices", json={"tables": tables})
        assert code_of(refused) == (400, "bad-request"), tables
