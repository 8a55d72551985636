"""Endpoints of the caller's tokens for programs."""

from __future__ import annotations

from typing import Final

from litestar.params import FromPath

from shengji.server.accounts.schemas import MadeToken, NewToken, Tokens
from shengji.server.accounts.tokens import TokenStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller
from shengji.server.site.presence import Presence

addresses = Addresses("tokens")

MOST: Final = 20
"""Maximum number of tokens of a person."""


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
    store = caller.services[TokenStore]
    if len(await store.of(caller.person.id)) >= MOST:
        raise ApiError("too-many-tokens", most=MOST)
    made, secret = await store.make(
        caller.person.id, data.label.strip(), set(data.scopes), data.days
    )
    return MadeToken(token=made, secret=secret)


@addresses.delete("/api/me/tokens/{key:str}", faults="no-such-token")
async def end_token(caller: PersonCaller, key: FromPath[str]) -> Tokens:
    """Revoke a token.

    Also ends the streams and games of all programs of the person.
    """
    if not await caller.services[TokenStore].end(caller.person.id, key):
        raise ApiError("no-such-token")
    caller.services[Presence].cut(caller.person.id)
    return Tokens(tokens=tuple(await caller.services[TokenStore].of(caller.person.id)))
