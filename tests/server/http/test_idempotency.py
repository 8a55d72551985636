"""A request that is sent again with its key: made once, answered alike, and nobody else's."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Coroutine
from typing import Any, Final
from uuid import uuid4

import httpx
import pytest
from litestar import Request

from shengji.server.routes import ADDRESSES
from shengji.server.site.guards import AnyCaller
from shengji.server.site.idempotency import IdempotencyMiddleware, KeyedRequest, claim, key_in
from shengji.server.site.redirection import ELSEWHERE, Redirection
from shengji.server.site.stored_responses import StoredResponseStore
from tests.server.http.site import Site
from tests.server.http.test_accounts import PHRASE, owner
from tests.server.http.test_estate import archive
from tests.server.http.test_matches import me
from tests.waiting import PATIENCE

EVENING: Final = {"settings": {"first": "2026-12-03", "time": "20:00"}}

STATE: Final = "sets a state; asked again it is the same"
WORKED: Final = "works something out, and stores nothing"
REVIEW: Final = "a hand is reviewed once, however often one asks; it says how far that is"

MAKES_NOTHING: Final = {
    "/api/me/pushes": STATE,
    "/api/me/account/proof": STATE,
    "/api/me/bot": STATE,
    "/api/passkeys": "a challenge, which is good for minutes and for one signature",
    "/api/sign-out": STATE,
    "/api/friends": STATE,
    "/api/friends/link": "there is one link, which it tells",
    "/api/friend-links/{token:str}": STATE,
    "/api/invitations/{invitation:str}": STATE,
    "/api/evenings/{evening:str}/table": "there is one table of an evening, which it tells",
    "/api/evenings/{evening:str}/calendar": "there is one calendar file, which it tells",
    "/api/evening-links/{token:str}": STATE,
    "/api/club-links/{token:str}": STATE,
    "/api/club-codes": STATE,
    "/api/clubs/{club:str}/members/{member:str}/merge": STATE,
    "/api/clubs/{club:str}/members/{member:str}/code": "a line has one code, the last one",
    "/api/clubs/{club:str}/guests/{night:str}": "a guest becomes a member once",
    "/api/bot/games/{game:str}": "a bot answers each question once (`not-asked`)",
    "/api/tables/{table:str}/hands/{hand:int}/review": REVIEW,
    "/api/matches/{match:str}/hands/{hand:int}/review": REVIEW,
    "/api/shared/{token:str}/hands/{hand:int}/review": REVIEW,
    "/api/matches/{match:str}/review": REVIEW,
    "/api/shared/{token:str}/review": REVIEW,
    "/api/replays/review": REVIEW,
    "/api/matches/{match:str}/share": "there is one link of a match and a person, which it tells",
    "/api/replays": WORKED,
    "/api/replays/text": WORKED,
    "/api/replays/picture": WORKED,
    "/api/rules/check": WORKED,
    "/api/drills": WORKED,
    "/api/drills/answer": WORKED,
    "/api/pairing": "a person waits once; whoever asks anew waits for that alone",
    "/api/nights/{night:str}": "commands have ids of their own, by which each is done once",
    "/api/nights/{night:str}/preview": WORKED,
    "/api/nights/{night:str}/club": STATE,
    "/api/nights/{night:str}/claim": STATE,
    "/api/nights/{night:str}/devices": "a table has one code, the last, which it tells",
    "/api/nights/{night:str}/device/hands": "as of `/api/nights/{night:str}`",
    "/api/nights/{night:str}/device/preview": WORKED,
    "/api/admin/reports/{report_id:str}/settle": STATE,
    "/api/admin/matches/{match:str}/annul": STATE,
}
"""Each POST that takes no key, and why a lost answer makes nothing twice."""


def new_key() -> dict[str, str]:
    """Headers with a new key."""
    return {"Idempotency-Key": f'"{uuid4()}"'}


def answers_of(site: Site) -> StoredResponseStore:
    found: StoredResponseStore = site.server.app.state.services[StoredResponseStore]
    return found


def done(site: Site, work: Coroutine[Any, Any, Any]) -> Any:
    """Do something on the server's loop."""
    return asyncio.run_coroutine_threadsafe(work, site.loop).result(PATIENCE)


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def evenings(browser: httpx.Client) -> int:
    return len(browser.get("/api/evenings").json()["evenings"])


def test_each_post_makes_something_or_has_a_reason_not_to() -> None:
    posts = {
        path: handler.resolve_middleware()
        for handler in ADDRESSES
        for path in handler.paths
        if "POST" in handler.http_methods
    }
    assert {path for path, found in posts.items() if IdempotencyMiddleware not in found} == set(
        MAKES_NOTHING
    )
    others = [one for one in ADDRESSES if "POST" not in one.http_methods]
    assert not any(IdempotencyMiddleware in one.resolve_middleware() for one in others)


def test_what_is_sent_again_is_made_once_and_answered_alike(site: Site) -> None:
    ann, key = site.guest(), new_key()
    first = ann.post("/api/evenings", json=EVENING, headers=key)
    again = ann.post("/api/evenings", json=EVENING, headers=key)
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json() and evenings(ann) == 1
    assert "idempotency-replayed" not in first.headers
    assert again.headers["idempotency-replayed"] == "true"
    assert ann.post("/api/evenings", json=EVENING, headers=new_key()).json() != first.json()


def test_the_same_key_with_another_request_is_refused(site: Site) -> None:
    ann, key = site.guest(), new_key()
    ann.post("/api/evenings", json=EVENING, headers=key).raise_for_status()
    other = {"settings": {**EVENING["settings"], "title": "Fridays"}}
    assert code(ann.post("/api/evenings", json=other, headers=key)) == (422, "key-reused")
    assert code(ann.post("/api/me/link", headers=key)) == (422, "key-reused")
    assert evenings(ann) == 1


def test_a_key_is_that_of_who_asks(site: Site) -> None:
    ann, bob, key = site.guest(), site.guest(), new_key()
    made = [who.post("/api/evenings", json=EVENING, headers=key).json() for who in (ann, bob)]
    assert made[0] != made[1] and evenings(ann) == evenings(bob) == 1


@pytest.mark.parametrize("key", ["short", "é" * 20, "x" * 65, "a b c d e f g h i j k l"])
def test_what_is_no_key_is_refused(site: Site, key: str) -> None:
    ann = site.guest()
    headers = {b"Idempotency-Key": key.encode()}
    answer = ann.post("/api/evenings", json=EVENING, headers=headers)
    assert code(answer) == (400, "bad-request") and evenings(ann) == 0


def test_what_is_refused_has_made_nothing_and_its_key_is_free(site: Site) -> None:
    ann, key = site.guest(), new_key()
    wrong = {"settings": {**EVENING["settings"], "zone": "Mars/Base"}}
    assert code(ann.post("/api/evenings", json=wrong, headers=key)) == (422, "bad-zone")
    assert ann.post("/api/evenings", json=EVENING, headers=key).status_code == 201


def test_a_stranger_who_asks_twice_is_one_guest(site: Site) -> None:
    key, first, again = new_key(), site.browser(), site.browser()
    person = first.post("/api/me", headers=key).json()["person"]
    assert again.post("/api/me", headers=key).json()["person"] == person
    assert again.cookies["shengji"] == first.cookies["shengji"]
    assert again.get("/api/me").json()["person"] == person


def test_who_signs_in_and_hears_nothing_of_it_is_signed_in(site: Site) -> None:
    _, made = owner(site)
    browser, key = site.guest(), new_key()
    before = dict(browser.cookies)
    given = {"name": made["me"]["name"], "passphrase": PHRASE}
    first = browser.post("/api/sign-in", json=given, headers=key)
    late = site.browser(cookies=before)
    again = late.post("/api/sign-in", json=given, headers=key)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.cookies["shengji"] == first.cookies["shengji"]


def test_recovery_codes_whose_answer_is_lost_are_told_again_and_to_nobody_else(site: Site) -> None:
    guest, key = site.guest(), new_key()
    before = dict(guest.cookies)
    new = {"name": "Gongsun Sheng 7", "passphrase": PHRASE}
    made = guest.post("/api/me/account", json=new, headers=key).json()
    late, stranger = site.browser(cookies=before), site.guest()
    assert late.post("/api/me/account", json=new, headers=key).json() == made
    assert stranger.post("/api/me/account", json=new, headers=key).status_code == 409
    with sqlite3.connect(site.folder / "tables.db") as database:
        kept = repr(database.execute("SELECT * FROM kept_answers").fetchall())
    database.close()
    for secret in (*made["codes"], key["Idempotency-Key"].strip('"'), guest.cookies["shengji"]):
        assert secret not in kept


def test_while_it_is_answered_one_waits_and_what_was_cut_off_is_said(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, key = site.guest(), new_key()
    body = b'{"settings":{}}'
    scope: Any = {
        "method": "POST",
        "raw_path": b"/api/evenings",
        "query_string": b"",
        "headers": [(b"cookie", f"shengji={ann.cookies['shengji']}".encode())],
    }
    asked = KeyedRequest.of(key["Idempotency-Key"].strip('"'), scope, body)
    done(site, answers_of(site).claim(asked.id, asked.digest, me(ann), me(ann)))
    headers = {**key, "content-type": "application/json"}
    busy = ann.post("/api/evenings", content=body, headers=headers)
    assert code(busy) == (409, "key-busy") and busy.headers["retry-after"] == "1"
    monkeypatch.setattr("shengji.server.site.idempotency._BUSY_MS", 0)
    assert code(ann.post("/api/evenings", content=body, headers=headers)) == (409, "answer-lost")
    assert evenings(ann) == 0


def test_of_two_who_come_at_once_one_waits(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing_yet(*_: object) -> None:
        return None

    ann, key = site.guest(), new_key()
    monkeypatch.setattr(StoredResponseStore, "find", nothing_yet)
    first, second = (ann.post("/api/evenings", json=EVENING, headers=key) for _ in range(2))
    assert first.status_code == 201 and code(second) == (409, "key-busy")
    assert evenings(ann) == 1


def test_a_key_is_free_for_the_server_that_answers_in_place_of_this_one(site: Site) -> None:
    answers, sent = answers_of(site), list[Any]()
    scope: Any = {
        "type": "http",
        "method": "POST",
        "raw_path": b"/api/evenings",
        "query_string": b"",
        "headers": [(b"idempotency-key", new_key()["Idempotency-Key"].encode())],
        "client": ("192.0.2.7", 5000),
        "state": {},
        "litestar_app": site.server.app,
        ELSEWHERE: Redirection(),
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": b"{}", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    async def owned_elsewhere(scope: Any, receive: Any, send: Any) -> None:
        await claim(AnyCaller(Request(scope), site.server.app.state.services))
        scope[ELSEWHERE].is_moved = True
        await send({"type": "http.response.start", "status": 201, "headers": []})
        await send({"type": "http.response.body", "body": b"null", "more_body": False})

    done(site, IdempotencyMiddleware(owned_elsewhere)(scope, receive, send))
    asked = KeyedRequest.of(key_in(scope["headers"]) or "", scope, b"{}")
    assert len(sent) == 2 and done(site, answers.find(asked.id)) is None


def test_it_is_exported_and_goes_with_the_person(site: Site) -> None:
    browser, key = site.browser(), new_key()
    person = browser.post("/api/me", headers=key).json()["person"]
    browser.post("/api/me/link", headers=new_key()).raise_for_status()
    assert len(archive(browser)["requests.json"]) == 2
    browser.delete("/api/me").raise_for_status()
    assert site.browser().post("/api/me", headers=key).json()["person"] != person
