"""Addresses: what is declared is what is documented, and what is enforced."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any
from unittest.mock import Mock

import msgspec
import pytest
from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.params import FromPath, QueryParameter
from litestar.testing import TestClient

from shengji.server.site.addresses import Addresses, EndpointVariant
from shengji.server.site.authentication import Authenticator
from shengji.server.site.chance import Chance
from shengji.server.site.errors import EXCEPTION_HANDLERS, ApiError
from shengji.server.site.events import Events
from shengji.server.site.guards import (
    AccountOwner,
    AdministratorCaller,
    AnyCaller,
    BotCaller,
    BrowserCaller,
    HumanCaller,
    PersonCaller,
    RecentlyAuthenticated,
    RecentlyAuthenticatedAdministrator,
)
from shengji.server.site.limits import WorkBudget
from shengji.server.site.metrics import Metrics
from shengji.server.site.person import Bearer, Person
from shengji.server.site.sanctions import Imposed, Sanctions
from shengji.server.site.services import Services, provide_services
from shengji.server.site.settings import ServerSettings
from shengji.words.others import ForOthers

PEOPLE = {
    "guest": Person("g", "Guest"),
    "banned": Person("x", "Banned"),
    "muted": Person("m", "Muted"),
    "owner": Person("o", "Owner", "player"),
    "proved": Person("p", "Proved", "player"),
    "bot": Person("b", "Bot", "player", bot=True),
    "administrator": Person("a", "Administrator", "administrator"),
    "proved-administrator": Person("pa", "Present", "administrator"),
}
"""The person who may ask, by the secret of their browser or token."""


class Everybody(Authenticator):
    """Knows those of `PEOPLE`."""

    async def by_secret(self, secret: str) -> Person | None:
        return PEOPLE.get(secret)

    async def by_token(self, token: str) -> Bearer | None:
        who, _, scope = token.partition(":")
        return Bearer(PEOPLE[who], token, frozenset({scope})) if who in PEOPLE else None

    async def proved_recently(self, browser: str, seconds: int) -> bool:
        return browser.startswith("proved")


class Note(msgspec.Struct):
    """A body without words for others."""

    text: str


class Saying(msgspec.Struct):
    """A body with words for others."""

    text: ForOthers


addresses = Addresses("tests")


@addresses.get("/anybody")
async def anybody(caller: AnyCaller) -> str:
    """Answer anybody.

    In two
    lines.
    """
    return caller.address


@addresses.post("/browser")
async def browser(caller: BrowserCaller) -> str:
    """Answer browsers."""
    return caller.secret


@addresses.get("/person", scope="history")
async def person(caller: PersonCaller) -> str:
    """Answer who is known."""
    return caller.person.id


@addresses.get("/banned", even_banned=True)
async def banned(caller: PersonCaller) -> str:
    """Answer even who is banned."""
    return caller.person.id


@addresses.get("/human")
async def human(caller: HumanCaller) -> str:
    """Answer people."""
    return caller.person.id


@addresses.get("/owner")
async def owner(caller: AccountOwner) -> str:
    """Answer owners."""
    return caller.person.id


@addresses.get("/proved")
async def proved(caller: RecentlyAuthenticated) -> str:
    """Answer owners who are there."""
    return caller.person.id


@addresses.get("/administrator")
async def administrator(caller: AdministratorCaller) -> str:
    """Answer administrators."""
    return caller.person.id


@addresses.get("/proved-administrator")
async def proved_administrator(caller: RecentlyAuthenticatedAdministrator) -> str:
    """Answer administrators who are there."""
    return caller.person.id


@addresses.get("/bot")
async def bot(caller: BotCaller) -> str:
    """Answer bots."""
    return caller.token


@addresses.post("/say/{where:str}", status=201, faults="no-table", tag="others")
async def say(caller: PersonCaller, data: Saying, where: FromPath[str]) -> str:
    """Say something."""
    if where != "here":
        raise ApiError("no-table")
    return data.text


@addresses.post("/say-nothing", without_words=True)
async def say_nothing(caller: PersonCaller, data: Saying) -> str:
    """Take words, and leave them out."""
    return ""


@addresses.put("/note")
async def note(caller: AnyCaller, data: Note) -> str:
    """Take a note."""
    return data.text


@addresses.delete("/page/{number:int}", besides={202: "later"}, faults="prove, no-person")
async def remove(caller: HumanCaller, number: FromPath[int]) -> None:
    """Remove a page."""


@addresses.get("/page", media_type="text/plain")
async def page(
    caller: AnyCaller, first: Annotated[int, QueryParameter(ge=0, le=9)] = 0
) -> Annotated[str, "text"]:
    """Give a page."""
    return str(first)


class Shelf(EndpointVariant):
    """A place of books."""

    TAG = "books"
    FAULTS = "no-table"
    MISSING = "no-hand"

    def title(self) -> str:
        """The title of all of them."""
        raise NotImplementedError


@dataclass(frozen=True)
class Own(Shelf):
    """One's own books, of which programs may know."""

    PATH = "/own"
    SCOPE = "history"

    def title(self) -> str:
        return "own"


@dataclass(frozen=True)
class Lent(Shelf):
    """Books that somebody lent."""

    PATH = "/lent/{by:str}"
    FAULTS = "no-match"
    MISSING = "no-share"

    by: FromPath[str]

    def title(self) -> str:
        return f"lent by {self.by}"


@dataclass(frozen=True)
class Sold(Shelf):
    """Books that are gone."""

    PATH = "/sold/{year:str}"
    TAG = "gone"

    year: FromPath[str]

    def title(self) -> str:
        return f"sold in {self.year}"


@addresses.get("/{book:int}", Sold.at("sold_book"))
@addresses.get(
    "/books/{book:int}",
    Own.at("own_book"),
    Lent.at("lent_book", "Give a book that is lent", "For some time.", "Then it goes back."),
    faults="prove",
)
async def book_of(caller: PersonCaller, source: Shelf, book: FromPath[int]) -> str:
    """Give a book.

    For ever.
    """
    return f"{caller.person.id} reads {source.title()}: {book}"


@pytest.fixture(scope="module")
def app() -> Litestar:
    held = [
        Imposed("1", "x", "ban", "why", "a", 0, None, None),
        Imposed("2", "m", "mute", "why", "a", 0, None, None),
    ]
    services = Services(
        ServerSettings(),
        Metrics(),
        Mock(),
        WorkBudget(1e6, 1e6),
        Mock(),
        Sanctions(held),
        Chance(),
        Events(),
        parts=[Everybody()],
    )
    return Litestar(
        [*addresses],
        dependencies={"services": Provide(provide_services)},
        exception_handlers=EXCEPTION_HANDLERS,
        state=State({"services": services}),
    )


@pytest.fixture(scope="module")
def client(app: Litestar) -> Iterator[TestClient[Litestar]]:
    with TestClient(app) as found:
        yield found


KNOWN = {"guest", "owner", "proved", "bot", "administrator", "proved-administrator", "muted"}
OWNERS = KNOWN - {"guest", "muted"}
ADMINISTRATORS = {"administrator", "proved-administrator"}

REFUSED = {
    "/anybody": {},
    "/person": {"no-person": {""}, "banned": {"banned"}},
    "/banned": {"no-person": {""}},
    "/human": {"no-person": {""}, "banned": {"banned"}, "bot-account": {"bot"}},
    "/owner": {"no-person": {""}, "banned": {"banned"}, "no-account": KNOWN - OWNERS},
    "/proved": {
        "no-person": {""},
        "banned": {"banned"},
        "no-account": KNOWN - OWNERS,
        "prove": {"owner", "bot", "administrator"},
    },
    "/administrator": {
        "no-person": {""},
        "banned": {"banned"},
        "not-allowed": KNOWN - ADMINISTRATORS,
    },
    "/proved-administrator": {
        "no-person": {""},
        "banned": {"banned"},
        "not-allowed": KNOWN - ADMINISTRATORS,
        "prove": {"administrator"},
    },
    "/bot": {"no-token": {"", *PEOPLE}},
}
"""The kinds of person refused when a browser asks, and why."""


def code_of(response: Any) -> str:
    """The code of a fault, or nothing."""
    return "" if response.status_code < 300 else response.json()["code"]


@pytest.mark.parametrize("path", REFUSED)
def test_whoever_may_not_ask_is_told_why(client: TestClient[Litestar], path: str) -> None:
    for who in ("", *PEOPLE):
        wanted = next((fault for fault, whom in REFUSED[path].items() if who in whom), "")
        cookie = {"cookie": f"shengji={who}"} if who else {}
        response = client.get(path, headers=cookie)
        assert code_of(response) == wanted, who


TOKENS = {
    ("/person", "guest:history"): "",
    ("/person", "guest:profile"): "scope",
    ("/person", "nobody:history"): "no-token",
    ("/person", "banned:history"): "banned",
    ("/human", "guest:history"): "browsers-only",
    ("/bot", "bot:bot"): "",
    ("/bot", "bot:history"): "scope",
    ("/bot", "guest:bot"): "not-a-bot",
    ("/anybody", "guest:history"): "",
}
"""The answer to a program that comes with a token."""


@pytest.mark.parametrize(("path", "token"), TOKENS)
def test_tokens_are_taken_where_they_allow_it(
    client: TestClient[Litestar], path: str, token: str
) -> None:
    response = client.get(path, headers={"authorization": f"Bearer {token}"})
    assert code_of(response) == TOKENS[path, token]


def test_only_browsers_ask_what_is_theirs(client: TestClient[Litestar]) -> None:
    assert client.post("/browser").status_code == 200
    response = client.post("/browser", headers={"authorization": "Bearer guest:history"})
    assert code_of(response) == "browsers-only"


@pytest.mark.parametrize(
    ("who", "path", "wanted"),
    [
        ("guest", "/say/here", ""),
        ("guest", "/say/there", "no-table"),
        ("muted", "/say/here", "muted"),
        ("muted", "/say-nothing", ""),
    ],
)
def test_the_muted_write_nothing(
    client: TestClient[Litestar], who: str, path: str, wanted: str
) -> None:
    headers = {"cookie": f"shengji={who}"}
    assert code_of(client.post(path, json={"text": "hello"}, headers=headers)) == wanted


BODY = "bad-request, too-deep, not-utf8"

DOCUMENTED = {
    "GET /anybody": {},
    "POST /browser": {403: "browsers-only, origin"},
    "GET /person": {401: "no-person, no-token", 403: "scope", 429: "too-many-requests"},
    "GET /banned": {401: "no-person"},
    "GET /human": {401: "no-person", 403: "bot-account"},
    "GET /owner": {401: "no-person", 403: "no-account"},
    "GET /proved": {401: "no-person", 403: "no-account, prove"},
    "GET /administrator": {401: "no-person", 403: "not-allowed"},
    "GET /proved-administrator": {401: "no-person", 403: "not-allowed, prove"},
    "GET /bot": {401: "no-token", 403: "scope, not-a-bot", 429: "too-many-requests"},
    "POST /say/{where}": {
        400: BODY,
        401: "no-person",
        403: "origin, muted",
        404: "no-table",
        413: "too-large",
    },
    "POST /say-nothing": {400: BODY, 401: "no-person", 403: "origin", 413: "too-large"},
    "PUT /note": {400: BODY, 403: "origin", 413: "too-large"},
    "DELETE /page/{number}": {
        202: "later",
        400: "bad-request",
        401: "no-person",
        403: "bot-account, prove, origin",
    },
    "GET /page": {400: "bad-request"},
    "GET /own/books/{book}": {
        400: "bad-request",
        401: "no-person, no-token",
        403: "scope, prove",
        404: "no-table, no-hand",
        429: "too-many-requests",
    },
    "GET /lent/{by}/books/{book}": {
        400: "bad-request",
        401: "no-person",
        403: "prove",
        404: "no-match, no-share",
    },
    "GET /sold/{year}/{book}": {
        400: "bad-request",
        401: "no-person",
        404: "no-table, no-hand",
    },
}
"""The faults that stand in the documents, by status."""

TAGS = {
    "POST /say/{where}": "others",
    "GET /own/books/{book}": "books",
    "GET /lent/{by}/books/{book}": "books",
    "GET /sold/{year}/{book}": "gone",
}
"""Under which heading it stands there, where it has one of its own."""


def test_the_documents_have_what_is_declared(app: Litestar) -> None:
    found = {
        f"{method.upper()} {path}": operation
        for path, methods in app.openapi_schema.to_schema()["paths"].items()
        for method, operation in methods.items()
    }
    assert found.keys() == DOCUMENTED.keys()
    for name, operation in found.items():
        given = {"201", "204"} if name.startswith(("POST /say/", "DELETE")) else {"200"}
        faults = {
            int(status): response["description"]
            for status, response in operation["responses"].items()
            if status not in given
        }
        assert faults == DOCUMENTED[name] | {503: "unavailable"}, name
        assert operation["tags"] == [TAGS.get(name, "tests")]
    assert found["GET /anybody"]["summary"] == "Answer anybody"
    assert found["GET /anybody"]["description"] == "In two lines."
    assert "description" not in found["GET /bot"]
    assert found["GET /bot"]["security"] == [{"token": ["bot"]}]
    assert found["GET /person"]["security"] == [{"token": ["history"]}, {"browser": []}]
    assert "text/plain" in found["GET /page"]["responses"]["200"]["content"]


def test_a_question_is_asked_at_each_of_its_doors(
    app: Litestar, client: TestClient[Litestar]
) -> None:
    given = {
        "/own/books/3": "own: 3",
        "/lent/Ann/books/4": "lent by Ann: 4",
        "/sold/1999/5": "sold in 1999: 5",
    }
    for path, wanted in given.items():
        response = client.get(path, headers={"cookie": "shengji=guest"})
        assert response.text == f"g reads {wanted}"
    program = {"authorization": "Bearer guest:history"}
    assert client.get("/own/books/3", headers=program).status_code == 200
    assert code_of(client.get("/lent/Ann/books/4", headers=program)) == "browsers-only"

    paths = app.openapi_schema.to_schema()["paths"]
    own, lent = (paths[path]["get"] for path in ("/own/books/{book}", "/lent/{by}/books/{book}"))
    assert (own["summary"], own["description"]) == ("Give a book", "For ever.")
    assert lent["summary"] == "Give a book that is lent"
    assert lent["description"] == "For some time. Then it goes back."
    assert [one["operationId"] for one in (own, lent)] == ["OwnBooksOwnBook", "LentByBooksLentBook"]


def test_a_declaration_says_who_may_ask_and_what_it_does() -> None:
    wrong = Addresses("tests")

    async def nobody() -> None:
        """Do something."""

    async def nothing(caller: AnyCaller) -> None: ...

    async def more(caller: AnyCaller) -> None:
        """Do something
        over two lines.
        """

    with pytest.raises(TypeError, match="nobody: declare its guard"):
        wrong.get("/nobody")(nobody)
    for function in (nothing, more):
        with pytest.raises(TypeError, match="say in a docstring what it does"):
            wrong.get("/nothing")(function)
    assert list(wrong) == []
