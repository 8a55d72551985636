"""Endpoints of the caller's tokens for programs."""

from __future__ import annotations

from litestar.params import FromPath

from shengji.server.accounts.schemas import MadeToken, NewToken, Tokens
from shengji.server.accounts.tokens import MOST, TokenStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller
from shengji.server.site.presence import Presence

addresses = Addresses("tokens")


@addresses.get("/api/me/tokens")
async def tokens(caller: PersonCaller) -> Tokens:
    """My tokens.

    The newest first, without their secrets.
    """
    return Tokens(tokens=tuple(await caller.services[TokenStore].of(caller.person.id)))


@addresses.post(
    "/api/me/tokens", status=201, faults="not-a-bot, too-many-tokens, too-many-requests", makes=True
)
async def make_token(caller: PersonCaller, data: NewToken) -> MadeToken:
    """Make a token.

    Its secret is shown only now. A program sends it as `Authorization: Bearer SECRET`. A token is
    limited to its scopes, and cannot make tokens. The scope `bot` is for accounts of bots.
    """
    caller.count_creation()
    if "bot" in data.scopes and not caller.person.bot:
        raise ApiError("not-a-bot")
    made = await caller.services[TokenStore].make(
        caller.person.id, data.label.strip(), set(data.scopes), data.days
    )
    if made is None:
        raise ApiError("too-many-tokens", most=MOST)
    token, secret = made
    return MadeToken(token=token, secret=secret)


@addresses.delete("/api/me/tokens/{key:str}", faults="no-such-token")
async def end_token(caller: PersonCaller, key: FromPath[str]) -> Tokens:
    """Revoke a token.

    Also ends the streams and games of all programs of the person.
    """
    if not await caller.services[TokenStore].end(caller.person.id, key):
        raise ApiError("no-such-token")
    caller.services[Presence].cut(caller.person.id)
    return Tokens(tokens=tuple(await caller.services[TokenStore].of(caller.person.id)))
