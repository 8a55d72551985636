import sqlite3
import unicodedata
from pathlib import Path

import httpx
import pytest

from shengji.server.accounts.guest_names import guest_name, tidy_name
from shengji.server.accounts.routes.devices import label_of
from tests import seeds
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


def test_a_name_that_is_too_long_is_told_so_in_the_language_of_the_site(site: Site) -> None:
    told = site.guest().patch("/api/me", json={"name": "W" * 25}).json()["words"]
    assert told["en"] == "This request cannot be read: name: at most 24 characters may stand there."
    assert told["zh-Hans"] == "无法读懂这个请求：name：最多 24 个字符。"


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
    name = guest_name(languages, seeds.chance())
    assert name.startswith(f"{word} ")
    assert tidy_name(name) == name


def test_names_are_limited_too(tmp_path: Path) -> None:
    with running(tmp_path, creations_per_minute=3) as site:
        browser = site.guest()
        codes = [browser.patch("/api/me", json={"name": f"Wu {n}"}).status_code for n in range(3)]
    assert codes == [200, 200, 429]


UNSEEN = "\u3164\u2800\uffa0\u115f\u034f\ufe0f\u200b\u202e\u0007\u00ad\U000e0101"


@pytest.mark.parametrize("hidden", UNSEEN)
def test_what_cannot_be_seen_is_no_name(hidden: str) -> None:
    assert tidy_name(hidden) is None and tidy_name(hidden * 5) is None
    assert tidy_name(f"{hidden}Wu") is None
    assert tidy_name(f"Wu{hidden}Song") is None or hidden == "\ufe0f"


@pytest.mark.parametrize(
    "name", ["❤️ Wu", "👩‍👧", "Zoë", "Nguyễn", "ශ්‍රී", "สุชาติ", "武松", "O’Neil 2"]
)
def test_names_of_all_kinds_are_fine(name: str) -> None:
    assert tidy_name(name) == unicodedata.normalize("NFC", name)


def test_of_two_cookies_that_differ_neither_is_believed(site: Site) -> None:
    mine, theirs = (site.guest().cookies["shengji"] for _ in range(2))

    def asked(cookie: str) -> int:
        headers = {"cookie": cookie}
        return httpx.patch(f"{site.url}/api/me", json={"name": "Wu"}, headers=headers).status_code

    assert asked(f"shengji={mine}") == asked(f"shengji={mine}; shengji={mine}") == 200
    assert asked(f"shengji={mine}; shengji={theirs}") == 401
    assert asked(f"shengji=x; shengji={theirs}") == 401
    # What no neighbour can set is believed, whatever else comes.
    assert asked(f"shengji=x; __Host-shengji={mine}; shengji={theirs}") == 200


def test_over_https_the_cookie_is_out_of_reach_of_neighbours(site: Site) -> None:
    browser = site.browser(headers={"x-forwarded-proto": "https"})
    first = browser.post("/api/me")
    cookie = first.headers["set-cookie"]
    assert cookie.startswith("__Host-shengji=") and "domain" not in cookie.lower()
    secret = cookie.partition("=")[2].partition(";")[0]
    again = httpx.post(f"{site.url}/api/me", headers={"cookie": f"__Host-shengji={secret}"})
    assert again.json() == first.json()
    # Who came before goes on, and is given the new one.
    before = httpx.post(
        f"{site.url}/api/me",
        headers={"cookie": f"shengji={secret}", "x-forwarded-proto": "https"},
    )
    assert before.json() == first.json()
    assert before.headers["set-cookie"].startswith("__Host-shengji=")


FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)
CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Safari/537.36"
)


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        (FIREFOX, "Firefox · Android"),
        (SAFARI, "Safari · iPhone"),
        (CHROME, "Chrome · Windows"),
        (f"{CHROME} Edg/140.0", "Edge · Windows"),
        ("x" * 10_000, ""),
        ("", ""),
    ],
)
def test_a_device_is_known_again_by_two_words(agent: str, label: str) -> None:
    assert label_of(agent) == label


def test_a_device_is_signed_out_by_its_owner(site: Site) -> None:
    home = site.browser(headers={"user-agent": CHROME})
    phone, tablet = (site.browser(headers={"user-agent": agent}) for agent in (SAFARI, FIREFOX))
    me = home.post("/api/me").json()["person"]
    for browser in (phone, tablet):
        token = home.post("/api/me/link").json()["token"]
        assert browser.post(f"/api/link/{token}").json()["person"] == me
    listed = home.get("/api/me/devices").json()["devices"]
    assert {at["label"]: at["here"] for at in listed} == {
        "Chrome · Windows": True,
        "Safari · iPhone": False,
        "Firefox · Android": False,
    }
    lost = next(at["device"] for at in listed if at["label"] == "Safari · iPhone")
    table = site.table(home)
    with site.connect(phone, table) as talk, site.connect(home, table) as own:
        talk.hello()
        own.hello()
        left = home.delete(f"/api/me/devices/{lost}").json()["devices"]
        assert len(left) == 2 and lost not in {at["device"] for at in left}
        bye = talk.until("bye")
        assert bye["code"] == "signed-out"
        own.say({"type": "ping"})
        assert own.until("pong")
    assert phone.get("/api/me/devices").status_code == 401
    assert phone.post("/api/me").json()["person"] != me
    again = home.delete(f"/api/me/devices/{lost}")
    assert (again.status_code, again.json()["code"]) == (404, "no-device")
    assert len(home.delete("/api/me/devices").json()["devices"]) == 1
    assert tablet.get("/api/me/devices").status_code == 401
    assert home.post("/api/me").json()["person"] == me


def test_nobody_signs_out_the_devices_of_others(site: Site) -> None:
    one, other = site.guest(), site.guest()
    (device,) = one.get("/api/me/devices").json()["devices"]
    assert other.delete(f"/api/me/devices/{device['device']}").json()["code"] == "no-device"
    other.delete("/api/me/devices")
    assert one.get("/api/me/devices").json()["devices"] == [device]
