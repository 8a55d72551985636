"""The socket of the site: who may hear it, what ends it, and that it is told what happens."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from shengji.server.moderation.store import ModerationStore
from shengji.server.tables.live.hub import Hub
from tests.server.http.site import Json, Site, Talk, running
from tests.server.http.test_accounts import owner
from tests.server.http.test_friends import befriended, id_of, known
from tests.server.http.test_socket import closed
from tests.waiting import PATIENCE, wait_for


def moved(page: Talk) -> Json:
    """The next friend who is told to have moved; only one."""
    (found,) = page.until("moved")["moved"]
    assert isinstance(found, dict)
    return found


def test_a_page_is_told_where_friends_go(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    befriended(ann, bob)
    b = id_of(bob)
    with site.page(ann) as page:
        assert page.hear() == {"type": "welcome", "you": id_of(ann)}
        assert page.hear()["known"] == ann.get("/api/friends").json()
        assert page.hear()["invitations"] == {"received": [], "sent": []}
        with site.page(bob):
            assert moved(page) == {"person": b, "where": "here", "table": None}
            table = site.table(bob, settings={"title": "Friday"})
            with site.connect(bob, table) as talk:
                talk.hello()
                at = {"table": table, "title": "Friday"}
                assert moved(page) == {"person": b, "where": "table", "table": at}
            assert moved(page) == {"person": b, "where": "here", "table": None}


def test_a_page_is_told_who_asks_to_be_a_friend_and_who_is_one(site: Site) -> None:
    ann, bob = site.guest(), site.guest()
    a, b = id_of(ann), id_of(bob)
    with site.page(ann) as page:
        page.until("invitations")
        bob.put(f"/api/friends/{a}")
        assert [at["person"] for at in page.until("friends")["known"]["asking"]] == [b]
        ann.put(f"/api/friends/{b}")
        assert [at["person"] for at in page.until("friends")["known"]["friends"]] == [b]
        assert bob.delete("/api/me").status_code == 204
        assert page.until("friends")["known"]["friends"] == []
    assert known(ann)["friends"] == []


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever shows the lobby is told of it at once."""
    monkeypatch.setattr("shengji.server.friends.lobby_news.EVERY", 0.02)
    monkeypatch.setattr("shengji.server.tables.live.lobby_board.FRESH", 0.0)


@pytest.fixture
def lively(soon: None, tmp_path: Path) -> Iterator[Site]:
    """A site where nobody else is, so that nothing else changes in the lobby."""
    with running(tmp_path) as found:
        yield found


def changed_until(page: Talk, lobby: Json, ready: Callable[[Json], bool]) -> Json:
    """The lobby as a page knows it, as soon as something is so."""
    while not ready(lobby):
        told = page.until("lobby", "lobby_changed")
        if told["type"] == "lobby":
            lobby = told["lobby"]
            continue
        old = {*told["gone"], *(line["table"] for line in told["tables"])}
        kept = [line for line in lobby["tables"] if line["table"] not in old]
        lobby = {**lobby, "tables": [*told["tables"], *kept], "playing": told["playing"]}
        lobby |= {key: told[key] for key in ("sets", "bots") if told[key] is not None}
    return lobby


def shows(lobby: Json, table: str) -> Json | None:
    """A table in the lobby; `None`: it is not there."""
    lines: list[Json] = lobby["tables"]
    return next((line for line in lines if line["table"] == table), None)


def test_a_page_that_shows_the_lobby_is_told_what_changes_there(lively: Site) -> None:
    ann, bob = lively.guest(), lively.guest()
    with lively.page(ann, lobby=True) as page:
        lobby = page.until("lobby")["lobby"]
        assert lobby == ann.get("/api/lobby").json() and lobby["tables"] == []
        table, hidden = (lively.table(bob, settings={"private": at}) for at in (False, True))
        with lively.connect(bob, table) as talk, lively.connect(bob, hidden):
            version = talk.hello()["version"]
            lobby = changed_until(page, lobby, lambda at: shows(at, table) is not None)
            assert shows(lobby, table)["bots"] == 0  # type: ignore[index]
            bot = {"do": "seat_bot", "seat": 1, "bot": "basic"}
            talk.say({"type": "do", "id": "bot", "version": version, "action": bot})
            lobby = changed_until(page, lobby, lambda at: shows(at, table)["bots"] == 1)  # type: ignore[index]
            assert lobby["tables"] == ann.get("/api/lobby").json()["tables"]
        bob.delete(f"/api/me/tables/{table}")
        lobby = changed_until(page, lobby, lambda at: shows(at, table) is None)
        assert shows(lobby, hidden) is None


def test_another_page_is_told_nothing_of_the_lobby(lively: Site) -> None:
    ann, bob = lively.guest(), lively.guest()
    befriended(ann, bob)
    with lively.page(bob) as page, lively.page(ann, lobby=True) as other:
        page.until("invitations")
        lobby = other.until("lobby")["lobby"]
        table = lively.table(ann)
        with lively.connect(ann, table) as talk:
            talk.hello()
            changed_until(other, lobby, lambda at: shows(at, table) is not None)
            told = [page.hear()]
            while told[-1]["type"] != "moved" or told[-1]["moved"][0]["where"] != "table":
                told.append(page.hear())
        assert {at["type"] for at in told} <= {"moved", "beat"}


def test_a_table_of_who_is_kept_apart_is_not_told(lively: Site) -> None:
    ann, bob, cleo = (lively.guest() for _ in range(3))
    table = lively.table(bob)
    with lively.connect(bob, table) as talk, lively.page(ann, lobby=True) as page:
        talk.hello()
        lobby = page.until("lobby")["lobby"]
        changed_until(page, lobby, lambda at: shows(at, table) is not None)
        bob.put(f"/api/blocks/{id_of(ann)}")
        changed_until(page, {"tables": [{"table": table}]}, lambda at: shows(at, table) is None)
        other = lively.table(cleo)
        with lively.connect(cleo, other) as second:
            second.hello()
            lobby = changed_until(page, {"tables": []}, lambda at: shows(at, other) is not None)
            assert shows(lobby, table) is None
        bob.delete(f"/api/blocks/{id_of(ann)}")
        changed_until(page, lobby, lambda at: shows(at, table) is not None)


def test_a_page_says_nothing(site: Site) -> None:
    with site.page(site.guest()) as page:
        page.hear()
        page.say({"type": "ping"})
        assert closed(page) == 1000


def test_an_unknown_browser_hears_nothing(site: Site) -> None:
    with site.page(site.browser()) as page:
        assert page.hear()["code"] == "no-person"
        assert closed(page) == 4401


@pytest.mark.parametrize("origin", ["https://evil.example", "null"])
def test_pages_of_other_sites_hear_nothing(site: Site, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        site.page(site.guest(), headers={"Origin": origin})
    assert refused.value.response.status_code == 403


def test_a_person_has_so_many_pages(tmp_path: Path) -> None:
    with running(tmp_path, connections_per_person=2) as site:
        ann = site.guest()
        with site.page(ann) as one, site.page(ann) as two:
            for page in (one, two):
                page.hear()
            with site.page(ann) as three:
                assert three.hear()["code"] == "too-many-connections"
                assert closed(three) == 4429
        pages = site.server.app.state.services[Hub].pages
        wait_for(lambda: not len(pages))
        with site.page(ann) as again:
            assert again.hear()["type"] == "welcome"


def test_who_is_signed_out_hears_no_more(site: Site) -> None:
    (ann, _), bob = owner(site), site.guest()
    befriended(bob, ann)
    with site.page(ann) as page:
        page.hear()
        assert ann.post("/api/sign-out").status_code < 300
        assert page.until("bye")["code"] == "signed-out"
        assert closed(page) == 1000


def test_who_is_banned_hears_no_more(site: Site) -> None:
    ann, person = banned_with_a_page(site)
    with site.page(ann) as page:
        assert page.hear()["code"] == "banned"
    assert ann.get("/api/friends").status_code == 403, person


def banned_with_a_page(site: Site) -> tuple[httpx.Client, str]:
    """Somebody who was banned while a page of theirs was open, which was told."""
    ann = site.guest()
    person = id_of(ann)
    services = site.server.app.state.services

    async def ban() -> None:
        await services[ModerationStore].impose(person, "ban", "insults", "keeper", None)
        await services.sanctions.read(services[ModerationStore], services[Hub])

    with site.page(ann) as page:
        page.hear()
        asyncio.run_coroutine_threadsafe(ban(), site.loop).result(PATIENCE)
        assert page.until("bye")["code"] == "banned"
    return ann, person
