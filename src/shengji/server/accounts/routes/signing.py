"""Signing in to an account, and out of it.

A browser that signs in is given a new secret; the one that it had is nobody's from then on.
"""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, post
from litestar.params import JSONBody

from shengji.server.accounts.attempts import Attempts
from shengji.server.accounts.names import found_by
from shengji.server.accounts.passphrases import BusyError, Passphrases, plain
from shengji.server.accounts.people import PeopleStore
from shengji.server.accounts.personal_data import PersonalData
from shengji.server.accounts.routes.passkeys import secret_of, signed_by
from shengji.server.accounts.sessions import browser_of, connect_again, known
from shengji.server.accounts.shapes import CodeSignIn, PasskeySignIn, SignIn
from shengji.server.accounts.store import AccountStore
from shengji.server.accounts.ways import WayStore
from shengji.server.database.ids import device_of
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers, too_many_requests
from shengji.server.site.limits import network_of
from shengji.server.site.me import Me
from shengji.server.site.person import Person
from shengji.server.site.presence import Presence
from shengji.server.site.services import (
    EVEN_BANNED,
    NamedOwner,
    NamedPerson,
    NamedServices,
    Services,
    address_of,
)
from shengji.words import Names

_FAULTS = (*ASKED_BY_A_PERSON, "guest-sits", "too-many-requests")


@post(
    "/api/sign-in",
    status_code=200,
    tags=["accounts"],
    summary="Sign in by name and passphrase",
    description="A browser that was a guest's stops being that; where the guest holds seats that "
    "nobody could take up again, `leave` says that they are given up. The matches of a guest who "
    "has no other browser become the account's. Whether the name or the passphrase was wrong is "
    "not told.",
    responses=answers(*_FAULTS, "wrong-sign-in"),
)
async def sign_in(
    request: Request[Any, Any, Any],
    data: JSONBody[SignIn],
    services: NamedServices,
    person: NamedPerson,
) -> Response[Me]:
    """Sign in by name and passphrase."""
    await _begin(request, services, person, leave_seats=data.leave)
    owner = await owner_by_passphrase(request, services, found_by(data.name), data.passphrase)
    if owner is None:
        raise FaultError("wrong-sign-in")
    return await _enter(request, services, person, owner)


@post(
    "/api/sign-in/passkey",
    status_code=200,
    tags=["accounts"],
    summary="Sign in with a passkey",
    description="As by name and passphrase; the passkey says whose account it is.",
    responses=answers(*_FAULTS, "bad-passkey", "no-passkeys-here"),
)
async def sign_in_with_passkey(
    request: Request[Any, Any, Any],
    data: JSONBody[PasskeySignIn],
    services: NamedServices,
    person: NamedPerson,
) -> Response[Me]:
    """Sign in with a passkey."""
    await _begin(request, services, person, leave_seats=data.leave)
    owner = await signed_by(request, services, data.passkey, "sign-in")
    return await _enter(request, services, person, owner)


@post(
    "/api/sign-in/code",
    status_code=200,
    tags=["accounts"],
    summary="Sign in with a recovery code",
    description="The code is used up. Ways in can be changed for ten minutes then, such as the "
    "passphrase.",
    responses=answers(*_FAULTS, "bad-code"),
)
async def sign_in_with_code(
    request: Request[Any, Any, Any],
    data: JSONBody[CodeSignIn],
    services: NamedServices,
    person: NamedPerson,
) -> Response[Me]:
    """Sign in with a code."""
    await _begin(request, services, person, leave_seats=data.leave)
    owner = await services[WayStore].use_code(data.code)
    if owner is None:
        raise FaultError("bad-code")
    return await _enter(request, services, person, owner)


@post(
    "/api/sign-out",
    status_code=204,
    tags=["accounts"],
    summary="Sign out of this browser",
    opt={EVEN_BANNED: True},
    description="The browser is nobody's from now on. Only for accounts: a guest could not come "
    "back.",
    responses=answers("no-person", "no-account", "origin"),
)
async def sign_out_here(
    request: Request[Any, Any, Any], services: NamedServices, owner: NamedOwner
) -> None:
    """Sign out of this browser."""
    gone = await services[PeopleStore].sign_out(owner.id, only=device_of(secret_of(request)))
    services[Presence].sign_out(owner.id, gone)


async def owner_by_passphrase(
    request: Request[Any, Any, Any], services: Services, skeleton: str, passphrase: str
) -> str | None:
    """Whose name comes to this and whose passphrase this is; `None`: nobody's.

    It takes as long, and is limited alike, where there is no such account. That somebody tries to
    sign in has been counted before.

    Raises:
        FaultError: this was tried too often.
    """
    network = network_of(address_of(request.scope))
    wait = services[Attempts].take(skeleton, network)
    if wait:
        raise too_many_requests(wait)
    ways = services[WayStore]
    found = await ways.credentials(skeleton)
    try:
        checked = await services[Passphrases].check(
            plain(passphrase), None if found is None else found.passphrase
        )
    except BusyError:
        raise too_many_requests(1.0) from None
    if found is None or not checked.right:
        return None
    services[Attempts].right(skeleton, network)
    if checked.kept is not None:
        await ways.set_passphrase(found.person, checked.kept)
    return found.person


async def _begin(
    request: Request[Any, Any, Any], services: Services, person: Person, *, leave_seats: bool
) -> None:
    """Begin to sign in, in whatever way: count it, if nobody loses a guest's seats unawares.

    Raises:
        FaultError: this browser alone is a guest who holds seats, and `leave_seats` was not said;
            or it was tried too often from there lately.
    """
    if not leave_seats and await _ends_here(services, person):
        tables = await services[Presence].tables_of(person.id)
        if tables:
            titles = Names(dict.fromkeys(at.title for at in tables))
            raise FaultError("guest-sits", count=len(tables), tables=titles)
    services.count_sign_in(request)


async def _ends_here(services: Services, person: Person) -> bool:
    """Whether somebody is a guest who is nobody any more when this browser is another's."""
    return person.role is None and len(await services[PeopleStore].devices(person.id)) <= 1


async def _enter(
    request: Request[Any, Any, Any], services: Services, before: Person, owner: str
) -> Response[Me]:
    """Make this browser the owner's, with another secret."""
    secret = secret_of(request)
    if owner != before.id and await _ends_here(services, before):
        await services[PersonalData].hand_over(before, owner)
    entered = await services[AccountStore].enter(owner, secret, browser_of(request))
    if entered is None:
        raise FaultError("no-account")
    response = await known(request, services, *entered)
    response.background = connect_again(services, before.id, device_of(secret))
    return response


signing_routes = [sign_in, sign_in_with_passkey, sign_in_with_code, sign_out_here]
