"""The doors for bots that play over the network, in the lines of docs/bots.md."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Annotated, Any, Final, TypeAlias

from litestar import Request, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from shengji.server.accounts.store import AccountStore
from shengji.server.site.faults import FaultError, answers
from shengji.server.site.me import Me
from shengji.server.site.parameters import LATEST
from shengji.server.site.person import Person
from shengji.server.site.services import (
    TOKEN,
    NamedBot,
    NamedProved,
    NamedServices,
    Services,
    allowed,
)
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.remote import MOST_GAMES, RemoteGame

_LINES: Final = "application/x-ndjson"
_BOT: Final = allowed("bot", token_only=True)
_ASKED: Final = ("no-token", "scope", "not-a-bot", "too-many-requests")

Asked: TypeAlias = Request[Any, Any, Any]


@post(
    "/api/me/bot",
    status_code=200,
    tags=["bots"],
    summary="Let this account be a bot's",
    description="For good. It plays over the network then, and sits at no table itself. Not for an "
    "account that holds a seat, has played a rated match, or has a role. Its owner must have "
    "signed in, or proved to be there, in the last ten minutes.",
    responses=answers("no-person", "no-account", "prove", "cannot-be-bot", "origin"),
)
async def become_bot(services: NamedServices, proved: NamedProved) -> Me:
    """Let an account be a bot's."""
    if not await services[AccountStore].make_bot(proved.id):
        raise FaultError("cannot-be-bot")
    # Whoever looked at a table is turned away there, and cannot sit down any more.
    services[Hub].sign_out(proved.id, again=True)
    return await services.me(proved._replace(bot=True))


@get(
    "/api/bot",
    tags=["bots"],
    summary="Be here as a bot",
    description="For as long as this is read, people may seat the bot `@NAME` at their tables. A "
    '`{"type":"game","game":ID}` comes for each seat that it gets, first for those that it has; an '
    "empty line says that the connection stands.",
    media_type=_LINES,
    **_BOT,
    responses=answers(*_ASKED, "bot-name", "too-many-streams"),
)
async def come(
    request: Asked,
    services: NamedServices,
    bot: NamedBot,
    games: Annotated[int, QueryParameter(ge=1, le=MOST_GAMES)] = 4,
) -> Stream:
    """Have a bot here."""
    player = services[Hub].remotes.of(bot.id, bot.name)
    if player is None:
        raise FaultError("bot-name", name=bot.name)
    return _stream(request, services, lambda: services[Hub].remotes.told(player, games))


@get(
    "/api/bot/games/{game:str}",
    tags=["bots"],
    summary="The lines to a bot",
    description="What docs/bots.md says that a bot reads, from `hello` to `bye`; with `since` from "
    "that line on, counted from 0, so that a bot which was away goes on where it was.",
    media_type=_LINES,
    **_BOT,
    responses=answers(*_ASKED, "no-game", "too-many-streams"),
)
async def lines(
    request: Asked,
    services: NamedServices,
    bot: NamedBot,
    game: FromPath[str],
    since: Annotated[int, QueryParameter(ge=0, le=LATEST)] = 0,
) -> Stream:
    """The lines of one seat."""
    found = _game(services, bot, game)
    return _stream(request, services, lambda: found.lines(since))


@post(
    "/api/bot/games/{game:str}",
    status_code=204,
    tags=["bots"],
    summary="What a bot answers",
    description="The body is the one line that docs/bots.md says that a bot writes.",
    **_BOT,
    responses=answers(*_ASKED, "no-game", "not-asked", "too-large"),
)
async def answer(
    request: Asked,
    services: NamedServices,
    bot: NamedBot,
    game: FromPath[str],
) -> None:
    """Take an answer."""
    line = await request.body()
    if not _game(services, bot, game).answer(line):
        raise FaultError("not-asked")


def _game(services: Services, bot: Person, game: str) -> RemoteGame:
    found = services[Hub].remotes.game(bot.id, game)
    if found is None:
        raise FaultError("no-game")
    return found


def _stream(
    request: Asked, services: Services, lines: Callable[[], AsyncGenerator[bytes]]
) -> Stream:
    """Lines that are sent as they come; how many of them are read with a token is limited."""
    token: str = request.scope["state"][TOKEN]
    if not services.streams.take(token):
        raise FaultError("too-many-streams", most=services.settings.streams_per_token)

    async def content() -> AsyncGenerator[bytes]:
        try:
            async with aclosing(lines()) as found:
                async for line in found:
                    yield line
        finally:
            services.streams.give_back(token)

    return Stream(content(), media_type=_LINES)


bots_routes = [become_bot, come, lines, answer]
