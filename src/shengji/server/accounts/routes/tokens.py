"""One's own tokens: with them programs act for a person, as far as each allows it."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, delete, get, post
from litestar.params import FromPath, JSONBody

from shengji.server.accounts.shapes import MadeToken, NewToken, Token, Tokens
from shengji.server.accounts.tokens import KnownToken, TokenStore
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers
from shengji.server.site.presence import Presence
from shengji.server.site.services import NamedPerson, NamedServices

MOST: Final = 20
"""How many tokens a person may have."""


@get(
    "/api/me/tokens",
    tags=["tokens"],
    summary="My tokens",
    description="Without their secrets, the newest first.",
    responses=answers("no-person"),
)
async def tokens(services: NamedServices, person: NamedPerson) -> Tokens:
    """The tokens of a person."""
    return Tokens(tokens=tuple(map(_shape, await services[TokenStore].of(person.id))))


@post(
    "/api/me/tokens",
    status_code=201,
    tags=["tokens"],
    summary="Make a token",
    description="Its secret is told once. A program sends it as `Authorization: Bearer SECRET`; it "
    "can do what its scopes say, and cannot make tokens. The scope `bot` is for the accounts of "
    "bots.",
    responses=answers(*ASKED_BY_A_PERSON, "not-a-bot", "too-many-tokens", "too-many-requests"),
)
async def make_token(
    request: Request[Any, Any, Any],
    data: JSONBody[NewToken],
    services: NamedServices,
    person: NamedPerson,
) -> MadeToken:
    """Make a token."""
    services.count_creation(request)
    if "bot" in data.scopes and not person.bot:
        raise FaultError("not-a-bot")
    store = services[TokenStore]
    if len(await store.of(person.id)) >= MOST:
        raise FaultError("too-many-tokens", most=MOST)
    made, secret = await store.make(person.id, data.label.strip(), set(data.scopes), data.days)
    return MadeToken(token=_shape(made), secret=secret)


@delete(
    "/api/me/tokens/{key:str}",
    status_code=200,
    tags=["tokens"],
    summary="End a token",
    description="It is void from now on. A bot of this person that is here is cut off.",
    responses=answers("no-person", "no-such-token", "origin"),
)
async def end_token(services: NamedServices, person: NamedPerson, key: FromPath[str]) -> Tokens:
    """Make a token void."""
    if not await services[TokenStore].end(person.id, key):
        raise FaultError("no-such-token")
    services[Presence].cut(person.id)
    return Tokens(tokens=tuple(map(_shape, await services[TokenStore].of(person.id))))


def _shape(known: KnownToken) -> Token:
    return Token(
        id=known.id,
        label=known.label,
        scopes=known.scopes,
        made=known.made,
        seen=known.seen,
        expires=known.expires,
    )


tokens_routes = [tokens, make_token, end_token]
