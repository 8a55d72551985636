"""Authorisation: each address, asked by everybody, for what is their own and another's."""

from __future__ import annotations

import re
import sqlite3
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from litestar.routes import HTTPRoute, WebSocketRoute
from websockets.exceptions import ConnectionClosed

from shengji.server.app import create_app
from shengji.server.site.schemas import Scope
from tests.seeds import all_are_made
from tests.server.http.authenticator import Authenticator
from tests.server.http.site import Json, Site, running
from tests.server.http.test_accounts import (
    new_name,
    options,
    owner,
    with_passkey,
)
from tests.waiting import PATIENCE

TABLE: dict[str, Json] = tomllib.loads(
    (Path(__file__).parent / "authorisation.toml").read_text(encoding="utf-8")
)
SCOPES = get_args(Scope)
WHO = ("nobody", "guest", "player", "organiser", "administrator", "unproved")

MOSTLY = ("nobody", "player", "device")
"""These are asked of every address in each run."""

OPEN = {
    *("/", "/{path}", "/api", "/api/{path}", "/api/docs", "/api/docs/socket"),
    *("/docs", "/docs/{path}"),
    *("/api/docs/style.css", "/api/openapi.json", "/api/socket.json", "/api/asyncapi.json"),
    *("/api/health", "/api/ready", "/api/metrics"),
}
"""The same for everybody, who is not even asked for: the client, documents, and operations."""
KINDS = ("table", "device", "passkey", "account", "key", "night", "evening", "club")
"""The things in paths that are somebody's."""

SAME_AFTER = (
    "/api/tables",
    "/api/rules",
    "/api/drills",
    "/api/nights",
    "/api/evenings",
    "/api/clubs",
)
"""Asking there leaves people who they were; elsewhere they may be somebody else afterwards."""


class Company:
    """A server, and whoever asks it.

    Args:
        site: the server.
        folder: where its database is.
    """

    def __init__(self, site: Site, folder: Path) -> None:
        self.site = site
        self._database = folder / "tables.db"
        self._browsers: dict[str, httpx.Client] = {}
        self._things: dict[tuple[str, str], str] = {}
        self.days: dict[str, str] = {}
        self._nights: dict[httpx.Client, str] = {}
        self.parts: dict[str, dict[str, str]] = {}

    def browser(self, who: str) -> httpx.Client:
        """A new browser of somebody of this kind."""
        if who == "nobody":
            return self.site.browser()
        if who == "guest":
            return self.site.guest()
        if who == "device":
            return self._device()
        if who == "another":
            who = "player"
        browser, made = owner(self.site)
        role = "administrator" if who == "unproved" else who
        person = made["me"]["person"]
        self._execute("UPDATE accounts SET role = ? WHERE person = ?", role, person)
        if who == "unproved":
            self._execute("UPDATE keys SET proved = 1 WHERE person = ?", person)
        return browser

    def _device(self) -> httpx.Client:
        """A table's device, which shows its secret at every address."""
        desk = self.browser("player")
        own = self.thing("night", desk, "player")
        night = f"/api/nights/{own}"
        made = desk.post(f"{night}/devices", json={"tables": [1]}).json()["devices"][0]
        opened = self.site.browser().post(f"{night}/device", json={"code": made["code"]})
        secret = opened.headers["set-cookie"].partition(";")[0]
        device = self.site.browser(headers={"Cookie": secret})
        self._nights[device] = own
        return device

    def same_browser(self, who: str) -> httpx.Client:
        """A browser of somebody of this kind, for what changes nothing: the same each time."""
        if who not in self._browsers:
            self._browsers[who] = self.browser(who)
        return self._browsers[who]

    def same_thing(self, kind: str, who: str) -> str:
        """Something that is that browser's: the same each time."""
        if (kind, who) not in self._things:
            self._things[kind, who] = self.thing(kind, self.same_browser(who), who)
        return self._things[kind, who]

    def _execute(self, statement: str, *values: str) -> None:
        with sqlite3.connect(self._database, timeout=PATIENCE) as database:
            database.execute(statement, values)
        database.close()

    def thing(self, kind: str, browser: httpx.Client, who: str) -> str:
        """Something that is a browser's: a table, an evening, the device, a passkey, a night ..."""
        if who == "device" and kind == "night":
            return self._nights[browser]
        if who == "device":
            who = "nobody"
        if who in ("nobody", "guest") and kind in ("passkey", "account", "night", "club"):
            browser, who = self.browser("player"), "player"
        elif who == "nobody":
            browser = self.browser("guest")
        match kind:
            case "table":
                return self.site.table(browser, settings={"private": True, "onlookers": "none"})
            case "night":
                settings = {"hide_standings": True}
                night: str = browser.post("/api/nights", json={"settings": settings}).json()[
                    "night"
                ]
                return night
            case "evening":
                now = datetime.now(UTC)
                day = {"first": f"{now:%Y-%m-%d}", "time": f"{now:%H:%M}"}
                opened = browser.post("/api/evenings", json={"settings": day}).json()
                evening: str = opened["evening"]
                self.days[evening] = day["first"]
                return evening
            case "club":
                made = browser.post("/api/clubs", json={"settings": {"name": "Fridays"}}).json()
                club: str = made["club"]
                at = f"/api/clubs/{club}"
                member = browser.post(f"{at}/members", json={"name": "Granny Li"}).json()
                (season,) = browser.get(f"{at}/seasons").json()["seasons"]
                news = browser.post(f"{at}/announcements", json={"text": "Welcome."}).json()
                self.parts[club] = {
                    "member": member["member"],
                    "season": season["season"],
                    "announcement": news["announcements"][0]["announcement"],
                }
                return club
            case "device":
                found: str = browser.get("/api/me/devices").json()["devices"][0]["device"]
                return found
            case "key":
                new = {"label": "t", "scopes": ["history"]}
                made = browser.post("/api/me/tokens", json=new).json()
                key: str = made["token"]["id"]
                return key
            case "account":
                person: str = browser.post("/api/me").json()["person"]
                return person
        proved = browser
        if who == "unproved":  # it cannot make one itself
            proved = self.browser("player")
        made = Authenticator(self.site.url).make(options(proved, "make"))
        answer = proved.post("/api/me/account/passkeys", json={"passkey": made})
        assert answer.status_code == 201, answer.text
        line: str = answer.json()["passkeys"][-1]["passkey"]
        return line

    def filled(self, value: Any, browser: httpx.Client, who: str) -> Any:
        """A body with what stands for something in its place."""
        if isinstance(value, dict):
            return {name: self.filled(part, browser, who) for name, part in value.items()}
        match value:
            case "{new}":
                return new_name()
            case "{someone}":
                return owner(self.site)[1]["me"]["name"]
            case "{code}":
                return owner(self.site)[1]["codes"][0]
            case "{made}" if who not in ("nobody", "device"):
                return Authenticator(self.site.url).make(options(browser, "make"))
            case "{signed}" if who not in ("nobody", "device"):
                return with_passkey(self.site)[1].sign(options(browser, "sign-in"))
            case "{made}" | "{signed}":
                return {}
        return value


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    folder = tmp_path_factory.mktemp("company")
    with running(folder) as site:
        yield Company(site, folder)


def test_every_address_is_in_the_table() -> None:
    found: set[str] = set()
    for route in create_app().routes:
        if isinstance(route, WebSocketRoute):
            found.add(f"SOCKET {route.path_format}")
        elif isinstance(route, HTTPRoute) and route.path_format not in OPEN:
            found |= {f"{method} {route.path_format}" for method in route.methods - {"OPTIONS"}}
    assert found == set(TABLE), "write into authorisation.toml who may ask there"
    assert all(set(WHO) <= set(row) for row in TABLE.values())


@pytest.mark.parametrize("at", TABLE)
def test_who_may_do_what(company: Company, at: str) -> None:
    row = TABLE[at]
    for who in (*WHO, "device"):
        # Most may do what any player may; in each run those are asked who may do something else.
        if who in MOSTLY or row[who] != row["player"] or all_are_made():
            ask(company, at, who)


def ask(company: Company, at: str, who: str) -> None:
    """Let somebody of this kind ask at an address, for what is their own and another's."""

    def another() -> httpx.Client:
        """Another's browser."""
        return company.same_browser("another") if is_known else company.browser("player")

    row = TABLE[at]
    said = row.get(who, row["nobody"])
    expected = said if isinstance(said, list) else [said]
    for status, whose in zip(expected, ("own", "other's"), strict=False):
        method, path = at.split(" ")
        # Who is refused changes nothing, and who only looks does not: so neither needs a new start.
        is_same = method == "GET" or status >= 400
        is_known = is_same or path.startswith(SAME_AFTER)
        browser = company.same_browser(who) if is_known else company.browser(who)
        for kind in KINDS:
            if f"{{{kind}}}" not in path:
                continue
            if is_same:
                thing = company.same_thing(kind, who if whose == "own" else "another")
            else:
                owner_is = (browser, who) if whose == "own" else (another(), "player")
                thing = company.thing(kind, *owner_is)
            path = path.replace(f"{{{kind}}}", thing)
            for part, name in company.parts.get(thing, {}).items():
                path = path.replace(f"{{{part}}}", name)
            path = path.replace("{day}", company.days.get(thing, ""))
        if "{token}" in path:
            token = company.site.guest().post("/api/me/link").json()["token"]
            path = path.replace("{token}", token)
        path = re.sub(r"\{(hand|event|number)\}", "1", path)
        path = path.replace("{tongue}", "en").replace("{people}", "x")
        if method == "SOCKET":
            table = path.split("/")[3] if "tables" in path else None
            assert connected(company.site, browser, table) == status, (at, who, whose)
            continue
        body = company.filled(row["body"], browser, who) if "body" in row else None
        answer = browser.request(method, path, json=body)
        assert answer.status_code == status, (at, who, whose, answer.text)


@pytest.fixture(scope="module")
def programs(company: Company) -> dict[str, httpx.Client]:
    """Programs of an administrator, each with a token of one scope; that of a bot is a bot's."""
    administrator, bot = company.browser("administrator"), company.browser("player")
    bot.post("/api/me/bot").raise_for_status()
    found = {}
    for scope in SCOPES:
        browser = bot if scope == "bot" else administrator
        made = browser.post("/api/me/tokens", json={"label": scope, "scopes": [scope]})
        bearer = {"Authorization": f"Bearer {made.json()['secret']}"}
        found[scope] = company.site.browser(headers=bearer)
    return found


@pytest.mark.parametrize("at", TABLE)
def test_what_a_token_allows(company: Company, programs: dict[str, httpx.Client], at: str) -> None:
    row, (method, path) = TABLE[at], at.split(" ")
    said = row.get("tokens", dict.fromkeys(SCOPES, 403))
    path = re.sub(r"\{tongue\}", "en", re.sub(r"\{(hand|event|number)\}", "1", path))
    path = re.sub(r"\{\w+\}", "x", path)
    if method == "SOCKET":
        return  # a program has no cookie; see `nobody`
    for scope, program in programs.items():
        body = company.filled(row["body"], program, "nobody") if "body" in row else None
        with program.stream(method, path, json=body) as answer:
            if said == "open":
                with company.site.browser().stream(method, path, json=body) as without:
                    assert answer.status_code == without.status_code, (at, scope)
                continue
            assert answer.status_code == said[scope], (at, scope)
            if answer.status_code == 403:
                answer.read()
                code = "scope" if "tokens" in row else "browsers-only"
                assert answer.json()["code"] == code, (at, scope)


def test_openapi_says_what_a_token_allows(company: Company) -> None:
    document = company.site.browser().get("/api/openapi.json").json()
    schemes = document["components"]["securitySchemes"]
    assert (schemes["token"]["type"], schemes["token"]["scheme"]) == ("http", "bearer")
    for at, row in TABLE.items():
        method, path = at.split(" ")
        if method == "SOCKET":
            continue
        operation = document["paths"][path][method.lower()]
        said = {scope for way in operation.get("security", ()) for scope in way.get("token", ())}
        given = row.get("tokens", {})
        allowed = set() if given == "open" else {at for at in given if given[at] != 403}
        assert said == allowed, at


def connected(site: Site, browser: httpx.Client, table: str | None) -> int:
    """101 for who is welcome at a table, or on the site, else why the socket was closed."""
    try:
        with site.page(browser) if table is None else site.connect(browser, table) as talk:
            if table is not None:
                talk.say({"type": "hello"})
            talk.until("welcome")
    except ConnectionClosed as closed:
        assert closed.rcvd is not None
        return closed.rcvd.code
    return 101


def test_nothing_leads_to_another_site(company: Company) -> None:
    """There are no redirects at all, so none can be led astray."""
    browser = company.browser("administrator")
    for at in TABLE:
        method, path = at.split(" ")
        if method == "SOCKET":
            continue
        query = "next=https://evil.example&url=//evil.example&after=//evil.example"
        answer = browser.request(method, f"{path}?{query}", json={})
        assert not 300 <= answer.status_code < 400, at
        assert "location" not in answer.headers, at
    for path in ("//evil.example", "/\\evil.example", "/api/../..//evil.example"):
        answer = browser.get(f"{company.site.url}{path}")
        assert not 300 <= answer.status_code < 400 and "location" not in answer.headers
