"""Accounts over HTTP: made of guests, signed in to, kept by their owners."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from argon2 import PasswordHasher
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from shengji.server.accounts.passphrases import Passphrases
from shengji.server.accounts.store import AccountStore
from tests.server.http.authenticator import Authenticator
from tests.server.http.site import Site, running
from tests.server.http.test_matches import played

PHRASE = "tiger on the ridge"
_numbers = count(1)

Json = dict[str, Any]


def new_name() -> str:
    return f"Wu Song {next(_numbers)}x"


def owner(site: Site, name: str | None = None) -> tuple[httpx.Client, Json]:
    """A browser with a new account, and what making it gave."""
    browser = site.guest()
    new = {"name": name or new_name(), "passphrase": PHRASE}
    made = browser.post("/api/me/account", json=new)
    assert made.status_code == 201, made.text
    return browser, made.json()


def stale(site: Site, browser: httpx.Client) -> None:
    """As if the browser had signed in long ago."""
    database = site.server.app.state.services[AccountStore]
    clock = database._clock
    database._clock = lambda: clock() - 601_000
    person = browser.post("/api/me/account/proof", json={"passphrase": PHRASE})
    database._clock = clock
    assert person.status_code == 200, person.text
    assert browser.get("/api/me/account").json()["proved"] is False


def code_of(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def options(browser: httpx.Client, purpose: str, **more: Any) -> Json:
    answer = browser.post("/api/passkeys", json={"purpose": purpose, **more})
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()["options"]
    return found


def with_passkey(site: Site) -> tuple[httpx.Client, Authenticator, Json]:
    """A browser with an account whose only way in is a passkey."""
    browser, phone = site.guest(), Authenticator(site.url)
    name = new_name()
    answer = phone.make(options(browser, "make", name=name))
    new = {"name": name, "passkey": answer, "label": "Phone"}
    made = browser.post("/api/me/account", json=new)
    assert made.status_code == 201, made.text
    return browser, phone, made.json()


def with_token(site: Site, browser: httpx.Client) -> httpx.Client:
    """A program with a token of a browser's person."""
    made = browser.post("/api/me/tokens", json={"label": "t", "scopes": ["profile"]}).json()
    program = site.browser(headers={"authorization": f"Bearer {made['secret']}"})
    assert program.get("/api/me").status_code == 200
    return program


# Making one


def test_a_guest_becomes_an_account_with_one_form_and_keeps_seats(site: Site) -> None:
    browser = site.guest()
    guest = browser.post("/api/me").json()
    assert guest["role"] is None
    table = site.table(browser)
    name = new_name()
    with site.connect(browser, table) as talk:
        talk.hello()
        made = browser.post("/api/me/account", json={"name": name, "passphrase": PHRASE})
        assert talk.until("bye")["code"] == "restart", "it connects again, as the same person"
    assert made.status_code == 201
    me = made.json()["me"]
    assert me["person"] == guest["person"] and me["name"] == name and me["role"] == "player"
    assert [at["table"] for at in me["tables"]] == [table]
    assert browser.post("/api/me").json()["role"] == "player"
    with site.connect(browser, table) as talk:
        welcome = talk.hello()
        seat = welcome["table"]["seats"][0]
        assert welcome["seat"] == 0 and (seat["name"], seat["account"]) == (name, True)
    codes = made.json()["codes"]
    assert len(set(codes)) == 8 and all(len(code) == 19 for code in codes)
    account = browser.get("/api/me/account").json()
    assert account["passphrase"] and account["codes"] == 8 and account["proved"]
    assert code_of(browser.post("/api/me/account", json={"name": "x y", "passphrase": PHRASE})) == (
        409,
        "has-account",
    )


@pytest.mark.parametrize(
    ("new", "status", "code"),
    [
        ({"name": "Wu❤", "passphrase": PHRASE}, 422, "name-letters"),
        ({"name": "W\u0443 Song", "passphrase": PHRASE}, 422, "name-mixed"),
        ({"name": "管理员", "passphrase": PHRASE}, 422, "name-reserved"),
        ({"name": "Lu", "passphrase": "too short"}, 422, "bad-passphrase"),
        ({"name": "Lu", "passphrase": "password123"}, 422, "bad-passphrase"),
        ({"name": "Lu"}, 400, "bad-request"),
        ({"name": "Lu", "passphrase": PHRASE, "passkey": {}}, 400, "bad-request"),
        ({"name": "Lu", "passkey": {"id": "x"}}, 403, "bad-passkey"),
        ({"name": "Lu", "passkey": {"id": 1, "response": []}}, 403, "bad-passkey"),
    ],
)
def test_what_is_no_account_is_refused_and_changes_nothing(
    site: Site, new: Json, status: int, code: str
) -> None:
    browser = site.guest()
    before = browser.post("/api/me").json()
    assert code_of(browser.post("/api/me/account", json=new)) == (status, code)
    assert browser.post("/api/me").json() == before


def test_a_name_is_one_accounts_and_no_guests(site: Site) -> None:
    browser, made = owner(site, "Lin Chong")
    alike = ("Lin Chong", "lin  CHONG", "Lln Chong", "L1n Ch0ng")
    for name in (*alike, "Lin Chong.", "Lin-Chong", "Lín Chong", "L. i. n. Chong"):
        new = {"name": name, "passphrase": PHRASE}
        assert code_of(site.guest().post("/api/me/account", json=new)) == (409, "name-taken")
        guest = site.guest().patch("/api/me", json={"name": name})
        assert code_of(guest) == (409, "name-taken")
    assert site.guest().patch("/api/me", json={"name": "Ｌin Chong"}).status_code == 409
    assert site.guest().patch("/api/me", json={"name": "Lin Chong 2"}).status_code == 200
    assert code_of(site.guest().patch("/api/me", json={"name": "❤ Lin Chong ❤"}))[0] == 409
    for name in ("Bot medium", "Bot 3", "♥ Ádmin ♥", "机器人 2"):
        refused = site.guest().patch("/api/me", json={"name": name})
        assert code_of(refused) == (422, "name-reserved")
    assert site.guest().patch("/api/me", json={"name": "Guest 12"}).status_code == 200
    assert browser.patch("/api/me", json={"name": "LIN Chong"}).json()["name"] == "LIN Chong"
    assert made["me"]["name"] == "Lin Chong"


def test_an_account_is_renamed_once_in_a_while(site: Site, tmp_path: Path) -> None:
    browser, _ = owner(site)
    first, second = new_name(), new_name()
    assert browser.patch("/api/me", json={"name": first}).json()["name"] == first
    refused = browser.patch("/api/me", json={"name": second})
    assert code_of(refused) == (409, "renamed-lately")
    assert "30 days" in refused.json()["words"]["en"]
    assert browser.patch("/api/me", json={"name": first}).status_code == 200, "it is the same"
    account = browser.get("/api/me/account").json()
    assert account["name"] == first and account["rename_from"] > account["made"]
    assert code_of(browser.patch("/api/me", json={"name": "Wu❤"})) == (422, "name-letters")
    with running(tmp_path, renamed_after=0.0) as quick:
        browser, _ = owner(quick)
        for _ in range(3):
            assert browser.patch("/api/me", json={"name": new_name()}).status_code == 200


def test_others_tell_an_account_from_a_guest_who_is_called_alike(site: Site) -> None:
    guest = site.guest()
    name = new_name()
    guest.patch("/api/me", json={"name": name}).raise_for_status()
    browser, _ = owner(site, name)  # nobody had it but a guest, who goes on with it
    table = site.table(browser)
    for version, other in ((2, guest), (3, owner(site)[0])):
        with site.connect(other, table) as talk:
            talk.hello()
            sit = {"do": "sit", "seat": version}
            talk.say({"type": "do", "id": "a", "version": 999, "action": sit})
            talk.until("done")
    with site.connect(browser, table) as talk:
        seats = talk.hello()["table"]["seats"]
    assert [seat["account"] for seat in seats] == [True, False, False, True]
    assert seats[0]["name"] == seats[2]["name"] == name


# Sessions


def test_who_listens_with_the_guests_secret_hears_no_more(site: Site) -> None:
    browser = site.guest()
    table, planted = site.table(browser), browser.cookies["shengji"]
    thief = site.browser(cookies={"shengji": planted})
    with site.connect(thief, table) as talk:
        talk.hello()
        browser.post("/api/me/account", json={"name": new_name(), "passphrase": PHRASE})
        assert talk.until("bye")["code"] == "restart"
    with site.connect(thief, table) as talk:
        assert talk.hear()["code"] == "no-person"


def test_who_knew_the_guest_does_not_have_the_account(site: Site) -> None:
    """Session fixation: the cookie of a guest may have been put there by somebody else."""
    browser = site.guest()
    planted = browser.cookies["shengji"]
    token = browser.post("/api/me/link").json()["token"]
    other, waiting = site.browser(), browser.post("/api/me/link").json()["token"]
    other.post(f"/api/link/{token}").raise_for_status()
    program = with_token(site, browser)
    me = browser.post("/api/me/account", json={"name": new_name(), "passphrase": PHRASE}).json()
    assert browser.cookies["shengji"] != planted
    assert program.get("/api/me").status_code == 401
    thief = site.browser(headers={"cookie": f"shengji={planted}"})
    assert thief.get("/api/me/devices").status_code == 401
    assert other.get("/api/me/devices").status_code == 401
    assert site.browser().post(f"/api/link/{waiting}").status_code == 404
    assert browser.post("/api/me").json() == me["me"]


@pytest.mark.parametrize("way", ["passphrase", "code", "passkey"])
def test_signing_in_never_keeps_the_secret_of_before(site: Site, way: str) -> None:
    _, phone, made = with_passkey(site)
    if way == "passphrase":
        _, made = owner(site)
    browser = site.guest()
    planted = browser.cookies["shengji"]
    match way:
        case "passphrase":
            given = {"name": made["me"]["name"], "passphrase": PHRASE}
            answer = browser.post("/api/sign-in", json=given)
        case "code":
            answer = browser.post("/api/sign-in/code", json={"code": made["codes"][0]})
        case _:
            signed = phone.sign(options(browser, "sign-in"))
            answer = browser.post("/api/sign-in/passkey", json={"passkey": signed})
    assert answer.status_code == 200, answer.text
    assert answer.json() == made["me"]
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert browser.cookies["shengji"] != planted
    thief = site.browser(headers={"cookie": f"shengji={planted}"})
    assert thief.get("/api/me/devices").status_code == 401
    assert browser.get("/api/me/account").json()["proved"]


def test_nobody_is_the_guest_any_more_who_has_signed_in(site: Site) -> None:
    _, made = owner(site)
    browser = site.guest()
    program, link = with_token(site, browser), browser.post("/api/me/link").json()["token"]
    given = {"name": made["me"]["name"], "passphrase": PHRASE}
    assert browser.post("/api/sign-in", json=given).status_code == 200
    assert program.get("/api/me").status_code == 401
    assert site.browser().post(f"/api/link/{link}").status_code == 404


def test_a_device_link_signs_the_browser_out_of_the_person_before(site: Site) -> None:
    browser, _ = owner(site)
    tablet = site.guest()
    used = tablet.post(f"/api/link/{browser.post('/api/me/link').json()['token']}")
    assert used.status_code == 200
    planted = tablet.cookies["shengji"]
    link = site.guest().post("/api/me/link").json()["token"]
    assert tablet.post(f"/api/link/{link}x").status_code == 404
    assert len(browser.get("/api/me/devices").json()["devices"]) == 2
    tablet.post(f"/api/link/{link}").raise_for_status()
    assert len(browser.get("/api/me/devices").json()["devices"]) == 1
    thief = site.browser(headers={"cookie": f"shengji={planted}"})
    assert thief.get("/api/me/devices").status_code == 401


def test_signing_in_from_one_account_to_another_keeps_both(site: Site) -> None:
    browser, first = owner(site)
    table = site.table(browser)
    _, second = owner(site)
    given = {"name": second["me"]["name"], "passphrase": PHRASE}
    assert browser.post("/api/sign-in", json=given).json()["person"] == second["me"]["person"]
    given["name"] = first["me"]["name"]
    back = browser.post("/api/sign-in", json=given).json()
    assert [at["table"] for at in back["tables"]] == [table]


def test_signing_out_ends_this_browser_alone(site: Site) -> None:
    browser, made = owner(site)
    other = site.guest()
    other.post("/api/sign-in", json={"name": made["me"]["name"], "passphrase": PHRASE})
    assert browser.post("/api/sign-out").status_code == 204
    assert browser.get("/api/me/devices").status_code == 401
    assert other.get("/api/me/account").status_code == 200
    assert code_of(site.guest().post("/api/sign-out")) == (403, "no-account")
    assert browser.post("/api/me").json()["role"] is None


def test_the_seats_of_a_guest_are_not_lost_unsaid(site: Site) -> None:
    _, made = owner(site)
    browser = site.guest()
    table = site.table(browser, settings={"pace": "instant", "title": "Liangshan"})
    given: Json = {"name": made["me"]["name"], "passphrase": PHRASE}
    refused = browser.post("/api/sign-in", json=given)
    assert code_of(refused) == (409, "guest-sits")
    assert "Liangshan" in refused.json()["words"]["en"]
    kept = browser.post("/api/sign-in/code", json={"code": made["codes"][0]})
    assert code_of(kept) == (409, "guest-sits")
    assert [at["table"] for at in browser.post("/api/me").json()["tables"]] == [table]
    code = {"code": made["codes"][0], "leave": True}
    assert browser.post("/api/sign-in/code", json=code).status_code == 200, "it was not used up"
    assert browser.post("/api/me").json() == made["me"]
    with site.connect(browser, table) as talk:
        assert talk.hello()["table"]["seats"][0]["person"] is None


def test_a_guest_who_lives_on_elsewhere_keeps_its_seats(site: Site) -> None:
    _, made = owner(site)
    browser, phone = site.guest(), site.browser()
    table = site.table(browser)
    phone.post(f"/api/link/{browser.post('/api/me/link').json()['token']}")
    given: Json = {"name": made["me"]["name"], "passphrase": PHRASE}
    assert browser.post("/api/sign-in", json=given).status_code == 200
    assert [at["table"] for at in phone.post("/api/me").json()["tables"]] == [table]


def test_what_a_guest_has_played_goes_with_it_into_the_account(site: Site) -> None:
    _, made = owner(site)
    browser = site.guest()
    line = played(site, browser)
    browser.delete(f"/api/me/tables/{browser.post('/api/me').json()['tables'][0]['table']}")
    given: Json = {"name": made["me"]["name"], "passphrase": PHRASE}
    assert browser.post("/api/sign-in", json=given).status_code == 200
    person = made["me"]["person"]
    (found,) = browser.get("/api/matches", params={"person": person}).json()["matches"]
    assert found["match"] == line["match"]
    assert (found["seats"][0]["person"], found["seats"][0]["name"]) == (person, given["name"])
    facts = browser.get(f"/api/matches/{line['match']}").json()
    assert facts["hands"][0]["seats"][0]["person"] == person
    assert browser.get(f"/api/people/{person}").json()["hands"] == 1


def test_what_a_guest_has_played_stays_while_it_lives_on_elsewhere(site: Site) -> None:
    _, made = owner(site)
    browser, phone = site.guest(), site.browser()
    line = played(site, browser)
    phone.post(f"/api/link/{browser.post('/api/me/link').json()['token']}")
    given: Json = {"name": made["me"]["name"], "passphrase": PHRASE}
    assert browser.post("/api/sign-in", json=given).status_code == 200
    person = phone.post("/api/me").json()["person"]
    (found,) = phone.get("/api/matches", params={"person": person}).json()["matches"]
    assert (found["match"], found["seats"][0]["person"]) == (line["match"], person)


# Guessing


def test_whether_a_name_exists_is_not_told(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, made = owner(site)
    _, _, keyed = with_passkey(site)
    passphrases = site.server.app.state.services[Passphrases]
    looked_at: list[str] = []
    verify = PasswordHasher.verify

    def counted(self: PasswordHasher, kept: str, phrase: str) -> bool:
        looked_at.append(kept)
        return verify(self, kept, phrase)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    answers = []
    for name in (made["me"]["name"], keyed["me"]["name"], "Nobody At All", "❤"):
        browser = site.guest()
        given = {"name": name, "passphrase": "wrong wrong wrong"}
        answer = browser.post("/api/sign-in", json=given)
        answers.append((answer.status_code, answer.json(), set(answer.headers)))
    assert answers[0][:2] == (403, answers[0][1]) and answers[0][1]["code"] == "wrong-sign-in"
    assert all(answer == answers[0] for answer in answers)
    assert len(looked_at) == 4, "the same work is done for each"
    parameters = {kept.rpartition("$")[0].rpartition("$")[0] for kept in looked_at}
    assert len(parameters) == 1, "by the same parameters"
    assert passphrases is not None


def test_guessing_a_passphrase_is_slowed_down_alike_for_all_names(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        _, made = owner(site)
        for name in (made["me"]["name"], "Nobody At All"):
            browser = site.guest()
            given = {"name": name, "passphrase": "wrong wrong wrong"}
            statuses = [browser.post("/api/sign-in", json=given).status_code for _ in range(8)]
            assert statuses == [403] * 5 + [429] * 3
            refused = browser.post("/api/sign-in", json={**given, "passphrase": PHRASE})
            assert code_of(refused) == (429, "too-many-requests")
            assert int(refused.headers["retry-after"]) <= 2
        # The owner comes from elsewhere, or has a code.
        browser = site.guest()
        home = site.browser(headers={"x-forwarded-for": "203.0.113.9"})
        home.post("/api/me")
        given = {"name": made["me"]["name"], "passphrase": PHRASE}
        assert home.post("/api/sign-in", json=given).status_code == 200
        code = browser.post("/api/sign-in/code", json={"code": made["codes"][0]})
        assert code.status_code == 200


def test_proofs_are_slowed_down_too(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        browser, _ = owner(site)
        wrong = {"passphrase": "wrong wrong wrong"}
        tries = [browser.post("/api/me/account/proof", json=wrong).status_code for _ in range(7)]
        assert tries == [403] * 5 + [429] * 2


def test_signing_in_is_limited_for_each_address(tmp_path: Path) -> None:
    with running(tmp_path, sign_ins_per_minute=4) as site:
        browser = site.guest()
        tries = [
            browser.post("/api/sign-in/code", json={"code": f"k3vd-8q2m-x7tw-{n:04}"}).status_code
            for n in range(6)
        ]
        assert tries == [403] * 4 + [429] * 2
        for path, given in (
            ("/api/sign-in", {"name": "x", "passphrase": PHRASE}),
            ("/api/sign-in/passkey", {"passkey": {}}),
            ("/api/passkeys", {"purpose": "sign-in"}),
        ):
            assert browser.post(path, json=given).status_code == 429


# Codes


def test_a_recovery_code_is_good_once_and_lets_one_set_a_passphrase(site: Site) -> None:
    _, phone, made = with_passkey(site)
    assert phone.signs == 0
    browser, code = site.guest(), made["codes"][3].replace("-", " ").upper()
    assert browser.post("/api/sign-in/code", json={"code": code}).json() == made["me"]
    set_ = browser.put("/api/me/account/passphrase", json={"passphrase": "a new long phrase"})
    assert set_.status_code == 200 and set_.json()["passphrase"] and set_.json()["codes"] == 7
    replayed = site.guest().post("/api/sign-in/code", json={"code": code})
    assert code_of(replayed) == (403, "bad-code")
    other = site.guest()
    given = {"name": made["me"]["name"], "passphrase": "a new long phrase"}
    assert other.post("/api/sign-in", json=given).json() == made["me"]
    new = browser.post("/api/me/account/codes").json()["codes"]
    assert len(set(new) - set(made["codes"])) == 8
    old = site.guest().post("/api/sign-in/code", json={"code": made["codes"][4]})
    assert code_of(old) == (403, "bad-code")
    assert site.guest().post("/api/sign-in/code", json={"code": new[0]}).status_code == 200


# Ways in


def test_what_changes_ways_in_wants_a_proof(site: Site) -> None:
    browser, _ = owner(site)
    stale(site, browser)
    asked: list[tuple[str, str, Json | None]] = [
        ("PUT", "/api/me/account/passphrase", {"passphrase": "a new long phrase"}),
        ("DELETE", "/api/me/account/passphrase", None),
        ("POST", "/api/me/account/passkeys", {"passkey": {}}),
        ("DELETE", "/api/me/account/passkeys/AQID", None),
        ("POST", "/api/me/account/codes", None),
    ]
    for method, path, body in asked:
        assert code_of(browser.request(method, path, json=body)) == (403, "prove"), path
    wrong = browser.post("/api/me/account/proof", json={"passphrase": "wrong wrong wrong"})
    assert code_of(wrong) == (403, "wrong-sign-in")
    proved = browser.post("/api/me/account/proof", json={"passphrase": PHRASE})
    assert proved.json()["proved"] is True
    assert browser.post("/api/me/account/codes").status_code == 201


def test_a_browser_by_a_device_link_has_to_prove_it(site: Site) -> None:
    browser, _ = owner(site)
    other = site.browser()
    other.post(f"/api/link/{browser.post('/api/me/link').json()['token']}").raise_for_status()
    assert other.get("/api/me/account").json()["proved"] is False
    assert code_of(other.post("/api/me/account/codes")) == (403, "prove")


def test_the_last_way_in_stays(site: Site) -> None:
    browser, _ = owner(site)
    assert code_of(browser.delete("/api/me/account/passphrase")) == (409, "last-way")
    phone = Authenticator(site.url)
    given = {"passkey": phone.make(options(browser, "make")), "label": "Phone"}
    added = browser.post("/api/me/account/passkeys", json=given)
    assert added.status_code == 201, added.text
    (line,) = added.json()["passkeys"]
    assert line["label"] == "Phone" and line["here"] and line["used"] is None
    assert browser.delete("/api/me/account/passphrase").json()["passphrase"] is False
    gone = browser.delete(f"/api/me/account/passkeys/{line['passkey']}")
    assert code_of(gone) == (409, "last-way")
    for path in ("AQID", "!", "%00", "x" * 2000):
        assert browser.delete(f"/api/me/account/passkeys/{path}").status_code in (404, 409)


# Passkeys


def test_a_label_of_characters_that_become_two_fits_its_field(site: Site) -> None:
    browser, _ = owner(site)
    phone = Authenticator(site.url)
    given = {"passkey": phone.make(options(browser, "make")), "label": "\u0958" * 40}
    added = browser.post("/api/me/account/passkeys", json=given)
    assert added.json()["passkeys"][0]["label"] == "\u0915\u093c" * 20


def test_a_passkey_signs_in_without_a_name(site: Site) -> None:
    browser, phone, made = with_passkey(site)
    account = browser.get("/api/me/account").json()
    assert not account["passphrase"] and account["passkeys_here"]
    other = site.guest()
    asked = options(other, "sign-in")
    assert asked["allowCredentials"] == [] and asked["userVerification"] == "preferred"
    signed = other.post("/api/sign-in/passkey", json={"passkey": phone.sign(asked)})
    assert signed.json() == made["me"]
    asked = options(other, "prove")
    assert len(asked["allowCredentials"]) == 1
    proof = other.post("/api/me/account/proof", json={"passkey": phone.sign(asked)})
    assert proof.status_code == 200 and proof.json()["passkeys"][0]["used"]


def test_what_is_asked_for_a_new_passkey_makes_it_discoverable(site: Site) -> None:
    browser, phone, made = with_passkey(site)
    asked = options(browser, "make")
    assert asked["rp"]["id"] == "localhost"
    assert asked["authenticatorSelection"]["residentKey"] == "required"
    assert asked["authenticatorSelection"]["userVerification"] == "preferred"
    assert asked["user"]["name"] == made["me"]["name"]
    assert len(asked["excludeCredentials"]) == 1
    again = browser.post("/api/me/account/passkeys", json={"passkey": phone.make(asked)})
    assert code_of(again) == (403, "bad-passkey"), "there is one of this id"


def refused_sign_in(browser: httpx.Client, answer: Json) -> None:
    before = browser.post("/api/me").json()
    refused = browser.post("/api/sign-in/passkey", json={"passkey": answer})
    assert code_of(refused) == (403, "bad-passkey")
    assert "set-cookie" not in refused.headers
    assert browser.post("/api/me").json() == before


def test_an_answer_is_good_once(site: Site) -> None:
    _, phone, made = with_passkey(site)
    phone.counts = False  # so that nothing else gives it away
    browser = site.guest()
    answer = phone.sign(options(browser, "sign-in"))
    assert browser.post("/api/sign-in/passkey", json={"passkey": answer}).json() == made["me"]
    refused_sign_in(site.guest(), answer)
    again = browser.post("/api/sign-in/passkey", json={"passkey": answer})
    assert code_of(again) == (403, "bad-passkey")


def test_an_answer_is_good_in_the_browser_that_asked(site: Site) -> None:
    _, phone, _ = with_passkey(site)
    asked = options(site.guest(), "sign-in")
    refused_sign_in(site.guest(), phone.sign(asked))


def test_of_an_answer_that_is_sent_many_times_at_once_one_is_good(site: Site) -> None:
    _, phone, _ = with_passkey(site)
    phone.counts = False
    browser = site.guest()
    sent = {"passkey": phone.sign(options(browser, "sign-in"))}
    headers = {"cookie": f"shengji={browser.cookies['shengji']}"}
    others = [site.browser(headers=headers) for _ in range(4)]
    with ThreadPoolExecutor(len(others)) as pool:
        answers = list(pool.map(lambda one: one.post("/api/sign-in/passkey", json=sent), others))
    assert sum(answer.status_code == 200 for answer in answers) == 1


def with_challenge(recorded: Json, asked: Json) -> Json:
    """A recorded answer that names another challenge than was signed."""
    client = msgspec.json.decode(base64url_to_bytes(recorded["response"]["clientDataJSON"]))
    client["challenge"] = asked["challenge"]
    forged = bytes_to_base64url(msgspec.json.encode(client))
    return {**recorded, "response": {**recorded["response"], "clientDataJSON": forged}}


def test_a_recorded_sign_in_lets_nobody_in(site: Site) -> None:
    _, phone, made = with_passkey(site)
    phone.counts = False
    browser = site.guest()
    recorded = phone.sign(options(browser, "sign-in"))
    assert browser.post("/api/sign-in/passkey", json={"passkey": recorded}).status_code == 200
    used = browser.get("/api/me/account").json()["passkeys"]
    thief = site.guest()
    asked = options(thief, "sign-in")
    refused_sign_in(thief, recorded)
    # What was asked is still good: what was sent was no answer to it.
    fresh = phone.sign(asked)
    assert thief.post("/api/sign-in/passkey", json={"passkey": fresh}).json() == made["me"]
    thief = site.guest()
    refused_sign_in(thief, with_challenge(recorded, options(thief, "sign-in")))
    assert len(browser.get("/api/me/account").json()["passkeys"]) == len(used) == 1


def test_a_recorded_proof_proves_nothing(site: Site) -> None:
    browser, _ = owner(site)
    phone = Authenticator(site.url, counts=False)
    added = {"passkey": phone.make(options(browser, "make")), "label": "Phone"}
    assert browser.post("/api/me/account/passkeys", json=added).status_code == 201
    recorded = phone.sign(options(browser, "prove"))
    proof = {"passkey": recorded}
    assert browser.post("/api/me/account/proof", json=proof).status_code == 200
    stale(site, browser)
    before = browser.get("/api/me/account").json()
    asked = options(browser, "prove")
    for answer in (recorded, with_challenge(recorded, asked)):
        refused = browser.post("/api/me/account/proof", json={"passkey": answer})
        assert code_of(refused) == (403, "bad-passkey")
    assert browser.get("/api/me/account").json() == before


def test_a_recorded_making_of_a_passkey_makes_none(site: Site) -> None:
    browser, _ = owner(site)
    recorded = Authenticator(site.url).make(options(browser, "make"))
    answer = {"passkey": recorded, "label": "Phone"}
    (line,) = browser.post("/api/me/account/passkeys", json=answer).json()["passkeys"]
    # As when its owner has taken it away, since it was stolen.
    browser.delete(f"/api/me/account/passkeys/{line['passkey']}").raise_for_status()
    other, _ = owner(site)
    for who in (browser, other):
        before = who.get("/api/me/account").json()
        for _ in range(2):
            refused = who.post("/api/me/account/passkeys", json=answer)
            assert code_of(refused) == (403, "bad-passkey")
            assert "not accepted" in refused.json()["words"]["en"]
            assert "未被接受" in refused.json()["words"]["zh-Hans"]
            options(who, "make")  # a new challenge makes it no better
        assert who.get("/api/me/account").json() == before
    guest = site.guest()
    options(guest, "make")
    before = guest.post("/api/me").json()
    refused = guest.post("/api/me/account", json={"name": new_name(), "passkey": recorded})
    assert code_of(refused) == (403, "bad-passkey")
    assert guest.post("/api/me").json() == before


@pytest.mark.parametrize("purpose", ["make", "prove"])
def test_an_answer_is_good_for_what_was_asked(site: Site, purpose: str) -> None:
    _, phone, _ = with_passkey(site)
    browser = site.guest()
    asked = options(browser, purpose)
    asked.setdefault("rpId", "localhost")
    refused_sign_in(browser, phone.sign(asked))


def test_a_challenge_of_ones_own_is_not_believed(site: Site) -> None:
    _, phone, _ = with_passkey(site)
    refused_sign_in(site.guest(), phone.sign({"rpId": "localhost", "challenge": "AAAA"}))


@pytest.mark.parametrize(
    ("origin", "domain"),
    [
        ("http://localhost:1", None),
        ("https://evil.example", None),
        (None, "evil.example"),
        ("http://sub.localhost", None),
    ],
)
def test_an_answer_from_elsewhere_is_refused(
    site: Site, origin: str | None, domain: str | None
) -> None:
    _, phone, _ = with_passkey(site)
    phone.origin, phone.domain = origin or site.url, domain
    browser = site.guest()
    refused_sign_in(browser, phone.sign(options(browser, "sign-in")))
    new = Authenticator(origin or site.url, domain)
    guest = site.guest()
    given = {"name": new_name(), "passkey": new.make(options(guest, "make"))}
    assert code_of(guest.post("/api/me/account", json=given)) == (403, "bad-passkey")


def test_a_copy_of_a_passkey_is_noticed(site: Site) -> None:
    _, phone, _ = with_passkey(site)
    browser, phone.signs = site.guest(), 5
    answer = phone.sign(options(browser, "sign-in"))
    assert browser.post("/api/sign-in/passkey", json={"passkey": answer}).status_code == 200
    for signs in (5, 4, 0):  # the last one said 6
        browser, phone.signs = site.guest(), signs
        refused_sign_in(browser, phone.sign(options(browser, "sign-in")))


def test_a_signature_that_is_wrong_is_refused(site: Site) -> None:
    _, phone, _ = with_passkey(site)
    browser, thief = site.guest(), Authenticator(site.url)
    thief.id, thief.user = phone.id, phone.user
    refused_sign_in(browser, thief.sign(options(browser, "sign-in")))
    thief.id = b"unknown"
    refused_sign_in(browser, thief.sign(options(browser, "sign-in")))


def test_a_proof_is_of_ones_own_passkey(site: Site) -> None:
    browser, _ = owner(site)
    stale(site, browser)
    _, other, _ = with_passkey(site)
    answer = other.sign(options(browser, "prove"))
    refused = browser.post("/api/me/account/proof", json={"passkey": answer})
    assert code_of(refused) == (403, "bad-passkey")
    assert browser.get("/api/me/account").json()["proved"] is False


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "192.168.1.4", "[::1]", "pi.local:8000"])
def test_where_passkeys_cannot_work_that_is_said(site: Site, host: str) -> None:
    browser, _ = owner(site)
    headers = {"host": host}
    account = browser.get("/api/me/account", headers=headers).json()
    assert account["passkeys_here"] is False
    asked = browser.post("/api/passkeys", json={"purpose": "make"}, headers=headers)
    assert code_of(asked) == (409, "no-passkeys-here")


def test_an_address_that_is_not_ours_is_no_site(tmp_path: Path) -> None:
    with running(tmp_path, public_urls=("https://cards.example.org",)) as site:
        browser = site.guest()
        asked = {"purpose": "sign-in"}
        ours = browser.post("/api/passkeys", headers={"host": "cards.example.org"}, json=asked)
        assert ours.json()["options"]["rpId"] == "cards.example.org"
        for host in ("evil.example", "cards.example.org.evil.example"):
            headers = {"host": host, "x-forwarded-proto": "https"}
            cookie = {"cookie": f"shengji={browser.cookies['shengji']}"}
            theirs = browser.post("/api/passkeys", headers={**headers, **cookie}, json=asked)
            assert code_of(theirs) == (409, "no-passkeys-here")


# What is kept


def test_the_database_holds_nothing_that_lets_anybody_in(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        browser, made = owner(site)
        challenge = options(site.guest(), "sign-in")["challenge"]
    with sqlite3.connect(tmp_path / "tables.db") as database:
        dump = "\n".join(database.iterdump())
    database.close()
    assert "$argon2id$" in dump
    for secret in (browser.cookies["shengji"], PHRASE, challenge, *made["codes"]):
        assert secret not in dump and secret.replace("-", "") not in dump


def test_pages_of_other_sites_cannot_sign_anybody_in_or_out(site: Site) -> None:
    """Of the requests that change something, each is refused from another origin."""
    browser, made = owner(site)
    evil = {"origin": "https://evil.example"}
    asked: list[tuple[str, str, Json]] = [
        ("POST", "/api/sign-in", {"name": made["me"]["name"], "passphrase": PHRASE}),
        ("POST", "/api/sign-in/code", {"code": made["codes"][0]}),
        ("POST", "/api/sign-in/passkey", {"passkey": {}}),
        ("POST", "/api/sign-out", {}),
        ("POST", "/api/me/account", {"name": new_name(), "passphrase": PHRASE}),
        ("POST", "/api/me/account/proof", {"passphrase": PHRASE}),
        ("PUT", "/api/me/account/passphrase", {"passphrase": "a new long phrase"}),
        ("POST", "/api/me/account/codes", {}),
        ("POST", "/api/passkeys", {"purpose": "sign-in"}),
    ]
    for method, path, body in asked:
        assert code_of(browser.request(method, path, json=body, headers=evil)) == (403, "origin")
    assert browser.get("/api/me/account").json()["codes"] == 8


def test_a_guest_s_link_ends_with_that_of_the_account_that_the_guest_signs_in_to(
    site: Site,
) -> None:
    phone, made = owner(site)
    guest, eve = site.guest(), site.guest()
    address = f"/api/matches/{played(site, eve)['match']}/share"
    links = [browser.post(address).json()["token"] for browser in (phone, guest, eve)]
    new = {"name": made["me"]["name"], "passphrase": PHRASE}
    assert guest.post("/api/sign-in", json=new).status_code == 200

    def works(link: str) -> bool:
        return eve.get(f"/api/shared/{link}/hands").status_code == 200

    assert all(map(works, links)), "who was given one of them still looks at the match"
    assert phone.delete(address).status_code == 204
    assert [works(link) for link in links] == [False, False, True]
