"""The history over HTTP: told to those who may know; of what is under way, nothing."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import Mock

import httpx
import msgspec
import pytest

from shengji.game import Event, HandEnded, HandStarted
from shengji.record.validation import validate
from shengji.server.matches.filters import PageCursor
from shengji.server.matches.records import PackedRecord
from shengji.server.matches.store import MatchStore, StoredRecord
from shengji.server.site.archives import packed
from shengji.server.site.limits import WorkBudget
from shengji.server.site.person import Person
from tests.server.http.site import Json, Site, Talk
from tests.waiting import wait_for

T = TypeVar("T")
ONE_HAND = {"pace": "instant", "one_hand": True}


def do(talk: Talk, action: Json, name: str) -> None:
    talk.say({"type": "do", "id": name, "version": 10**9, "action": action})
    while (answer := talk.hear())["type"] not in ("done", "refused"):
        pass
    assert answer["type"] == "done", answer


def me(browser: httpx.Client) -> str:
    found: str = browser.post("/api/me").json()["person"]
    return found


def pages(browser: httpx.Client, **query: Any) -> list[Json]:
    """All matches that somebody is told of, two a page."""
    found: list[Json] = []
    before: Json = {}
    while True:
        answer = browser.get("/api/matches", params={**query, "limit": 2, **before})
        assert answer.status_code == 200, answer.text
        page = answer.json()
        found += page["matches"]
        if page["next"] is None:
            return found
        before = {"before": page["next"]}


def played(site: Site, browser: httpx.Client, **settings: Any) -> Json:
    """A match of one hand that somebody has just played against bots."""
    return played_at_table(site, browser, **settings)[1]


def played_at_table(site: Site, browser: httpx.Client, **settings: Any) -> tuple[str, Json]:
    """Likewise, with the table at which it was played."""
    known = len(pages(browser, person=me(browser)))
    table = site.table(
        browser, rules="forty-points", bots="basic", start=True, settings={**ONE_HAND, **settings}
    )
    with site.connect(browser, table) as talk:
        talk.hello()
        do(talk, {"do": "automate", "on": True}, "on")
        told: list[str] = []
        while "match_ended" not in told:
            told = [at["event"]["event"] for at in talk.until("happened")["events"]]
        wait_for(lambda: len(pages(browser, person=me(browser))) > known)
    return table, pages(browser, person=me(browser))[0]


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_a_match_is_found_looked_at_and_downloaded(site: Site, tmp_path: Path) -> None:
    ann, eve = site.guest(), site.guest()
    ann.patch("/api/me", json={"name": "Ann"})
    table, line = played_at_table(site, ann)
    address = f"/api/matches/{line['match']}"
    assert (line["ending"], line["game"], line["hands"]) == ("hand", "forty-points", 1)
    assert line["seats"][0]["name"] == "Ann" and line["seats"][0]["person"] == me(ann)
    assert [seat["bot"] for seat in line["seats"]] == [None, "basic", "basic", "basic"]
    for browser in (ann, eve):
        facts = browser.get(address).json()
        assert facts["line"] == line
        assert facts["rules"]["given"] == {"preset": "forty-points"}
        (hand,) = facts["hands"]
        record = browser.get(f"{address}/record")
        assert record.headers["content-type"] == "application/x-ndjson"
        assert line["match"] in record.headers["content-disposition"]
        file = tmp_path / "match.jsonl"
        file.write_bytes(record.content)
        report = validate(file)
        assert report.complete and not report.faults
        header, *events = [msgspec.json.decode(text) for text in record.content.splitlines()]
        assert header["seats"] == ["Ann", "basic", "basic", "basic"]
        replay = browser.get(f"{address}/hands/1").json()
        assert replay["events"] == events
        asked = browser.get(f"{address}/hands/1/thoughts/{replay['thoughts'][-1]}").json()
        assert asked["bot"] in ("medium", "basic") and asked["cards"]
        assert code(browser.get(f"{address}/hands/1/thoughts/1")) == (404, "no-hand")
        # Each knows the own seat, on the page of the match and on that of the table.
        for at in (address, f"/api/tables/{table}"):
            (listed,) = browser.get(f"{at}/hands").json()["hands"]
            assert listed["own"] == (0 if browser is ann else None), at
        ended = next(event for event in events if event["event"] == "hand_ended")
        assert (hand["dealer"], hand["points"]) == (ended["dealer"], ended["points"])
        assert set(line["winners"]) == {
            seat
            for seat, of in enumerate(hand["seats"])
            if (of["role"] != "opponent") == hand["won"]
        }
        assert code(browser.get(f"{address}/hands/2")) == (404, "no-hand")
    # Another name, and it is another one in what was kept.
    ann.patch("/api/me", json={"name": "安"})
    assert eve.get(address).json()["line"]["seats"][0]["name"] == "安"
    header = msgspec.json.decode(eve.get(f"{address}/record").content.splitlines()[0])
    assert header["seats"][0] == "安"


@pytest.mark.parametrize("private", [False, True])
def test_a_match_is_shared_by_a_link_that_can_be_taken_back(site: Site, private: bool) -> None:
    ann, eve = site.guest(), site.guest()
    ann.patch("/api/me", json={"name": "Ann"})
    line = played(site, ann, private=private)
    address = f"/api/matches/{line['match']}"
    assert ann.get(f"{address}/share").json() == {"token": None}
    assert eve.post(f"{address}/share").status_code == (404 if private else 200)
    token = ann.post(f"{address}/share").json()["token"]
    assert ann.post(f"{address}/share").json() == ann.get(f"{address}/share").json()
    shared = f"/api/shared/{token}"
    told = eve.get(f"{shared}/hands").json()
    assert told["line"] is None, "who played is not told by account"
    (hand,) = told["hands"]
    assert hand["seats"][0] == {"name": "Ann", "bot": None}
    assert hand["seats"][1]["bot"] == "basic"
    own = ann.get(f"{address}/hands").json()
    assert own["line"] == line and own["hands"] == [{**hand, "own": 0}] and hand["own"] is None
    assert ann.get(f"{shared}/hands").json()["hands"] == own["hands"]
    assert told["opened"] is None
    one = eve.get(f"{shared}/hands/1").json()
    for at, asker in ((shared, eve), (address, ann)):
        assert asker.get(f"{at}/hands?hand=1").json()["opened"] == one
        assert code(asker.get(f"{at}/hands?hand=2")) == (404, "no-hand")
    assert one == ann.get(f"{address}/hands/1").json()
    assert one["moments"][-1]["plays"] == 4
    assert eve.get(f"{shared}/record").content == ann.get(f"{address}/record").content
    assert code(eve.get(f"{shared}/hands/2")) == (404, "no-hand")
    # It is the sharer's to take back, and leads nowhere from then on.
    assert code(site.guest().delete(f"{address}/share")) == (404, "no-share")
    assert ann.delete(f"{address}/share").status_code == 204
    for path in ("hands", "hands/1", f"hands/1/thoughts/{one['thoughts'][0]}", "record"):
        assert code(eve.get(f"{shared}/{path}")) == (404, "no-share")
    assert ann.get(f"{address}/share").json() == {"token": None}


def test_a_hand_keeps_its_players_when_they_change_seats_after_the_match(site: Site) -> None:
    ann = site.guest()
    ann.patch("/api/me", json={"name": "Ann"})
    table, line = played_at_table(site, ann)
    hand = ann.get(f"/api/matches/{line['match']}/hands/1").json()
    assert json.loads(hand["header"])["seats"] == ["Ann", *["basic"] * 3]
    with site.connect(ann, table) as talk:
        talk.hello()
        do(talk, {"do": "swap_seats", "one": 0, "other": 1}, "swap")
        assert ann.get(f"/api/tables/{table}/hands/1").json() == hand


def test_the_numbers_of_a_person_are_those_of_their_hands(site: Site) -> None:
    ann, eve = site.guest(), site.guest()
    line = played(site, ann)
    hidden = played(site, ann, private=True)
    address = f"/api/people/{me(ann)}/statistics"
    for browser, seen in ((ann, [hidden, line]), (eve, [line])):
        found = browser.get(address).json()
        lines = [browser.get(f"/api/matches/{one['match']}").json()["hands"][0] for one in seen]
        own = [hand["seats"][0] for hand in lines]
        for of in found["roles"]:
            assert of["hands"] == sum(seat["role"] == of["role"] for seat in own)
        assert found["throws"] == sum(seat["throws"] for seat in own)
        assert found["kitties"]["buried"] == sum(hand["kitty_by"] == 0 for hand in lines)
        behind = pages(browser, person=me(ann), feat=own[0]["role"])
        assert {seen[0]["match"]} <= {one["match"] for one in behind}
    nothing = eve.get(address, params={"game": "land"}).json()
    assert sum(of["hands"] for of in nothing["roles"]) == 0
    assert code(eve.get(address, params={"game": "chess"})) == (400, "bad-request")
    assert code(eve.get("/api/people/nobody/statistics")) == (404, "no-such-person")
    assert code(eve.get("/api/matches", params={"feat": "flew"})) == (400, "bad-request")


def test_matches_are_filtered_and_paged(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    lines = [played(site, ann) for _ in range(3)]
    lines.append(played(site, bob))
    own = [line["match"] for line in lines[2::-1]]
    assert [line["match"] for line in pages(bob, person=me(ann))] == own
    assert [line["match"] for line in pages(bob)][:4] == [lines[3]["match"], *own]
    for query, count in (
        ({"with": me(bob)}, 0),
        ({"game": "forty-points", "preset": "forty-points", "ending": "hand"}, 3),
        ({"game": "tractor"}, 0),
        ({"preset": "pagat"}, 0),
        ({"ending": "won"}, 0),
        ({"rated": False}, 3),
        ({"rated": True}, 0),
        ({"since": lines[1]["ended"]}, 2),
        ({"until": lines[1]["ended"]}, 1),
    ):
        assert len(pages(bob, person=me(ann), **query)) == count, query
    told = bob.get(f"/api/people/{me(ann)}").json()
    assert told.pop("made") is not None
    assert told == {
        "person": me(ann),
        "name": ann.post("/api/me").json()["name"],
        "matches": 3,
        "hands": 3,
        "bot": False,
    }
    for query in (
        {"limit": 0},
        {"limit": 101},
        {"since": -1},
        {"person": "a\0"},
        {"game": "chess"},
    ):
        assert code(bob.get("/api/matches", params=query)) == (400, "bad-request"), query
    assert code(bob.get("/api/matches?before=nothing")) == (404, "no-match")
    assert code(bob.get("/api/people/nobody")) == (404, "no-such-person")


@pytest.mark.parametrize("settings", [{"private": True}, {"onlookers": "none"}])
def test_what_was_not_open_does_not_exist_for_others(site: Site, settings: Json) -> None:
    ann, eve = site.guest(), site.guest()
    line = played(site, ann, **settings)
    address = f"/api/matches/{line['match']}"
    for path in ("", "/record", "/hands/1", "/hands/2"):
        assert code(eve.get(address + path)) == (404, "no-match")
        assert eve.get(address + path).text == eve.get(f"/api/matches/nothing{path}").text
    assert code(eve.get(f"/api/matches?before={line['match']}")) == (404, "no-match")
    assert line["match"] not in [one["match"] for one in pages(eve)]
    assert pages(eve, person=me(ann)) == []
    assert eve.get(f"/api/people/{me(ann)}").json()["matches"] == 0
    assert ann.get(f"/api/people/{me(ann)}").json()["matches"] == 1
    assert [one["match"] for one in pages(ann)].count(line["match"]) == 1
    for path in ("", "/record", "/hands/1"):
        assert ann.get(address + path).status_code == 200
        assert code(site.browser().get(address + path)) == (401, "no-person")
    for path in ("/api/matches", "/api/me/records", f"/api/people/{me(ann)}"):
        assert code(site.browser().get(path)) == (401, "no-person")


def test_a_match_that_nobody_might_watch_stays_closed_when_its_table_is_opened(site: Site) -> None:
    ann, eve = site.guest(), site.guest()
    table, line = played_at_table(site, ann, onlookers="none")
    with site.connect(ann, table) as talk:
        settings = talk.hello()["table"]["settings"]
        do(talk, {"do": "set_settings", "settings": {**settings, "onlookers": "table"}}, "open")
        for path in ("hands", "hands/1", "record"):
            assert code(eve.get(f"/api/tables/{table}/{path}")) == (404, "no-record")
            assert code(eve.get(f"/api/matches/{line['match']}/{path}")) == (404, "no-match")
            assert ann.get(f"/api/tables/{table}/{path}").status_code == 200


@pytest.mark.parametrize("private", [False, True])
def test_who_leaves_a_hand_under_way_is_told_nothing_of_it(site: Site, private: bool) -> None:
    """Not by the addresses of matches, nor by those of the table, while it is played or after."""
    ann, bob, eve = site.guest(), site.guest(), site.guest()
    settings = {"pace": "instant", "private": private}
    table = site.table(ann, rules="forty-points", bots="basic", settings=settings)
    with site.connect(bob, table) as talk:
        talk.hello()
        do(talk, {"do": "sit", "seat": 1}, "sit")
        do(talk, {"do": "ready", "ready": True}, "ready")
        with site.connect(ann, table) as host:
            host.hello()
            do(host, {"do": "start"}, "start")
            do(host, {"do": "automate", "on": True}, "on")
            do(talk, {"do": "automate", "on": True}, "on")
            wait_for(lambda: ann.get(f"/api/tables/{table}/hands/1").status_code == 200)
            do(talk, {"do": "automate", "on": False}, "off")

            def waits() -> Json | None:
                """The hand under way, in which Bob has something to decide."""
                welcome: Json = talk.hello()
                first = welcome["events"][0]["event"] if welcome["events"] else {}
                decides = welcome["now"]["wait"] in ("lead", "follow", "bury")
                return first if decides and 1 in welcome["now"]["seats"] else None

            first = wait_for(waits)
            do(host, {"do": "stand"}, "stand")
        addresses = [
            "/api/matches",
            f"/api/matches?person={me(ann)}",
            "/api/me/records",
            f"/api/people/{me(ann)}",
            f"/api/tables/{table}/record",
            *(f"/api/tables/{table}/hands/{hand}" for hand in range(1, first["hand"] + 2)),
        ]
        for browser in (ann, bob, eve):
            for address in addresses:
                told = browser.get(address)
                assert first["commitment"].encode() not in told.content, address
            assert code(browser.get(f"/api/tables/{table}/hands/{first['hand']}")) == (
                404,
                "no-record",
            )
            assert pages(browser, person=me(ann)) == [], "the match is not over"
            archive = zipfile.ZipFile(io.BytesIO(browser.get("/api/me/records").content))
            assert archive.namelist() == []
            record = browser.get(f"/api/tables/{table}/record").content.splitlines()[1:]
            events = [msgspec.json.decode(text, type=Event) for text in record]
            starts = sum(isinstance(event, HandStarted) for event in events)
            ends = sum(isinstance(event, HandEnded) for event in events)
            assert starts == ends == first["hand"] - 1


def test_ones_own_records_come_as_an_archive(site: Site, tmp_path: Path) -> None:
    ann, eve = site.guest(), site.guest()
    lines = [played(site, ann), played(site, ann, private=True)]
    answer = ann.get("/api/me/records")
    assert answer.headers["content-type"] == "application/zip"
    assert "shengji-records.zip" in answer.headers["content-disposition"]
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None
    assert [name[11:] for name in archive.namelist()] == [f"{at['match']}.jsonl" for at in lines]
    for name in archive.namelist():
        file = tmp_path / name
        file.write_bytes(archive.read(name))
        assert not validate(file).faults
    assert zipfile.ZipFile(io.BytesIO(eve.get("/api/me/records").content)).namelist() == []


async def test_an_archive_is_made_while_it_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    body = zlib.compress(b'{"format":"shengji-record","version":2,"rules":{},"seats":[]}\n')
    asked: list[PageCursor | None] = []

    async def records_of(person: str, after: PageCursor | None) -> list[StoredRecord]:
        asked.append(after)
        start = 0 if after is None else after.ended
        return [
            StoredRecord(f"m{at}", PageCursor(at, 1), PackedRecord(("Ann",), body))
            for at in range(start + 1, min(start + 3, 6))
        ]

    matches = MatchStore(Mock())
    monkeypatch.setattr(matches, "records_of", records_of)
    work = WorkBudget(64, 64)
    ann = Person("ann", "Ann")
    parts = packed(work, ann, "192.0.2.1", matches.record_files(ann))
    first = await anext(parts)
    assert first and len(asked) == 1, "no more is read than what is sent"
    whole = first + b"".join([part async for part in parts])
    archive = zipfile.ZipFile(io.BytesIO(whole))
    assert [name[11:] for name in archive.namelist()] == [f"m{at}.jsonl" for at in range(1, 6)]
    assert b'"seats":["Ann"]' in archive.read(archive.namelist()[-1])
    assert len(asked) == 4
