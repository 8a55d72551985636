"""Hands that are over are told with all cards, and nothing of the one under way."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import msgspec

from shengji.game import Event, HandEnded, HandStarted
from shengji.record import read_record
from shengji.record.validation import validate
from tests.server.http.site import Json, Site, Talk, running
from tests.waiting import wait_for


def _do(talk: Talk, action: Json, number: int) -> None:
    talk.say({"type": "do", "id": f"a{number}", "version": 10**9, "action": action})
    while (answer := talk.hear())["type"] not in ("done", "refused"):
        pass
    assert answer["type"] == "done", answer


def _after_one_hand(browser: httpx.Client, talk: Talk, table: str) -> Json:
    """Let a bot play until the first hand is over, and stop in a later one; the first hand."""
    _do(talk, {"do": "automate", "on": True}, 1)

    def told() -> Json | None:
        answer = browser.get(f"/api/tables/{table}/hands/1")
        found: Json = answer.json()
        return found if answer.status_code == 200 else None

    replay = wait_for(told)
    _do(talk, {"do": "automate", "on": False}, 2)
    return replay


def _number(talk: Talk) -> int:
    """The hand that is under way, or has just ended."""
    welcome = talk.hello()
    first = welcome["events"][0]["event"]
    assert first["event"] == "hand_started"
    number: int = first["hand"]
    return number


def test_a_hand_is_told_when_it_is_over_and_not_before(tmp_path: Path, site: Site) -> None:
    host, other = site.guest(), site.guest()
    table = site.table(host, rules="forty-points", bots="basic", start=True)
    with site.connect(host, table) as talk:
        talk.hello()
        # The person is asked at least to follow, so the hand cannot be over.
        for address in ("hands/1", "hands/2", "record", "hands/1/thoughts/60"):
            refused = host.get(f"/api/tables/{table}/{address}")
            assert (refused.status_code, refused.json()["code"]) == (404, "no-record")
        replay = _after_one_hand(host, talk, table)
        assert other.get(f"/api/tables/{table}/hands/1").json() == replay
        # Of the bots, and of the one that stands in for the person.
        asked = {
            at: other.get(f"/api/tables/{table}/hands/1/thoughts/{at}") for at in replay["thoughts"]
        }
        told = {(one.json()["seat"], one.json()["bot"]) for one in asked.values()}
        assert told == {(0, "medium"), *((seat, "basic") for seat in (1, 2, 3))}
        events = msgspec.convert(replay["events"], list[Event])
        assert isinstance(events[0], HandStarted) and events[0].deck is not None
        (ended,) = (event for event in events if isinstance(event, HandEnded))
        assert ended.kitty is not None
        drawn = [event["card"] for event in replay["events"] if event["event"] == "card_drawn"]
        assert len(drawn) == 4 * 12 and None not in drawn
        assert replay["levels"] == ["2"] * 4
        assert json.loads(replay["header"])["seats"][1:] == ["basic"] * 3
        laid = [card for suit in replay["layout"] for cards in suit for card in cards]
        assert {*drawn, *(card.value for card in ended.kitty)} <= set(laid)
        assert laid[0] == "BJ"

        answer = host.get(f"/api/tables/{table}/record")
        assert answer.headers["content-disposition"].startswith("attachment")
        file = tmp_path / "match.jsonl"
        file.write_bytes(answer.content)
        record = read_record(file)
        assert record.header.seen_by == "all"
        assert record.header.seats[1:] == ("basic",) * 3
        assert not validate(file).faults
        hands = [event for event in record.events if isinstance(event, HandStarted)]
        ends = [event for event in record.events if isinstance(event, HandEnded)]
        # As many ends as starts: nothing of a hand under way.
        assert len(hands) == len(ends)
        last = host.get(f"/api/tables/{table}/hands/{len(ends)}").json()
        assert msgspec.convert(last["events"], list[Event])[0] == hands[-1]
        if len(ends) > 1:
            before = ends[-2].levels_after
            assert last["levels"] == [level.value for level in before]
        under_way = _number(talk) if _number(talk) > len(ends) else len(ends) + 1
        assert host.get(f"/api/tables/{table}/hands/{under_way}").status_code == 404


def test_who_may_not_watch_is_told_of_no_hand(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        host, other = site.guest(), site.guest()
        settings = {"pace": "instant", "onlookers": "none"}
        table = site.table(host, rules="forty-points", bots="basic", start=True, settings=settings)
        with site.connect(host, table) as talk:
            talk.hello()
            thought = _after_one_hand(host, talk, table)["thoughts"][0]
            for address in ("hands/1", "record", f"hands/1/thoughts/{thought}"):
                refused = other.get(f"/api/tables/{table}/{address}")
                assert (refused.status_code, refused.json()["code"]) == (404, "no-record")
            assert site.browser().get(f"/api/tables/{table}/record").status_code == 401
            assert host.get("/api/tables/nowhere/record").json()["code"] == "no-table"
