"""HTTP addresses for bots that play over the network (docs/bots.md)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Annotated, Final

from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from shengji.server.accounts.store import AccountStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import BotCaller, RecentlyAuthenticated
from shengji.server.site.me import Me
from shengji.server.site.parameters import LATEST
from shengji.server.tables.bots.remote import MAX_GAMES, RemoteGame
from shengji.server.tables.live.hub import Hub

addresses = Addresses("bots")

_LINES: Final = "application/x-ndjson"


@addresses.post("/api/me/bot", faults="cannot-be-bot")
async def become_bot(caller: RecentlyAuthenticated) -> Me:
    """Turn this account into a bot account, permanently.

    A bot account plays over the network and can no longer sit at tables itself. Accounts that hold
    a seat, have played a rated match, or have a role are refused. The owner must have signed in or
    confirmed their identity in the last ten minutes.
    """
    if not await caller.services[AccountStore].make_bot(caller.person.id):
        raise ApiError("cannot-be-bot")
    # Open connections to tables are closed, and the account cannot sit down any more.
    caller.services[Hub].sign_out(caller.person.id, again=True)
    return await caller.services.me(caller.person._replace(bot=True))


@addresses.get("/api/bot", media_type=_LINES, faults="bot-name, too-many-streams")
async def come(
    caller: BotCaller, games: Annotated[int, QueryParameter(ge=1, le=MAX_GAMES)] = 4
) -> Stream:
    """Connect as a bot.

    While this response is read, people may seat the bot `@NAME` at their tables. A
    `{"type":"game","game":ID}` line is sent for each of its seats, first for those that it already
    has; an empty line is sent as a heartbeat.
    """
    remotes = caller.services[Hub].remotes
    player = remotes.register(caller.person.id, caller.person.name)
    if player is None:
        raise ApiError("bot-name", name=caller.person.name)
    return _stream(caller, lambda: remotes.stream_games(player, games))


@addresses.get("/api/bot/games/{game:str}", media_type=_LINES, faults="no-game, too-many-streams")
async def lines(
    caller: BotCaller,
    game: FromPath[str],
    since: Annotated[int, QueryParameter(ge=0, le=LATEST)] = 0,
) -> Stream:
    """Read the lines of a game.

    The lines that docs/bots.md defines for a bot's input, from `hello` to `bye`; with `since` from
    that line on, counted from 0, so that a bot can continue after an interruption.
    """
    found = _game(caller, game)
    return _stream(caller, lambda: found.lines(since))


@addresses.post("/api/bot/games/{game:str}", faults="no-game, not-asked, too-large")
async def answer(caller: BotCaller, game: FromPath[str]) -> None:
    """Answer for a bot.

    The body is one line of output as docs/bots.md defines it.
    """
    line = await caller.request.body()
    if not _game(caller, game).answer(line):
        raise ApiError("not-asked")


def _game(caller: BotCaller, game: str) -> RemoteGame:
    found = caller.services[Hub].remotes.game(caller.person.id, game)
    if found is None:
        raise ApiError("no-game")
    return found


def _stream(caller: BotCaller, lines: Callable[[], AsyncGenerator[bytes]]) -> Stream:
    """Stream lines as they arrive; the number of streams for each token is limited."""
    services, token = caller.services, caller.token
    if not services.streams.take(token):
        raise ApiError("too-many-streams", most=services.settings.streams_per_token)

    async def content() -> AsyncGenerator[bytes]:
        try:
            async with aclosing(lines()) as found:
                async for line in found:
                    yield line
        finally:
            services.streams.give_back(token)

    return Stream(content(), media_type=_LINES)
