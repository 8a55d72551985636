"""Regular evenings over HTTP: who becomes a member, who is told what, and who may change what."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from icalendar import Calendar

from tests.server.http.site import Json, Site
from tests.server.http.test_accounts import owner
from tests.server.http.test_clubs import enter, found_club
from tests.server.http.test_friends import befriended, id_of

ANSWERS = ("yes", "no", "perhaps")


def made(browser: httpx.Client, table: str | None = None, **settings: Any) -> str:
    """A new evening, which is on now."""
    now = datetime.now(UTC)
    settings = {"first": f"{now:%Y-%m-%d}", "time": f"{now:%H:%M}", **settings}
    answer = browser.post("/api/evenings", json={"settings": settings, "table": table})
    assert answer.status_code == 201, answer.text
    found: str = answer.json()["evening"]
    return found


def state(browser: httpx.Client, evening: str) -> Json:
    answer = browser.get(f"/api/evenings/{evening}")
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def joined(evening: str, by: httpx.Client, *others: httpx.Client) -> None:
    link = state(by, evening)["link"]
    for other in others:
        taken = other.post(f"/api/evening-links/{link}")
        assert (taken.status_code, taken.json()) == (200, {"evening": evening})


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_by_a_link_one_sees_when_and_what_but_not_who_and_becomes_a_member(site: Site) -> None:
    ann, bob, cem = site.guest(), site.guest(), site.guest()
    evening = made(ann, title="Thursdays", every="fortnight", rules={"preset": "tractor"})
    joined(evening, ann, bob)
    link = state(ann, evening)["link"]
    offer = cem.get(f"/api/evening-links/{link}")
    found = offer.json()
    assert (found["title"], found["every"], found["people"]) == ("Thursdays", "fortnight", 2)
    assert (found["evening"], found["joined"]) == (None, False)
    assert found["heading"]["en"] and found["next"]["begins"]
    names = [browser.get("/api/me").json()["name"] for browser in (ann, bob)]
    for secret in (evening, *names, id_of(ann), id_of(bob)):
        assert secret not in offer.text
    assert cem.get("/api/evenings").json()["evenings"] == []
    assert code(cem.get(f"/api/evenings/{evening}")) == (404, "no-evening")
    joined(evening, ann, cem)
    assert {at["person"] for at in state(cem, evening)["members"]} == {
        id_of(browser) for browser in (ann, bob, cem)
    }
    assert cem.get(f"/api/evening-links/{link}").json()["joined"]

    # Made anew it leads elsewhere; only who runs the evening can do so.
    assert code(bob.post(f"/api/evenings/{evening}/link")) == (403, "not-your-evening")
    new = ann.post(f"/api/evenings/{evening}/link").json()["link"]
    assert new != link
    assert code(site.guest().post(f"/api/evening-links/{link}")) == (404, "no-evening-link")


def test_who_is_kept_apart_from_who_runs_it_finds_nothing(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    link = state(ann, made(ann))["link"]
    ann.put(f"/api/blocks/{id_of(bob)}")
    for ask in (bob.get, bob.post):
        assert code(ask(f"/api/evening-links/{link}")) == (404, "no-evening-link")


def test_an_evening_is_made_of_a_table_and_its_people_are_asked(site: Site) -> None:
    ann, bob, cem, dai = (site.guest() for _ in range(4))
    rules = {"preset": "tractor", "first_level": "5"}
    table = site.table(ann, rules=rules, settings={"pace": "instant", "hints": False})
    for seat, browser in enumerate((bob, cem), 1):
        with site.connect(browser, table) as talk:
            sit = {"do": "sit", "seat": seat}
            version = talk.hello()["version"]
            talk.say({"type": "do", "id": "s", "version": version, "action": sit})
            talk.until("done")
    ann.put(f"/api/blocks/{id_of(cem)}")
    assert code(dai.post("/api/evenings", json={"settings": {}, "table": table})) == (
        404,
        "no-table",
    )
    evening = made(ann, table, title="Thursdays")
    found = state(ann, evening)
    assert found["settings"]["rules"]["first_level"] == "5"
    run = found["settings"]["table"]
    assert (run["pace"], run["hints"], run["private"]) == ("instant", False, True)
    people = [(at["person"], at["joined"]) for at in found["members"]]
    assert people == [(id_of(ann), True), (id_of(bob), False)]  # and not who is blocked

    # Who is asked sees what a stranger with the link sees, until they agree.
    (line,) = bob.get("/api/evenings").json()["evenings"]
    assert (line["title"], line["people"], line["joined"]) == ("Thursdays", 1, False)
    assert code(bob.get(f"/api/evenings/{evening}")) == (404, "no-evening")
    assert bob.put(f"/api/evenings/{evening}/members/{id_of(bob)}").status_code == 204
    assert state(bob, evening)["runs"] == id_of(ann)
    assert code(dai.put(f"/api/evenings/{evening}/members/{id_of(dai)}")) == (404, "no-evening")


def test_members_ask_their_friends_and_nobody_else(site: Site) -> None:
    ann, bob, cem = site.guest(), site.guest(), site.guest()
    evening = made(ann)
    befriended(ann, bob)
    at = f"/api/evenings/{evening}/members"
    assert code(ann.put(f"{at}/{id_of(cem)}")) == (403, "not-a-friend")
    assert ann.put(f"{at}/{id_of(bob)}").status_code == 204
    assert [line["joined"] for line in bob.get("/api/evenings").json()["evenings"]] == [False]
    assert bob.delete(f"{at}/{id_of(bob)}").status_code == 204  # refused
    assert bob.get("/api/evenings").json()["evenings"] == []
    assert len(state(ann, evening)["members"]) == 1


def test_whoever_was_there_first_runs_it_and_the_next_when_they_go(site: Site) -> None:
    ann, bob, cem = site.guest(), site.guest(), site.guest()
    evening = made(ann, title="Thursdays")
    joined(evening, ann, bob)
    joined(evening, ann, cem)
    at = f"/api/evenings/{evening}"
    settings = {**state(ann, evening)["settings"], "title": "Fridays"}
    assert code(bob.put(at, json=settings)) == (403, "not-your-evening")
    assert code(bob.delete(f"{at}/members/{id_of(cem)}")) == (403, "not-your-evening")
    assert code(bob.delete(at)) == (403, "not-your-evening")
    assert ann.put(at, json=settings).json()["settings"]["title"] == "Fridays"
    assert ann.delete(f"{at}/members/{id_of(ann)}").status_code == 204
    assert state(bob, evening)["runs"] == id_of(bob)
    link = state(cem, evening)["link"]
    assert bob.delete(f"{at}/members/{id_of(cem)}").status_code == 204
    assert code(cem.get(at)) == (404, "no-evening")
    assert code(cem.post(f"/api/evening-links/{link}")) == (404, "no-evening-link")
    assert bob.delete(at).status_code == 204
    assert code(bob.get(at)) == (404, "no-evening")


@pytest.mark.parametrize("answer", ANSWERS)
def test_who_comes_is_said_and_said_otherwise(site: Site, answer: str) -> None:
    ann, bob = site.guest(), site.guest()
    evening = made(ann)
    joined(evening, ann, bob)
    day = state(ann, evening)["coming"][1]["day"]
    at = f"/api/evenings/{evening}/days"
    for said in (*ANSWERS, answer):
        assert bob.put(f"{at}/{day}", json={"answer": said}).status_code == 200
    found = state(ann, evening)
    assert found["coming"][1]["answers"] == [{"person": id_of(bob), "answer": answer}]
    wrong = bob.put(f"{at}/2026-02-31", json={"answer": "yes"})
    assert code(wrong) == (404, "no-evening-day")


def test_a_calendar_subscribes_to_a_secret_address_until_its_member_goes(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    evening = made(ann, title="Thursdays", zone="Asia/Shanghai")
    joined(evening, ann, bob)
    ask = f"/api/evenings/{evening}/calendar"
    secret = bob.post(ask).json()["secret"]
    assert secret == bob.post(ask).json()["secret"] == state(bob, evening)["calendar"]
    assert state(ann, evening)["calendar"] is None
    file, phone = f"/api/calendars/{secret}/evening.ics", site.browser()

    def event() -> Any:
        answer = phone.get(file)
        assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
        (found,) = Calendar.from_ical(answer.content).walk("VEVENT")
        return found

    before = event()
    assert (str(before["uid"]), before["sequence"]) == (f"{evening}@shengji", 0)
    assert str(before["url"]) == f"{site.url}/#/evening/{evening}"
    begins = state(ann, evening)["coming"][0]["begins"]
    first = datetime.combine(
        datetime.fromisoformat(state(ann, evening)["coming"][0]["day"]).date(),
        before.decoded("dtstart").timetz(),
    )
    assert first.timestamp() * 1000 == begins

    # A day that is skipped is told to calendars, too.
    day = state(ann, evening)["coming"][1]["day"]
    skip = f"/api/evenings/{evening}/skipped"
    other = str(datetime.fromisoformat(day).date() + timedelta(days=1))
    assert code(ann.put(skip, json={"days": [other]})) == (404, "no-evening-day")
    found = ann.put(skip, json={"days": [day]}).json()
    assert found["skipped"] == [day] and day not in [at["day"] for at in found["coming"]]
    after = event()
    assert (after["uid"], after["sequence"]) == (before["uid"], 1)
    assert [str(at.dt.date()) for at in after["exdate"].dts] == [day]

    assert bob.delete(f"/api/evenings/{evening}/members/{id_of(bob)}").status_code == 204
    assert code(phone.get(file)) == (404, "no-evening-link")


def test_a_calendar_is_taken_back(site: Site) -> None:
    ann = site.guest()
    ask = f"/api/evenings/{made(ann)}/calendar"
    secret = ann.post(ask).json()["secret"]
    assert ann.delete(ask).status_code == 204
    assert site.browser().get(f"/api/calendars/{secret}/evening.ics").status_code == 404
    assert ann.post(ask).json()["secret"] != secret


def test_all_come_to_one_table_and_not_before_it_is_time(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    later = datetime.now(UTC) + timedelta(days=2)
    early = made(ann, first=f"{later:%Y-%m-%d}")
    assert code(ann.post(f"/api/evenings/{early}/table")) == (409, "evening-not-open")
    evening = made(ann, title="Thursdays")
    joined(evening, ann, bob)
    tables = [who.post(f"/api/evenings/{evening}/table").json() for who in (ann, bob, ann)]
    assert tables[0] == tables[1] == tables[2]
    line = ann.get(f"/api/tables/{tables[0]['table']}").json()
    assert (line["title"], line["bots"], len(line["people"])) == ("Thursdays", 2, 2)
    assert [at["hands"] for at in state(bob, evening)["held"]] == [0]
    # Nobody else is told of it.
    listed = site.guest().get("/api/lobby").json()["tables"]
    assert tables[0]["table"] not in [at["table"] for at in listed]


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"first": "2026-02-31"}, "bad-day"),
        ({"zone": "Mars/Base"}, "bad-zone"),
        ({"rules": {"preset": "nothing"}}, "rules"),
        ({"time": "24:00"}, "bad-request"),
        ({"time": "1٣:00"}, "bad-request"),
        ({"hours": 99}, "bad-request"),
    ],
)
def test_what_cannot_be_is_refused(site: Site, wrong: Json, expected: str) -> None:
    answer = site.guest().post("/api/evenings", json={"settings": wrong})
    assert answer.json()["code"] == expected


def test_nobody_has_very_many(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    for _ in range(20):
        made(ann)
    assert code(ann.post("/api/evenings", json={"settings": {}})) == (429, "too-many-evenings")
    link = state(bob, made(bob))["link"]
    assert code(ann.post(f"/api/evening-links/{link}")) == (429, "too-many-evenings")


def test_evenings_are_given_out_and_nothing_is_left_of_who_goes(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    evening = made(ann, title="Thursdays")
    joined(evening, ann, bob)
    bob.post(f"/api/evenings/{evening}/table")
    day, b = state(bob, evening)["held"][0]["day"], id_of(bob)
    bob.put(f"/api/evenings/{evening}/days/{day}", json={"answer": "yes"})
    database = sqlite3.connect(site.folder / "tables.db", timeout=60)
    played = (evening, day, 0, 0, b, "Bob of the past", None, 7)
    database.execute("INSERT INTO evening_players VALUES (?, ?, ?, ?, ?, ?, ?, ?)", played)
    database.commit()
    with zipfile.ZipFile(io.BytesIO(bob.get("/api/me/export").content)) as archive:
        given = json.loads(archive.read("evenings.json"))
    assert [(at["title"], at["answers"]) for at in given["evenings"]] == [
        ("Thursdays", {day: "yes"})
    ]
    assert given["played"] == [{"evening": evening, "day": day, "seat": 0, "hands": 7}]
    assert bob.delete("/api/me").status_code == 204
    left = "\n".join(line for line in database.iterdump() if "evening" in line)
    database.close()
    assert b not in left and "Bob of the past" not in left
    assert [at["person"] for at in state(ann, evening)["members"]] == [id_of(ann)]


def test_a_guest_who_signs_in_brings_evenings_along(site: Site) -> None:
    ann, bob, (cem, _) = site.guest(), site.guest(), owner(site)
    both, own = made(ann), made(bob, title="Bob's")
    joined(both, ann, bob, cem)
    day = state(bob, both)["coming"][0]["day"]
    bob.put(f"/api/evenings/{both}/days/{day}", json={"answer": "no"})
    name, c = cem.get("/api/me").json()["name"], id_of(cem)
    entered = bob.post("/api/sign-in", json={"name": name, "passphrase": "tiger on the ridge"})
    assert entered.status_code == 200, entered.text
    assert {at["person"] for at in state(ann, both)["members"]} == {id_of(ann), c}
    assert state(bob, both)["coming"][0]["answers"] == [{"person": c, "answer": "no"}]
    assert state(bob, own)["runs"] == c


def test_who_runs_an_evening_as_a_guest_runs_it_with_an_account_that_was_invited(
    site: Site,
) -> None:
    bob, ann, (cem, _) = site.guest(), site.guest(), owner(site)
    evening, both, at = made(bob, title="Bob's"), made(bob), "/api/evenings"
    joined(evening, bob, ann)
    joined(both, bob, ann, cem)
    befriended(bob, cem)
    assert bob.put(f"{at}/{evening}/members/{id_of(cem)}").status_code == 204
    secret = bob.post(f"{at}/{evening}/calendar").json()["secret"]
    new = {"name": cem.get("/api/me").json()["name"], "passphrase": "tiger on the ridge"}
    assert bob.post("/api/sign-in", json=new).status_code == 200
    shown = state(bob, evening)
    assert [(one["person"], one["joined"]) for one in shown["members"]] == [
        (id_of(cem), True),
        (id_of(ann), True),
    ]
    assert (shown["runs"], shown["calendar"]) == (id_of(cem), secret)
    assert state(ann, both)["runs"] == id_of(cem)


def test_members_of_its_club_take_part_and_its_organisers_run_it(site: Site) -> None:
    boss, club = found_club(site, name="Fridays", seen="public")
    ann, bob, cem = (owner(site)[0] for _ in range(3))
    line, _ = enter(boss, club, ann), enter(boss, club, bob)
    listed = {"club": club.rpartition("/")[2]}
    new = {"settings": {"title": "Teas"}, **listed}
    assert code(ann.post("/api/evenings", json=new)) == (403, "not-your-club")
    evening = boss.post("/api/evenings", json=new).json()["evening"]
    at = f"/api/evenings/{evening}"

    # Only members see the list of the club, and take part without an invitation.
    (offer,) = ann.get("/api/evenings", params=listed).json()["evenings"]
    assert (offer["title"], offer["evening"], offer["joined"]) == ("Teas", evening, False)
    assert code(cem.get("/api/evenings", params=listed)) == (404, "no-club")
    for browser in (cem, ann):
        entered = browser.put(f"{at}/members/{id_of(browser)}")
        assert entered.status_code == (404 if browser is cem else 204)
    boss.put(f"/api/blocks/{id_of(bob)}")
    assert bob.get("/api/evenings", params=listed).json()["evenings"] == []
    assert code(bob.put(f"{at}/members/{id_of(bob)}")) == (404, "no-evening")
    (exported,) = boss.get(f"{club}/export.json").json()["evenings"]
    assert (exported["evening"], exported["settings"]["title"]) == (evening, "Teas")
    assert [one["person"] for one in exported["members"]] == [id_of(boss), id_of(ann)]

    # An organiser of the club changes it as the member who runs it does.
    shown = state(ann, evening)
    assert (shown["runs"], shown["manages"]) == (id_of(boss), False)
    assert shown["club"] == {**listed, "name": "Fridays"}
    change = {**shown["settings"], "title": "Tea"}
    assert code(ann.put(at, json=change)) == (403, "not-your-evening")
    role = {"role": "organiser"}
    assert boss.put(f"{club}/members/{line}", json=role).status_code == 204
    assert ann.put(at, json=change).json()["manages"]

    # Whoever came by its link does not see a club that only members see.
    assert cem.post(f"/api/evening-links/{shown['link']}").status_code == 200
    assert state(cem, evening)["club"] == shown["club"]
    assert boss.put(club, json={"name": "Fridays"}).status_code == 200
    assert (state(cem, evening)["club"], state(ann, evening)["club"]) == (None, shown["club"])

    # Without the club it belongs to nobody, and its members keep it.
    assert boss.delete(club).status_code == 204
    shown = state(ann, evening)
    assert (shown["settings"]["title"], shown["club"], shown["manages"]) == ("Tea", None, False)
