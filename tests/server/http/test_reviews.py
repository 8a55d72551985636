"""A hand that is over is reviewed for whoever may know it, in the background, once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx

from shengji.record import Record, read_record, validate
from shengji.review import code_of_reviews, review_hand
from shengji.rules import rules_from
from shengji.server.reviews.queue import ReviewQueue
from shengji.server.reviews.waiting_list import ReviewSettings
from tests.record.kit import played, seen
from tests.server.http.site import SHALLOW, Json, Site, running
from tests.server.http.test_brought import text_of
from tests.server.http.test_records import _after_one_hand, _do
from tests.waiting import wait_for


def reviewed(browser: httpx.Client, address: str) -> Json:
    """The answer to a request for a review."""
    assert browser.get(address).json()["state"] == "none"
    answer = browser.post(address)
    assert answer.status_code == 200 and answer.json()["state"] in ("waiting", "running")
    return when(lambda: browser.get(address).json(), lambda found: found["state"] == "done")


def when(ask: Callable[[], Json], true: Callable[[Json], bool]) -> Json:
    def looked() -> Json | None:
        found = ask()
        assert found.get("state") != "failed", found
        return found if true(found) else None

    return wait_for(looked)


def test_a_hand_is_reviewed_at_the_table_and_stays_so_in_the_history(
    tmp_path: Path, site: Site
) -> None:
    host, other = site.guest(), site.guest()
    table = site.table(host, rules="forty-points", bots="basic", start=True)
    address = f"/api/tables/{table}/hands/1/review"
    with site.connect(host, table) as talk:
        talk.hello()
        for ask in (host.get, host.post, other.post):
            refused = ask(address)  # the hand is not over
            assert (refused.status_code, refused.json()["code"]) == (404, "no-record")
        replay = _after_one_hand(host, talk, table)
        found = reviewed(host, address)
        assert other.get(address).json() == found  # who watches may know it, too
        file = tmp_path / "match.jsonl"
        file.write_bytes(host.get(f"/api/tables/{table}/record").content)
        _do(talk, {"do": "propose", "what": "end"}, 3)

    # It is the same as whoever has the record finds.
    own = review_hand(read_record(file), 1, SHALLOW.seed, SHALLOW.depth)
    review = found["review"]
    assert [d["cost"] for d in review["decisions"]] == [d.cost for d in own.decisions]
    assert review["worst"] == list(own.worst) and review["result"] == own.result
    assert len(review["players"]) == 4
    for decision in review["decisions"]:
        event = replay["events"][decision["event"] - 1]
        kinds = {"lead": "played", "follow": "played", "bury": "kitty_buried"}
        assert event["event"] in (kinds.get(decision["decision"], event["event"]), "throw_failed")
        if decision["decision"] != "show":
            assert event["seat"] == decision["seat"]
        assert f"{{{decision['seat']}}}" in decision["made"]["zh-Hant"]
    assert [point["trick"] for point in review["curve"]] == sorted(
        point["trick"] for point in review["curve"]
    )

    line = when(lambda: host.get("/api/matches").json(), lambda found: bool(found["matches"]))[
        "matches"
    ][0]
    match = f"/api/matches/{line['match']}"
    kept = host.get(f"{match}/hands/1/review").json()
    assert kept["review"] == review
    assert other.get(f"{match}/hands/99/review").json()["code"] == "no-hand"
    before = host.get(f"{match}/review").json()
    assert before["hands"] == [1] and before["of"] == line["hands"]
    host.post(f"{match}/review").raise_for_status()
    whole = when(
        lambda: host.get(f"{match}/review").json(),
        lambda found: len(found["hands"]) == found["of"] and bool(found["players"]),
    )
    assert [player["player"] for player in whole["players"]] == [0, 1, 2, 3]
    assert sum(player["decisions"] for player in whole["players"]) >= sum(
        player["decisions"] for player in review["players"]
    )
    assert [(player["seat"], player["first"]) for player in whole["players"]] == [
        (seat, 0) for seat in range(4)
    ]

    # What cost most in the match is what cost most in any of its hands.
    hands = [host.get(f"{match}/hands/{hand}/review").json()["review"] for hand in whole["hands"]]
    costly = sorted((d["cost"] for hand in hands for d in hand["decisions"]), reverse=True)
    worst = whole["worst"]
    assert [one["decision"]["cost"] for one in worst] == [
        cost for cost in costly[:3] if cost >= 0.1
    ]
    for one in worst:
        assert one["decision"] in hands[one["hand"] - 1]["decisions"]

    # Whoever played reads of the own decisions by themselves.
    (mine,) = [seat["seat"] for seat in host.get(match).json()["line"]["seats"] if seat["person"]]
    assert all(one["decision"]["seat"] == mine for one in whole["own_worst"])

    # It is the same for who has a link, as long as that leads somewhere; and for who has the file.
    token = host.post(f"{match}/share").json()["token"]
    shared = f"/api/shared/{token}"
    assert other.get(f"{shared}/hands/1/review").json()["review"] == review
    assert other.post(f"{shared}/hands/1/review").json()["review"] == review
    for verb in ("GET", "POST", "DELETE"):
        assert other.request(verb, f"{shared}/review").json() == {
            **whole,
            "own_worst": None,
            "own_good": None,
        }
    assert other.delete(f"{shared}/hands/99/review").json()["code"] == "no-hand"
    text = host.get(f"{match}/record").content.decode()
    opened = other.post("/api/replays", json={"text": text}).json()
    address = f"/api/replays/review/{opened['hands'][0]['review']}/1"
    assert other.get(address).json()["review"] == review
    # The record carries it on wish: a file that who has it opens anywhere, and is told it at once.
    carried = host.get(f"{match}/record/reviewed")
    assert "attachment" in carried.headers["content-disposition"]
    assert carried.text == other.get(f"{shared}/record/reviewed").text
    assert carried.text.startswith(text) and carried.text.count("hand_reviewed") == line["hands"]
    file.write_bytes(carried.content)
    assert validate(file).ok
    by_other_code = carried.text.replace(code_of_reviews(), "0123456789abcdef")
    for brought, told in ((text, None), (carried.text, review), (by_other_code, None)):
        again = other.post("/api/replays", json={"text": brought}).json()
        assert again["opened"].get("reviewed") == told
    host.delete(f"{match}/share").raise_for_status()
    for verb in ("GET", "POST", "DELETE"):
        for gone in ("hands/1/review", "review"):
            refused = other.request(verb, f"{shared}/{gone}")
            assert (refused.status_code, refused.json()["code"]) == (404, "no-share")


def test_a_hand_of_a_file_is_reviewed_once_it_is_over(site: Site) -> None:
    browser = site.guest()
    header, events = seen(2)
    text = text_of(header, events)
    opened = browser.post("/api/replays", json={"text": text}).json()
    address = f"/api/replays/review/{opened['hands'][0]['review']}/1"
    assert browser.get(address).json()["state"] == "none"
    asked = browser.post("/api/replays/review", json={"text": text}).json()
    assert asked["own"] and asked["state"] in ("waiting", "running")
    found = when(lambda: browser.get(address).json(), lambda found: found["state"] == "done")
    assert {decision["seat"] for decision in found["review"]["decisions"]} == {2}
    record = Record(header, rules_from(header.rules), tuple(events), played("tractor")[2])
    own = review_hand(record, 1, SHALLOW.seed, SHALLOW.depth)
    assert [d["cost"] for d in found["review"]["decisions"]] == [d.cost for d in own.decisions]
    # Of a hand that may be under way nobody is told anything.
    under_way = {"text": text_of(header, events[:-30]), "hand": 2}
    assert browser.post("/api/replays", json=under_way).json()["hands"][1]["review"] is None
    for asked in (under_way, {"text": text, "hand": 3}):
        refused = browser.post("/api/replays/review", json=asked)
        assert (refused.status_code, refused.json()["code"]) == (404, "no-hand")
    refused = browser.post("/api/replays/review", json={"text": "hello"})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad-record")


def test_who_wants_a_review_no_more_is_not_made_it(tmp_path: Path) -> None:
    with running(tmp_path, reviews=ReviewSettings(depth=20.0, niceness=0)) as site:
        browser, other = site.guest(), site.guest()
        header, events, _ = played("tractor", hands=1)
        text = text_of(header, events)
        opened = browser.post("/api/replays", json={"text": text}).json()
        digest = opened["hands"][0]["review"]
        address = f"/api/replays/review/{digest}/1"
        assert browser.post("/api/replays/review", json={"text": text}).json()["own"]
        waits = other.delete(address).json()
        assert waits["state"] in ("waiting", "running") and not waits["own"]
        assert browser.delete(address).json()["state"] == "none"
        assert other.get(address).json()["state"] == "none"


def test_who_may_not_know_a_hand_is_told_of_no_review_and_the_site_may_make_none(
    tmp_path: Path,
) -> None:
    with running(tmp_path) as site:
        site.server.app.state.services[ReviewQueue].settings = type(SHALLOW)(at_once=0)
        host, other = site.guest(), site.guest()
        settings = {"pace": "instant", "onlookers": "none"}
        table = site.table(host, rules="forty-points", bots="basic", start=True, settings=settings)
        address = f"/api/tables/{table}/hands/1/review"
        with site.connect(host, table) as talk:
            talk.hello()
            _after_one_hand(host, talk, table)
        for ask in (other.get, other.post):
            refused = ask(address)
            assert (refused.status_code, refused.json()["code"]) == (404, "no-record")
        assert host.get(address).json()["state"] == "none"
        refused = host.post(address)
        assert (refused.status_code, refused.json()["code"]) == (409, "reviews-off")
