"""Endpoints for signing in to an account, and out of it.

A browser that signs in gets a new secret, and its old one becomes invalid.
"""

from __future__ import annotations

from typing import Final

from litestar import Response

from shengji.server.accounts.attempts import GuessThrottle
from shengji.server.accounts.credentials import CredentialStore
from shengji.server.accounts.names import found_by
from shengji.server.accounts.passphrases import BusyError, Passphrases, plain
from shengji.server.accounts.people import PeopleStore
from shengji.server.accounts.personal_data import PersonalDataService
from shengji.server.accounts.routes.passkeys import signed_by
from shengji.server.accounts.schemas import CodeSignIn, PasskeySignIn, SignIn
from shengji.server.accounts.sessions import browser_of, connect_again, signed_in_response
from shengji.server.accounts.store import AccountStore
from shengji.server.database.ids import device_of
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError, too_many_requests
from shengji.server.site.guards import AccountOwner, PersonCaller
from shengji.server.site.limits import network_of
from shengji.server.site.me import Me
from shengji.server.site.presence import Presence
from shengji.words import Names

addresses = Addresses("accounts")

_FAULTS: Final = "guest-sits, too-many-requests"


@addresses.post("/api/sign-in", faults=f"{_FAULTS}, wrong-sign-in", makes=True)
async def sign_in(caller: PersonCaller, data: SignIn) -> Response[Me]:
    """Sign in by name and passphrase.

    Signs out the browser's guest. If the guest has seats that nobody could take up again, `leave`
    must confirm that they are given up. A guest without another browser is merged into the account,
    matches included. An error does not reveal whether the name or the passphrase is wrong.
    """
    await _begin(caller, leave_seats=data.leave)
    owner = await owner_by_passphrase(caller, found_by(data.name), data.passphrase)
    if owner is None:
        raise ApiError("wrong-sign-in")
    return await _enter(caller, owner)


@addresses.post(
    "/api/sign-in/passkey", faults=f"{_FAULTS}, bad-passkey, no-passkeys-here", makes=True
)
async def sign_in_with_passkey(caller: PersonCaller, data: PasskeySignIn) -> Response[Me]:
    """Sign in with a passkey.

    Works as by name and passphrase; the passkey identifies the account.
    """
    await _begin(caller, leave_seats=data.leave)
    owner = await signed_by(caller, data.passkey, "sign-in")
    return await _enter(caller, owner)


@addresses.post("/api/sign-in/code", faults=f"{_FAULTS}, bad-code", makes=True)
async def sign_in_with_code(caller: PersonCaller, data: CodeSignIn) -> Response[Me]:
    """Sign in with a recovery code.

    Uses up the code. For ten minutes, credentials such as the passphrase can then be changed.
    """
    await _begin(caller, leave_seats=data.leave)
    owner = await caller.services[CredentialStore].use_code(data.code)
    if owner is None:
        raise ApiError("bad-code")
    return await _enter(caller, owner)


@addresses.post("/api/sign-out", even_banned=True)
async def sign_out_here(caller: AccountOwner) -> None:
    """Sign out of this browser.

    Available to accounts only, since a guest could not sign in again.
    """
    gone = await caller.services[PeopleStore].sign_out(
        caller.person.id, only=device_of(caller.secret)
    )
    caller.services[Presence].sign_out(caller.person.id, gone)


async def owner_by_passphrase(caller: PersonCaller, skeleton: str, passphrase: str) -> str | None:
    """The owner of the account with this name and passphrase; `None`: no match.

    The time and the throttling do not reveal whether there is such an account. The caller has
    already counted the attempt for the address.

    Args:
        caller: the request.
        skeleton: the skeleton of the name.
        passphrase: the passphrase as typed.

    Raises:
        ApiError: too many attempts with this name.
    """
    network = network_of(caller.address)
    wait = caller.services[GuessThrottle].take(skeleton, network)
    if wait:
        raise too_many_requests(wait)
    credentials = caller.services[CredentialStore]
    found = await credentials.by_name(skeleton)
    try:
        checked = await caller.services[Passphrases].check(
            plain(passphrase), None if found is None else found.passphrase
        )
    except BusyError:
        raise too_many_requests(1.0) from None
    if found is None or found.passphrase is None or not checked.right:
        return None
    caller.services[GuessThrottle].right(skeleton, network)
    if checked.kept is not None:
        await credentials.rehash_passphrase(found.person, found.passphrase, checked.kept)
    return found.person


async def _begin(caller: PersonCaller, *, leave_seats: bool) -> None:
    """Count an attempt to sign in, and protect the seats of a guest.

    Raises:
        ApiError: this is the only browser of a guest with seats, and `leave_seats` is false; or the
            rate limit is exceeded.
    """
    if not leave_seats and await _ends_here(caller):
        tables = await caller.services[Presence].tables_of(caller.person.id)
        if tables:
            titles = Names(dict.fromkeys(at.title for at in tables))
            raise ApiError("guest-sits", count=len(tables), tables=titles)
    caller.count_sign_in()


async def _ends_here(caller: PersonCaller) -> bool:
    """Whether the caller is a guest with this browser only, so that signing in ends the guest."""
    services, person = caller.services, caller.person
    return person.role is None and len(await services[PeopleStore].devices(person.id)) <= 1


async def _enter(caller: PersonCaller, owner: str) -> Response[Me]:
    """Sign this browser in to the owner's account, with a new secret."""
    services, before, secret = caller.services, caller.person, caller.secret
    if owner != before.id and await _ends_here(caller):
        await services[PersonalDataService].merge_guest(before, owner)
    entered = await services[AccountStore].enter(owner, secret, browser_of(caller))
    if entered is None:
        raise ApiError("no-account")
    response = await signed_in_response(caller, *entered)
    response.background = connect_again(services, before.id, device_of(secret))
    return response
