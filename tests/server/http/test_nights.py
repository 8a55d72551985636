"""Nights over HTTP: who is told what, and what is refused."""

from __future__ import annotations

import io
import threading
import zipfile
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import String

from shengji.server.accounts.store import AccountStore
from shengji.server.database.schema import night_people
from shengji.server.nights import claims
from shengji.server.nights.live_nights import Nights
from shengji.server.site.settings import ServerSettings
from tests.server.http.site import Json, Site, running
from tests.server.http.test_accounts import PHRASE, code_of, owner
from tests.server.http.test_sanctions import moderating
from tests.waiting import PATIENCE, wait_for

_ids = count(1)


def made(site: Site, *, trusted: bool = False, **settings: Any) -> tuple[httpx.Client, str]:
    """A browser with an account, `trusted`: that of an organiser, and a night that it runs."""
    boss, account = owner(site)
    if trusted:
        accounts = site.server.app.state.services[AccountStore]
        person = account["me"]["person"]
        moderating(site, lambda _: accounts.set_role(person, "organiser", ""))
    answer = boss.post("/api/nights", json={"settings": settings})
    assert answer.status_code == 201, answer.text
    return boss, f"/api/nights/{answer.json()['night']}"


def ask(browser: httpx.Client, night: str, do: str, **fields: Any) -> Json:
    number = next(_ids)
    command = {"do": do, "id": f"c{number}", "made": number, **fields}
    answer = browser.post(night, json={"commands": [command]})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()["answers"][0]
    return found


def come(site: Site, night: str, people: int) -> list[httpx.Client]:
    """So many people with accounts who have checked in."""
    browsers = [owner(site)[0] for _ in range(people)]
    for browser in browsers:
        assert ask(browser, night, "check_in", person="", name="")["done"]
    return browsers


def test_a_night_is_in_the_list_with_what_one_is_in_it(site: Site) -> None:
    boss, night = made(site, title="Friday")
    club = boss.post("/api/clubs", json={"settings": {"name": "Spring", "seen": "public"}}).json()[
        "club"
    ]
    assert boss.put(f"{night}/club", json={"club": club}).status_code == 204
    (ann,) = come(site, night, 1)
    for browser, role in ((boss, "organiser"), (ann, "player"), (site.guest(), "onlooker")):
        params = {"club": club, "state": "open"}
        (line,) = browser.get("/api/nights", params=params).json()["nights"]
        state = browser.get(night).json()
        assert (line["role"], state["role"]) == (role, role)
        assert (line["title"], line["people"], state["stage"]) == ("Friday", 1, "open")
    assert boss.get("/api/nights?state=over&club=x").json() == {"nights": [], "next": None}
    assert code_of(boss.get("/api/nights/none")) == (404, "no-night")
    assert code_of(boss.get(f"{night}/rounds/1")) == (404, "no-round")


_PLACE = {"round": 1, "table": 1, "hand": 1}


@pytest.mark.parametrize(
    ("do", "fields", "where"),
    [
        ("enter_hand", {**_PLACE, "entry": {"winner": "opponents", "levels": 10**15}}, "levels"),
        ("correct_hand", {**_PLACE, "entry": {"winner": "opponents", "levels": 10**6}}, "levels"),
        (
            "rule_hand",
            {**_PLACE, "ruling": {"winner": "opponents", "levels": 101}, "reason": "so"},
            "levels",
        ),
        ("enter_hand", {**_PLACE, "entry": {"points": 10**15}}, "points"),
        ("prolong_clock", {"minutes": 10**9}, "minutes"),
        ("announce", {"text": "x" * 501}, "text"),
        ("check_in", {"person": "guest-\u202e", "name": "Bo"}, "person"),
        ("leave", {"person": "x" * 5000}, "person"),
        ("merge_tables", {"tables": [1] * 1001, "seats": []}, "tables"),
    ],
)
def test_a_command_that_is_too_large_is_refused_at_once(
    site: Site, do: str, fields: Json, where: str
) -> None:
    boss, night = made(site, real_cards="all", rated=False)
    command = {"do": do, "id": "c", "made": 1, **fields}
    refused = boss.post(night, json={"commands": [command]})
    assert code_of(refused) == (400, "bad-request")
    assert where in refused.json()["words"]["en"]


@pytest.mark.parametrize("name", ["x" * 65, "\u202e", "", "a b"])
def test_an_id_of_a_command_is_short_and_plain(site: Site, name: str) -> None:
    boss, night = made(site)
    refused = boss.post(night, json={"commands": [{"do": "end_night", "id": name}]})
    assert code_of(refused) == (400, "bad-request")


def test_a_club_behind_one_address_checks_in_at_once(tmp_path: Path) -> None:
    """The default limit of an address is enough for forty people in a minute."""
    usual = ServerSettings()
    limits = {
        name: getattr(usual, name)
        for name in ("creations_per_minute", "work_per_address", "work_per_person")
    }
    with running(tmp_path, **limits) as site:
        boss, night = made(site, real_cards="all")
        came = [site.guest() for _ in range(40)]
        for number, browser in enumerate(came):
            assert ask(browser, night, "check_in", person="", name=f"Lin {number}")["done"]
        assert ask(boss, night, "draw", seed=1)["done"]
        tables = {browser.get(night).json()["table"]["table"] for browser in came}
        assert len(tables) == 10
        # Half of what they may ask of the server at once is left.
        work = site.server.app.state.services.work
        work.spend(10.0 * usual.work_per_address, "127.0.0.1")
        assert came[0].get(night).status_code == 200


def test_rules_that_cannot_be_are_refused_with_what_to_do(site: Site) -> None:
    boss, night = made(site)
    wrong = {"rules": {"kitty": 9}}
    assert boss.post("/api/nights", json={"settings": wrong}).status_code == 400
    idle = {"rules": {"laps": 3}}
    assert code_of(boss.post("/api/nights", json={"settings": idle})) == (422, "rules")
    settings = boss.get(night).json()["settings"]
    answer = ask(boss, night, "change_settings", settings={**settings, **idle})
    assert answer["refusal"]["code"] == "rules" and answer["refusal"]["words"]["zh-Hans"]
    assert ask(boss, night, "change_settings", settings={**settings, "minutes": 30})["done"]
    unknown = boss.post(night, json={"commands": [{"do": "report_hand", "id": "1"}]})
    assert code_of(unknown) == (400, "bad-request")


def test_on_some_sites_only_organisers_make_nights(tmp_path: Path) -> None:
    with running(tmp_path, nights_by="organisers") as site:
        boss, _ = owner(site)
        assert code_of(boss.post("/api/nights", json={})) == (403, "not-allowed")


def test_whoever_asks_with_the_version_they_know_waits_for_the_next(
    site: Site, monkeypatch: Any
) -> None:
    boss, night = made(site)
    version = boss.get(night).json()["version"]
    found: list[httpx.Response] = []
    waiting = threading.Thread(
        target=lambda: found.append(boss.get(night, params={"since": version}))
    )
    waiting.start()
    live = site.server.app.state.services[Nights].loaded(night.rpartition("/")[2])
    wait_for(lambda: live.has_subscribers)
    assert not found
    come(site, night, 1)
    waiting.join(PATIENCE)
    assert found[0].status_code == 200 and found[0].json()["version"] > version
    monkeypatch.setattr("shengji.server.nights.routes.nights.PATIENCE", 0.01)
    later = boss.get(night, params={"since": found[0].json()["version"]})
    assert (later.status_code, later.content) == (204, b"")


def test_a_table_with_real_cards_from_the_draw_to_the_export(site: Site) -> None:
    boss, night = made(site, trusted=True, real_cards="all", hide_standings=True, title="=Friday")
    people = come(site, night, 5)
    assert ask(people[0], night, "draw")["refusal"]["code"] == "organisers-only"
    answer = ask(boss, night, "draw", seed=1)
    assert answer["done"] and answer["note"]["en"].startswith("In this round nobody plays again")
    assert ask(boss, night, "start_round", minutes=30)["done"]
    states = [browser.get(night).json() for browser in people]
    (idle,) = [at for at in states if at["you"] in at["round"]["sits_out"]]
    assert idle["table"] is None and idle["round"]["note"] is idle["standings"] is None
    at_table = [(b, at) for b, at in zip(people, states, strict=True) if at["table"]]
    assert len(at_table) == 4
    table = at_table[0][1]["table"]
    assert (table["cards"], table["site"], table["levels"]) == ("real", None, ["8"] * 4)
    assert 1790 < table["left"] <= 1800 and table["ends"] > at_table[0][1]["now"]
    seats = {at["you"]: browser for browser, at in at_table}
    north, east = (seats[one] for one in table["seats"][:2])
    place = {"round": 1, "table": 1, "hand": 1}
    entry = {"dealer": table["seats"][0], "points": 35, "last_trick": {"side": "declarers"}}
    # What is missing is asked for, and what the hand will count is said before it is written down.
    asked = {"do": "enter_hand", "id": "x", **place}
    empty = {"command": {**asked, "entry": {"dealer": table["seats"][0]}}}
    assert north.post(f"{night}/preview", json=empty).json()["refusal"]["code"] == "no-result"
    full = {"command": {**asked, "entry": entry}}
    seen = north.post(f"{night}/preview", json=full).json()
    assert seen["refusal"] is None
    assert (seen["result"]["winner"], seen["result"]["levels"]) == ("declarers", 2)
    assert north.get(night).json()["table"]["played"] == 0
    assert table["questions"][0] == ["dealer", False]
    assert table["scale"][:2] == [[0, False, 3], [5, False, 2]]
    assert ask(north, night, "enter_hand", entry=entry, **place)["done"]
    hand = east.get(night).json()["table"]["hands"][0]
    assert (hand["winner"], hand["levels"], hand["may_confirm"]) == ("declarers", 2, True)
    assert not north.get(night).json()["table"]["hands"][0]["may_confirm"]
    assert ask(east, night, "confirm_hand", version=1, **place)["done"]
    assert ask(people[0], night, "give_penalty", person=table["seats"][0], points=5, reason="x")[
        "refusal"
    ]["words"]["zh-Hant"]
    assert ask(boss, night, "announce", text="Tea")["done"]
    assert ask(boss, night, "announce", text="Fire", important=True)["done"]
    assert ask(boss, night, "announce", text="Over")["done"]
    over = boss.get(night).json()["announcements"][-1]["command"]
    assert not ask(people[0], night, "withdraw_announcement", announced=over)["done"]
    assert ask(boss, night, "withdraw_announcement", announced=over)["done"]
    assert ask(boss, night, "end_round")["done"] and ask(boss, night, "end_night")["done"]
    plain = east.get(night, headers={"accept-encoding": "identity"})
    packed = east.get(night)
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    state = packed.json()
    assert state.keys() == plain.json().keys()
    assert state["stage"] == "over" and state["standings"][0]["score"] == 2
    while state["standings"][0]["rating"] is None:
        known = {"since": state["version"], "rated": state["rated"]}
        state = east.get(night, params=known).json()
    gains = [line["rating"] for line in state["standings"]]
    assert gains[0] == gains[1] == -gains[3] > 30 and gains[4:] == [None]
    said = [(one["text"], one["important"]) for one in state["announcements"]]
    assert said == [("Tea", False), ("Fire", True)]
    results = east.get(f"{night}/results.json").json()
    assert [line["rating"] for line in results["standings"]] == gains
    assert results["rounds"][0]["tables"][0]["hands"][0]["versions"][0]["entry"]["points"] == 35
    assert results["rounds"] == [east.get(f"{night}/rounds/1").json()]
    for what in ("results", "hands"):
        sheet = east.get(f"{night}/{what}.csv")
        assert sheet.headers["content-type"].startswith("text/csv")
        lines = sheet.content.decode("utf-8-sig").splitlines()
        assert len(lines) == (6 if what == "results" else 2)
        assert what == "hands" or (
            lines[0].endswith(",rating") and lines[1].endswith(f",{gains[0]}")
        )


def test_an_organiser_alone_prints_no_ratings(site: Site) -> None:
    """An organiser decides what counts in a night, and moves nobody's rating by that."""
    boss, night = made(site, real_cards="all")
    people = come(site, night, 4)
    assert ask(boss, night, "draw", seed=1, trusted=True, ratable=[4])["done"]
    seats = boss.get(night).json()["round"]["tables"][0]["seats"]
    entry = {"dealer": seats[0], "points": 0, "last_trick": {"side": "declarers"}}
    place = {"round": 1, "table": 1, "hand": 1}
    told = {"entry": entry, "decide": True, "trusted": True, **place}
    assert ask(boss, night, "enter_hand", **told)["done"]
    assert ask(boss, night, "end_round")["done"]
    again = {"entry": {**entry, "points": 5}, "decide": True, "reason": "so", **place}
    assert ask(boss, night, "correct_hand", trusted=True, **again)["done"]
    state = boss.get(night).json()
    assert state["standings"][0]["score"] == 2, "it counts in the night"
    assert (state["ratings"]["sizes"], state["ratings"]["trusted"]) == ([4], False)
    assert state["ratings"]["names"]["en"].startswith("zhang-2021, forty-points, three-deck, ")
    assert "finding-friends、zhang-2016" in state["ratings"]["names"]["zh-Hans"]
    (hand,) = boss.get(f"{night}/rounds/1").json()["tables"][0]["hands"]
    assert hand["lack"]["code"] == "side" and sorted(hand["lack"]["people"]) == sorted(seats)
    assert not hand["may_confirm"]
    # Those who have played it can have it rated, until the last of them has been heard.
    for number, browser in enumerate(people):
        (mine,) = browser.get(night).json()["table"]["hands"]
        assert mine["may_confirm"] and mine["lack"]["code"] in ("side", "hand"), number
        assert ask(browser, night, "confirm_hand", **place)["done"]
    (hand,) = boss.get(f"{night}/rounds/1").json()["tables"][0]["hands"]
    assert hand["lack"] is None
    state = boss.get(night).json()
    while state["standings"][0]["rating"] is None:
        known = {"since": state["version"], "rated": state["rated"]}
        state = boss.get(night, params=known).json()


def test_by_rules_that_the_house_does_not_rate_a_night_leaves_no_ratings(site: Site) -> None:
    boss, night = made(site, trusted=True, real_cards="all", rules={"preset": "pagat"})
    come(site, night, 4)
    assert ask(boss, night, "draw", seed=1, ratable=[4])["done"]
    state = boss.get(night).json()
    (table,) = state["round"]["tables"]
    assert (table["rated"], table["unrated"], state["ratings"]["sizes"]) == (False, "rules", [])
    assert ask(boss, night, "cancel_round", round=1)["done"]
    # Nor where an organiser seats them by hand and says that it is.
    by_hand = {"tables": [table["seats"]], "ratable": [4]}
    assert ask(boss, night, "draw_round", **by_hand)["done"]
    (table,) = boss.get(night).json()["round"]["tables"]
    assert (table["rated"], table["unrated"]) == (False, "rules")
    assert ask(boss, night, "cancel_round", round=1)["done"]
    settings = {**state["settings"], "rules": {"preset": "zhang-2016"}}
    assert ask(boss, night, "change_settings", settings=settings)["done"]
    assert ask(boss, night, "draw", seed=1)["done"]
    state = boss.get(night).json()
    (table,) = state["round"]["tables"]
    assert (table["rated"], table["unrated"], state["ratings"]["sizes"]) == (True, None, [4])


def test_a_guest_of_a_night_who_signs_in_takes_it_along(site: Site) -> None:
    boss, night = made(site)
    _, account = owner(site)
    guest = site.guest()
    assert ask(guest, night, "check_in", person="", name="Lin of the hills")["done"]
    given = {"name": account["me"]["name"], "passphrase": PHRASE}
    assert guest.post("/api/sign-in", json=given).status_code == 200
    (person,) = boss.get(night).json()["people"]
    assert person["account"] == account["me"]["person"] != person["person"]
    assert guest.get(night).json()["you"] == person["person"]


def test_who_has_no_phone_claims_later_what_they_have_played(site: Site) -> None:
    boss, night = made(site, trusted=True, real_cards="all")
    people = come(site, night, 3)
    for person, name in (("guest-1", "Ida"), ("guest-2", "Jon")):
        assert ask(boss, night, "check_in", person=person, name=name)["done"]
    codes = boss.get(f"{night}/claims").json()["codes"]
    assert [one["name"] for one in codes] == ["Ida", "Jon"]
    assert boss.get(f"{night}/claims").json()["codes"] == codes, "slips can be printed again"
    code = codes[0]["code"]
    assert ask(boss, night, "leave", person="guest-2")["done"]
    assert ask(boss, night, "draw", seed=1)["done"]
    seats = boss.get(night).json()["round"]["tables"][0]["seats"]
    entry = {"dealer": seats[0], "points": 35, "last_trick": {"side": "declarers"}}
    place = {"round": 1, "table": 1, "hand": 1}
    assert ask(boss, night, "enter_hand", entry=entry, **place)["done"]
    again = ask(boss, night, "correct_hand", entry=entry, decide=True, reason="x", **place)
    assert again["done"] and ask(boss, night, "end_round")["done"]
    assert ask(boss, night, "end_night")["done"]

    def claim(browser: httpx.Client, code: str = code, *, confirm: bool = False) -> Json:
        asked = {"code": code, "confirm": confirm}
        found: Json = browser.post(f"{night}/claim", json=asked).json()
        return found

    # A stranger with the slip is told whose it is, and needs an account to have it.
    late = site.guest()
    told = claim(late, code.upper().replace("-", " "))
    assert (told["name"], told["hands"], told["claimed"]) == ("Ida", 1, False)
    assert claim(late, "0000-0000-0000")["code"] == "bad-claim"
    assert claim(late, confirm=True)["code"] == "no-account"
    mine, account = owner(site)
    assert claim(people[0], confirm=True)["refusal"]["code"] == "account-here"
    assert claim(mine, confirm=True)["yours"] and claim(mine, confirm=True)["refusal"] is None
    assert claim(late)["claimed"] and not claim(late)["yours"]
    id_ = account["me"]["person"]
    state = mine.get(night).json()
    assert (state["you"], state["role"]) == ("guest-1", "player")
    assert boss.get(f"{night}/claims").json()["codes"] == codes[1:]

    # Ratings and the list of one's nights follow.
    def rated(person: str) -> list[Json]:
        ratings: list[Json] = boss.get(f"/api/people/{person}/ratings").json()["pools"]
        return ratings

    wait_for(lambda: rated(id_))
    (line,) = mine.get(f"/api/matches?person={id_}").json()["matches"]
    facts = site.guest().get(f"/api/matches/{line['match']}").json()
    assert (facts["night"]["real"], facts["night"]["round"]) == (True, 1)
    assert [(at["points"], at["won"]) for at in facts["hands"]] == [(35, True)]
    (own,) = [at["seat"] for at in line["seats"] if at["person"] == id_]
    (change,) = [at for at in facts["rating"]["changes"] if at["seat"] == own]
    assert change["after"] == pytest.approx(rated(id_)[0]["value"], abs=0.1)
    shown = boss.get(night).json()["round"]["tables"][0]["match"]
    assert shown == line["match"]
    # It was somebody else's slip: an organiser gives it back, and it can be claimed by the owner.
    assert ask(mine, night, "release_guest", person="guest-1")["refusal"]
    assert ask(boss, night, "release_guest", person="guest-1")["done"]
    assert mine.get(night).json()["you"] is None
    wait_for(lambda: not rated(id_))
    again_ = ask(boss, night, "release_guest", person="guest-1")
    assert again_["refusal"]["code"] == "not-claimed"
    assert claim(owner(site)[0], confirm=True)["yours"]


def test_only_who_has_no_browser_has_a_code(site: Site) -> None:
    boss, night = made(site)
    guest = site.guest()
    assert ask(guest, night, "check_in", person="", name="Lin of the hills")["done"]
    assert ask(boss, night, "check_in", person="guest-1", name="Ida")["done"]
    codes = boss.get(f"{night}/claims").json()["codes"]
    assert [one["name"] for one in codes] == ["Ida"]
    states = {one["name"]: one for one in boss.get(night).json()["people"]}
    assert (states["Ida"]["desk"], states["Ida"]["phone"]) == (True, False)
    assert (states["Lin of the hills"]["desk"], states["Lin of the hills"]["phone"]) == (
        False,
        True,
    )
    # A slip that was printed for somebody with a phone before is worth nothing any more.
    live = site.server.app.state.services[Nights].loaded(night.rpartition("/")[2])
    old = claims.code_of(live.night.claims, states["Lin of the hills"]["person"])
    stranger, _ = owner(site)
    asked = {"code": old, "confirm": True}
    assert code_of(stranger.post(f"{night}/claim", json=asked)) == (404, "bad-claim")
    # On their own phone it becomes theirs.
    new = {"name": "Lin Chong 7", "passphrase": "leopard on the ridge"}
    assert guest.post("/api/me/account", json=new).status_code == 201
    (lin,) = [one for one in boss.get(night).json()["people"] if not one["desk"]]
    assert lin["account"] == lin["person"]


def test_what_codes_are_made_of_never_leaves_the_server(site: Site) -> None:
    boss, night = made(site, real_cards="all")
    come(site, night, 4)
    assert ask(boss, night, "check_in", person="guest-1", name="Ida")["done"]
    assert ask(boss, night, "check_in", person="", name="")["done"]
    (code,) = boss.get(f"{night}/claims").json()["codes"]
    live = site.server.app.state.services[Nights].loaded(night.rpartition("/")[2])
    secret = live.night.claims.encode()
    assert secret
    archive = boss.get("/api/me/export").content
    texts = [archive]
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        texts += [files.read(name) for name in files.namelist()]
    for address in ("", "/claims", "/results.json", "/results.csv", "/hands.csv"):
        texts.append(boss.get(f"{night}{address}").content)
    asked = {"code": code["code"]}
    texts.append(site.guest().post(f"{night}/claim", json=asked).content)
    assert not any(secret in text for text in texts)


def test_who_has_no_phone_is_drawn_to_real_cards(site: Site) -> None:
    boss, night = made(site, real_cards=[3])
    come(site, night, 5)
    for number in range(3):
        guest = f"guest-{number}"
        assert ask(boss, night, "check_in", person=guest, name=f"Lin {number}")["done"]
    for _ in range(3):
        assert ask(boss, night, "draw")["done"]
        tables = boss.get(night).json()["round"]["tables"]
        assert [table["table"] for table in tables] == [1, 3], "the one with cards is used"
        assert [table["cards"] for table in tables] == ["online", "real"]
        assert {one for one in tables[1]["seats"] if one.startswith("guest-")} == {
            f"guest-{number}" for number in range(3)
        }
        assert not tables[0]["phoneless"]
        number = boss.get(night).json()["round"]["round"]
        assert ask(boss, night, "cancel_round", round=number)["done"]
    # A phone dies while its owner sits at a phone table: the desk is told.
    assert ask(boss, night, "draw")["done"]
    state = boss.get(night).json()
    first, second = state["round"]["tables"]
    dead = first["seats"][0]
    assert ask(boss, night, "note_phone", person=dead, phone=False)["done"]
    assert boss.get(night).json()["round"]["tables"][0]["phoneless"] == [dead]
    owner_ = next(one for one in second["seats"] if not one.startswith("guest-"))
    assert ask(boss, night, "change_places", one=dead, other=owner_)["done"]
    assert not boss.get(night).json()["round"]["tables"][0]["phoneless"]
    # More of them than seats with cards: it is said beforehand, with what to do.
    assert ask(boss, night, "cancel_round", round=1)["done"]
    assert ask(boss, night, "note_phone", person=first["seats"][1], phone=False)["done"]
    refusal = ask(boss, night, "draw")["refusal"]
    assert refusal["code"] == "no-cards" and "5" in refusal["words"]["en"]
    settings = {**state["settings"], "real_cards": [2, 3]}
    assert ask(boss, night, "change_settings", settings=settings)["done"]
    assert ask(boss, night, "draw")["done"]


def test_limits_of_the_seating_are_kept_by_the_draw_and_seen_by_organisers_alone(
    site: Site,
) -> None:
    boss, night = made(site, rounds=None)
    guests = come(site, night, 8)
    one, other, third = (person["person"] for person in boss.get(night).json()["people"][:3])
    for _ in range(2):  # and once more, after they were taken back
        assert ask(boss, night, "keep_apart", one=one, other=other)["done"]
        assert ask(boss, night, "keep_table", person=third, table=7)["done"]
        for _ in range(2):
            assert ask(boss, night, "draw")["done"]
            tables = boss.get(night).json()["round"]["tables"]
            assert not any({one, other} <= set(table["seats"]) for table in tables)
            (kept,) = [table for table in tables if third in table["seats"]]
            assert {table["table"] for table in tables} == {1, 7} and kept["table"] == 7
            assert ask(boss, night, "end_round")["done"]
        told = boss.get(night).json()["limits"]
        assert told == {"apart": [sorted([one, other])], "stays": {third: 7}}
        for guest in guests:
            assert guest.get(night).json()["limits"] is None
            assert "kept_apart" not in guest.get("/api/account/export").text
        assert ask(boss, night, "allow_together", one=one, other=other)["done"]
        assert ask(boss, night, "keep_table", person=third, table=0)["done"]
        assert boss.get(night).json()["limits"] == {"apart": [], "stays": {}}
    refusal = ask(guests[0], night, "keep_apart", one=one, other=other)["refusal"]
    assert refusal["code"] == "organisers-only"


def test_a_bot_is_the_partner_of_who_would_sit_out(site: Site) -> None:
    boss, night = made(site, partners="chosen", rounds=None)
    guests = come(site, night, 5)
    ids = [guest.get(night).json()["you"] for guest in guests]
    for one, other in (ids[:2], ids[2:4]):
        assert ask(boss, night, "pair_up", one=one, other=other)["done"]
    alone = boss.get(night).json()["alone"]
    first, second = sorted(ids[:2]), sorted(ids[2:4])
    assert alone == {"people": [ids[4]], "ways": ["part", "larger", "bot"], "pair": first}
    assert guests[0].get(night).json()["alone"] is None
    assert ask(boss, night, "draw", way="bot")["done"]
    state = guests[4].get(night).json()
    table = state["table"]
    seat = table["seats"].index("bot")
    assert table["seats"][(seat + 2) % 4] == ids[4] and table["unrated"] == "bot"
    assert table["gone"] == [] and len(state["round"]["sits_out"]) == 2
    assert len(state["people"]) == 5, "a bot is none of them"
    assert boss.get("/api/nights").json()["nights"][0]["people"] == 5
    # It plays at the table of the site, as soon as the round begins.
    with site.connect(guests[4], table["site"]) as talk:
        seated = talk.hello()["table"]["seats"]
        assert seated[seat]["person"] is None and seated[seat]["bot"]
        assert ask(boss, night, "start_round")["done"]
        talk.until("happened")
    # The pair that parts next is another after one has parted.
    assert ask(boss, night, "end_round")["done"]
    assert ask(boss, night, "draw", way="part")["done"]
    assert boss.get(night).json()["round"]["parted"] == first
    assert ask(boss, night, "end_round")["done"]
    assert boss.get(night).json()["alone"]["pair"] == second
    # Without a reason there is no way, and a second touch does no harm.
    assert ask(boss, night, "part_pair", person=ids[0])["done"]
    assert ask(boss, night, "pair_up", one=ids[0], other=ids[4])["done"]
    assert ask(boss, night, "part_pair", person=ids[2])["done"]
    assert ask(boss, night, "leave", person=ids[3])["done"]
    assert ask(boss, night, "draw", way="bot")["refusal"]["code"] == "way-closed"


def test_an_id_of_a_guest_is_no_longer_than_the_site_stores(site: Site) -> None:
    boss, night = made(site)
    column = night_people.c.person.type
    assert isinstance(column, String) and column.length is not None
    longest = column.length
    for letters, status in (longest, 200), (longest + 1, 400):
        person = "guest-".ljust(letters, "x")
        new = {"do": "check_in", "id": f"c{letters}", "person": person, "name": f"Mei {letters}"}
        assert boss.post(night, json={"commands": [new]}).status_code == status
    (one,) = boss.get(night).json()["people"]
    assert one["name"] == f"Mei {longest}"


def test_what_is_kept_of_nights_is_exported_and_forgotten(site: Site) -> None:
    boss, night = made(site)
    guest = site.guest()
    assert ask(guest, night, "check_in", person="", name="Lin of the hills")["done"]
    you = guest.get(night).json()["you"]
    assert boss.get(night).json()["people"][0]["name"] == "Lin of the hills"
    new = {"name": "Lin Chong 9", "passphrase": "leopard on the ridge"}
    assert guest.post("/api/me/account", json=new).status_code == 201
    assert boss.get(night).json()["people"][0]["account"] == you
    archive = guest.get("/api/me/export")
    assert archive.status_code == 200 and b"nights/" in archive.content
    assert guest.delete("/api/me").status_code == 204
    assert boss.get(night).json()["people"][0]["name"] == ""


def test_a_live_night_does_not_tell_the_name_of_an_organiser_who_was_removed(site: Site) -> None:
    boss, night = made(site)
    other, known = owner(site)
    gone = known["me"]["person"]
    organisers = [boss.get("/api/me").json()["person"], gone]
    assert ask(boss, night, "set_organisers", organisers=organisers)["done"]
    assert known["me"]["name"] in boss.get(night).text
    assert ask(other, night, "announce", text="Tea")["done"]
    assert other.delete("/api/me").status_code == 204
    assert known["me"]["name"] not in boss.get(night).text
    assert ask(boss, night, "set_organisers", organisers=organisers)["done"]
    state = boss.get(night).json()
    assert {at["person"]: at["name"] for at in state["organisers"]}.get(gone, "") == ""


def test_names_and_texts_are_such_as_others_can_see_and_nobody_elses(
    site: Site, monkeypatch: Any
) -> None:
    boss, night = made(site, title="Fri\u202eday")
    assert boss.get(night).json()["settings"]["title"] == "Friday"
    _, known = owner(site)
    guest = site.guest()
    for name, code in (
        (known["me"]["name"], "name-taken"),
        ("a\u202eb", "bad-name"),
        ("Bot 3", "name-reserved"),
    ):
        answer = ask(guest, night, "check_in", person="", name=name)
        assert answer["refusal"]["code"] == code
        other = ask(boss, night, "check_in", person="guest-1", name=name)
        assert other["refusal"]["code"] == code
    kept = {"do": "check_in", "id": "kept", "person": "", "name": "Ruan"}
    late = site.guest()
    first = late.post(night, json={"commands": [kept]}).json()
    monkeypatch.setattr("shengji.server.nights.texts.MOST_PEOPLE", 0)
    assert late.post(night, json={"commands": [kept]}).json() == first, "it is done once"
    assert ask(guest, night, "check_in", person="", name="Lin")["refusal"]["code"] == "night-full"
    assert ask(boss, night, "check_in", person="guest-1", name=" Lin ")["done"]
    assert boss.get(night).json()["people"][1]["name"] == "Lin"
    assert ask(boss, night, "announce", text="Tea\u3164")["done"]
    assert boss.get(night).json()["announcements"][0]["text"] == "Tea"


def test_whoever_is_told_of_a_table_can_come_to_it(site: Site) -> None:
    boss, night = made(site)
    people = come(site, night, 4)
    assert ask(boss, night, "draw")["done"]
    state = people[0].get(night).json()
    with site.connect(people[0], state["table"]["site"]) as talk:
        welcome = talk.hello()
    assert f"/api/nights/{welcome['table']['night']}" == night
    assert state["table"]["seats"][welcome["seat"]] == state["you"]


def test_a_server_that_ends_lets_nobody_wait(tmp_path: Path) -> None:
    found: list[httpx.Response] = []
    with running(tmp_path) as site:
        boss, night = made(site)
        version = boss.get(night).json()["version"]
        waiting = threading.Thread(
            target=lambda: found.append(boss.get(night, params={"since": version}))
        )
        waiting.start()
        live = site.server.app.state.services[Nights].loaded(night.rpartition("/")[2])
        wait_for(lambda: live.has_subscribers)
        site.server.should_exit = True
        waiting.join(10 * PATIENCE)
    assert found[0].status_code == 204
