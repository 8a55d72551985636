"""Faces: what people choose is what others see of them."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.http.site import Json, Site, running
from tests.server.http.test_accounts import new_name, owner
from tests.server.http.test_matches import me
from tests.server.http.test_moderation import administrator, impose

PANDA = {"drawing": "panda", "about": "Only for fun"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with running(tmp_path) as found:
        yield found


def seen(browser: httpx.Client, *people: str) -> list[Json]:
    found: list[Json] = browser.get(f"/api/faces/{','.join(people)}").json()["faces"]
    return found


def chosen(browser: httpx.Client, face: Json) -> int:
    return browser.put("/api/me/face", json=face).status_code


def test_others_see_what_somebody_has_chosen(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    a, b = me(ann), me(bob)
    assert seen(bob, a, b, "nobody") == []
    assert chosen(ann, PANDA) == 204
    assert seen(bob, a, b) == [PANDA | {"person": a}]
    assert chosen(ann, {"drawing": None, "about": "  Two\u202e\n lines "}) == 204
    assert seen(bob, a) == [{"drawing": None, "about": "Two lines", "person": a}]
    assert chosen(ann, {"drawing": None, "about": ""}) == 204
    assert seen(ann, a) == seen(bob, a) == []


@pytest.mark.parametrize(
    "face", [{"drawing": "dragon", "about": ""}, {"drawing": None, "about": "x" * 81}]
)
def test_what_is_no_face_changes_nothing(site: Site, face: Json) -> None:
    ann = site.guest()
    chosen(ann, PANDA)
    assert chosen(ann, face) == 400
    assert seen(ann, me(ann)) == [PANDA | {"person": me(ann)}]


def test_so_many_are_told_at_once_and_no_more(site: Site) -> None:
    ann = site.guest()
    for number, status in ((40, 200), (41, 400)):
        people = ",".join(["x"] * number)
        assert ann.get(f"/api/faces/{people}").status_code == status


def test_of_who_is_muted_no_words_are_told(site: Site) -> None:
    keeper, ann, bob = administrator(site, "Song Jiang"), site.guest(), site.guest()
    chosen(ann, PANDA)
    made = impose(keeper, me(ann), kind="mute")
    assert seen(bob, me(ann)) == [PANDA | {"about": "", "person": me(ann)}]
    assert seen(ann, me(ann)) == [PANDA | {"person": me(ann)}]
    assert chosen(ann, {"drawing": "cat", "about": "still here"}) == 403
    keeper.delete(f"/api/admin/sanctions/{made['sanction']}").raise_for_status()
    assert seen(bob, me(ann)) == [PANDA | {"person": me(ann)}]


def test_a_face_is_in_the_archive_and_goes_with_its_person(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    person = me(ann)
    chosen(ann, PANDA)
    with zipfile.ZipFile(io.BytesIO(ann.get("/api/me/export").content)) as archive:
        assert json.loads(archive.read("face.json")) == PANDA
    ann.delete("/api/me").raise_for_status()
    assert seen(bob, person) == []


def test_a_guest_who_signs_in_brings_the_face_along(site: Site) -> None:
    for before, after in ((None, PANDA), ({"drawing": "cat", "about": ""}, None)):
        bob, (cleo, made) = site.guest(), owner(site, new_name())
        if before is not None:
            chosen(cleo, before)
        chosen(bob, PANDA)
        guest = me(bob)
        name, person = made["me"]["name"], me(cleo)
        entered = bob.post("/api/sign-in", json={"name": name, "passphrase": "tiger on the ridge"})
        assert entered.status_code == 200 and me(bob) == person
        assert seen(bob, person) == [(after or before or {}) | {"person": person}]
        assert seen(cleo, guest) == [], "the guest's line is not public any more"
        assert cleo.delete("/api/me").status_code == 204
        assert seen(site.guest(), person, guest) == [], "nor is the account's"
