import sqlite3
from pathlib import Path

import httpx
import pytest

from shengji.server.http.names import guest_name, tidy_name
from tests.server.http.site import Site, running


def test_a_browser_becomes_a_guest_and_stays_the_same_person(site: Site) -> None:
    browser = site.browser()
    first = browser.post("/api/me")
    again = browser.post("/api/me")
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert first.json()["name"].startswith("Guest ")
    assert first.json()["tables"] == []


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(site: Site) -> None:
    cookie = site.browser().post("/api/me").headers["set-cookie"]
    parts = {part.strip().lower() for part in cookie.split(";")}
    assert {"httponly", "samesite=lax", "path=/"} <= parts
    assert "secure" not in parts


def test_over_https_the_cookie_is_for_https_only(site: Site) -> None:
    response = site.browser(headers={"x-forwarded-proto": "https"}).post("/api/me")
    assert "secure" in response.headers["set-cookie"].lower()
    assert "strict-transport-security" in response.headers


def test_the_database_holds_no_secret(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        browser = site.guest()
        token = browser.post("/api/me/link").json()["token"]
    secret = browser.cookies["shengji"]
    with sqlite3.connect(tmp_path / "tables.db") as database:
        dump = "\n".join(database.iterdump())
    database.close()
    assert secret not in dump
    assert token not in dump


def test_a_name_is_no_key(site: Site) -> None:
    one, other = site.guest(), site.guest()
    for browser in (one, other):
        assert browser.patch("/api/me", json={"name": "武松"}).status_code == 200
    mine, theirs = one.post("/api/me").json(), other.post("/api/me").json()
    assert mine["name"] == theirs["name"] == "武松"
    assert mine["person"] != theirs["person"]


@pytest.mark.parametrize("cookie", ["", "x", "x" * 5000, "%00", "é", "' OR 1=1 --"])
def test_a_wrong_secret_is_nobody(site: Site, cookie: str) -> None:
    headers = {b"cookie": f"shengji={cookie}".encode()}
    response = httpx.patch(f"{site.url}/api/me", json={"name": "Wu"}, headers=headers)
    assert response.status_code == 401
    assert response.json()["code"] == "no-person"
    assert "set-cookie" in httpx.post(f"{site.url}/api/me", headers=headers).headers


def test_a_device_link_works_once(site: Site) -> None:
    old, new = site.guest(), site.guest()
    link = old.post("/api/me/link").json()
    assert link["seconds"] == 600
    moved = new.post(f"/api/link/{link['token']}")
    assert moved.json() == old.post("/api/me").json() == new.post("/api/me").json()
    assert old.cookies["shengji"] != new.cookies["shengji"]
    again = site.browser().post(f"/api/link/{link['token']}")
    assert (again.status_code, again.json()["code"]) == (404, "no-link")
    assert "set-cookie" not in again.headers


def test_a_table_shows_the_new_name(site: Site) -> None:
    browser = site.guest()
    table = site.table(browser)
    browser.patch("/api/me", json={"name": "Lu Zhishen"})
    with site.connect(browser, table) as talk:
        assert talk.hello()["table"]["seats"][0]["name"] == "Lu Zhishen"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Wu\t Song ", "Wu Song"),
        ("李\u3000逵", "李 逵"),
        ("e\u0301", "é"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("x" * 24, "x" * 24),
        ("x" * 25, None),
        ("", None),
        ("\u200b", None),
        ("a\u202eb", None),
        ("a\x00b", None),
        ("a\u2066b", None),
        ("a" + "\u0336" * 4, None),
        ("\ue000", None),
    ],
)
def test_names(text: str, name: str | None) -> None:
    assert tidy_name(text) == name


@pytest.mark.parametrize(
    ("languages", "word"),
    [("", "Guest"), ("de-DE,zh", "Guest"), ("zh-CN,zh;q=0.9", "访客"), ("zh-TW", "訪客")],
)
def test_guests_are_named_in_their_language(languages: str, word: str) -> None:
    name = guest_name(languages)
    assert name.startswith(f"{word} ")
    assert tidy_name(name) == name


def test_names_are_limited_too(tmp_path: Path) -> None:
    with running(tmp_path, creations_per_minute=3) as site:
        browser = site.guest()
        codes = [browser.patch("/api/me", json={"name": f"Wu {n}"}).status_code for n in range(3)]
    assert codes == [200, 200, 429]
