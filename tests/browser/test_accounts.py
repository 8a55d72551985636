"""Accounts as people meet them: made in the middle of a match, signed in to, managed, left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.axe import Inspector
from tests.browser.company import ONE_DECK, Guest, start
from tests.browser.conftest import Visit, frequented
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, pattern, say
from tests.cases import usually
from tests.forked import run
from tests.server.http.mailbox import Box, mailbox

PHONE = {"width": 360, "height": 740, "locale": "en-US", "color_scheme": "light"}
DESK = {"width": 1280, "height": 800, "locale": "zh-CN", "color_scheme": "dark"}
PHRASE = "tiger on the ridge"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server of these tests alone: elsewhere guests have the names that accounts take here."""
    with frequented(tmp_path_factory.mktemp("accounts")) as server:
        yield server


@pytest.fixture
def site(server: ServerProcess) -> str:
    """The server's address, by a name, at which passkeys work."""
    return server.url.replace("127.0.0.1", "localhost")


class Keys(NamedTuple):
    """The passkeys of a device, by Chromium's virtual authenticator."""

    session: CDPSession
    id: str

    @property
    def credentials(self) -> list[dict[str, Any]]:
        """The credentials that it holds."""
        told = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        found: list[dict[str, Any]] = told["credentials"]
        return found

    def take(self, other: Keys) -> None:
        """Hold those of another device too, as people's accounts with their makers do."""
        for credential in other.credentials:
            self.session.send(
                "WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential}
            )


def keys_of(page: Page) -> Keys:
    """Give a device a lock that always opens."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return Keys(session, made["authenticatorId"])


class Owner(Player):
    """Somebody in front of the page of an account."""

    def field(self, key: str) -> Locator:
        """The field that the words of a key stand over."""
        return self.page.get_by_role("textbox", name=say(key, self.tongue), exact=True)

    def says(self, key: str, **given: str | int) -> Locator:
        """Where the page says something."""
        return self.page.get_by_text(say(key, self.tongue, **given), exact=True).first

    def choose_way(self, key: str) -> None:
        """Choose between a new account and signing in."""
        self.page.get_by_role("radio", name=say(key, self.tongue)).check(force=True)

    def make(self, name: str, phrase: str | None = PHRASE) -> list[str]:
        """Fill in the form that stands there; without a passphrase a passkey is made.

        Returns:
            The recovery codes, which have been kept.
        """
        self.field("account.name").fill(name)
        way = "account.passkey" if phrase is None else "account.passphrase"
        self.page.get_by_role("radio", name=say(way, self.tongue), exact=True).check()
        if phrase is not None:
            self.field("account.passphrase").fill(phrase)
        self.button("account.make_yes").click()
        return self.keep_codes()

    def make_by_request(self, site: str, name: str) -> None:
        """Become an account without the page of it."""
        made = self.page.request.post(
            f"{site}/api/me/account", data={"name": name, "passphrase": PHRASE}
        )
        assert made.ok, made.text()

    def keep_codes(self) -> list[str]:
        """Read the codes that are shown, and say that they are kept."""
        dialog = self.page.get_by_role("dialog", name=say("account.codes", self.tongue))
        dialog.locator("code").first.wait_for()
        codes = dialog.locator("code").all_inner_texts()
        dialog.get_by_role("checkbox").check()
        dialog.get_by_role("button", name=say("account.codes_done", self.tongue)).click()
        expect(dialog).to_have_count(0)
        return codes

    def come(self, site: str, page: str = "account") -> None:
        """Open the page of one's account."""
        self.page.goto(f"{site}/#/{page}")

    @property
    def managed(self) -> Locator:
        """The page for somebody who is signed in."""
        return self.page.get_by_role("heading", name=say("account.ways", self.tongue))

    @property
    def me(self) -> dict[str, Any]:
        """The owner of the browser."""
        url = f"{self.page.evaluate('location.origin')}/api/me"
        told: dict[str, Any] = self.page.request.post(url).json()
        return told

    def sign_in(self, name: str, phrase: str) -> None:
        """Sign in by name and passphrase."""
        self.field("account.name").fill(name)
        self.field("account.passphrase").fill(phrase)
        self.page.locator("form").get_by_role(
            "button", name=say("account.sign_in", self.tongue), exact=True
        ).click()


@usually("device", PHONE, DESK, ids=["phone", "desk"])
def test_a_guest_becomes_an_account_in_the_middle_of_a_match(
    site: str, person: Visit, device: dict[str, Any]
) -> None:
    tongue: Tongue = "en" if device is PHONE else "zh-Hans"
    owner = Owner(person(**device), tongue)
    inspector = Inspector(owner.page)
    if device is DESK:
        keys_of(owner.page)
    owner.open_table(site, "forty-points")
    assert owner.until_own_turn()
    owner.follow_hint()
    assert owner.until_own_turn()
    guest, held = owner.me, owner.hand.count()
    welcomes = [told for told in owner.told.messages if told["type"] == "welcome"]

    owner.button("sheets.menu").click()
    owner.button("sheets.preferences").click()
    owner.button("shell.account_guest").click()
    owner.button("account.make_yes").wait_for()
    inspector.look("new account, over a table")
    name = "Lin Chong" if device is PHONE else "林冲"
    owner.field("account.name").fill(name)
    if device is PHONE:
        # Too short a passphrase is refused in the server's words, and nothing typed is lost.
        owner.page.get_by_role("radio", name=say("account.passphrase")).check()
        owner.field("account.passphrase").fill("short")
        owner.button("account.make_yes").click()
        expect(owner.page.get_by_role("alert").filter(has_text="10 to 200")).to_be_visible()
        inspector.look("a passphrase that is refused")
        owner.field("account.passphrase").fill(PHRASE)
    owner.button("account.make_yes").click()

    # The codes stay until they are kept, whatever is pressed.
    codes = owner.page.get_by_role("dialog", name=say("account.codes", tongue))
    expect(codes.locator("code")).to_have_count(8)
    inspector.look("recovery codes")
    for _ in range(3):
        owner.page.keyboard.press("Escape")
    expect(codes.get_by_role("button", name=say("account.codes_done", tongue))).to_be_disabled()
    with owner.page.expect_download() as saved:
        codes.get_by_role("button", name=say("account.codes_save", tongue)).click()
    written = saved.value.path().read_text(encoding="utf-8")
    assert all(code in written for code in codes.locator("code").all_inner_texts())
    owner.keep_codes()
    owner.managed.wait_for()
    inspector.look("one's own account, over a table")
    owner.page.keyboard.press("Escape")

    # The same person, in the same seat, at the same cards; the line has been mended meanwhile.
    assert owner.me["person"] == guest["person"]
    assert (owner.me["role"], owner.me["name"]) == ("player", name)
    expect(owner.hand).to_have_count(held)
    again = [told for told in owner.told.messages if told["type"] == "welcome"]
    assert len(again) > len(welcomes)
    assert again[-1]["seat"] == again[0]["seat"]
    assert again[-1]["table"]["seats"][again[-1]["seat"]]["account"]
    expect(owner.page.locator("[data-lost]")).to_have_count(0)
    owner.follow_hint()
    owner.until_own_turn()
    assert not inspector.findings, "\n\n".join(inspector.findings)


def test_a_passkey_signs_in_on_another_device(site: str, person: Visit) -> None:
    owner = Owner(person())
    keys = keys_of(owner.page)
    owner.come(site)
    # A name that is not to be had costs no second passkey.
    owner.field("account.name").fill("admin")
    owner.button("account.make_yes").click()
    owner.page.get_by_role("alert").wait_for()
    owner.make("Wu Song", None)
    assert len(keys.credentials) == 1
    made = owner.me["person"]

    other = Owner(person(**DESK), "zh-Hans")
    inspector = Inspector(other.page)
    keys_of(other.page).take(keys)
    other.page.goto(f"{site}/#/me")
    other.page.get_by_role("link", name=say("shell.sign_in", "zh-Hans")).click()
    button = other.button("account.sign_in_passkey")
    button.wait_for()
    inspector.look("signing in")
    button.click()
    other.managed.wait_for()
    inspector.look("one's own account")
    assert other.me["person"] == made

    # The last way in stays; another one may take its place.
    remove = other.page.get_by_role("button", name=pattern("account.remove_what", "zh-Hans")).first
    remove.click()
    other.page.get_by_role("alert").wait_for()
    other.button("account.passphrase_set").click()
    other.field("account.passphrase_new").fill(PHRASE)
    other.button("account.passphrase_save").click()
    other.says("account.passphrase_is").wait_for()
    remove.click()
    other.says("account.passkeys_none").wait_for()
    other.button("account.passkey_add").click()
    other.field("account.passkey_label").fill("办公室")
    other.button("account.passkey_add").click()
    expect(other.page.get_by_text("办公室", exact=True)).to_be_visible()
    assert not inspector.findings, "\n\n".join(inspector.findings)


@pytest.mark.campaign
def test_where_passkeys_cannot_work_the_server_says_why(
    server: ServerProcess, person: Visit
) -> None:
    owner = Owner(person())
    owner.come(server.url)
    expect(owner.page.get_by_text("Passkeys work only over HTTPS")).to_be_visible()
    expect(owner.page.get_by_role("radio", name=say("account.passkey"))).to_be_disabled()
    expect(owner.field("account.passphrase")).to_be_visible()


def test_a_passphrase_and_a_recovery_code_let_their_owner_in(site: str, person: Visit) -> None:
    owner = Owner(person(**PHONE))
    owner.come(site)
    codes = owner.make("Lu Zhishen")
    owner.managed.wait_for()
    made = owner.me["person"]
    owner.button("account.sign_out").click()
    owner.choose_way("account.sign_in")
    owner.sign_in("lu zhishen", "a tiger in the reeds")
    expect(owner.page.get_by_role("alert")).to_contain_text("no account with this name")
    assert owner.me["role"] is None
    owner.sign_in("lu zhishen", PHRASE)
    owner.managed.wait_for()
    assert owner.me["person"] == made

    # Whoever has forgotten it comes in by a code, and sets another one.
    owner.button("account.sign_out").click()
    owner.choose_way("account.sign_in")
    owner.page.locator("summary").get_by_text(say("account.sign_in_code")).click()
    owner.field("account.code").fill(codes[0].upper().replace("-", " "))
    owner.button("account.sign_in_code").click()
    expect(owner.page.get_by_text(say("account.codes_left", count=7))).to_be_visible()
    owner.button("account.passphrase_change").click()
    owner.field("account.passphrase_new").fill("another ridge entirely")
    owner.button("account.passphrase_save").click()
    owner.says("account.passphrase_saved").wait_for()
    owner.button("account.codes_new").click()
    assert not set(owner.keep_codes()) & set(codes)
    owner.button("account.sign_out").click()
    owner.choose_way("account.sign_in")
    owner.sign_in("Lu Zhishen", "another ridge entirely")
    owner.managed.wait_for()


@pytest.mark.campaign
def test_a_guest_decides_about_the_seats_that_signing_in_would_cost(
    site: str, person: Visit
) -> None:
    owner = Owner(person())
    owner.come(site)
    owner.make("Song Jiang")

    guest = Owner(person(**DESK), "zh-Hans")
    inspector = Inspector(guest.page)
    guest.open_table(site, "forty-points", title="周五")
    guest.until_own_turn()
    guest.come(site, "sign-in")
    guest.sign_in("Song Jiang", PHRASE)
    dialog = guest.page.get_by_role("dialog", name=say("account.sits", "zh-Hans"))
    expect(dialog.get_by_role("listitem")).to_contain_text("周五")
    inspector.look("seats that would be lost")
    dialog.get_by_role("button", name=say("account.sits_stay", "zh-Hans")).click()
    assert guest.me["role"] is None
    assert len(guest.me["tables"]) == 1
    guest.sign_in("Song Jiang", PHRASE)
    dialog.get_by_role("button", name=say("account.sits_leave", "zh-Hans")).click()
    guest.managed.wait_for()
    assert (guest.me["name"], guest.me["tables"]) == ("Song Jiang", [])
    assert not inspector.findings, "\n\n".join(inspector.findings)


def by_link(site: str, owner: Owner, other: Owner) -> None:
    """Let another browser be the owner's, by a device link; it has proved nothing."""
    token = owner.page.evaluate(
        "async () => (await (await fetch('/api/me/link', {method: 'POST'})).json()).token"
    )
    other.page.goto(f"{site}/#/device/{token}")
    other.button("shell.device_yes").click()
    expect(other.page).to_have_url(f"{site}/#/")
    other.come(site)
    other.managed.wait_for()


@pytest.mark.campaign
def test_a_session_is_ended_from_another_device(site: str, person: Visit) -> None:
    owner, other = Owner(person()), Owner(person())
    owner.come(site)
    owner.make("Hua Rong")
    by_link(site, owner, other)
    owner.button("account.devices_open").click()
    devices = owner.page.get_by_role("dialog", name=say("shell.device"))
    expect(devices.get_by_role("listitem")).to_have_count(2)
    devices.get_by_role("button", name=say("shell.device_sign_out"), exact=True).click()
    expect(devices.get_by_role("listitem")).to_have_count(1)
    other.page.reload()
    other.button("account.make_yes").wait_for()
    assert other.me["role"] is None


@pytest.mark.campaign
def test_an_account_is_renamed_once_a_month(site: str, person: Visit) -> None:
    owner = Owner(person())
    owner.come(site)
    owner.make("Shi Jin")
    second = Owner(owner.page.context.new_page())
    second.come(site)
    second.managed.wait_for()
    for page, name in ((owner, "Shi Jin of Huayin"), (second, "Shi Jin again")):
        page.field("account.name").fill(name)
        page.button("account.rename").click()
    owner.says("account.renamed", name="Shi Jin of Huayin").wait_for()
    # One page did not know it yet, and is told so by the server.
    expect(second.page.get_by_role("alert")).to_contain_text("once in 30 days")
    expect(owner.page.get_by_text(pattern("account.rename_when"))).to_be_visible()
    assert owner.field("account.name").get_attribute("readonly") is not None
    # The name in the heading leads here, and is not changed in passing.
    owner.page.goto(f"{site}/#/")
    owner.page.get_by_role("link", name="Shi Jin of Huayin").click()
    owner.managed.wait_for()


@pytest.mark.campaign
def test_a_passkey_is_made_only_after_the_proof(site: str, person: Visit) -> None:
    owner, other = Owner(person()), Owner(person(**PHONE))
    keys = keys_of(other.page)
    owner.come(site)
    owner.make("Dai Zong")
    by_link(site, owner, other)
    proof = other.page.get_by_role("dialog", name=say("account.prove"))
    for goes_on in (False, True):
        if not goes_on:
            other.button("account.passkey_add").click()
            other.field("account.passkey_label").fill("Phone")
        other.button("account.passkey_add").click()
        proof.wait_for()
        assert keys.credentials == []
        if not goes_on:
            other.page.keyboard.press("Escape")
    proof.get_by_role("textbox", name=say("account.passphrase")).fill("not this one at all")
    proof.get_by_role("button", name=say("account.prove_passphrase")).first.click()
    proof.get_by_role("alert").wait_for()
    proof.get_by_role("textbox", name=say("account.passphrase")).fill(PHRASE)
    proof.get_by_role("button", name=say("account.prove_passphrase")).first.click()
    expect(other.page.get_by_text("Phone", exact=True)).to_be_visible()
    assert len(keys.credentials) == 1


@pytest.mark.campaign
def test_a_code_by_mail_lets_an_owner_in(tmp_path: Path, person: Visit) -> None:
    with mailbox() as box:
        mail = {
            "HOST": "127.0.0.1",
            "PORT": box.port,
            "SECURITY": "none",
            "FROM": "cards@example.org",
        }
        settings = {f"SHENGJI_MAIL_{key}": str(value) for key, value in mail.items()}
        with ServerProcess(tmp_path, **settings) as server:
            owner = Owner(person(**DESK), "zh-Hans")
            inspector = Inspector(owner.page)
            owner.come(server.url)
            owner.make("阮小七")
            owner.button("account.mail_give").click()
            owner.field("account.mail_address").fill("ruan@example.org")
            owner.button("account.mail_send").click()
            owner.field("account.mail_code").fill(mailed(box, 1))
            inspector.look("an address that is confirmed")
            owner.button("account.mail_confirm").click()
            expect(owner.page.get_by_text("ruan@example.org")).to_be_visible()

            owner.button("account.sign_out").click()
            owner.choose_way("account.sign_in")
            owner.page.locator("summary").get_by_text(
                say("account.sign_in_code", "zh-Hans")
            ).click()
            forms = owner.page.locator("details form")
            forms.last.get_by_role("textbox").fill("阮小七")
            owner.button("account.mail_ask").click()
            owner.says("account.mail_asked").wait_for()
            owner.field("account.code").fill(mailed(box, 2))
            inspector.look("a code that came by mail")
            owner.button("account.sign_in_code").click()
            owner.managed.wait_for()
            assert not inspector.findings, "\n\n".join(inspector.findings)


def mailed(box: Box, count: int) -> str:
    """The code in the last of so many mails."""
    box.wait_for(count)
    _, mail = box.mails[-1]
    found = re.search(r"[a-z0-9]{4}(?:-[a-z0-9]{4}){3}", mail.get_content())
    assert found is not None
    return found[0]


@usually("device", DESK, PHONE, ids=["desk", "phone"])
def test_an_account_is_deleted_after_a_proof(
    site: str, person: Visit, device: dict[str, Any]
) -> None:
    tongue: Tongue = "en" if device is PHONE else "zh-Hans"
    name = "Gongsun Sheng" if device is PHONE else "公孙胜"
    owner, other = Owner(person()), Owner(person(**device), tongue)
    inspector = Inspector(other.page)
    owner.come(site)
    owner.make(name)
    by_link(site, owner, other)

    # Without a proof nothing is changed, and what is typed waits for it.
    other.button("account.passphrase_change").click()
    other.field("account.passphrase_new").fill("quite another phrase")
    other.button("account.passphrase_save").click()
    proof = other.page.get_by_role("dialog", name=say("account.prove", tongue))
    proof.wait_for()
    inspector.look("proof")
    other.page.keyboard.press("Escape")
    expect(other.field("account.passphrase_new")).to_have_value("quite another phrase")

    other.button("account.delete").click()
    sure = other.page.get_by_role("dialog", name=say("account.delete", tongue))
    yes = sure.get_by_role("button", name=say("account.delete_yes", tongue))
    expect(yes).to_be_disabled()
    inspector.look("deletion")
    sure.get_by_role("textbox").fill(name)
    yes.click()
    proof.get_by_role("textbox", name=say("account.passphrase", tongue)).fill(PHRASE)
    proof.get_by_role("button", name=say("account.prove_passphrase", tongue)).first.click()
    expect(other.page).to_have_url(f"{site}/#/")
    assert other.me["role"] is None
    assert owner.me["role"] is None
    assert not inspector.findings, "\n\n".join(inspector.findings)


@pytest.mark.campaign
def test_a_guest_takes_the_own_data_along_and_goes(site: str, person: Visit) -> None:
    guest = Owner(person(**PHONE))
    guest.open_table(site, "forty-points")
    guest.until_own_turn()
    before = guest.me
    guest.come(site)
    guest.page.locator("summary").get_by_text(say("account.data")).click()
    with guest.page.expect_download() as saved:
        guest.page.get_by_role("link", name=say("account.data_get")).click()
    assert saved.value.suggested_filename == "shengji-my-data.zip"
    guest.button("account.delete_guest").click()
    guest.dialog.get_by_role("textbox").fill(before["name"])
    guest.button("account.delete_yes").click()
    expect(guest.page).to_have_url(f"{site}/#/")
    assert guest.me["person"] != before["person"]
    assert guest.me["tables"] == []


@pytest.mark.campaign
def test_a_token_is_shown_once_works_and_is_ended(site: str, person: Visit) -> None:
    owner = Owner(person())
    inspector = Inspector(owner.page)
    owner.come(site)
    owner.make("Yan Qing")
    owner.says("account.tokens").click()
    owner.button("account.token_new").click()
    owner.field("account.token_label").fill("My bot")
    scopes = owner.page.get_by_role("group", name=say("account.token_scopes"))
    expect(scopes.get_by_label(say("account.scope_bot"))).to_have_count(0)
    owner.button("account.bot_become").click()
    inspector.look("a bot for good")
    owner.dialog.get_by_role("button", name=say("account.bot_yes")).click()
    owner.says("account.bot_is", name="@Yan Qing").wait_for()
    scopes.get_by_label(say("account.scope_history")).uncheck()
    expect(owner.button("account.token_new")).to_be_disabled()
    for scope in ("history", "bot"):
        scopes.get_by_label(say(f"account.scope_{scope}")).check()
    owner.page.get_by_label(say("account.token_days")).select_option(
        label=say("account.token_for", count=30)
    )
    inspector.look("new token")
    owner.button("account.token_new").click()
    secret = owner.dialog.get_by_role("textbox").input_value()
    inspector.look("the secret of a token")
    owner.page.keyboard.press("Escape")
    line = owner.page.get_by_role("listitem").filter(has_text="My bot")
    expect(line).to_contain_text(say("account.token_until", day="").strip())
    assert secret not in owner.page.content()

    headers = {"Authorization": f"Bearer {secret}"}
    with urlopen(Request(f"{site}/api/bot", headers=headers)) as stream:
        assert stream.status == 200
    owner.button("account.token_end_what", what="My bot").click()
    owner.says("account.tokens_none").wait_for()
    assert owner.page.request.get(f"{site}/api/bot", headers=headers).status == 401
    assert not inspector.findings, "\n\n".join(inspector.findings)


@pytest.mark.campaign
def test_an_accounts_name_bears_a_mark_that_no_guests_has(site: str, person: Visit) -> None:
    owner = Guest(person())
    table = owner.open_table(site, ONE_DECK, bots="basic", start=False)
    owner.button("room.remove_bot").first.click()
    guest = Guest(person(**PHONE))
    inspector = Inspector(guest.page)
    # A guest who came first under a name that is an account's later on.
    guest.introduce(site, "Li Kui")
    Owner(owner.page).make_by_request(site, "Li Kui")
    guest.come(f"{site}/#/table/{table}")
    seats = [
        page.get_by_role("listitem").filter(has_text="Li Kui") for page in (owner.page, guest.page)
    ]
    for place in seats:
        expect(place).to_have_count(2)
        expect(place.filter(has_text=say("shell.account_mark"))).to_have_count(1)
    inspector.look("a waiting room with a name that is an account's")
    guest.button("room.ready").click()
    start(owner)
    assert owner.seat is not None
    assert guest.seat is not None
    expect(guest.plate(owner.seat)).to_contain_text(say("shell.account_mark"))
    expect(owner.plate(guest.seat)).not_to_contain_text(say("shell.account_mark"))
    guest.button("sheets.menu").click()
    guest.button("sheets.people").click()
    listed = guest.dialog.get_by_role("listitem").filter(has_text=say("shell.account_mark"))
    expect(listed).to_have_count(1)
    inspector.look("people, one of them with an account")
    assert not inspector.findings, "\n\n".join(inspector.findings)


@pytest.mark.campaign
@usually("device", PHONE, DESK, ids=["phone", "desk"])
def test_an_administrator_looks_after_accounts(
    server: ServerProcess, site: str, person: Visit, device: dict[str, Any]
) -> None:
    tongue: Tongue = "en" if device is PHONE else "zh-Hans"
    name, other = ("Chai Jin", "Lei Heng") if device is PHONE else ("柴进", "雷横")
    boss, player = Owner(person(**device), tongue), Owner(person())
    inspector = Inspector(boss.page)
    for owner, called in ((boss, name), (player, other)):
        owner.come(site)
        owner.make(called)
        owner.managed.wait_for()

    # Nobody else sees anything, and nothing leads there.
    expect(boss.page.get_by_role("link", name=say("account.administration", tongue))).to_have_count(
        0
    )
    boss.come(site, "admin")
    boss.says("admin.only").wait_for()
    boss.page.wait_for_load_state("networkidle")  # it has asked whose it is, before that changes
    command = ["admin", "role", name, "administrator", "--database", server.database]
    run("shengji", *command)
    boss.come(site)
    boss.come(site, "admin")
    boss.page.get_by_role("region", name=say("admin.accounts", tongue)).wait_for()
    boss.come(site)
    boss.page.get_by_role("link", name=say("account.administration", tongue)).click()

    accounts = boss.page.get_by_role("region", name=say("admin.accounts", tongue))
    accounts.get_by_role("listitem").first.wait_for()
    find = boss.page.get_by_role("searchbox")
    find.fill(other[-4:])
    find.press("Enter")
    line = accounts.get_by_role("listitem").filter(has_text=other)
    expect(accounts.get_by_role("listitem")).to_have_count(1)
    inspector.look("the accounts")
    role = say("account.role_organiser", tongue)
    line.get_by_role("combobox").select_option(label=role)
    boss.says("admin.role_set", name=other, role=role).wait_for()
    assert player.me["role"] == "organiser"
    line.get_by_role("button").click()
    boss.dialog.get_by_role("button", name=say("admin.remove_yes", tongue)).click()
    expect(line).to_have_count(0)
    assert player.me["role"] is None
    assert not inspector.findings, "\n\n".join(inspector.findings)
