"""Passkeys over HTTP: what a browser is asked, and what it has answered."""

from __future__ import annotations

from typing import Any

from litestar import Request, post
from litestar.params import JSONBody

from shengji.server.accounts.authenticators import (
    SECONDS,
    PasskeyError,
    Site,
    asking,
    making,
    new_challenge,
    read_answer,
    read_new,
    read_signed,
    site_at,
)
from shengji.server.accounts.shapes import AskPasskey, PasskeyOptions, Purpose
from shengji.server.accounts.values import Passkey
from shengji.server.accounts.ways import WayStore
from shengji.server.database.moments import milliseconds
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers
from shengji.server.site.gate import is_at_home
from shengji.server.site.person import Person
from shengji.server.site.services import (
    EVEN_BANNED,
    NamedPerson,
    NamedServices,
    Services,
    secret_in,
)


@post(
    "/api/passkeys",
    status_code=200,
    tags=["accounts"],
    summary="Ask for a passkey",
    opt={EVEN_BANNED: True},
    description="What the browser needs to make a passkey, or to sign with one. Works over HTTPS, "
    "or on `localhost`, and not at a number: browsers have it so.",
    responses=answers(*ASKED_BY_A_PERSON, "no-passkeys-here", "too-many-requests"),
)
async def ask_passkey(
    request: Request[Any, Any, Any],
    data: JSONBody[AskPasskey],
    services: NamedServices,
    person: NamedPerson,
) -> PasskeyOptions:
    """What a browser is asked for."""
    site = site_here(request, services)
    services.count_sign_in(request)
    challenge, ways = new_challenge(), services[WayStore]
    held = () if data.purpose == "sign-in" else await ways.passkeys(person.id)
    if data.purpose == "make":
        name = person.name if person.role is not None else data.name or person.name
        options = making(site, challenge, person.id, name, held)
    else:
        options = asking(site, challenge, held)
    await ways.new_challenge(challenge, secret_of(request), data.purpose, SECONDS)
    return PasskeyOptions(options=options)


def works_here(request: Request[Any, Any, Any], services: Services) -> Site | None:
    """The site as a browser has asked for it, if passkeys work there.

    It is one of the addresses that the operator has named, or one in the house; what else a
    request may call us is not believed.
    """
    host = request.headers.get("host", "").lower()
    for url in services.settings.public_urls:
        if url.lower().partition("://")[2] == host:
            return site_at(url.lower())
    return site_at(f"{request.url.scheme}://{host}") if is_at_home(host) else None


def site_here(request: Request[Any, Any, Any], services: Services) -> Site:
    """As `works_here`.

    Raises:
        FaultError: passkeys do not work there.
    """
    site = works_here(request, services)
    if site is None:
        raise FaultError("no-passkeys-here")
    return site


def secret_of(request: Request[Any, Any, Any]) -> str:
    """The secret of the browser that asks; it has one, where a person asks."""
    return secret_in(request.scope["headers"]) or ""


async def made_passkey(
    request: Request[Any, Any, Any],
    services: Services,
    person: Person,
    credential: dict[str, Any],
    label: str,
) -> Passkey:
    """A passkey that a browser has made for `make`, to be a person's.

    Raises:
        FaultError: it is none, or not for what this browser was asked.
    """
    site = site_here(request, services)
    try:
        challenge = await _asked(request, services, credential, "make")
        return read_new(site, credential, challenge, person.id, label, milliseconds())
    except PasskeyError:
        raise FaultError("bad-passkey") from None


async def signed_by(
    request: Request[Any, Any, Any],
    services: Services,
    credential: dict[str, Any],
    purpose: Purpose,
) -> str:
    """Whose passkey has signed what this browser was asked.

    Raises:
        FaultError: nobody's, or something else, or it looks like a copy.
    """
    site = site_here(request, services)
    try:
        challenge = await _asked(request, services, credential, purpose)
        passkey = await services[WayStore].passkey(read_answer(credential).id)
        if passkey is None:
            raise PasskeyError
        signs = read_signed(site, credential, challenge, passkey)
        if not await services[WayStore].used_passkey(passkey.id, passkey.signs, signs):
            raise PasskeyError
    except PasskeyError:
        raise FaultError("bad-passkey") from None
    return passkey.person


async def _asked(
    request: Request[Any, Any, Any],
    services: Services,
    credential: dict[str, Any],
    purpose: Purpose,
) -> bytes:
    """The challenge that is answered, if this browser was given it for this; it is used up."""
    challenge = read_answer(credential).challenge
    browser = secret_of(request)
    if not await services[WayStore].use_challenge(challenge, browser, purpose):
        raise PasskeyError
    return challenge


passkeys_routes = [ask_passkey]
