"""Web Push from end to end: a browser asks for it, somebody nudges, and it comes, or does not."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from shengji.server.push.sender import PushSender
from tests.server.http.site import Site, running
from tests.server.push.service import PushBrowser, PushService, push_service
from tests.waiting import wait_for


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path, monkeypatch) as found:
        yield found


@pytest.fixture
def site(tmp_path: Path, service: PushService) -> Iterator[Site]:
    with running(tmp_path, push_hosts=(service.host,)) as found:
        yield found


def turn_on(browser: httpx.Client, phone: PushBrowser, **more: Any) -> None:
    answer = browser.post("/api/me/pushes", json=phone.asks(**more))
    assert answer.status_code == 200, answer.text
    assert answer.json()["on"] is True


def nudge_from(site: Site, host: httpx.Client, guest: httpx.Client) -> None:
    """Seat a guest at a new table of a host, let them close the page, and nudge them."""
    table = site.table(host, settings={"title": "Friday"})
    with site.connect(host, table) as own:
        own.hello()
        with site.connect(guest, table) as talk:
            version = talk.hello()["version"]
            sit = {"do": "sit", "seat": 1}
            talk.say({"type": "do", "id": "s1", "version": version, "action": sit})
            talk.until("done")
        while own.until("table")["table"]["seats"][1]["present"]:
            pass
        nudge = {"do": "nudge", "seat": 1}
        own.say({"type": "do", "id": "n1", "version": 0, "action": nudge})
        own.until("done")


def counted(site: Site, outcome: str) -> bool:
    """Wait until one push has had this outcome."""
    browser, told = site.browser(), f'shengji_pushes_total{{outcome="{outcome}"}} 1.0'
    return wait_for(lambda: told in browser.get("/api/metrics").text)


def all_are_called(site: Site) -> None:
    """Wait until nobody is being called any more."""
    sender = site.server.app.state.services[PushSender]
    wait_for(lambda: not sender._tasks)


def test_a_nudge_reaches_a_phone_whose_page_is_closed(site: Site, service: PushService) -> None:
    host, guest = site.guest(), site.guest()
    host.patch("/api/me", json={"name": "Wu Song"})
    phone = PushBrowser(service.url)
    before = guest.get("/api/me/pushes").json()
    assert before["on"] is False
    turn_on(guest, phone, tongue="zh-Hans")
    nudge_from(site, host, guest)
    (taken,) = service.until(1)
    said = phone.read(taken)
    assert (said["title"], said["words"]) == ("Friday", "Wu Song 叫你回到桌上。")
    assert taken.claims()["aud"] == service.url
    assert taken.key == before["key"], "browsers let nobody else send"
    assert counted(site, "sent")


def test_who_has_not_asked_is_not_called(site: Site, service: PushService) -> None:
    host, guest = site.guest(), site.guest()
    turn_on(host, PushBrowser(service.url))
    nudge_from(site, host, guest)
    all_are_called(site)
    assert service.taken == []


def test_what_is_turned_off_is_off(site: Site, service: PushService) -> None:
    host, guest = site.guest(), site.guest()
    turn_on(guest, PushBrowser(service.url))
    assert guest.delete("/api/me/pushes").json()["on"] is False
    nudge_from(site, host, guest)
    all_are_called(site)
    assert service.taken == []


def test_the_archive_has_what_a_browser_has_asked_for(site: Site, service: PushService) -> None:
    guest, phone = site.guest(), PushBrowser(service.url)
    turn_on(guest, phone, tongue="zh-Hans", muted=["abc"])
    with zipfile.ZipFile(io.BytesIO(guest.get("/api/me/export").content)) as archive:
        (line,) = json.loads(archive.read("pushes.json"))
    asked = phone.asks()
    assert line == {"endpoint": asked["endpoint"], "language": "zh-Hans", "muted": ["abc"]}


def test_a_device_that_is_signed_out_is_not_called(site: Site, service: PushService) -> None:
    host, guest, lost = site.guest(), site.guest(), site.browser()
    token = guest.post("/api/me/link").json()["token"]
    lost.post(f"/api/link/{token}").raise_for_status()
    turn_on(lost, PushBrowser(service.url, "lost"))
    turn_on(guest, PushBrowser(service.url, "kept"))
    guest.delete("/api/me/devices").raise_for_status()
    assert lost.get("/api/me/pushes").status_code == 401
    nudge_from(site, host, guest)
    assert [at.path for at in service.until(1)] == ["/push/kept"]
    all_are_called(site)
    assert len(service.taken) == 1


def test_an_endpoint_that_is_gone_is_forgotten(site: Site, service: PushService) -> None:
    host, guest = site.guest(), site.guest()
    phone = PushBrowser(service.url)
    service.answers[phone.path] = 410
    turn_on(guest, phone)
    nudge_from(site, host, guest)
    assert counted(site, "gone")
    assert guest.get("/api/me/pushes").json()["on"] is False


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "https://evil.example/push"},
        {"endpoint": "http://localhost/push"},
        {"endpoint": "https://127.0.0.1:8000/api/me"},
        {"p256dh": "BAAA"},
        {"p256dh": "B" + "A" * 86},
        {"auth": "AAAA"},
        {"auth": "é" * 22},
    ],
)
def test_other_addresses_and_keys_are_refused(
    site: Site, service: PushService, change: dict[str, str]
) -> None:
    guest = site.guest()
    answer = guest.post("/api/me/pushes", json=PushBrowser(service.url).asks(**change))
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-push")
    assert guest.get("/api/me/pushes").json()["on"] is False


def test_what_is_too_long_is_refused(site: Site, service: PushService) -> None:
    guest, phone = site.guest(), PushBrowser(service.url)
    for change in (
        {"endpoint": phone.endpoint + "x" * 1000},
        {"muted": ["x"] * 201},
        {"muted": ["x" * 41]},
        {"tongue": "tlh"},
    ):
        answer = guest.post("/api/me/pushes", json=phone.asks(**change))
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-request")


def test_nobody_reads_an_endpoint_again(tmp_path: Path, site: Site, service: PushService) -> None:
    one, other = site.guest(), site.guest()
    phone = PushBrowser(service.url)
    turn_on(one, phone)
    other.delete("/api/me/pushes").raise_for_status()
    for browser in (one, other):
        for path in ("/api/me/pushes", "/api/me/devices", "/api/metrics"):
            assert phone.path not in browser.get(path).text
    assert one.get("/api/me/pushes").json()["on"] is True, "nobody else turns it off"
    assert site.browser().get("/api/me/pushes").status_code == 401
    with sqlite3.connect(tmp_path / "tables.db") as database:
        ((private,),) = database.execute("SELECT private FROM push_keys").fetchall()
    database.close()
    assert len(private) == 32


def test_other_sites_turn_nothing_on_or_off(site: Site, service: PushService) -> None:
    guest, phone = site.guest(), PushBrowser(service.url)
    headers = {"origin": "https://evil.example"}
    answer = guest.post("/api/me/pushes", json=phone.asks(), headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    turn_on(guest, phone)
    assert guest.delete("/api/me/pushes", headers=headers).status_code == 403
    assert guest.get("/api/me/pushes").json()["on"] is True


def test_the_key_outlives_the_server(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with running(tmp_path) as site:
            keys.append(site.guest().get("/api/me/pushes").json()["key"])
    assert keys[0] == keys[1] and len(keys[0]) == 87


def test_a_server_may_call_nobody(tmp_path: Path, service: PushService) -> None:
    with running(tmp_path, push="off") as site:
        guest = site.guest()
        assert guest.get("/api/me/pushes").json() == {"key": None, "on": False}
        answer = guest.post("/api/me/pushes", json=PushBrowser(service.url).asks())
        assert (answer.status_code, answer.json()["code"]) == (404, "no-pushes")
        assert guest.delete("/api/me/pushes").json() == {"key": None, "on": False}
