"""Records that people bring: read whole or refused with the line; told as text and as a picture."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from shengji.record import Record
from shengji.record.lines import encode
from shengji.record.notation import read_notation, write_notation
from shengji.record.reader import empty_match
from shengji.rules import rules_from
from tests.record.kit import lines, played, seen
from tests.server.http.site import Json, Site


def text_of(header: Any, events: Any) -> str:
    return b"\n".join([*lines(header, events), b""]).decode()


def alone(told: Json) -> str:
    """The record of a hand, as the browser makes it of what it was told."""
    events = [{**e, "hand": 1} if e["event"] == "hand_started" else e for e in told["events"]]
    return "\n".join([told["header"], *(msgspec.json.encode(e).decode() for e in events), ""])


@pytest.mark.parametrize("system", ["tractor", "friends", "land for all", "dealt again"])
def test_a_record_is_gone_through_told_and_drawn(site: Site, system: str) -> None:
    header, events, _ = played(system, hands=2)
    browser = site.guest()
    text = text_of(header, events)
    first = browser.post("/api/replays", json={"text": text}).json()
    assert [hand["hand"] for hand in first["hands"]] == [1, 2]
    assert first["seen_by"] == "all" and first["line"] is None
    last = browser.post("/api/replays", json={"text": text, "hand": 2}).json()["opened"]
    told = [event for one in (first["opened"], last) for event in one["events"]]
    assert [encode(event) for event in events] == [msgspec.json.encode(e) + b"\n" for e in told]
    # The same as a text, which is read again.
    notation = write_notation(
        Record(header, rules := rules_from(header.rules), events, empty_match(header, rules))
    )
    again = browser.post("/api/replays", json={"text": notation}).json()
    assert {hand.pop("lines") for hand in again["hands"]} == {None}
    place = [hand.pop("lines") for hand in first["hands"]][1]
    assert again == first
    # The second hand by its lines, which are all that needs to be sent for it.
    own = text.splitlines()[place["first"] - 1 : place["last"]]
    events_of = {"header": place["header"], "events": [msgspec.json.decode(line) for line in own]}
    cut = browser.post("/api/replays", json={"text": alone(events_of)}).json()["opened"]
    for event in cut["events"]:
        if event["event"] == "hand_started":
            event["hand"] = 2
    assert cut == last
    # The second hand alone.
    record = alone(last)
    said = browser.post("/api/replays/text", json={"record": record}).json()["text"]
    assert (
        text_of(header, read_notation(said).events).partition("\n")[2]
        == (record.partition("\n")[2])
    )
    at = last["moments"][len(last["moments"]) // 2]["at"]
    asked = {"record": record, "hand": 2, "at": at, "seat": 1}
    drawn = browser.post("/api/replays/picture", json=asked)
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text.startswith("<svg") and "Hand 2" in drawn.text
    chinese = browser.post("/api/replays/picture", json={**asked, "tongue": "zh-Hans"}).text
    assert "第 2 局" in chinese
    nobody = browser.post("/api/replays/picture", json={**asked, "seat": 9})
    assert (nobody.status_code, nobody.json()["code"]) == (422, "no-moment")


def test_what_one_seat_saw_is_gone_through_with_its_eyes(site: Site) -> None:
    header, events = seen(2)
    told = site.guest().post("/api/replays", json={"text": text_of(header, events[:-30])}).json()
    assert told["seen_by"] == 2
    assert told["hands"][-1]["points"] is None, "it was broken off"
    drawn = {event["card"] for event in told["opened"]["events"] if event["event"] == "card_drawn"}
    assert None in drawn and len(drawn) > 1


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        (lambda rows: [rows[0], *rows[2:]], "Line 2"),
        (
            lambda rows: [*rows[:4], rows[4].replace("card_drawn", "card_eaten"), *rows[5:]],
            "Line 5",
        ),
        (lambda _: ["hello"], "Line 1"),
        (lambda _: ["{}"], "Line 1"),
        (lambda _: [""], "Line 1"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_line(site: Site, spoil: Any, line: str) -> None:
    header, events, _ = played("tractor", hands=1)
    text = "\n".join(spoil(text_of(header, events).splitlines()))
    answer = site.guest().post("/api/replays", json={"text": text})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-record")
    words = answer.json()["words"]
    assert line in words["en"] and "Open a record" in words["en"] and "请打开" in words["zh-Hans"]


def test_a_hand_that_the_record_does_not_have_is_refused(site: Site) -> None:
    header, events, _ = played("tractor", hands=1)
    asked = {"text": text_of(header, events), "hand": 2}
    answer = site.guest().post("/api/replays", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-hand")
