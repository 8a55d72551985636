"""Clubs over HTTP: members with and without an account, nights, seasons, and who may do what."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from icalendar import Calendar

from shengji.server.clubs.routes import seasons as season_routes
from shengji.server.nights.routes import nights as evenings
from tests.server.http.site import Json, Site
from tests.server.http.test_accounts import PHRASE, code_of, new_name, owner
from tests.server.http.test_nights import ask, come, made


def found_club(site: Site, boss: httpx.Client | None = None, **settings: Any) -> tuple[Any, str]:
    """A browser with an account, and the address of a club that it owns."""
    boss = boss or owner(site)[0]
    given = {"name": "Fridays", **settings}
    answer = boss.post("/api/clubs", json={"settings": given})
    assert answer.status_code == 201, answer.text
    return boss, f"/api/clubs/{answer.json()['club']}"


def night_of(boss: httpx.Client, club: str, **settings: Any) -> str:
    """The address of a new night of a club."""
    new = {"settings": {"real_cards": "all", **settings}, "club": club.rpartition("/")[2]}
    answer = boss.post("/api/nights", json=new)
    assert answer.status_code == 201, answer.text
    return f"/api/nights/{answer.json()['night']}"


def season_of(boss: httpx.Client, club: str, **settings: Any) -> str:
    """The address of a club's table over all nights."""
    (season,) = boss.get(f"{club}/seasons").json()["seasons"]
    at = f"{club}/seasons/{season['season']}"
    if settings:
        assert boss.put(at, json=settings).status_code == 200
    return at


def id_of(browser: httpx.Client) -> str:
    found: str = browser.get("/api/me").json()["person"]
    return found


def name_of(browser: httpx.Client) -> str:
    found: str = browser.get("/api/me").json()["name"]
    return found


def link_of(boss: httpx.Client, club: str) -> str:
    return f"/api/club-links/{boss.get(club).json()['link']}"


def enter(boss: httpx.Client, club: str, browser: httpx.Client) -> str:
    """Let a browser's person become a member; returns the line."""
    state = browser.post(link_of(boss, club)).json()
    if state["state"] == "asked":
        line = {"state": "in"}
        assert boss.put(f"{club}/members/{state['member']}", json=line).status_code == 204
    member: str = state["member"]
    return member


def lines_of(browser: httpx.Client, club: str) -> dict[str, Json]:
    """The lines of a club, by name."""
    return {line["name"]: line for line in browser.get(f"{club}/members").json()["members"]}


def add(boss: httpx.Client, club: str, name: str) -> str:
    """A new member without an account."""
    answer = boss.post(f"{club}/members", json={"name": name})
    assert answer.status_code == 201, answer.text
    member: str = answer.json()["member"]
    return member


def play(boss: httpx.Client, night: str) -> list[str]:
    """Play one hand at each table of a new round, and end the round; returns who sat there."""
    assert ask(boss, night, "draw", seed=1)["done"]
    state = boss.get(night).json()["round"]
    for table in state["tables"]:
        entry = {"dealer": table["seats"][0], "points": 0, "last_trick": {"side": "declarers"}}
        told = {"entry": entry, "decide": True, "table": table["table"], "hand": 1}
        assert ask(boss, night, "enter_hand", round=state["round"], **told)["done"]
    assert ask(boss, night, "end_round")["done"]
    return [seat for table in state["tables"] for seat in table["seats"]]


def test_a_season_is_paged(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for routes in (evenings, season_routes):
        monkeypatch.setattr(routes, "_PAGE", 2)
    boss, club = found_club(site, seen="public")
    ann, given = owner(site)
    me = given["me"]["person"]
    for number in range(3):
        night = night_of(boss, club, title=f"Night {number}")
        assert ask(ann, night, "check_in", person="", name="")["done"]
        for name in ("Bo", "Cai"):
            guest = f"guest-{number}{name}"
            assert ask(boss, night, "check_in", person=guest, name=name)["done"]
            assert ask(boss, night, "give_penalty", person=guest, points=1, reason="late")["done"]
        assert ask(boss, night, "give_penalty", person=me, points=5, reason="late")["done"]
        assert ask(boss, night, "check_in", person="guest-idle", name="Dee")["done"]
    table = season_of(boss, club)
    first = ann.get(table).json()
    assert (first["counted"], first["people"], first["next"]) == (3, 7, 2)
    assert [line["title"] for line in first["nights"]] == ["Night 2", "Night 1"]
    own = first["own"]
    assert (own["place"], own["missing"], own["score"], own["person"]) == (None, 3, -15, me)
    rest = ann.get("/api/nights", params={"club": club[11:], "before": first["before"]})
    assert [line["title"] for line in rest.json()["nights"]] == ["Night 0"]
    scores, page = [], first
    while True:
        scores += [line["score"] for line in page["standings"]]
        if page["next"] is None:
            break
        page = ann.get(table, params={"from": page["next"]}).json()
    assert scores == [-1, -1, -1, -1, -1, -1, -15], "nobody has played"
    assert page["standings"][-1] == page["own"]
    assert site.guest().get(table).json()["own"] is None


def test_only_members_list_the_nights_of_a_club_for_members(site: Site) -> None:
    boss, club = found_club(site)
    night_of(boss, club)
    listed = f"/api/nights?club={club.rpartition('/')[2]}"
    stranger = owner(site)[0]
    assert len(boss.get(listed).json()["nights"]) == 1
    assert stranger.get(listed).json()["nights"] == []
    assert boss.put(club, json={"name": "Fridays", "seen": "public"}).status_code in (200, 204)
    assert len(stranger.get(listed).json()["nights"]) == 1


def test_a_name_gives_a_stranger_nothing_of_a_club(site: Site) -> None:
    """d1: another club of the same name, another's calendar, another's table."""
    boss, club = found_club(site, name="Fall 2026", seen="public")
    first = night_of(boss, club, title="First")
    assert boss.get(first).json()["club"] == {
        "club": club[11:],
        "name": "Fall 2026",
        "joined": True,
    }
    stranger, other = found_club(site, name="Fall 2026", seen="public")
    assert other != club
    theirs = night_of(stranger, other, title="Theirs")
    plan = {"first": "2026-12-04", "time": "03:00", "zone": "Asia/Tokyo", "every": "week"}
    assert code_of(stranger.put(f"{club}/plan", json=plan)) == (403, "not-your-club")
    assert code_of(stranger.delete(f"{club}/plan")) == (403, "not-your-club")
    assert boss.put(f"{club}/plan", json=plan).status_code == 200
    table = season_of(boss, club)
    least = {"rule": {"least_nights": 50}}
    assert code_of(stranger.put(table, json=least)) == (403, "not-your-club")
    # Who is no member cannot even ask.
    asked = stranger.put(f"{theirs}/club", json={"club": club[11:]})
    assert code_of(asked) == (404, "no-club")
    new = {"settings": {"title": "Spam"}, "club": club[11:]}
    assert code_of(stranger.post("/api/nights", json=new)) == (404, "no-club")
    guest = site.guest()
    assert [line["title"] for line in guest.get(table).json()["nights"]] == ["First"]


def test_a_member_s_night_belongs_to_the_club_once_an_organiser_agrees(site: Site) -> None:
    boss, club = found_club(site, seen="public")
    night_of(boss, club, title="First")
    member, _ = owner(site)
    enter(boss, club, member)
    theirs = night_of(member, club, title="Theirs")
    assert member.get(theirs).json()["club"]["joined"] is None
    table, guest = season_of(boss, club), site.guest()

    def shown() -> list[str]:
        listed = guest.get("/api/nights", params={"club": club[11:]}).json()["nights"]
        counted = guest.get(table).json()["nights"]
        assert [line["title"] for line in listed] == [line["title"] for line in counted]
        return [line["title"] for line in listed]

    assert shown() == ["First"]
    lines = guest.get("/api/nights").json()["nights"]
    assert next(line["club"] for line in lines if line["title"] == "Theirs") is None
    # The organisers are asked, nobody else is, and nobody else can answer.
    (request,) = boss.get("/api/clubs").json()["requests"]
    assert [request] == boss.get(club).json()["requests"]
    assert (request["title"], request["organisers"]) == ("Theirs", [name_of(member)])
    assert member.get("/api/clubs").json()["requests"] == member.get(club).json()["requests"] == []
    answer = f"{theirs}/club"
    assert code_of(member.post(answer, json={"joins": True})) == (403, "not-your-club")
    known = member.get(theirs).json()
    assert boss.post(answer, json={"joins": True}).status_code == 204
    # Viewers are notified at once.
    news = member.get(theirs, params={"since": known["version"], "rated": known["rated"]})
    assert news.json()["club"]["joined"] is True
    assert shown() == ["Theirs", "First"]
    assert boss.get("/api/clubs").json()["requests"] == []
    # An organiser may change their mind; a night may leave, and ask again.
    assert boss.post(answer, json={"joins": False}).status_code == 204
    assert (shown(), member.get(theirs).json()["club"]["joined"]) == (["First"], False)
    assert code_of(boss.put(answer, json={"club": None})) == (403, "not-your-night")
    assert member.put(answer, json={"club": None}).status_code == 204
    assert code_of(boss.post(answer, json={"joins": True})) == (404, "no-club")
    assert member.put(answer, json={"club": club[11:]}).status_code == 204
    assert member.get(theirs).json()["club"]["joined"] is None

    # Viewers are notified of a new name, and of the end of the club; its nights stay.
    def news_of(change: Callable[[], httpx.Response]) -> Json | None:
        known = member.get(theirs).json()
        assert change().is_success
        since = {"since": known["version"], "rated": known["rated"]}
        found: Json | None = member.get(theirs, params=since).json()["club"]
        return found

    named = {"name": "Saturdays", "seen": "public"}
    found = news_of(lambda: boss.put(club, json=named))
    assert found is not None and found["name"] == "Saturdays"
    assert news_of(lambda: boss.delete(club)) is None


def test_a_season_has_a_board_of_ratings_of_those_who_come_often(site: Site) -> None:
    boss, _ = made(site, trusted=True)
    _, club = found_club(site, boss, seen="public")
    table = season_of(boss, club, rule={"least_nights": 2})
    night = night_of(boss, club)
    regulars = come(site, night, 4)

    def rated(night: str) -> list[str]:
        seats = play(boss, night)
        state = boss.get(night).json()
        while not any(line["rating"] for line in state["standings"]):
            known = {"since": state["version"], "rated": state["rated"]}
            answer = boss.get(night, params=known)
            state = answer.json() if answer.content else state
        return seats

    came = rated(night)
    board = regulars[0].get(table).json()["board"]
    assert (board["least"], board["lines"]) == (2, []), "nobody has come twice"
    again = night_of(boss, club, title="The second")
    for browser in [*regulars[:3], owner(site)[0]]:
        assert ask(browser, again, "check_in", person="", name="")["done"]
    came += rated(again)
    board = regulars[0].get(table).json()["board"]
    often = {one for one in came if came.count(one) == 2}
    assert {line["person"] for line in board["lines"]} == often and len(often) == 3
    # After two hands nobody is told apart, and all may have any place, or none yet.
    assert {(line["first"], line["last"]) for line in board["lines"]} <= {(1, 3), (None, None)}
    values = [line["value"] for line in board["lines"]]
    assert values == sorted(values, reverse=True)
    assert all(line["nights"] == 2 and line["deviation"] > 100 for line in board["lines"])
    assert board["heading"]["en"]
    # They would be found nowhere among settled ratings before some 150 hands.
    assert boss.get("/api/leaderboard").json()["lines"] == []


def test_a_club_has_a_calendar(site: Site) -> None:
    boss, at = found_club(site, name="Fridays at Mei's", seen="public")
    player, phone = site.guest(), site.browser()
    nothing: Json = {"plan": None, "coming": [], "runs": False}
    assert player.get(f"{at}/plan").json() == nothing
    assert boss.get(f"{at}/plan").json() == {**nothing, "runs": True}
    assert code_of(phone.get(f"{at}/calendar.ics")) == (404, "no-club")
    plan = {"first": "2026-12-04", "time": "19:30", "zone": "Europe/Berlin", "every": "month"}
    assert code_of(boss.put(f"{at}/plan", json={"zone": "Mars/Base"})) == (422, "bad-zone")
    wrong = {**plan, "skipped": ["2027-01-02"]}
    assert code_of(boss.put(f"{at}/plan", json=wrong)) == (404, "no-evening-day")
    assert boss.put(f"{at}/plan", json=plan).status_code == 200
    told = boss.put(f"{at}/plan", json={**plan, "skipped": ["2027-01-01"]}).json()
    assert told == boss.get(f"{at}/plan").json()
    answer = phone.get(f"{at}/calendar.ics")
    event: Any
    (event,) = Calendar.from_ical(answer.content).walk("VEVENT")
    assert (str(event["summary"]), event["sequence"]) == ("Fridays at Mei's", 2)
    assert str(event["url"]) == f"{site.url}/#{at[4:].replace('clubs', 'club')}"
    assert str(event.decoded("dtstart")) == "2026-12-04 19:30:00+01:00"
    assert [str(one.dt.date()) for one in event["exdate"].dts] == ["2027-01-01"]
    assert boss.delete(f"{at}/plan").status_code == 204
    assert boss.get(f"{at}/plan").json()["plan"] is None


def test_a_regular_without_a_phone_has_one_line_in_the_season(site: Site) -> None:
    """d4: checked in by the list on two nights; and a member with an account who has no phone."""
    boss, club = found_club(site, seen="public")
    mei = add(boss, club, "Mei")
    ann, _ = owner(site)
    enter(boss, club, ann)
    nights = [night_of(boss, club, title=title) for title in ("First", "Second")]
    for night in nights:
        for who in (mei, id_of(ann)):
            assert ask(boss, night, "check_in", person=who, name="")["done"]
        for number in (1, 2):
            assert ask(boss, night, "check_in", person=f"guest-{number}", name=f"Other {number}")
        again = ask(boss, night, "check_in", person=mei, name="")
        assert again["refusal"]["code"] == "already-here"
        play(boss, night)
    people = {one["name"]: one for one in boss.get(nights[0]).json()["people"]}
    assert people["Mei"]["person"] == mei and people["Mei"]["account"] is None
    assert people[name_of(ann)]["account"] == id_of(ann)
    table = boss.get(season_of(boss, club)).json()
    lines = {line["name"]: line for line in table["standings"]}
    assert lines["Mei"]["nights"] == lines[name_of(ann)]["nights"] == 2
    assert [line["name"] for line in table["standings"]].count("Other 1") == 2
    # The list offers who came; other viewers do not see the name.
    listed = lines_of(boss, club)
    assert (listed["Mei"]["nights"], listed[name_of(ann)]["nights"]) == (2, 2)
    assert "Mei" not in lines_of(ann, club)
    hidden = site.guest().get(season_of(boss, club)).json()["standings"]
    assert {line["name"] for line in hidden} == {"", name_of(ann)}
    seen = ann.get(season_of(boss, club)).json()["standings"]
    assert {line["name"] for line in seen} == {"", name_of(ann), "Other 1", "Other 2"}
    found = boss.get(f"{season_of(boss, club)}/attendance").json()
    came = {one["name"]: len(one["nights"]) for one in found["members"]}
    assert came == {"Mei": 2, name_of(ann): 2, name_of(boss): 0}
    # Nobody else is checked in by the list: no stranger, by no organiser of another night.
    stranger, theirs = made(site)
    for who in (mei, id_of(ann)):
        refused = ask(stranger, theirs, "check_in", person=who, name="Mei")
        assert refused["refusal"]["code"] == "guest-id"
    other = id_of(stranger)
    refused = ask(boss, nights[0], "check_in", person=other, name="Somebody")
    assert refused["refusal"]["code"] == "guest-id"


def test_two_of_one_name_are_told_apart(site: Site) -> None:
    boss, club = found_club(site)
    first = add(boss, club, "Li Wei")
    assert code_of(boss.post(f"{club}/members", json={"name": "li wei"})) == (409, "name-there")
    second = add(boss, club, "Li Wei of physics")
    changed = boss.put(f"{club}/members/{second}", json={"name": "Li Wei"})
    assert code_of(changed) == (409, "name-there")
    night = night_of(boss, club)
    assert ask(boss, night, "check_in", person="guest-1", name="Li Wei")["done"]
    assert ask(boss, night, "check_in", person=first, name="")["done"]
    assert {one["name"] for one in boss.get(night).json()["people"]} == {"Li Wei", "Li Wei (2)"}


def test_lines_are_merged_and_parted_and_no_result_moves(site: Site) -> None:
    boss, club = found_club(site)
    nights = [night_of(boss, club, title=title) for title in ("First", "Second")]
    for number, night in enumerate(nights):
        for name in ("Mei", "Bo", "Cai", "Dee"):
            guest = f"guest-{number}{name}"
            assert ask(boss, night, "check_in", person=guest, name=name)["done"]
        play(boss, night)
    guests = f"{club}/guests/{{}}"
    first = boss.post(guests.format(nights[0][12:]), json={}).json()
    assert (len(first["made"]), first["there"]) == (4, [])
    second = boss.post(guests.format(nights[1][12:]), json={}).json()
    assert second["made"] == [], "each has the name of a line"
    assert {one["name"] for one in second["there"]} == {"Mei", "Bo", "Cai", "Dee"}
    mei = next(one for one in second["there"] if one["name"] == "Mei")
    bo = next(one for one in second["there"] if one["name"] == "Bo")
    # One is the same person, another is somebody else, who gets a second name.
    choices = [
        {"person": mei["person"], "member": mei["member"]},
        {"person": bo["person"], "name": "Bo the Second"},
    ]
    assert (
        len(boss.post(guests.format(nights[1][12:]), json={"guests": choices}).json()["made"]) == 2
    )
    lines = lines_of(boss, club)
    table = season_of(boss, club)

    def nights_of(name: str) -> int:
        found = boss.get(table).json()["standings"]
        return next((line["nights"] for line in found if line["name"] == name), 0)

    before = boss.get(table).json()
    assert (nights_of("Mei"), nights_of("Bo"), nights_of("Bo the Second")) == (2, 1, 1)
    at = f"{club}/members/{lines['Bo the Second']['member']}/merge"
    assert boss.post(at, json={"into": lines["Bo"]["member"]}).status_code == 204
    assert (nights_of("Bo"), nights_of("Bo the Second")) == (2, 0)
    again = boss.post(at, json={"into": lines["Bo"]["member"]})
    assert code_of(again) == (409, "merge-itself")
    assert boss.delete(at).status_code == 204
    assert boss.get(table).json() == before
    # Two who sat in one hand are two people; the error names the night.
    cai = f"{club}/members/{lines['Cai']['member']}/merge"
    refused = boss.post(cai, json={"into": lines["Mei"]["member"]})
    assert code_of(refused) == (409, "sat-together")
    assert "First" in refused.json()["words"]["en"]
    # An organiser counts for nobody else, nor does an account for another one.
    own = boss.get(club).json()["member"]
    one, other = (enter(boss, club, owner(site)[0]) for _ in range(2))
    for line, code in ((own, "merge-organiser"), (one, "merge-accounts")):
        refused = boss.post(f"{club}/members/{line}/merge", json={"into": other})
        assert code_of(refused) == (409, code)


def test_a_line_is_claimed_once_with_its_code(site: Site) -> None:
    boss, club = found_club(site)
    mei = add(boss, club, "Granny Mei")
    night = night_of(boss, club)
    account, other = owner(site)[0], owner(site)[0]
    enter(boss, club, other)
    for who in (mei, id_of(other), "guest-1", "guest-2"):
        name = "" if who == mei else who
        assert ask(boss, night, "check_in", person=who, name=name)["done"]
    play(boss, night)
    made_ = boss.post(f"{club}/members/{mei}/code").json()
    later = boss.post(f"{club}/members/{mei}/code").json()
    asked = {"club": club[11:], "code": made_["code"]}
    assert code_of(account.post("/api/club-codes", json=asked)) == (404, "bad-claim")
    asked["code"] = later["code"].upper().replace("-", " ")
    shown = account.post("/api/club-codes", json=asked).json()
    assert (shown["name"], shown["nights"], shown["yours"]) == ("Granny Mei", 1, False)
    guest = site.guest().post("/api/club-codes", json={**asked, "confirm": True})
    assert code_of(guest) == (403, "no-account")
    there = other.post("/api/club-codes", json={**asked, "confirm": True}).json()
    assert (there["yours"], there["refusal"]["code"]) == (False, "sat-together")
    done = account.post("/api/club-codes", json={**asked, "confirm": True}).json()
    assert (done["yours"], done["refusal"]) == (True, None)
    again = other.post("/api/club-codes", json={**asked, "confirm": True})
    assert code_of(again) == (404, "bad-claim")
    people = {one["person"]: one for one in boss.get(night).json()["people"]}
    assert people[mei]["account"] == id_of(account)
    own = account.get(season_of(boss, club)).json()["own"]
    assert (own["person"], own["account"], own["nights"]) == (mei, id_of(account), 1)
    assert lines_of(boss, club)[name_of(account)]["account"] == id_of(account)


def test_a_member_without_an_account_is_removed_with_the_name(site: Site) -> None:
    boss, club = found_club(site)
    mei = add(boss, club, "Granny Mei")
    night = night_of(boss, club)
    assert ask(boss, night, "check_in", person=mei, name="")["done"]
    exported = boss.get(f"{club}/export.json").json()
    (line,) = [one for one in exported["members"] if one["name"] == "Granny Mei"]
    assert line["nights"] == [night[12:]] and exported["settings"]["name"] == "Fridays"
    link = link_of(boss, club)
    assert boss.delete(f"{club}/members/{mei}").status_code == 204
    assert "Granny Mei" not in boss.get(night).text
    assert "Granny Mei" not in boss.get(f"{club}/members").text
    assert link_of(boss, club) != link, "nobody who was removed comes back by the link"


def test_a_club_is_joined_by_link_approval_and_invitation(site: Site) -> None:
    boss, club = found_club(site, joins="link")
    ann, bob, cem = (owner(site)[0] for _ in range(3))
    assert code_of(ann.get(club)) == (404, "no-club")
    offer = ann.get(link_of(boss, club)).json()
    assert (offer["name"], offer["people"], offer["club"], offer["state"]) == (
        "Fridays",
        1,
        None,
        None,
    )
    assert ann.post(link_of(boss, club)).json()["role"] == "member"
    assert ann.post(link_of(boss, club)).status_code == 200
    assert len(lines_of(boss, club)) == 2, "one line for each person"
    boss.put(club, json={"name": "Fridays", "joins": "approval"}).raise_for_status()
    night_of(boss, club)
    asking = bob.post(link_of(boss, club)).json()
    assert (asking["state"], asking["role"], asking["nights"]) == ("asked", None, [])
    assert (asking["link"], asking["sees"], boss.get(club).json()["sees"]) == (None, False, True)
    assert bob.get("/api/nights", params={"club": club[11:]}).json()["nights"] == []
    assert code_of(bob.get(f"{club}/members")) == (404, "no-club")
    # Members see neither who asks nor the ids of others in nights.
    assert lines_of(ann, club).keys() == {name_of(boss), name_of(ann)}
    assert [line["persons"] for line in lines_of(ann, club).values()] == [[], []]
    (line,) = boss.get("/api/clubs").json()["clubs"]
    assert (line["people"], line["asked"]) == (2, 1)
    own = f"{club}/members/{asking['member']}"
    assert code_of(bob.put(own, json={"state": "in"})) == (403, "not-your-club")
    assert boss.put(own, json={"state": "in"}).status_code == 204
    friend = {"person": id_of(cem)}
    assert code_of(ann.post(f"{club}/members", json=friend)) == (403, "not-your-club")
    boss.put(club, json={"name": "Fridays", "joins": "invitation"}).raise_for_status()
    assert code_of(cem.post(link_of(boss, club))) == (403, "club-by-invitation")
    assert code_of(ann.post(f"{club}/members", json=friend)) == (403, "not-a-friend")
    ann.put(f"/api/friends/{id_of(cem)}").raise_for_status()
    cem.put(f"/api/friends/{id_of(ann)}").raise_for_status()
    invited = ann.post(f"{club}/members", json=friend).json()["member"]
    assert cem.get(club).json()["state"] == "invited"
    # Organisers neither accept for the invited, nor rename accounts.
    for line, change in ((invited, {"state": "in"}), (asking["member"], {"name": "Bo"})):
        refused = boss.put(f"{club}/members/{line}", json=change)
        assert code_of(refused) == (403, "not-your-club")
    assert cem.put(f"{club}/members/{invited}", json={"state": "in"}).status_code == 204
    assert cem.get(club).json()["role"] == "member"
    assert cem.delete(f"{club}/members/{invited}").status_code == 204
    assert code_of(cem.get(club)) == (404, "no-club")
    # For a person whom an owner has blocked there is no link.
    boss.put(f"/api/blocks/{id_of(cem)}").raise_for_status()
    for answer in (cem.get(link_of(boss, club)), cem.post(link_of(boss, club))):
        assert code_of(answer) == (404, "no-club-link")
    public = {"name": "Fridays", "seen": "public", "joins": "invitation"}
    boss.put(club, json=public).raise_for_status()
    assert code_of(cem.post(f"{club}/members", json={})) == (403, "club-by-invitation")


def test_the_last_owner_stays_and_a_removed_account_has_a_successor(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    boss, club = found_club(site, seen="public")
    first, second, member = (owner(site)[0] for _ in range(3))
    lines = [enter(boss, club, one) for one in (first, second, member)]
    own = f"{club}/members/{boss.get(club).json()['member']}"
    for refused in (boss.delete(own), boss.put(own, json={"role": "member"})):
        assert code_of(refused) == (409, "last-owner")
    with monkeypatch.context() as full:
        full.setattr("shengji.server.clubs.member_store.MOST_CLUBS", 0)
        for refused in (
            boss.put(f"{club}/members/{lines[0]}", json={"role": "owner"}),
            first.post("/api/clubs", json={"settings": {"name": "Second"}}),
        ):
            assert code_of(refused) == (429, "too-many-clubs")
    for line in lines[:2]:
        organiser = {"role": "organiser"}
        assert boss.put(f"{club}/members/{line}", json=organiser).status_code == 204
    # An organiser does not appoint, nor remove an owner.
    for at in (own, f"{club}/members/{lines[2]}"):
        assert code_of(first.put(at, json={"role": "owner"})) == (403, "not-an-owner")
    assert code_of(first.delete(own)) == (403, "not-an-owner")
    assert code_of(first.delete(club)) == (403, "not-an-owner")
    mei = add(first, club, "Mei")
    code = first.post(f"{club}/members/{mei}/code").json()["code"]
    refused = boss.put(f"{club}/members/{mei}", json={"role": "organiser"})
    assert code_of(refused) == (409, "member-without-account")
    assert boss.delete("/api/me").status_code == 204
    assert first.get(club).json()["role"] == "owner", "who has served longest"
    # The next one leaves without a successor: the club is readable, and nothing changes.
    assert second.put(f"{club}/members/{lines[1]}", json={"role": "member"}).status_code == 204
    assert first.delete("/api/me").status_code == 204
    state = second.get(club).json()
    assert (state["frozen"], state["runners"]) == (True, [])
    claim = {"club": club[11:], "code": code, "confirm": True}
    for answer in (
        second.post("/api/club-codes", json=claim),
        second.put(club, json={"name": "Mine"}),
        second.delete(club),
        second.post(f"{club}/members", json={"name": "Bo"}),
        second.delete(f"{club}/members/{mei}"),
        second.post(f"{club}/link"),
        owner(site)[0].post(link_of(second, club)),
    ):
        assert code_of(answer) == (409, "club-frozen")
    assert second.delete(f"{club}/members/{lines[1]}").status_code == 204


def test_two_owners_who_leave_at_once_leave_one(site: Site) -> None:
    boss, club = found_club(site)
    other, _ = owner(site)
    line = enter(boss, club, other)
    assert boss.put(f"{club}/members/{line}", json={"role": "owner"}).status_code == 204
    own = boss.get(club).json()["member"]
    with ThreadPoolExecutor(2) as both:
        leaving = [
            both.submit(browser.delete, f"{club}/members/{at}")
            for browser, at in ((boss, own), (other, line))
        ]
        assert sorted(one.result().status_code for one in leaving) == [204, 409]


def test_nobody_else_reaches_into_a_club(site: Site) -> None:
    """A stranger, a member of another club, a member, a removed organiser."""
    boss, club = found_club(site)
    season, mei = season_of(boss, club), add(boss, club, "Mei")
    removed, member = owner(site)[0], owner(site)[0]
    line = enter(boss, club, removed)
    enter(boss, club, member)
    assert boss.put(f"{club}/members/{line}", json={"role": "organiser"}).status_code == 204
    assert removed.put(season, json={"name": "Spring"}).status_code == 200
    assert boss.delete(f"{club}/members/{line}").status_code == 204
    other, _ = found_club(site)
    night = night_of(boss, club)
    changes: list[tuple[str, str, Json]] = [
        ("PUT", club, {"name": "Mine"}),
        ("DELETE", club, {}),
        ("POST", f"{club}/link", {}),
        ("POST", f"{club}/members", {"name": "Bo"}),
        ("PUT", f"{club}/members/{mei}", {"name": "Bo"}),
        ("DELETE", f"{club}/members/{mei}", {}),
        ("POST", f"{club}/members/{mei}/merge", {"into": mei}),
        ("DELETE", f"{club}/members/{mei}/merge", {}),
        ("POST", f"{club}/members/{mei}/code", {}),
        ("POST", f"{club}/guests/{night[12:]}", {}),
        ("GET", f"{club}/export.json", {}),
        ("PUT", f"{club}/plan", {"first": "2026-12-04"}),
        ("DELETE", f"{club}/plan", {}),
        ("POST", f"{club}/seasons", {"name": "Mine"}),
        ("PUT", season, {"name": "Mine"}),
        ("DELETE", season, {}),
        ("GET", f"{season}/attendance", {}),
    ]
    for who in (site.guest(), other, removed, member):
        for method, at, body in changes:
            answer = who.request(method, at, json=body)
            expected = (403, "not-your-club") if who is member else (404, "no-club")
            assert code_of(answer) == expected, (method, at)
        if who is not member:
            for at in (club, f"{club}/members", f"{club}/seasons", season):
                assert code_of(who.get(at)) == (404, "no-club"), at
            assert who.get(night).json()["club"] is None
    # A published season is seen by all.
    assert boss.put(season, json={"published": True}).status_code == 200
    assert site.guest().get(season).status_code == 200


def test_two_who_sat_together_are_not_made_one_member_at_once(site: Site) -> None:
    boss, club = found_club(site)
    night = night_of(boss, club, title="First")
    guests = [f"guest-{name}" for name in ("Mei", "Bo", "Cai", "Dee")]
    for guest in guests:
        assert ask(boss, night, "check_in", person=guest, name=guest)["done"]
    play(boss, night)
    granny = add(boss, club, "Granny Mei")
    choices = [{"person": guest, "member": granny} for guest in guests[:2]]
    refused = boss.post(f"{club}/guests/{night[12:]}", json={"guests": choices})
    assert code_of(refused) == (409, "sat-together")


def test_a_member_is_forgotten_in_the_nights_of_the_club_only(site: Site) -> None:
    """Ids that a desk has made are seen by all, and anybody's club may use them too."""
    boss, club = found_club(site)
    thief, other = found_club(site)
    nights = night_of(boss, club), night_of(thief, other)
    for browser, night in zip((boss, thief), nights, strict=True):
        assert ask(browser, night, "check_in", person="guest-1", name="Granny Mei")["done"]
    made_ = thief.post(f"{other}/guests/{nights[1][12:]}", json={}).json()["made"]
    assert thief.delete(f"{other}/members/{made_[0]}").status_code == 204
    assert "Granny Mei" not in thief.get(nights[1]).text
    assert "Granny Mei" in boss.get(nights[0]).text


def test_an_account_decides_who_sees_its_name_whatever_it_is_merged_into(site: Site) -> None:
    boss, club = found_club(site, seen="public")
    granny = add(boss, club, "Granny Mei")
    account, _ = owner(site)
    line = enter(boss, club, account)
    night = night_of(boss, club)
    for who in (id_of(account), "guest-1", "guest-2", "guest-3"):
        assert ask(boss, night, "check_in", person=who, name=who)["done"]
    play(boss, night)
    into = {"into": granny}
    assert boss.post(f"{club}/members/{line}/merge", json=into).status_code == 204

    def seen() -> set[str]:
        return {row["name"] for row in site.guest().get(season_of(boss, club)).json()["standings"]}

    assert seen() == {"", name_of(account)}
    for at, browser, published in ((granny, boss, True), (line, account, False)):
        change = browser.put(f"{club}/members/{at}", json={"published": published})
        assert change.status_code == 204
    assert seen() == {""}


def test_a_guest_taken_for_another_is_parted_by_an_account(site: Site) -> None:
    boss, club = found_club(site, joins="link")
    bob, guest = owner(site)[0], site.guest()
    his, line = enter(boss, club, bob), enter(boss, club, guest)
    into = {"into": his}
    assert boss.post(f"{club}/members/{line}/merge", json=into).status_code == 204
    new = {"name": new_name(), "passphrase": PHRASE}
    assert guest.post("/api/me/account", json=new).status_code == 201
    lines = lines_of(boss, club)
    assert lines[new["name"]]["merged"] is None
    assert lines[new["name"]]["account"] == id_of(guest) != lines[name_of(bob)]["account"]


def test_a_text_that_gets_longer_as_it_is_stored_is_cut(site: Site) -> None:
    boss, club = found_club(site)
    letter, longer = "\u0958", "\u0915\u093c"  # one character, which is stored as two
    night = night_of(boss, club, title=letter * 120)
    settings = boss.get(night).json()["settings"]
    assert settings["title"] == longer * 60
    changed = boss.put(club, json={"name": letter * 120, "about": letter * 1000}).json()
    assert (changed["settings"]["name"], changed["settings"]["about"]) == (
        longer * 60,
        longer * 500,
    )
    season = boss.post(f"{club}/seasons", json={"name": letter * 80}).json()
    assert season["name"] == longer * 40
    made_ = boss.post(f"{club}/announcements", json={"text": letter * 1000}).json()
    assert [one["text"] for one in made_["announcements"]] == [longer * 500]


def test_a_guest_whom_the_desk_checks_in_by_the_list_is_known_on_the_phone(site: Site) -> None:
    boss, club = found_club(site, joins="link")
    guest = site.guest()
    line, name = enter(boss, club, guest), name_of(guest)
    night = night_of(boss, club)
    assert ask(boss, night, "check_in", person=line, name="")["done"]
    assert guest.get(night).json()["role"] == "player"
    assert ask(guest, night, "leave", person=id_of(guest))["done"]
    assert ask(guest, night, "check_in", person="", name="")["done"]
    new = {"name": new_name(), "passphrase": PHRASE}
    assert guest.post("/api/me/account", json=new).status_code == 201
    (one,) = boss.get(night).json()["people"]
    assert (one["person"], one["account"], one["name"]) == (id_of(guest), id_of(guest), name)


@pytest.mark.parametrize("by_desk", [False, True])
def test_who_comes_back_is_the_one_who_left_though_lines_were_merged(
    site: Site, *, by_desk: bool
) -> None:
    boss, club = found_club(site, joins="link")
    ann, _ = owner(site)
    own, other = enter(boss, club, ann), add(boss, club, new_name())
    night, me = night_of(boss, club), id_of(ann)
    assert ask(boss, night, "check_in", person=other, name="")["done"]
    assert ask(ann, night, "check_in", person="", name="")["done"]
    merged = boss.post(f"{club}/members/{other}/merge", json={"into": own})
    assert merged.status_code == 204, merged.text
    for who in (other, me):
        assert ask(boss, night, "leave", person=who)["done"]
    who, by = (me, boss) if by_desk else ("", ann)
    assert ask(by, night, "check_in", person=who, name="")["done"]
    people = boss.get(night).json()["people"]
    assert {one["person"]: one["here"] for one in people} == {other: False, me: True}
