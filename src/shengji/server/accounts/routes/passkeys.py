"""Passkeys over HTTP: what a browser is asked, and what it has answered."""

from __future__ import annotations

from typing import Any

from shengji.server.accounts.credentials import CredentialStore
from shengji.server.accounts.schemas import AskPasskey, PasskeyOptions, Purpose
from shengji.server.accounts.values import Passkey
from shengji.server.accounts.webauthn_ceremonies import (
    SECONDS,
    PasskeyError,
    RelyingParty,
    assertion_options,
    new_challenge,
    read_answer,
    read_new,
    read_signed,
    registration_options,
    site_at,
)
from shengji.server.database.moments import milliseconds
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.gate import is_at_home
from shengji.server.site.guards import AnyCaller, PersonCaller

addresses = Addresses("accounts")


@addresses.post("/api/passkeys", even_banned=True, faults="no-passkeys-here, too-many-requests")
async def ask_passkey(asked: PersonCaller, data: AskPasskey) -> PasskeyOptions:
    """Ask for a passkey.

    What the browser needs to make a passkey, or to sign with one. Works over HTTPS, or on
    `localhost`, and not at a number: browsers have it so.
    """
    site = site_here(asked)
    asked.count_sign_in()
    challenge, ways = new_challenge(), asked.services[CredentialStore]
    held = () if data.purpose == "sign-in" else await ways.passkeys(asked.person.id)
    if data.purpose == "make":
        name = asked.person.name if asked.person.has_account else data.name or asked.person.name
        options = registration_options(site, challenge, asked.person.id, name, held)
    else:
        options = assertion_options(site, challenge, held)
    await ways.new_challenge(challenge, asked.secret, data.purpose, SECONDS)
    return PasskeyOptions(options=options)


def works_here(asked: AnyCaller) -> RelyingParty | None:
    """The site as a browser has asked for it, if passkeys work there.

    It is one of the addresses that the operator has named, or one in the house; what else a
    request may call us is not believed.
    """
    request = asked.request
    host = request.headers.get("host", "").lower()
    for url in asked.services.settings.public_urls:
        if url.lower().partition("://")[2] == host:
            return site_at(url.lower())
    return site_at(f"{request.url.scheme}://{host}") if is_at_home(host) else None


def site_here(asked: AnyCaller) -> RelyingParty:
    """As `works_here`.

    Raises:
        FaultError: passkeys do not work there.
    """
    site = works_here(asked)
    if site is None:
        raise ApiError("no-passkeys-here")
    return site


async def made_passkey(asked: PersonCaller, credential: dict[str, Any], label: str) -> Passkey:
    """A passkey that a browser has made for `make`, to be theirs.

    Raises:
        FaultError: it is none, or not for what this browser was asked.
    """
    site = site_here(asked)
    try:
        challenge = await _challenge(asked, credential, "make")
        return read_new(site, credential, challenge, asked.person.id, label, milliseconds())
    except PasskeyError:
        raise ApiError("bad-passkey") from None


async def signed_by(asked: PersonCaller, credential: dict[str, Any], purpose: Purpose) -> str:
    """The person whose passkey has signed what this browser was asked.

    Raises:
        FaultError: nobody's, or something else, or it looks like a copy.
    """
    site = site_here(asked)
    try:
        challenge = await _challenge(asked, credential, purpose)
        passkey = await asked.services[CredentialStore].passkey(read_answer(credential).id)
        if passkey is None:
            raise PasskeyError
        signs = read_signed(site, credential, challenge, passkey)
        if not await asked.services[CredentialStore].used_passkey(passkey.id, passkey.signs, signs):
            raise PasskeyError
    except PasskeyError:
        raise ApiError("bad-passkey") from None
    return passkey.person


async def _challenge(asked: PersonCaller, credential: dict[str, Any], purpose: Purpose) -> bytes:
    """The challenge that is answered, if this browser was given it for this; it is used up."""
    challenge = read_answer(credential).challenge
    if not await asked.services[CredentialStore].use_challenge(challenge, asked.secret, purpose):
        raise PasskeyError
    return challenge
