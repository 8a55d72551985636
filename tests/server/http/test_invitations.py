"""Invitations over HTTP: who may invite whom to where, who is told of it, and what ends it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.http.site import Json, Site, Talk, running
from tests.server.http.test_accounts import code_of, owner
from tests.server.http.test_friends import befriended, id_of
from tests.server.http.test_nights import ask, come, made
from tests.server.http.test_pushes import all_are_called, turn_on
from tests.server.http.test_regular_evenings import made as made_evening
from tests.server.push.service import PushBrowser, PushService, push_service


@pytest.fixture
def friends(site: Site) -> tuple[httpx.Client, httpx.Client]:
    """Two friends."""
    ann, bob = site.guest(), site.guest()
    befriended(ann, bob)
    return ann, bob


def invited(by: httpx.Client, whom: httpx.Client | str, place: str, kind: str = "table") -> Any:
    """The answer to who invites somebody."""
    person = whom if isinstance(whom, str) else id_of(whom)
    wish = {"person": person, "kind": kind, "place": place}
    return by.post("/api/invitations", json=wish)


def invitations(browser: httpx.Client) -> Json:
    found: Json = browser.get("/api/invitations").json()
    return found


def received(browser: httpx.Client) -> list[tuple[str, str, str]]:
    """By whom somebody is invited, and to what."""
    found = invitations(browser)["received"]
    return [(at["person"], at["kind"], at["place"]) for at in found]


def sit(site: Site, browser: httpx.Client, table: str, seat: int) -> None:
    with site.connect(browser, table) as talk:
        version = talk.hello()["version"]
        action = {"do": "sit", "seat": seat}
        talk.say({"type": "do", "id": "s1", "version": version, "action": action})
        talk.until("done")


def until(page: Talk, *, received: int) -> Json:
    """Invitations as a page is told of them, as soon as there are so many."""
    while len((found := page.until("invitations")["invitations"])["received"]) != received:
        pass
    assert isinstance(found, dict)
    return found


def test_a_friend_is_invited_to_a_private_table_and_told_at_once(
    site: Site, friends: tuple[httpx.Client, httpx.Client]
) -> None:
    ann, bob = friends
    cem = site.guest()
    befriended(ann, cem)
    table = site.table(ann, settings={"private": True, "title": "Friday"})
    with site.page(bob) as page, site.page(cem) as other:
        for one in (page, other):
            until(one, received=0)
        assert invited(ann, bob, table).status_code == 204
        (told,) = until(page, received=1)["received"]
        assert (told["person"], told["kind"], told["place"]) == (id_of(ann), "table", table)
        assert (told["title"], told["full"], told["account"]) == ("Friday", False, False)
        assert invited(ann, bob, table).status_code == 204  # once more is the same one
        assert received(bob) == [(id_of(ann), "table", table)]
        # Nobody else hears of it, and of the table they are told nothing.
        bob.put(f"/api/friends/{id_of(cem)}")
        assert table not in json.dumps(other.until("friends"))
        assert received(cem) == [] and invitations(cem)["sent"] == []
    (sent,) = invitations(ann)["sent"]
    assert (sent["person"], sent["place"], sent["refused"]) == (id_of(bob), table, False)


def test_a_refusal_is_told_and_no_answer_is_not(
    site: Site, friends: tuple[httpx.Client, httpx.Client]
) -> None:
    ann, bob = friends
    table = site.table(ann)
    with site.page(ann) as page:
        invited(ann, bob, table)
        while not page.until("invitations")["invitations"]["sent"]:
            pass
        (told,) = invitations(bob)["received"]
        path = f"/api/invitations/{told['id']}"
        assert code_of(ann.post(path, json={"come": True})) == (404, "no-invitation")
        assert bob.post(path, json={"come": False}).status_code == 204
        (sent,) = page.until("invitations")["invitations"]["sent"]
        assert sent == {
            "person": id_of(bob),
            "kind": "table",
            "place": table,
            "until": told["until"],
            "refused": True,
        }
    assert received(bob) == []
    assert code_of(bob.post(path, json={"come": True})) == (404, "no-invitation")
    assert code_of(invited(ann, bob, table)) == (429, "invited-lately")
    assert code_of(bob.post("/api/invitations/a%20b", json={"come": True}))[0] == 404


def test_who_comes_is_done_with_it(site: Site, friends: tuple[httpx.Client, httpx.Client]) -> None:
    ann, bob = friends
    table = site.table(ann)
    invited(ann, bob, table)
    with site.page(bob) as page:
        (told,) = until(page, received=1)["received"]
        sit(site, bob, table, 1)
        until(page, received=0)
    assert code_of(invited(ann, bob, table)) == (409, "invited-there")
    assert bob.post(f"/api/invitations/{told['id']}", json={"come": True}).status_code == 404
    assert invitations(ann)["sent"] == []


def test_who_invites_sees_that_the_friend_has_sat_down(
    site: Site, friends: tuple[httpx.Client, httpx.Client]
) -> None:
    ann, bob = friends
    table = site.table(ann)
    with site.page(ann) as inviting, site.page(bob) as page:
        invited(ann, bob, table)
        until(page, received=1)
        while not inviting.until("invitations")["invitations"]["sent"]:
            pass
        sit(site, bob, table, 1)
        until(page, received=0)
        assert inviting.until("invitations")["invitations"]["sent"] == []


def test_who_says_they_come_is_not_told_to_who_invites(
    site: Site, friends: tuple[httpx.Client, httpx.Client]
) -> None:
    ann, bob = friends
    invited(ann, bob, site.table(ann))
    (told,) = invitations(bob)["received"]
    assert bob.post(f"/api/invitations/{told['id']}", json={"come": True}).status_code == 204
    assert invitations(ann)["sent"] == [] and received(bob) == []


def test_only_friends_are_invited_and_from_where_one_is(
    site: Site, friends: tuple[httpx.Client, httpx.Client]
) -> None:
    ann, bob = friends
    cem, table = site.guest(), site.table(ann)
    assert code_of(invited(ann, cem, table)) == (403, "invite-friends")
    assert code_of(invited(ann, "nobody123456", table)) == (403, "invite-friends")
    assert code_of(invited(ann, ann, table)) == (403, "invite-friends")
    assert code_of(invited(bob, ann, table)) == (403, "invite-from-there")
    assert code_of(invited(ann, bob, "nowhere12345")) == (404, "invite-over")
    ann.delete(f"/api/me/tables/{table}")
    assert code_of(invited(ann, bob, table)) == (404, "invite-over")
    assert received(bob) == []


@pytest.mark.parametrize("ends", ["DELETE /api/friends", "PUT /api/blocks"])
@pytest.mark.parametrize("by", ["who invites", "who is invited"])
def test_between_people_who_are_no_friends_any_more_there_are_none(
    site: Site, friends: tuple[httpx.Client, httpx.Client], ends: str, by: str
) -> None:
    ann, bob = friends
    table = site.table(ann)
    invited(ann, bob, table)
    with site.page(bob) as page:
        until(page, received=1)
        one, two = (ann, bob) if by == "who invites" else (bob, ann)
        method, path = ends.split()
        assert one.request(method, f"{path}/{id_of(two)}").status_code == 204
        until(page, received=0)
    assert received(bob) == [] and invitations(ann)["sent"] == []
    assert code_of(invited(ann, bob, table)) == (403, "invite-friends")


def test_a_table_that_fills_says_so_and_one_that_ends_is_gone(
    site: Site, friends: tuple[httpx.Client, httpx.Client]
) -> None:
    ann, bob = friends
    table = site.table(ann)
    invited(ann, bob, table)
    with site.page(bob) as page:
        assert not until(page, received=1)["received"][0]["full"]
        others = [site.guest() for _ in range(3)]
        for seat, other in enumerate(others, 1):
            sit(site, other, table, seat)
        while not until(page, received=1)["received"][0]["full"]:
            pass
        befriended(ann, others[0])
        cem = site.guest()
        befriended(ann, cem)
        assert code_of(invited(ann, cem, table)) == (409, "invite-full")
        for browser in (ann, *others):
            browser.delete(f"/api/me/tables/{table}")
        until(page, received=0)
    assert code_of(invited(ann, bob, table)) == (404, "invite-over")


def test_to_a_night_until_it_begins(site: Site) -> None:
    boss, path = made(site, title="Friday")
    night = path.rpartition("/")[2]
    ann, bob, cem = site.guest(), site.guest(), site.guest()
    for other in (bob, cem):
        befriended(ann, other)
    assert invited(ann, bob, night, "night").status_code == 204  # to a night everybody may
    assert invited(ann, cem, night, "night").status_code == 204
    with site.page(bob) as page, site.page(cem) as second:
        (told,) = until(page, received=1)["received"]
        assert (told["kind"], told["place"], told["title"]) == ("night", night, "Friday")
        until(second, received=1)
        assert ask(cem, path, "check_in", person="", name="")["done"]
        until(second, received=0)
        come(site, path, 4)
        assert ask(boss, path, "draw", seed=1)["done"]
        until(page, received=0)
    assert code_of(invited(ann, bob, night, "night")) == (404, "invite-over")


def test_to_a_regular_evening_by_its_members(site: Site) -> None:
    ann, bob, cem = site.guest(), site.guest(), site.guest()
    for other in (bob, cem):
        befriended(ann, other)
    evening = made_evening(ann, title="Thursdays")
    assert code_of(invited(cem, ann, evening, "evening")) == (403, "invite-from-there")
    assert code_of(invited(ann, bob, "nowhere12345", "evening")) == (404, "invite-over")
    with site.page(bob) as page:
        assert invited(ann, bob, evening, "evening").status_code == 204
        (told,) = until(page, received=1)["received"]
        assert (told["kind"], told["place"], told["title"]) == ("evening", evening, "Thursdays")
        assert bob.put(f"/api/evenings/{evening}/members/{id_of(bob)}").status_code == 204
    assert received(bob) == []
    assert code_of(invited(ann, bob, evening, "evening")) == (409, "invited-there")


def asked_to(browser: httpx.Client) -> list[str]:
    """The evenings to which somebody is asked."""
    evenings = browser.get("/api/evenings").json()["evenings"]
    return [line["evening"] for line in evenings if not line["joined"]]


def test_to_a_regular_evening_one_is_asked_by_it_or_nothing_is_done(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = site.guest(), site.guest()
    befriended(ann, bob)
    full, evening = made_evening(ann), made_evening(ann)
    with monkeypatch.context() as few:
        few.setattr("shengji.server.evenings.store.MOST_PEOPLE", 1)
        assert code_of(invited(ann, bob, full, "evening")) == (429, "evening-full")
    assert received(bob) == [] and asked_to(bob) == []

    table = site.table(ann)
    assert invited(ann, bob, table).status_code == 204  # a moment ago
    assert code_of(invited(ann, bob, evening, "evening")) == (429, "invited-lately")
    assert asked_to(bob) == [], "nobody has told them of it"


def test_who_was_taken_out_is_asked_again_by_another_invitation(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    befriended(ann, bob)
    evening = made_evening(ann)
    for _ in range(2):
        assert invited(ann, bob, evening, "evening").status_code == 204
        assert asked_to(bob) == [evening]
        assert received(bob) == [(id_of(ann), "evening", evening)]
        assert ann.delete(f"/api/evenings/{evening}/members/{id_of(bob)}").status_code == 204
        assert received(bob) == []


def test_they_outlive_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        ann, bob = site.guest(), site.guest()
        befriended(ann, bob)
        table = site.table(ann)
        assert invited(ann, bob, table).status_code == 204
        cookies = dict(bob.cookies)
    with running(tmp_path) as site:
        bob = site.browser(cookies=cookies)
        with site.page(bob) as page:
            (told,) = until(page, received=1)["received"]
        assert told["place"] == table


def test_a_guest_who_signs_in_keeps_them(
    site: Site, friends: tuple[httpx.Client, httpx.Client]
) -> None:
    ann, bob = friends
    cleo, _ = owner(site)
    name, table = cleo.get("/api/me").json()["name"], site.table(ann)
    invited(ann, bob, table)
    entered = bob.post("/api/sign-in", json={"name": name, "passphrase": "tiger on the ridge"})
    assert entered.status_code == 200, entered.text
    assert received(bob) == [(id_of(ann), "table", table)]


def test_they_are_given_out_and_go_with_the_person(
    site: Site, friends: tuple[httpx.Client, httpx.Client]
) -> None:
    ann, bob = friends
    table = site.table(ann)
    invited(ann, bob, table)
    for browser, name, other in ((ann, "sent", bob), (bob, "received", ann)):
        with zipfile.ZipFile(io.BytesIO(browser.get("/api/me/export").content)) as archive:
            given = json.loads(archive.read("invitations.json"))
        (line,) = given.pop(name)
        assert (line["other"], line["place"]) == (id_of(other), table)
        assert list(given.values()) == [[]]
    assert ann.delete("/api/me").status_code == 204
    assert received(bob) == []


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path, monkeypatch) as found:
        yield found


@pytest.mark.campaign
def test_a_phone_is_called_where_no_page_is_open(tmp_path: Path, service: PushService) -> None:
    with running(tmp_path, push_hosts=(service.host,)) as site:
        ann, bob = site.guest(), site.guest()
        befriended(ann, bob)
        ann.patch("/api/me", json={"name": "Wu Song"})
        phone = PushBrowser(service.url)
        turn_on(bob, phone, tongue="zh-Hans")
        table = site.table(ann, settings={"title": "Friday"})
        _, path = made(site, title="Club")
        night = path.rpartition("/")[2]
        with site.page(bob) as page:
            until(page, received=0)
            assert invited(ann, bob, table).status_code == 204
            (told,) = until(page, received=1)["received"]
        all_are_called(site)
        assert service.taken == [], "the page has shown it"
        bob.post(f"/api/invitations/{told['id']}", json={"come": True})
        cem = site.guest()
        befriended(cem, bob)
        cem.patch("/api/me", json={"name": "Lin Chong"})
        with site.connect(cem, table) as talk:
            talk.hello()
            assert invited(cem, bob, table).status_code == 204
        (taken,) = service.until(1)
        assert phone.read(taken) == {
            "place": f"table/{table}",
            "title": "Friday",
            "words": "Lin Chong 邀请你来这张桌。",
            "lang": "zh-Hans",
        }
        dai = site.guest()
        befriended(dai, bob)
        assert invited(dai, bob, night, "night").status_code == 204
        said = phone.read(service.until(2)[1])
        assert (said["place"], said["title"]) == (f"night/{night}", "Club")


def test_more_than_a_person_may_have_open_are_refused(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.server.invitations.store.MOST", 2)
    monkeypatch.setattr("shengji.server.invitations.service.MOST", 2)
    ann, table = site.guest(), ""
    table = site.table(ann)
    others = [site.guest() for _ in range(3)]
    for other in others:
        befriended(ann, other)
    codes = [invited(ann, other, table) for other in others]
    assert [answer.status_code for answer in codes] == [204, 204, 429]
    assert code_of(codes[2]) == (429, "too-many-invitations")
    bob = others[0]
    for by in others[1:]:
        befriended(bob, by)
    assert invited(others[1], bob, site.table(others[1])).status_code == 204
    assert code_of(invited(others[2], bob, site.table(others[2]))) == (429, "invited-by-many")
    assert code_of(invited(others[1], ann, table))[0] == 403
    assert code_of(invited(others[1], bob, site.table(others[1]))) == (429, "invited-lately")
