"""Friends over HTTP: asked and agreed to, by link and by name; who is told where one is; blocks."""

from __future__ import annotations

import io
import json
import zipfile
from contextlib import ExitStack

import httpx
import pytest

from tests.server.http.site import Json, Site
from tests.server.http.test_accounts import new_name, owner


def id_of(browser: httpx.Client) -> str:
    found: str = browser.get("/api/me").json()["person"]
    return found


def known(browser: httpx.Client) -> dict[str, list[str]]:
    """The ids of whom somebody knows, list by list."""
    found = browser.get("/api/friends").json()
    lists = ("friends", "asking", "asked", "blocked")
    return {name: [at["person"] for at in found[name]] for name in lists}


def nobody_but(**lists: list[str]) -> dict[str, list[str]]:
    return {"friends": [], "asking": [], "asked": [], "blocked": []} | lists


def link_of(browser: httpx.Client) -> str:
    found: str = browser.post("/api/friends/link").json()["token"]
    return found


def befriended(one: httpx.Client, two: httpx.Client) -> None:
    assert two.post(f"/api/friend-links/{link_of(one)}").status_code == 204


def seen_by(browser: httpx.Client, person: str) -> Json:
    """A friend as somebody sees them."""
    found: list[Json] = browser.get("/api/friends").json()["friends"]
    return next(at for at in found if at["person"] == person)


def test_both_agree_before_they_are_friends(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    a, b = id_of(ann), id_of(bob)
    for _ in range(2):  # asked again is asked once
        assert ann.put(f"/api/friends/{b}").json() == {"person": b, "friends": False}
    assert known(ann) == nobody_but(asked=[b])
    assert known(bob) == nobody_but(asking=[a])
    assert bob.put(f"/api/friends/{a}").json() == {"person": a, "friends": True}
    assert known(ann) == nobody_but(friends=[b])
    assert known(bob) == nobody_but(friends=[a])
    assert bob.delete(f"/api/friends/{a}").status_code == 204
    assert known(ann) == known(bob) == nobody_but()


@pytest.mark.parametrize("who", ["asker", "asked"])
def test_an_asking_is_taken_back_or_refused(site: Site, who: str) -> None:
    ann, bob = site.guest(), site.guest()
    a, b = id_of(ann), id_of(bob)
    ann.put(f"/api/friends/{b}")
    one, other = (ann, b) if who == "asker" else (bob, a)
    assert one.delete(f"/api/friends/{other}").status_code == 204
    assert known(ann) == known(bob) == nobody_but()


def test_a_link_makes_friends_at_once_until_it_is_made_anew(site: Site) -> None:
    ann, bob, cleo = site.guest(), site.guest(), site.guest()
    a, b = id_of(ann), id_of(bob)
    token = link_of(ann)
    assert link_of(ann) == token
    offer = bob.get(f"/api/friend-links/{token}").json()
    name = ann.get("/api/me").json()["name"]
    assert offer == {"person": a, "name": name, "account": False, "own": False, "friends": False}
    assert ann.get(f"/api/friend-links/{token}").json()["own"]
    assert ann.post(f"/api/friend-links/{token}").status_code == 404
    befriended(ann, bob)
    befriended(ann, bob)  # once more does no harm
    assert known(ann)["friends"] == [b] and known(bob)["friends"] == [a]
    assert bob.get(f"/api/friend-links/{token}").json()["friends"]
    assert ann.delete("/api/friends/link").status_code == 204
    assert link_of(ann) != token
    for path in (token, "x", "nowhere12345"):
        answer = cleo.post(f"/api/friend-links/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-friend-link")
        assert cleo.get(f"/api/friend-links/{path}").status_code == 404


def test_an_account_is_asked_by_its_name(site: Site) -> None:
    ann, (bob, _) = site.guest(), owner(site)
    b, name = id_of(bob), bob.get("/api/me").json()["name"]
    assert ann.post("/api/friends", json={"name": f" {name.upper()} "}).json() == {
        "person": b,
        "friends": False,
    }
    answer = ann.post("/api/friends", json={"name": new_name()})
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-account")
    guest = ann.get("/api/me").json()["name"]  # guests may be called alike, so are not found so
    assert bob.post("/api/friends", json={"name": guest}).status_code == 404


@pytest.mark.parametrize("path", ["/api/friends", "/api/blocks"])
def test_nobody_and_oneself_cannot_be_asked(site: Site, path: str) -> None:
    ann = site.guest()
    answers = [ann.put(f"{path}/{person}") for person in (id_of(ann), "nobody123456")]
    codes = [(answer.status_code, answer.json()["code"]) for answer in answers]
    assert codes == [(422, "befriend-oneself"), (404, "no-such-person")]


def test_who_is_blocked_is_told_nothing_of_it(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    a, b = id_of(ann), id_of(bob)
    befriended(ann, bob)
    assert ann.put(f"/api/blocks/{b}").status_code == 204
    assert known(ann) == nobody_but(blocked=[b])
    assert known(bob) == nobody_but()
    assert bob.put(f"/api/friends/{a}").json() == {"person": a, "friends": False}
    assert known(bob) == nobody_but(asked=[a])
    assert known(ann) == nobody_but(blocked=[b])  # is not told
    assert bob.get(f"/api/friend-links/{link_of(ann)}").status_code == 404
    assert bob.post(f"/api/friend-links/{link_of(ann)}").status_code == 404
    assert ann.post(f"/api/friend-links/{link_of(bob)}").status_code == 404
    answer = ann.put(f"/api/friends/{b}")
    assert (answer.status_code, answer.json()["code"]) == (409, "friend-blocked")
    bob.delete(f"/api/friends/{a}")
    assert known(ann) == nobody_but(blocked=[b])  # which others cannot take back
    assert ann.delete(f"/api/blocks/{b}").status_code == 204
    assert known(ann) == nobody_but()


def test_friends_see_where_one_is_if_one_wants_that(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    befriended(ann, bob)
    b = id_of(bob)
    assert seen_by(ann, b)["where"] == "away"
    with site.page(bob):
        wait_until(ann, b, "here")
    table = site.table(bob)
    with site.connect(bob, table) as talk:
        talk.hello()
        assert wait_until(ann, b, "table")["table"]["table"] == table
        bob.patch("/api/friends", json={"shown": False})
        assert (seen_by(ann, b)["where"], seen_by(ann, b)["table"]) == ("away", None)
        assert not bob.get("/api/friends").json()["shown"]


def test_a_private_table_is_not_told(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    befriended(ann, bob)
    table = site.table(bob, settings={"private": True})
    with site.connect(bob, table) as talk:
        talk.hello()
        found = wait_until(ann, id_of(bob), "table")
        assert found["table"] is None
        assert table not in json.dumps(found)


def wait_until(browser: httpx.Client, person: str, where: str) -> Json:
    """A friend, as soon as they are seen there; where all are is looked at once a second."""
    while (found := seen_by(browser, person))["where"] != where:
        pass
    return found


def test_play_with_people_finds_friends_and_passes_by_who_is_blocked(site: Site) -> None:
    ann, bob, cleo = site.guest(), site.guest(), site.guest()
    ann.put(f"/api/blocks/{id_of(bob)}")
    befriended(bob, cleo)
    rules = {"throw_penalty": "per-unit", "first_level": "3"}  # that nobody else plays meanwhile
    tables = {}
    with ExitStack() as talks:
        for host in (ann, cleo):
            tables[host] = site.table(host, rules=rules)
            talks.enter_context(site.connect(host, tables[host])).hello()
        wish = {"rules": rules}
        assert bob.post("/api/play", json=wish).json()["table"] == tables[cleo]
        bob.delete(f"/api/me/tables/{tables[cleo]}")
        bob.put(f"/api/blocks/{id_of(cleo)}")
        alone = bob.post("/api/play", json=wish).json()["table"]
        assert alone not in tables.values()
        assert ann.post("/api/play", json=wish).json()["table"] in tables.values()


def test_a_guest_who_signs_in_brings_friends_along(site: Site) -> None:
    ann, bob, (cleo, _) = site.guest(), site.guest(), owner(site)
    befriended(ann, bob)
    befriended(cleo, ann)
    befriended(cleo, bob)
    name, c = cleo.get("/api/me").json()["name"], id_of(cleo)
    entered = bob.post("/api/sign-in", json={"name": name, "passphrase": "tiger on the ridge"})
    assert entered.status_code == 200, entered.text
    assert id_of(bob) == c
    assert known(bob) == nobody_but(friends=[id_of(ann)])
    assert known(ann)["friends"] == [c]


@pytest.mark.parametrize("way", ["friends", "blocks"])
def test_a_guest_who_has_signed_in_is_found_as_the_account(site: Site, way: str) -> None:
    ann, bob, (cleo, _) = site.guest(), site.guest(), owner(site)
    guest, name, c = id_of(bob), cleo.get("/api/me").json()["name"], id_of(cleo)
    given = {"name": name, "passphrase": "tiger on the ridge"}
    bob.post("/api/sign-in", json=given).raise_for_status()
    assert ann.put(f"/api/{way}/{guest}").is_success
    assert known(ann)["asked" if way == "friends" else "blocked"] == [c]
    assert cleo.put(f"/api/{way}/{guest}").json()["code"] == "befriend-oneself"


def test_friends_are_given_out_and_go_with_the_person(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    befriended(ann, bob)
    link = link_of(ann)
    ann.patch("/api/friends", json={"shown": False}).raise_for_status()
    with zipfile.ZipFile(io.BytesIO(ann.get("/api/me/export").content)) as archive:
        given = json.loads(archive.read("friends.json"))
    assert [at["person"] for at in given["friends"]] == [id_of(bob)]
    assert (given["shown"], given["link"]) == (False, link)
    assert ann.delete("/api/me").status_code == 204
    assert known(bob) == nobody_but()
