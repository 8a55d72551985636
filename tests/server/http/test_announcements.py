"""Announcements of a club: by push and by mail, once to each member who wants them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.http.mailbox import Box, mailbox
from tests.server.http.site import Json, Site, running
from tests.server.http.test_accounts import code_of, owner
from tests.server.http.test_clubs import enter, found_club, name_of
from tests.server.http.test_mail import code_in
from tests.server.push.service import PushBrowser, PushService, push_service
from tests.waiting import wait_for


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path, monkeypatch) as found:
        yield found


@pytest.fixture
def box() -> Iterator[Box]:
    with mailbox() as found:
        yield found


@pytest.fixture
def site(tmp_path: Path, service: PushService, box: Box) -> Iterator[Site]:
    with running(
        tmp_path,
        push_hosts=(service.host,),
        mail_port=box.port,
        mail_host="127.0.0.1",
        mail_security="none",
        mail_from="cards@example.org",
    ) as found:
        yield found


def announce(boss: httpx.Client, club: str, text: str) -> httpx.Response:
    return boss.post(f"{club}/announcements", json={"text": text})


def read(browser: httpx.Client, club: str) -> Json:
    found: Json = browser.get(f"{club}/announcements").json()
    return found


def confirm(browser: httpx.Client, box: Box, address: str) -> None:
    """Give an account a confirmed address."""
    browser.put("/api/me/account/mail", json={"address": address, "tongue": "en"})
    box.wait_for(1)
    code = code_in(box.mails.pop()[1])
    assert browser.post("/api/me/account/mail", json={"code": code}).status_code == 200


def test_an_announcement_comes_once_by_push_and_by_mail(
    site: Site, service: PushService, box: Box
) -> None:
    boss, club = found_club(site)
    ann, bob, cem = (owner(site)[0] for _ in range(3))
    for browser in (ann, bob, cem):
        enter(boss, club, browser)
    for name, browser in {"ann": ann, "bob": bob}.items():
        phone = PushBrowser(service.url, name)
        assert browser.post("/api/me/pushes", json=phone.asks()).status_code == 200
    confirm(ann, box, "ann@example.org")
    confirm(bob, box, "bob@example.org")
    # Each member can turn them off, and reads them on the page in any case.
    assert bob.put(f"{club}/announcements", json={"on": False}).json()["on"] is False
    answer = announce(boss, club, "  We play\u202e at nine.\n\n\n\nBring\ttea. \n")
    assert answer.status_code == 201, answer.text
    (taken,) = service.until(1)
    assert taken.path == "/push/ann"
    box.wait_for(1)
    ((to, mail),) = box.mails
    assert (to, mail["Subject"]) == ("ann@example.org", "Fridays")
    text = mail.get_content().replace("\r\n", "\n")
    assert text.startswith(f"We play at nine.\n\nBring tea.\n\n— {name_of(boss)}\n")
    assert "turn such mails off" in text and "可在俱乐部页面关闭" in text
    for browser, on in ((ann, True), (bob, False), (cem, True)):
        found = read(browser, club)
        assert (found["on"], found["runs"], found["next"]) == (on, False, None)
        assert [one["text"] for one in found["announcements"]] == ["We play at nine.\n\nBring tea."]
    # The second reaches who turns them on again; nothing came twice meanwhile.
    bob.put(f"{club}/announcements", json={"on": True})
    assert announce(boss, club, "Second.").status_code == 201
    box.wait_for(3)
    assert wait_for(lambda: len(service.taken) == 3)
    assert sorted(to for to, _ in box.mails) == [
        "ann@example.org",
        "ann@example.org",
        "bob@example.org",
    ]
    assert sorted(one.path for one in service.taken) == ["/push/ann", "/push/ann", "/push/bob"]


def test_organisers_send_three_a_week_and_remove_them(site: Site) -> None:
    boss, club = found_club(site, seen="public")
    ann, stranger = owner(site)[0], owner(site)[0]
    enter(boss, club, ann)
    assert code_of(announce(ann, club, "News")) == (403, "not-your-club")
    assert code_of(stranger.get(f"{club}/announcements")) == (404, "no-club")
    assert code_of(announce(boss, club, " \n ")) == (422, "bad-announcement")
    assert announce(boss, club, "x" * 1001).status_code == 400
    for number in range(3):
        assert announce(boss, club, f"News {number}").status_code == 201
    refused = announce(boss, club, "News 3")
    assert code_of(refused) == (429, "too-many-announcements")
    assert re.search(r"in 16[78] hours", refused.json()["words"]["en"])
    latest, *_ = read(boss, club)["announcements"]
    at = f"{club}/announcements/{latest['announcement']}"
    assert code_of(ann.delete(at)) == (403, "not-your-club")
    _, theirs = found_club(site, stranger)
    foreign = stranger.delete(f"{theirs}/announcements/{latest['announcement']}")
    assert code_of(foreign) == (404, "no-announcement")
    assert boss.delete(at).status_code == 204
    assert code_of(boss.delete(at)) == (404, "no-announcement")
    found = read(boss, club)
    assert [one["text"] for one in found["announcements"]] == ["News 1", "News 0"]
    assert found["next"] is not None and found["runs"]
    assert code_of(announce(boss, club, "News 4")) == (429, "too-many-announcements")
    exported = boss.get(f"{club}/export.json").json()
    assert len(exported["announcements"]) == 2
    assert {line["announced"] for line in exported["members"]} == {True}
