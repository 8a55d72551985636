"""A regular evening over two weeks: made of a table, reminded of, opened, and gone on with."""

from __future__ import annotations

import json
import sqlite3
import urllib.request
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from icalendar import Calendar
from playwright.sync_api import Locator, expect

from tests.browser.axe import Inspector
from tests.browser.company import SHORT, Guest, play_out, start, wait
from tests.browser.conftest import Visit
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say
from tests.browser.test_pushes import TOUCH, awake_worker, push, the_switch, with_pushes
from tests.cases import usually
from tests.server.push.service import PushBrowser, PushService

PHONE = {"width": 360, "height": 740, "color_scheme": "light"}
DESK = {"width": 1280, "height": 800, "color_scheme": "dark"}
WEEK = timedelta(days=7)
WEEK_MS = 7 * 24 * 60 * 60 * 1000


class Past:
    """The database of a server, in which a test lets weeks pass.

    Instead of the time what is planned and what was played is moved.
    """

    def __init__(self, server: ServerProcess, evening: str) -> None:
        self._path = server.folder / "tables.sqlite"
        self._evening = evening

    def _change(self, statement: str, *values: object) -> None:
        with closing(sqlite3.connect(self._path, timeout=60)) as database:
            database.execute(statement, (*values, self._evening))
            database.commit()

    def remind_at(self, moment: int) -> None:
        """Let the next reminder be due at a moment, in milliseconds since 1970."""
        self._change("UPDATE evenings SET remind = ? WHERE id = ?", moment)

    def week_passes(self) -> None:
        """Let all that was played be a week ago."""
        with closing(sqlite3.connect(self._path, timeout=60)) as database:
            query = "SELECT day FROM evening_tables WHERE evening = ?"
            days = [day for (day,) in database.execute(query, (self._evening,))]
        for day in sorted(days):
            before = str(date.fromisoformat(day) - WEEK)
            for table in ("evening_tables", "evening_players"):
                statement = f"UPDATE {table} SET day = ? WHERE day = ? AND evening = ?"
                self._change(statement, before, day)
        self._change("UPDATE evening_tables SET at = at - ? WHERE evening = ?", WEEK_MS)


def item(guest: Guest, text: str) -> Locator:
    return guest.page.get_by_role("listitem").filter(has_text=text)


def see(guest: Guest, wanted: Locator) -> None:
    """Load the page until it shows something."""

    def shown() -> bool:
        guest.page.reload()
        guest.page.get_by_role("heading", level=1).wait_for()
        guest.page.wait_for_load_state("networkidle")
        return wanted.count() > 0

    wait(guest.page, shown)


def state_of(guest: Guest, server: ServerProcess, evening: str) -> Any:
    answer = guest.page.request.get(f"{server.url}/api/evenings/{evening}")
    assert answer.ok, answer.text()
    return answer.json()


@usually(("tongue", "device"), ("zh-Hans", DESK), ("en", PHONE), ids=["desk", "phone"])
def test_an_evening_over_two_weeks(
    pushing: ServerProcess,
    service: PushService,
    person: Visit,
    tongue: Tongue,
    device: dict[str, Any],
) -> None:
    locale = "en-US" if tongue == "en" else "zh-CN"
    ann = Guest(person(locale=locale, **device), tongue)
    bob = Guest(person(locale=locale, service_workers="allow", **device), tongue)
    looks = [Inspector(guest.page) for guest in (ann, bob)]
    phone = PushBrowser(service.url, f"{tongue}-{device['width']}")
    with_pushes(bob.page, phone)
    names = ("Ann", "Bob") if tongue == "en" else ("小安", "小波")
    for guest, name in zip((ann, bob), names, strict=True):
        guest.introduce(pushing.url, name)
    a, b = names

    # Made of a table at which both sit: Bob is asked, and agrees.
    table = ann.open_table(pushing.url, SHORT, bots="basic", start=False, title="Thursdays")
    ann.button("room.remove_bot").first.click()
    bob.come(f"{pushing.url}/#/table/{table}")
    ann.page.get_by_role("link", name=say("room.make_regular", tongue)).click()
    title = ann.page.get_by_label(say("evenings.set_title", tongue), exact=True)
    expect(title).to_have_value("Thursdays")
    ann.page.get_by_label(say("evenings.zone", tongue)).select_option("UTC")
    soon = datetime.now(UTC) + timedelta(minutes=70)  # so that it is neither open nor over
    ann.page.get_by_label(say("evenings.first", tongue)).fill(f"{soon:%Y-%m-%d}")
    ann.page.get_by_label(say("evenings.time", tongue), exact=True).fill(f"{soon:%H:%M}")
    looks[0].look("a regular evening is made")
    ann.button("evenings.make_now").click()
    ann.page.wait_for_url("**/#/evening/*")
    evening = ann.page.url.rpartition("/")[2]
    past = Past(pushing, evening)
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Thursdays")
    expect(ann.button("evenings.open_table")).to_have_count(0)
    bob.page.goto(f"{pushing.url}/#/")
    asked = item(bob, say("evenings.asked_line", tongue, title="Thursdays"))
    see(bob, asked)
    looks[1].look("asked to come")
    asked.get_by_role(
        "button", name=f"{say('evenings.join', tongue)} Thursdays", exact=True
    ).click()
    bob.page.wait_for_url(f"**/#/evening/{evening}")
    bob.page.get_by_role("radio", name=say("evenings.yes", tongue), exact=True).first.check()
    expect(bob.page.get_by_text(say("evenings.said_yes", tongue, names=b))).to_be_visible()

    # The calendar of a phone subscribes to it.
    bob.button("evenings.calendar_get").click()
    address = bob.page.get_by_role("textbox", name=say("evenings.calendar_address", tongue))
    with urllib.request.urlopen(address.input_value()) as answer:
        (event,) = Calendar.from_ical(answer.read()).walk("VEVENT")
    begins = state_of(bob, pushing, evening)["coming"][0]["begins"]
    assert event.decoded("dtstart").timestamp() * 1000 == begins
    assert str(event["summary"]) == "Thursdays"
    bob.page.reload()
    bob.button("evenings.calendar_end").wait_for()
    looks[1].look("the evening of a member")

    # Bob's page is closed when the reminder comes; touched, it leads to the evening.
    bob.page.goto(f"{pushing.url}/#/")
    bob.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    the_switch(bob).click()
    wait(bob.page, lambda: bob.page.request.get(f"{pushing.url}/api/me/pushes").json()["on"])
    # It begins in an hour, of which people were to be reminded a moment ago.
    now = datetime.now(UTC).replace(second=0, microsecond=0)
    at = now + timedelta(hours=1)
    change = {**state_of(ann, pushing, evening)["settings"], "remind": "hour"}
    change |= {"first": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M}"}
    ann.page.request.put(f"{pushing.url}/api/evenings/{evening}", data=json.dumps(change))
    past.remind_at(round(now.timestamp()) * 1000)
    # Whatever is agreed anywhere, the server looks what is due.
    ann.page.request.post(f"{pushing.url}/api/evenings", data=json.dumps({"settings": {}}))
    wait(bob.page, lambda: any(one.path == phone.path for one in service.taken))
    taken = next(one for one in service.taken if one.path == phone.path)
    worker = awake_worker(bob.page)
    push(bob.page, pushing.url, phone.read(taken))
    wait(bob.page, lambda: bool(worker.evaluate("self.shown.length")))
    (shown,) = worker.evaluate("self.shown")
    assert (shown["title"], shown["lang"]) == ("Thursdays", tongue)
    assert f"{at:%H:%M} (UTC)" in shown["body"]
    worker.evaluate(TOUCH)
    bob.page.wait_for_url(f"**/#/evening/{evening}")

    # Bob opens the table with one touch, Ann comes to it, and they play a hand.
    for guest in (bob, ann):
        guest.page.goto(f"{pushing.url}/#/evening/{evening}")
        guest.page.reload()  # Ann's page has asked before
        guest.button("evenings.open_table").first.click()
        guest.page.wait_for_url("**/#/table/*")
        wait(guest.page, lambda guest=guest: guest.seat is not None)  # type: ignore[misc]
    assert bob.page.url == ann.page.url and bob.page.url.rpartition("/")[2] != table
    ann.button("room.ready").click()
    start(bob)
    play_out([bob, ann])
    wait(ann.page, lambda: state_of(ann, pushing, evening)["held"][0]["hands"] == 1)
    (held,) = state_of(ann, pushing, evening)["held"]
    ann.page.goto(f"{pushing.url}/#/evening/{evening}")
    expect(ann.page.get_by_text(say("evenings.hands", tongue, count=1))).to_be_visible()
    line = {name: held["sides"][0][name] for name in ("before", "after")}
    sides = [", ".join(p["name"] for p in side["players"] if p["name"]) for side in held["sides"]]
    assert sorted(sides) == sorted(names)
    said = say("evenings.side_line", tongue, names=sides[0], **line)
    expect(item(ann, said).last).to_be_visible()
    looks[0].look("an evening that was played")

    # A week later the match goes on at the levels where it stopped.
    past.week_passes()
    ann.page.reload()
    ann.button("evenings.open_table").first.click()
    ann.page.wait_for_url("**/#/table/*")
    assert ann.page.url != bob.page.url
    levels = " : ".join(side["after"] for side in held["sides"])
    goes_on = ann.page.get_by_text(say("room.goes_on_at", tongue, levels=levels))
    expect(goes_on).to_be_visible()
    wait(ann.page, lambda: ann.page.url.endswith(ann.table["id"]))
    seat = next(p["seat"] for side in held["sides"] for p in side["players"] if p["name"] == a)
    assert ann.table["seats"][seat]["name"] == a
    for inspector in looks:
        assert inspector.findings == []


@pytest.mark.campaign
def test_a_club_has_a_calendar(pushing: ServerProcess, person: Visit) -> None:
    boss = Guest(person(width=768, height=1024))
    boss.introduce(pushing.url, "Mei")
    asked = boss.page.request
    account = {"name": "Mei of the club", "passphrase": "tiger on the ridge"}
    new = {"settings": {"name": "Fridays"}}
    answer = asked.post(f"{pushing.url}/api/me/account", data=json.dumps(account))
    assert answer.ok, answer.text()
    answer = asked.post(f"{pushing.url}/api/clubs", data=json.dumps(new))
    id_ = answer.json()["club"]
    club = f"{pushing.url}/api/clubs/{id_}"
    look = Inspector(boss.page)
    boss.page.goto(f"{pushing.url}/#/club/{id_}")
    boss.button("evenings.club_plan").click()
    boss.page.get_by_label(say("evenings.first")).fill("2026-12-04")
    zones = boss.page.get_by_label(say("evenings.zone"))
    zones.select_option(label="UTC+01:00 · Central European Time")
    look.look("a club is planned")
    boss.button("evenings.save").click()
    boss.page.get_by_text(say("evenings.calendar"), exact=True).click()
    address = boss.page.get_by_role("textbox", name=say("evenings.calendar_address"))
    with urllib.request.urlopen(address.input_value()) as answer:
        (event,) = Calendar.from_ical(answer.read()).walk("VEVENT")
    assert str(event.decoded("dtstart")) == "2026-12-04 20:00:00+01:00"
    look.look("a club that has a plan")

    # A day is skipped with one touch.
    day = asked.get(f"{club}/plan").json()["coming"][1]["day"]
    boss.page.get_by_role("button", name=say("evenings.skip")).nth(1).click()
    boss.page.get_by_role("button", name=say("evenings.unskip")).wait_for()
    assert asked.get(f"{club}/plan").json()["plan"]["skipped"] == [day]
    assert look.findings == []
