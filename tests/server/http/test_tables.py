import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from shengji.bots.characters import LEVEL_NAMES
from shengji.server.stores import Stores
from shengji.server.sweep import Swept
from shengji.server.tables.store import TableStore
from tests.server.http.site import Site, running
from tests.waiting import wait_for


def test_who_opens_a_table_is_its_host_in_seat_0(site: Site) -> None:
    browser = site.guest()
    me = browser.post("/api/me").json()
    table = site.table(browser)
    line = browser.get(f"/api/tables/{table}").json()
    assert (line["people"], line["free"], line["playing"]) == ([me["name"]], 3, False)
    assert [seated["table"] for seated in browser.post("/api/me").json()["tables"]] == [table]
    with site.connect(browser, table) as talk:
        welcome = talk.hello()
    assert (welcome["seat"], welcome["you"]) == (0, me["person"])
    assert welcome["table"]["host"] == me["person"]


def test_a_private_table_is_found_by_its_link_only(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        open_, private = (
            site.table(site.guest(), settings={"private": private}) for private in (False, True)
        )
        stranger = site.browser()
        lobby = stranger.get("/api/lobby").json()
        assert [line["table"] for line in lobby["tables"]] == [open_]
        assert [line["bot"] for line in lobby["bots"]] == list(LEVEL_NAMES)
        ratings = [line["rating"] for line in lobby["bots"]]
        assert ratings == sorted(ratings)
        thinking = [line["seconds"] for line in lobby["bots"]]
        assert thinking == sorted(thinking) and thinking[:6] == [0] * 6 and thinking[6] > 0
        assert stranger.get(f"/api/tables/{private}").status_code == 200


def test_play_at_once_is_a_match_with_bots(site: Site) -> None:
    browser = site.guest()
    table = browser.post("/api/play", json={"people": False}).json()["table"]
    with site.connect(browser, table) as talk:
        welcome = talk.hello()
    assert welcome["table"]["playing"] is True
    assert welcome["table"]["settings"]["private"] is True
    assert [seat["bot"] for seat in welcome["table"]["seats"]] == [None, *["medium"] * 3]


def test_play_at_once_joins_people_who_wait(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        host, other, third = site.guest(), site.guest(), site.guest()
        table = site.table(host, rules="pagat")
        with site.connect(host, table) as talk:
            talk.hello()
            wish = {"rules": "forty-points"}
            assert other.post("/api/play", json=wish).json()["table"] != table
            assert third.post("/api/play", json={"rules": "pagat"}).json()["table"] == table
            assert third.post("/api/play", json={}).json()["table"] == table, "it has the seat"
            seats = talk.until("table")["table"]["seats"]
            assert seats[1]["person"] == third.post("/api/me").json()["person"]


def test_play_at_once_takes_the_place_of_a_bot_among_people(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        first, second = site.guest(), site.guest()
        table = first.post("/api/play", json={}).json()["table"]
        with site.connect(first, table) as talk:
            talk.hello()
            assert second.post("/api/play", json={}).json()["table"] == table


def test_nobody_is_put_at_a_table_where_nobody_is(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        table = site.table(site.guest())
        assert site.guest().post("/api/play", json={}).json()["table"] != table


@pytest.mark.parametrize(
    ("path", "wish", "status", "code"),
    [
        ("/api/tables", {"rules": "nonsense"}, 422, "rules"),
        ("/api/tables", {"rules": {"players": 5}}, 422, "rules"),
        ("/api/tables", {"bots": "oracle"}, 422, "bad-bot"),
        ("/api/tables", {"start": True}, 422, "start-needs-bots"),
        ("/api/tables", {"settings": {"clock": 1}}, 400, "bad-request"),
        ("/api/tables", {"settings": {"owner": "me"}}, 400, "bad-request"),
        ("/api/play", {"bot": "oracle"}, 422, "bad-bot"),
        ("/api/play", {"rules": {"lapps": 3}}, 422, "rules"),
    ],
)
def test_what_cannot_be_opened(
    site: Site, path: str, wish: dict[str, Any], status: int, code: str
) -> None:
    browser = site.guest()
    response = browser.post(path, json=wish)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert browser.post("/api/me").json()["tables"] == []


def tables_of(browser: httpx.Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser.post("/api/me").json()["tables"]
    return found


def test_tables_where_one_sits_alone_lock_nobody_out(tmp_path: Path) -> None:
    with running(tmp_path, tables_per_person=3) as site:
        browser = site.guest()
        opened = [site.table(browser) for _ in range(5)]
        assert {seated["table"] for seated in tables_of(browser)} == set(opened[2:])
        assert browser.get(f"/api/tables/{opened[0]}").json()["people"] == []


def test_who_has_people_waiting_at_too_many_tables_opens_no_other(tmp_path: Path) -> None:
    with running(tmp_path, tables_per_person=2) as site:
        host, friend = site.guest(), site.guest()
        for _ in range(2):
            table = site.table(host)
            with site.connect(friend, table) as talk:
                version = talk.hello()["version"]
                sit = {"do": "sit", "seat": 1}
                talk.say({"type": "do", "id": "sit", "version": version, "action": sit})
                talk.until("done")
        refused = host.post("/api/tables", json={})
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many-tables")
        # Play now never refuses, and what it has opened goes when it is one too many.
        alone = host.post("/api/play", json={"people": False}).json()["table"]
        other = host.post("/api/play", json={"rules": "pagat", "people": False}).json()["table"]
        assert {seated["table"] for seated in tables_of(host)} & {alone, other} == {other}


def test_play_now_goes_on_with_the_match_under_way(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        browser = site.guest()
        tractor = browser.post("/api/play", json={"people": False}).json()["table"]
        other = browser.post("/api/play", json={"rules": "pagat", "people": False}).json()["table"]
        easy = browser.post("/api/play", json={"people": False, "bot": "easy"}).json()["table"]
        assert len({tractor, other, easy}) == 3
        for _ in range(20):
            again = browser.post("/api/play", json={"rules": "tractor", "people": False})
            assert again.json()["table"] == tractor
        (first, second, third) = tables_of(browser)
        assert [third[key] for key in ("table", "game", "levels", "others", "playing")] == [
            tractor,
            "tractor",
            ["2", "2"],
            [],
            True,
        ]
        assert third["at"] <= second["at"] <= first["at"] <= time.time() * 1000


def test_a_table_is_left_with_one_request(site: Site) -> None:
    browser, other = site.guest(), site.guest()
    table = browser.post("/api/play", json={"people": False}).json()["table"]
    refused = other.delete(f"/api/me/tables/{table}")
    assert (refused.status_code, refused.json()["code"]) == (404, "no-table")
    assert browser.delete(f"/api/me/tables/{table}").json()["tables"] == []
    assert browser.get(f"/api/tables/{table}").json()["people"] == []


def test_the_lobby_shows_tables_where_somebody_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.server.tables.live.live_table._JOIN_GRACE_SECONDS", 0.0)
    monkeypatch.setattr("shengji.server.tables.live.lobby_board.FRESH", 0.0)
    with running(tmp_path) as site:
        host = site.guest()
        table = site.table(host, rules="finding-friends")
        assert site.browser().get("/api/lobby").json()["tables"] == []
        with site.connect(host, table) as talk:
            talk.hello()
            (line,) = site.browser().get("/api/lobby").json()["tables"]
            assert (line["table"], line["game"]) == (table, "finding-friends")


def test_who_joins_people_lets_a_table_go_where_nobody_waits(tmp_path: Path) -> None:
    with running(tmp_path, tables_per_person=1) as site:
        host, other = site.guest(), site.guest()
        table = site.table(host)
        with site.connect(host, table) as talk:
            talk.hello()
            site.table(other, settings={"private": True})
            assert other.post("/api/play", json={}).json()["table"] == table
            assert [seated["table"] for seated in tables_of(other)] == [table]


@pytest.mark.parametrize("path", ["%00", "%F0%9F%83%8F", "x" * 41])
def test_what_is_no_id_is_no_table_whatever_the_database(site: Site, path: str) -> None:
    asked = []
    line = TableStore.line

    async def noted(store: TableStore, table: str) -> Any:
        asked.append(table)
        return await line(store, table)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableStore, "line", noted)
        response = site.browser().get(f"/api/tables/{path}")
    assert (response.status_code, response.json()["code"]) == (404, "no-table")
    assert not asked


def test_a_sweep_goes_on_until_all_is_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [Swept(20, 0), Swept(20, 200), Swept(1, 0)]

    async def sweep(store: Stores, busy: Any, days: int) -> Swept:
        return left.pop(0) if left else Swept(0, 0)

    monkeypatch.setattr(Stores, "sweep", sweep)
    monkeypatch.setattr("shengji.server.app._SWEEP_SECONDS", 0.05)
    monkeypatch.setattr("shengji.server.app._BETWEEN_SWEEPS", 0.0)
    with running(tmp_path):
        wait_for(lambda: not left)


def test_a_sweep_waits_for_a_person_after_a_jump_of_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, swept = [1], []

    async def record_sweep(store: Stores) -> int | None:
        asked[0] += 1
        return 1

    async def sweep(store: Stores, busy: Any, days: int) -> Swept:
        swept.append(days)
        return Swept(0, 0)

    monkeypatch.setattr(Stores, "record_sweep", record_sweep)
    monkeypatch.setattr(Stores, "sweep", sweep)
    monkeypatch.setattr("shengji.server.app._SWEEP_SECONDS", 0.05)
    with running(tmp_path) as site:
        wait_for(lambda: asked[0] > 3)
        assert "shengji_sweep_waits 1.0" in site.browser().get("/api/metrics").text
    assert not swept


def test_a_damaged_log_is_said_to_who_comes(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        browser = site.guest()
        table = site.table(browser)
    database = sqlite3.connect(tmp_path / "tables.db")
    database.execute("UPDATE entries SET body = x'7b' WHERE number = 2")
    database.commit()
    database.close()
    with running(tmp_path) as site:
        again = site.browser(cookies=browser.cookies)
        response = again.get(f"/api/tables/{table}/bots")
        assert (response.status_code, response.json()["code"]) == (410, "damaged")
        with site.connect(browser, table) as talk:
            bye = talk.hear()
            assert (bye["type"], bye["code"]) == ("bye", "gone")
            assert "damaged" in bye["words"]["en"]
            with pytest.raises(ConnectionClosed) as closed:
                talk.hear()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
        assert again.get("/api/ready").status_code == 200
