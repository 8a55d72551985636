"""Mail: an address that is confirmed, and a code for who has lost the way in."""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx
import pytest
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509 import (
    BasicConstraints,
    CertificateBuilder,
    DNSName,
    Name,
    NameAttribute,
    SubjectAlternativeName,
)
from cryptography.x509.oid import NameOID

from shengji.server.accounts.mailer import Mailer
from shengji.server.site.settings import ServerSettings
from tests.server.http.mailbox import Box, mailbox
from tests.server.http.site import Json, Site, running
from tests.server.http.test_accounts import code_of, owner, stale


@contextmanager
def sending(folder: Path, port: int, **settings: Any) -> Iterator[Site]:
    """A site that sends its mail to a port of this machine."""
    given = {"mail_host": "127.0.0.1", "mail_security": "none", "mail_from": "cards@example.org"}
    with running(folder, mail_port=port, **{**given, **settings}) as site:
        yield site


@pytest.fixture(scope="module")
def box() -> Iterator[Box]:
    with mailbox() as box:
        yield box


@pytest.fixture(scope="module")
def posting(box: Box, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with sending(tmp_path_factory.mktemp("posting"), box.port) as site:
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


def asks(site: Site) -> httpx.Response:
    """Somebody gives an address."""
    browser, _ = owner(site)
    answer = browser.put("/api/me/account/mail", json={"address": "wu@example.org"})
    assert browser.get("/api/me/account").json()["mail"] is None
    return answer


@pytest.fixture
def deaf() -> Iterator[int]:
    """The port of a server that never says a word."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_server_that_is_down_is_told_in_words(tmp_path: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        with sending(tmp_path, nobody.getsockname()[1]) as site:
            refused = asks(site)
    assert code_of(refused) == (503, "mail-failed")
    assert "nothing was changed" in refused.json()["words"]["en"]
    assert "未作任何更改" in refused.json()["words"]["zh-Hans"]


@pytest.mark.parametrize("speaks", [True, False])
def test_a_slow_server_is_not_waited_for_and_sends_nothing_later(
    speaks: bool, box: Box, deaf: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shengji.server.accounts.mailer._SECONDS", 0.3)
    box.mails.clear()
    box.going.clear()
    with sending(tmp_path, box.port if speaks else deaf) as site:
        assert code_of(asks(site)) == (503, "mail-failed")
        box.going.set()
    assert box.mails == []


async def test_mail_that_waits_keeps_no_other_work_waiting(deaf: int) -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    post = Mailer(
        ServerSettings(mail_host="127.0.0.1", mail_port=deaf, mail_from="cards@example.org")
    )
    mail = asyncio.create_task(post.send("wu@example.org", "subject", "body"))
    await asyncio.sleep(0)
    assert await asyncio.to_thread(lambda: "done") == "done"
    assert not mail.done()
    mail.cancel()
    post.close()


def test_a_mail_that_was_taken_is_sent_whatever_comes_then(posting: Site, box: Box) -> None:
    box.quits = False
    assert asks(posting).status_code == 202
    box.quits = True


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a certificate of this machine, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = Name([NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1))
        .add_extension(SubjectAlternativeName([DNSName("localhost")]), critical=False)
        .add_extension(BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    file = tmp_path_factory.mktemp("certificate") / "both.pem"
    text = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(text + made.public_bytes(Encoding.PEM))
    return file


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_who_we_are_is_told_in_secret_and_to_nobody_else(
    security: str, certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    secret.load_cert_chain(certificate)
    heard = []

    def knows(server: SMTP, session: Any, envelope: Any, way: str, told: LoginPassword) -> Any:
        heard.append((told.login, told.password))
        return AuthResult(success=told.password == b"right", handled=False)

    given: dict[str, Any] = {"authenticator": knows}
    if security == "tls":
        given |= {"secret": secret, "auth_require_tls": False}
    else:
        given |= {"tls_context": secret, "auth_required": True}
    named: Json = {"mail_host": "localhost", "mail_security": security, "mail_user": "site"}
    with mailbox(**given) as box:
        with sending(tmp_path, box.port, **named, mail_password="right") as site:
            assert code_of(asks(site)) == (503, "mail-failed"), "nobody vouches for it"
            assert heard == []
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            assert asks(site).status_code == 202
            assert heard == [(b"site", b"right")] and len(box.mails) == 1
        for wrong in ("wrong", "密码"):
            with sending(tmp_path, box.port, **named, mail_password=wrong) as site:
                assert code_of(asks(site)) == (503, "mail-failed")
        assert len(box.mails) == 1


def test_without_a_mail_server_none_is_asked_for(site: Site) -> None:
    browser, _ = owner(site)
    assert browser.get("/api/me/account").json()["mail_works"] is False
    refused = browser.put("/api/me/account/mail", json={"address": "wu@example.org"})
    assert code_of(refused) == (409, "no-mail-here")
    refused = browser.post("/api/sign-in/mail", json={"name": "Wu"})
    assert code_of(refused) == (409, "no-mail-here")
