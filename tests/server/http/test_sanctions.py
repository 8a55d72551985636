"""Sanctions: a banned person can do nothing here, and a muted one says nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest

from shengji.server.database.database import Database
from shengji.server.moderation.store import ModerationStore
from shengji.server.site.sanctions import Sanction
from tests.server.http.site import Site, running
from tests.server.http.test_accounts import PHRASE, owner
from tests.waiting import PATIENCE


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with running(tmp_path) as found:
        yield found


T = TypeVar("T")


def moderating(site: Site, job: Callable[[ModerationStore], Coroutine[Any, Any, T]]) -> T:
    """Do something to what a server keeps of moderation."""
    services = site.server.app.state.services
    loop = services[Database].writer._task.get_loop()
    return asyncio.run_coroutine_threadsafe(job(services[ModerationStore]), loop).result(PATIENCE)


def impose(site: Site, person: str, kind: Sanction, until: int | None = None) -> None:
    """Mute or ban somebody."""
    services = site.server.app.state.services
    moderating(site, lambda kept: kept.impose(person, kind, "insults", "keeper", until))
    services.sanctions.replace(moderating(site, lambda kept: kept.sanctions()))


def test_who_is_banned_is_told_why_and_can_do_nothing(site: Site) -> None:
    browser = site.guest()
    table = site.table(browser)
    person = browser.post("/api/me").json()["person"]
    impose(site, person, "ban", until=32_503_680_000_000)
    refused = browser.post("/api/tables", json={})
    assert (refused.status_code, refused.json()["code"]) == (403, "banned")
    assert (
        refused.json()["words"]["en"]
        == "You are banned here (until: 3000-01-01 00:00 UTC). Reason: insults"
    )
    with site.connect(browser, table) as talk:
        assert talk.hear()["code"] == "banned"


def test_who_is_muted_plays_but_says_nothing(site: Site) -> None:
    browser = site.guest()
    table = site.table(browser)
    impose(site, browser.post("/api/me").json()["person"], "mute")
    with site.connect(browser, table) as talk:
        version = talk.hello()["version"]
        for action, kind in (
            ({"do": "say", "text": "hello"}, "refused"),
            ({"do": "seat_bot", "seat": 1, "bot": "easy"}, "done"),
        ):
            talk.say({"type": "do", "id": kind, "version": version, "action": action})
            answer = talk.until("done", "refused")
            assert (answer["type"], answer["id"]) == (kind, kind)
        assert site.guest().get("/api/lobby").status_code == 200


def test_who_is_muted_writes_nothing_that_others_read(site: Site) -> None:
    """No names and no titles; what needs no words goes on."""
    guest = site.guest()
    me = guest.post("/api/me").json()
    table = site.table(guest, settings={"title": "Ours"})
    impose(site, me["person"], "mute")
    for answer in (
        guest.patch("/api/me", json={"name": "Hear me"}),
        guest.post("/api/me/account", json={"name": "Hear me", "passphrase": PHRASE}),
        guest.post("/api/tables", json={"settings": {"title": "Hear me"}}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "muted")
        assert "禁言" in answer.json()["words"]["zh-Hans"]
    assert guest.post("/api/me").json()["name"] == me["name"]
    assert guest.post("/api/tables", json={}).status_code == 201
    with site.connect(guest, table) as talk:
        asked = 0

        def set_to(**settings: object) -> str:
            nonlocal asked
            asked += 1
            version = talk.hello()["version"]
            action = {"do": "set_settings", "settings": settings}
            talk.say({"type": "do", "id": f"s{asked}", "version": version, "action": action})
            answer = talk.until("done", "refused")
            return str(answer.get("code", "done"))

        assert set_to(title="Hear me", pace="slow") == "muted"
        assert set_to(title="Ours", pace="slow") == "done", "it stands there already"
        assert set_to(title="") == "done", "and it may go"


def test_a_muted_organiser_runs_a_night_without_words(site: Site) -> None:
    boss, known = owner(site)
    made = boss.post("/api/nights", json={"settings": {"title": "Friday"}})
    night = f"/api/nights/{made.json()['night']}"
    impose(site, known["me"]["person"], "mute")

    def ask(do: str, **given: object) -> Any:
        command = {"do": do, "id": f"c{len(given)}{do}{given}"[:60].encode().hex()[:60], **given}
        return boss.post(night, json={"commands": [command]}).json()["answers"][0]

    refused = boss.post("/api/nights", json={"settings": {"title": "Hear me"}})
    assert refused.json()["code"] == "muted"
    assert ask("change_settings", settings={"title": "Hear me", "rounds": 3})["done"]
    settings = boss.get(night).json()["settings"]
    assert (settings["title"], settings["rounds"]) == ("Friday", 3)
    assert ask("check_in", person="", name="", team="Hear me")["done"]
    named = ask("check_in", person="guest-1", name="Hear me")
    assert named["refusal"]["code"] == "muted"
    ask("announce", text="Hear me")
    assert "Hear me" not in boss.get(night).text


def test_bans_are_in_force_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as site:
        browser = site.guest()
        cookies = dict(browser.cookies)
        impose(site, browser.post("/api/me").json()["person"], "ban")
    with running(tmp_path) as site:
        again = site.browser(cookies=cookies)
        assert again.post("/api/tables", json={}).json()["code"] == "banned"
