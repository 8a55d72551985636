"""The doors for bots that play over the network, in the lines of docs/bots.md."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Annotated, Any, Final

import msgspec
from litestar import Request, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Stream

from shengji.server.http.faults import FaultError, answers
from shengji.server.http.services import NamedPerson, NamedServices, Services, allowed
from shengji.server.live.remote import MOST_GAMES, RemoteGame
from shengji.server.storage import Person

_LINES: Final = "application/x-ndjson"
_BOT: Final = allowed("bot", token_only=True)


@get(
    "/api/bot",
    tags=["bots"],
    summary="Be here as a bot",
    description="For as long as this is read, people may seat the bot `@NAME` at their tables. A "
    '`{"type":"game","game":ID}` comes for each seat that it gets, first for those that it has; an '
    "empty line says that the connection stands.",
    media_type=_LINES,
    **_BOT,
    responses=answers("no-token", "scope", "bot-name", "too-many-connections"),
)
async def come(
    services: NamedServices,
    person: NamedPerson,
    games: FromQuery[Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)]] = 4,
) -> Stream:
    """Have a bot here."""
    player = services.hub.remotes.of(person.id, person.name)
    if player is None:
        raise FaultError("bot-name", name=person.name)
    return _stream(services, person, lambda: services.hub.remotes.told(player, games))


@get(
    "/api/bot/games/{game:str}",
    tags=["bots"],
    summary="The lines to a bot",
    description="What docs/bots.md says that a bot reads, from `hello` to `bye`; with `since` from "
    "that line on, counted from 0, so that a bot which was away goes on where it was.",
    media_type=_LINES,
    **_BOT,
    responses=answers("no-token", "scope", "no-game", "too-many-connections"),
)
async def lines(
    services: NamedServices,
    person: NamedPerson,
    game: FromPath[str],
    since: FromQuery[Annotated[int, msgspec.Meta(ge=0)]] = 0,
) -> Stream:
    """The lines of one seat."""
    found = _game(services, person, game)
    return _stream(services, person, lambda: found.lines(since))


@post(
    "/api/bot/games/{game:str}",
    status_code=204,
    tags=["bots"],
    summary="What a bot answers",
    description="The body is the one line that docs/bots.md says that a bot writes.",
    **_BOT,
    responses=answers("no-token", "scope", "no-game", "not-asked", "too-large"),
)
async def answer(
    request: Request[Any, Any, Any],
    services: NamedServices,
    person: NamedPerson,
    game: FromPath[str],
) -> None:
    """Take an answer."""
    line = await request.body()
    if not _game(services, person, game).answer(line):
        raise FaultError("not-asked")


def _game(services: Services, person: Person, game: str) -> RemoteGame:
    found = services.hub.remotes.game(person.id, game)
    if found is None:
        raise FaultError("no-game")
    return found


def _stream(
    services: Services, person: Person, lines: Callable[[], AsyncGenerator[bytes]]
) -> Stream:
    """Lines that are sent as they come; each stream is one of a person's connections."""
    if not services.connections.take(person.id):
        raise FaultError("too-many-connections", most=services.settings.connections_per_person)

    async def content() -> AsyncGenerator[bytes]:
        try:
            async with aclosing(lines()) as found:
                async for line in found:
                    yield line
        finally:
            services.connections.give_back(person.id)

    return Stream(content(), media_type=_LINES)


bots_routes = [come, lines, answer]
