"""Bots that play over the network, with tokens."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from shengji.bots.characters import LEVEL_NAMES
from shengji.server.accounts.tokens import TokenStore
from shengji.server.tables.live.context import LiveSettings
from shengji.server.tables.live.hub import Hub
from tests.bots.outside.kit import EXAMPLES
from tests.server.http.site import Site, running
from tests.server.http.test_accounts import code_of, new_name, owner, stale
from tests.server.http.test_matches import me, played
from tests.waiting import PATIENCE, wait_for

Json = dict[str, Any]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with running(tmp_path, LiveSettings(absent_after=0.2)) as found:
        yield found


def bot_owner(site: Site, name: str | None = None) -> httpx.Client:
    """A browser whose account is a bot's."""
    browser, _ = owner(site, name)
    browser.post("/api/me/bot").raise_for_status()
    return browser


def token_of(browser: httpx.Client, *scopes: str, **more: object) -> str:
    """A new token of somebody."""
    made = browser.post("/api/me/tokens", json={"label": "t", "scopes": scopes, **more})
    assert made.status_code == 201, made.text
    secret: str = made.json()["secret"]
    return secret


def program_of(site: Site, token: str) -> httpx.Client:
    """A client that asks with a token."""
    return site.browser(headers={"Authorization": f"Bearer {token}"})


@contextmanager
def _lines(program: httpx.Client, address: str) -> Iterator[Iterator[Json]]:
    with program.stream("GET", address) as response:
        assert response.status_code == 200, response.read()
        yield (json.loads(line) for line in response.iter_lines() if line)


def _hand_over(site: Site, browser: httpx.Client, table: str) -> None:
    """Let a bot play for the person until a hand is over."""
    with site.connect(browser, table) as talk:
        version = talk.hello()["version"]
        action = {"do": "automate", "on": True}
        talk.say({"type": "do", "id": "a", "version": version, "action": action})
        while True:
            happened = talk.until("happened")
            if any(at["event"]["event"] == "hand_ended" for at in happened["events"]):
                return


# Tokens


def test_a_token_is_told_once_and_can_be_ended(site: Site) -> None:
    browser = bot_owner(site)
    token = token_of(browser, "bot", "history", days=1)
    assert token.startswith("shengji_")
    (known,) = browser.get("/api/me/tokens").json()["tokens"]
    assert known["scopes"] == ["bot", "history"]
    assert known["expires"] - known["made"] == 24 * 3600 * 1000
    assert token not in json.dumps(known)
    assert site.guest().delete(f"/api/me/tokens/{known['id']}").json()["code"] == "no-such-token"
    assert browser.delete(f"/api/me/tokens/{known['id']}").json() == {"tokens": []}
    refused = program_of(site, token).get("/api/bot")
    assert (refused.status_code, refused.json()["code"]) == (401, "no-token")
    assert refused.headers["www-authenticate"] == "Bearer"


def test_a_token_does_what_its_scopes_say_and_nothing_else(site: Site) -> None:
    browser = site.guest()
    program = program_of(site, token_of(browser, "history"))
    assert program.get("/api/bot").json()["code"] == "scope"
    assert program.get("/api/me").json()["code"] == "scope"
    assert program.get("/api/matches").json() == {"matches": [], "next": None}
    assert program.get("/api/me/tokens").json()["code"] == "browsers-only"
    more = program.post("/api/me/tokens", json={"label": "x", "scopes": ["profile"]})
    assert more.json()["code"] == "browsers-only"
    assert program.patch("/api/me", json={"name": "Wu"}).json()["code"] == "browsers-only"
    known = program_of(site, token_of(browser, "profile")).get("/api/me")
    assert known.json() == browser.post("/api/me").json()
    # A program never becomes a guest.
    assert program.post("/api/me").json()["code"] == "browsers-only"
    # The cookie of a browser does not help a token that is bad.
    both = {"Authorization": "Bearer nonsense"}
    assert browser.get("/api/me/tokens", headers=both).json()["code"] == "no-token"


def test_a_token_is_good_until_it_expires(site: Site) -> None:
    program = program_of(site, token_of(bot_owner(site), "bot", days=1))
    services = site.server.app.state.services
    with _lines(program, "/api/bot"):
        pass
    now = services[TokenStore]._clock
    services[TokenStore]._clock = lambda: now() + 25 * 3600 * 1000
    assert program.get("/api/bot").json()["code"] == "no-token"


def test_nobody_has_more_tokens_than_can_be_looked_through(site: Site) -> None:
    browser = site.guest()
    for _ in range(20):
        token_of(browser, "profile")
    refused = browser.post("/api/me/tokens", json={"label": "t", "scopes": ["profile"]})
    assert refused.json()["code"] == "too-many-tokens"


@pytest.mark.parametrize(
    "wrong",
    [{"label": "", "scopes": ["bot"]}, {"label": "x", "scopes": ["all"]}, {"label": "x"}],
)
def test_a_token_that_cannot_be(site: Site, wrong: Json) -> None:
    browser = site.guest()
    assert browser.post("/api/me/tokens", json=wrong).json()["code"] == "bad-request"
    assert browser.get("/api/me/tokens").json() == {"tokens": []}


def test_a_token_asks_no_more_often_than_it_may(tmp_path: Path) -> None:
    with running(tmp_path, requests_per_token=0.1) as site:
        browser = site.guest()
        eager = program_of(site, token_of(browser, "profile"))
        other = program_of(site, token_of(browser, "profile"))
        assert eager.get("/api/me").status_code == 200
        refused = eager.get("/api/me")
        assert code_of(refused) == (429, "too-many-requests")
        assert 5 <= int(refused.headers["retry-after"]) <= 11
        assert other.get("/api/me").status_code == 200
        assert all(browser.get("/api/me").status_code == 200 for _ in range(5)), "no token"


def test_a_token_reads_no_more_streams_than_it_may(tmp_path: Path) -> None:
    with running(tmp_path, streams_per_token=1) as site:
        browser = bot_owner(site)
        eager = program_of(site, token_of(browser, "bot"))
        with _lines(eager, "/api/bot"):
            assert code_of(eager.get("/api/bot")) == (429, "too-many-streams")
            with _lines(program_of(site, token_of(browser, "bot")), "/api/bot"):
                pass
        services = site.server.app.state.services
        wait_for(lambda: not services.streams._held)
        with _lines(eager, "/api/bot"):
            pass


# The accounts of bots


def test_an_account_becomes_a_bots_for_good_and_sits_nowhere(site: Site) -> None:
    browser, made = owner(site)
    table = site.table(site.guest())
    with site.connect(browser, table) as talk:
        talk.hello()
        known = browser.post("/api/me/bot").json()
        assert known["bot"] is True
        assert talk.until("bye")["code"] == "restart"
    with site.connect(browser, table) as talk:
        assert talk.hear()["code"] == "bot"
    for answer in (
        browser.post("/api/tables", json={}),
        browser.post("/api/play", json={}),
        browser.post("/api/play", json={"people": False}),
        browser.post("/api/clubs", json={"settings": {"name": "Bots"}}),
        browser.post("/api/nights", json={"settings": {}}),
    ):
        assert code_of(answer) == (403, "bot-account")
    assert browser.post("/api/me/bot").json() == known
    again = site.guest()
    again.post("/api/sign-in/code", json={"code": made["codes"][0]}).raise_for_status()
    assert again.get("/api/me").json()["bot"] is True
    told = site.guest().get(f"/api/people/{known['person']}").json()
    assert (told["bot"], told["matches"]) == (True, 0)


def test_who_cannot_be_a_bot(site: Site) -> None:
    assert code_of(site.guest().post("/api/me/bot")) == (403, "no-account")
    browser, _ = owner(site)
    stale(site, browser)
    assert code_of(browser.post("/api/me/bot")) == (403, "prove")
    browser, _ = owner(site)
    table = site.table(browser)
    assert code_of(browser.post("/api/me/bot")) == (409, "cannot-be-bot")
    browser.delete(f"/api/me/tables/{table}").raise_for_status()
    line = played(site, browser)
    browser.delete(f"/api/me/tables/{browser.get('/api/me').json()['tables'][0]['table']}")
    with sqlite3.connect(site.folder / "tables.db", timeout=PATIENCE) as database:
        database.execute("UPDATE matches SET rated = 1 WHERE id = ?", [line["match"]])
    assert code_of(browser.post("/api/me/bot")) == (409, "cannot-be-bot")
    with sqlite3.connect(site.folder / "tables.db", timeout=PATIENCE) as database:
        database.execute("UPDATE matches SET rated = 0 WHERE id = ?", [line["match"]])
    assert browser.post("/api/me/bot").status_code == 200


def test_only_a_bot_plays_over_the_network(site: Site) -> None:
    browser, _ = owner(site)
    for who in (browser, site.guest()):
        new = {"label": "t", "scopes": ["profile", "bot"]}
        assert code_of(who.post("/api/me/tokens", json=new)) == (403, "not-a-bot")
    # As it was before there were accounts of bots.
    program = program_of(site, token_of(browser, "profile"))
    with sqlite3.connect(site.folder / "tables.db", timeout=PATIENCE) as database:
        database.execute("UPDATE tokens SET scopes = 'bot' WHERE person = ?", [me(browser)])
    for method, address in (
        ("GET", "/api/bot"),
        ("GET", "/api/bot/games/x"),
        ("POST", "/api/bot/games/x"),
    ):
        assert code_of(program.request(method, address)) == (403, "not-a-bot")


def test_a_bot_that_is_renamed_comes_back_by_the_new_name(site: Site) -> None:
    browser = bot_owner(site)
    program = program_of(site, token_of(browser, "bot"))
    services, name = site.server.app.state.services, new_name()
    with _lines(program, "/api/bot") as games:
        wait_for(lambda: services[Hub].remotes.free)
        browser.patch("/api/me", json={"name": name}).raise_for_status()
        assert list(games) == []
    with _lines(program, "/api/bot"):
        wait_for(lambda: services[Hub].remotes.free == (f"@{name}",))


# Playing


def test_a_program_that_holds_only_a_token_plays_a_whole_hand(site: Site) -> None:
    env = {**os.environ, "SHENGJI_TOKEN": token_of(bot_owner(site, "Deep Wu"), "bot")}
    client = [sys.executable, str(EXAMPLES / "network_bot.py"), site.url]
    bot = [sys.executable, str(EXAMPLES / "first_bot.py")]
    with subprocess.Popen([*client, *bot], env=env) as process:
        try:
            host = site.guest()
            wait_for(lambda: host.get("/api/lobby").json()["bots"][-1]["bot"] == "@Deep Wu")
            table = site.table(host, bots="@Deep Wu", start=True)
            _hand_over(site, host, table)
            state = host.get(f"/api/tables/{table}").json()
            assert state["bots"] == 3
            live = site.server.app.state.services[Hub].counts()
            assert (live.faults, live.late) == (0, 0)
        finally:
            process.kill()


def test_the_lines_go_on_where_a_bot_that_was_away_had_stopped(site: Site) -> None:
    program = program_of(site, token_of(bot_owner(site), "bot"))
    with _lines(program, "/api/bot?games=1") as games:
        host = site.guest()
        wait_for(lambda: len(host.get("/api/lobby").json()["bots"]) == 1 + len(LEVEL_NAMES))
        bot = host.get("/api/lobby").json()["bots"][-1]["bot"]
        table = site.table(host, rules={"first_level": "5"})
        with site.connect(host, table) as talk:
            version = talk.hello()["version"]
            for seat in range(1, 4):
                name = bot if seat == 1 else "medium"
                action = {"do": "seat_bot", "seat": seat, "bot": name}
                talk.say({"type": "do", "id": f"s{seat}", "version": version, "action": action})
                answer = talk.until("done", "refused")
                assert answer["type"] == "done", answer
                version = answer["version"]
            talk.say({"type": "do", "id": "go", "version": version, "action": {"do": "start"}})
            talk.until("done")
            game = next(games)
            assert game == {"type": "game", "game": game["game"]}
            address = f"/api/bot/games/{game['game']}"
            # It plays in as many seats as it wants, and is offered to nobody else.
            wait_for(lambda: host.get("/api/lobby").json()["bots"][-1]["bot"] == LEVEL_NAMES[-1])
            with _lines(program, address) as lines:
                hello = next(lines)
                assert hello["type"] == "hello"
                assert hello["seat"] == 1
            stranger = program_of(site, token_of(bot_owner(site), "bot"))
            assert stranger.post(address, content=b"{}").json()["code"] == "no-game"
            ready = b'{"type":"ready","protocol":1,"name":"net","snapshot":true}'
            assert program.post(address, content=ready).status_code == 204
            with _lines(program, f"{address}?since=1") as lines:
                following = next(lines)
                assert following["type"] in {"events", "show", "follow", "lead"}
            for _ in range(2):
                program.post(address, content=b"{}")
            assert program.post(address, content=b"{}").json()["code"] == "not-asked"


def test_a_bot_that_goes_is_followed_by_the_stand_in(site: Site) -> None:
    remotes = site.server.app.state.services[Hub].remotes
    remotes._patience = 0.1
    program = program_of(site, token_of(bot_owner(site), "bot"))
    host = site.guest()
    with _lines(program, "/api/bot?games=3"):
        wait_for(lambda: len(host.get("/api/lobby").json()["bots"]) == 1 + len(LEVEL_NAMES))
        bot = host.get("/api/lobby").json()["bots"][-1]["bot"]
        table = site.table(host, bots=bot, start=True)
    wait_for(lambda: not remotes.names)
    _hand_over(site, host, table)
    assert host.post("/api/tables", json={"bots": bot}).json()["code"] == "bad-bot"


def test_a_token_that_is_ended_cuts_its_bot_off(site: Site) -> None:
    browser = bot_owner(site)
    program = program_of(site, token_of(browser, "bot"))
    ended = threading.Event()

    def read() -> None:
        with _lines(program, "/api/bot") as games:
            assert list(games) == []
        ended.set()

    reader = threading.Thread(target=read)
    reader.start()
    wait_for(lambda: site.server.app.state.services[Hub].remotes.free)
    (known,) = browser.get("/api/me/tokens").json()["tokens"]
    browser.delete(f"/api/me/tokens/{known['id']}")
    assert ended.wait(PATIENCE)
    reader.join()
