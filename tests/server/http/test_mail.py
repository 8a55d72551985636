"""Mail: an address that is confirmed, and a code for who has lost the way in."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.server.http.site import Site, running
from tests.server.http.test_accounts import code_of, owner, stale
from tests.waiting import wait_for


class Box(socketserver.ThreadingTCPServer):
    """A mail server that keeps what it is given; `full`: it takes nothing."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.mails: list[tuple[str, EmailMessage]] = []
        self.full = False

    def wait_for(self, count: int) -> None:
        """Wait until so many mails are there."""
        wait_for(lambda: len(self.mails) >= count)


class _Talk(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        box = self.server
        assert isinstance(box, Box)
        self._say("220 box")
        to = ""
        while line := self.rfile.readline().decode().strip():
            match line.upper().split(" ")[0].split(":")[0]:
                case "RCPT":
                    to = line.partition("<")[2].partition(">")[0]
                    self._say("552 full" if box.full else "250 ok")
                case "DATA":
                    self._say("354 go on")
                    parts = []
                    while (part := self.rfile.readline()) != b".\r\n":
                        parts.append(part.removeprefix(b"."))
                    found = message_from_bytes(b"".join(parts), policy=policy.default)
                    assert isinstance(found, EmailMessage)
                    box.mails.append((to, found))
                    self._say("250 ok")
                case "QUIT":
                    self._say("221 bye")
                    return
                case _:
                    self._say("250 ok")

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@pytest.fixture(scope="module")
def box() -> Iterator[Box]:
    with Box() as box:
        thread = threading.Thread(target=box.serve_forever)
        thread.start()
        yield box
        box.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def posting(box: Box, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder: Path = tmp_path_factory.mktemp("posting")
    with running(
        folder,
        mail_host="127.0.0.1",
        mail_port=box.server_address[1],
        mail_security="none",
        mail_from="cards@example.org",
    ) as site:
        yield site


def code_in(mail: EmailMessage) -> str:
    found = re.search(r"^\s+([0-9a-z]{4}(?:-[0-9a-z]{4}){3})\s*$", mail.get_content(), re.M)
    assert found is not None
    return found[1]


def test_an_address_is_confirmed_and_lets_its_owner_in(posting: Site, box: Box) -> None:
    browser, made = owner(posting)
    name, address = made["me"]["name"], "wu@example.org"
    account = browser.get("/api/me/account").json()
    assert account["mail_works"] and account["mail"] is None
    box.mails.clear()
    given = {"address": address, "tongue": "zh-Hans"}
    answer = browser.put("/api/me/account/mail", json=given)
    assert answer.status_code == 202 and answer.json()["mail"] is None, "it is not confirmed yet"
    ((to, mail),) = box.mails
    assert (to, mail["From"], mail["To"]) == (address, "cards@example.org", address)
    assert mail["Subject"] == "升级网站：确认邮件地址" and name in mail.get_content()
    other, _ = owner(posting)
    stolen = other.post("/api/me/account/mail", json={"code": code_in(mail)})
    assert code_of(stolen) == (403, "bad-code"), "it is for one account"
    confirmed = browser.post("/api/me/account/mail", json={"code": code_in(mail)})
    assert confirmed.json()["mail"] == address
    again = browser.post("/api/me/account/mail", json={"code": code_in(mail)})
    assert code_of(again) == (403, "bad-code")

    box.mails.clear()
    lost = posting.guest()
    assert lost.post("/api/sign-in/mail", json={"name": name.upper()}).status_code == 202
    box.wait_for(1)
    ((to, mail),) = box.mails
    assert to == address and "sign in" in mail.get_content()
    assert lost.post("/api/sign-in/code", json={"code": code_in(mail)}).json() == made["me"]
    replayed = posting.guest().post("/api/sign-in/code", json={"code": code_in(mail)})
    assert code_of(replayed) == (403, "bad-code")
    assert lost.delete("/api/me/account/mail").json()["mail"] is None


def test_whether_an_account_has_an_address_is_not_told(posting: Site, box: Box) -> None:
    _, made = owner(posting)
    box.mails.clear()
    answers = [
        posting.guest().post("/api/sign-in/mail", json={"name": name})
        for name in (made["me"]["name"], "Nobody At All")
    ]
    assert [(one.status_code, one.content) for one in answers] == [(202, answers[0].content)] * 2
    assert box.mails == []


def test_nobodys_box_is_filled(posting: Site) -> None:
    browser = posting.guest()
    asked = {"name": "Nobody In Particular"}
    statuses = [browser.post("/api/sign-in/mail", json=asked).status_code for _ in range(7)]
    assert statuses == [202] * 5 + [429] * 2


def test_what_cannot_be_sent_is_said(posting: Site, box: Box) -> None:
    browser, _ = owner(posting)
    box.full = True
    refused = browser.put("/api/me/account/mail", json={"address": "wu@example.org"})
    box.full = False
    assert code_of(refused) == (503, "mail-failed")
    assert browser.get("/api/me/account").json()["mail"] is None
    for address in ("wu@", "wu@localhost", "wu@example.org\r\nBcc: x@example.org", "a b@c.de"):
        refused = browser.put("/api/me/account/mail", json={"address": address})
        assert code_of(refused) == (422, "bad-mail")
    stale(posting, browser)
    refused = browser.put("/api/me/account/mail", json={"address": "wu@example.org"})
    assert code_of(refused) == (403, "prove")


def test_without_a_mail_server_none_is_asked_for(site: Site) -> None:
    browser, _ = owner(site)
    assert browser.get("/api/me/account").json()["mail_works"] is False
    refused = browser.put("/api/me/account/mail", json={"address": "wu@example.org"})
    assert code_of(refused) == (409, "no-mail-here")
    refused = browser.post("/api/sign-in/mail", json={"name": "Wu"})
    assert code_of(refused) == (409, "no-mail-here")
