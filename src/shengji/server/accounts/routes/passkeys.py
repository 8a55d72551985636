"""Endpoint of passkeys, and verification of passkeys for other endpoints."""

from __future__ import annotations

from typing import Any

from shengji.server.accounts.credentials import CredentialStore
from shengji.server.accounts.schemas import LONGEST_LABEL, AskPasskey, PasskeyOptions, Purpose
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
from shengji.server.site.characters import visible
from shengji.server.site.errors import ApiError
from shengji.server.site.gate import is_at_home
from shengji.server.site.guards import AnyCaller, PersonCaller

addresses = Addresses("accounts")


@addresses.post("/api/passkeys", even_banned=True, faults="no-passkeys-here, too-many-requests")
async def ask_passkey(caller: PersonCaller, data: AskPasskey) -> PasskeyOptions:
    """Get options for a passkey.

    Returns the data with which a browser makes a passkey, or signs with one. Passkeys work over
    HTTPS or on `localhost`, and not at an IP address.
    """
    site = site_here(caller)
    caller.count_sign_in()
    challenge, credentials = new_challenge(), caller.services[CredentialStore]
    held = () if data.purpose == "sign-in" else await credentials.passkeys(caller.person.id)
    if data.purpose == "make":
        name = caller.person.name if caller.person.has_account else data.name or caller.person.name
        options = registration_options(site, challenge, caller.person.id, name, held)
    else:
        options = assertion_options(site, challenge, held)
    await credentials.new_challenge(challenge, caller.secret, data.purpose, SECONDS)
    return PasskeyOptions(options=options)


def relying_party_of(caller: AnyCaller) -> RelyingParty | None:
    """The relying party of a request, or `None` if passkeys do not work at its address.

    Accepted are the site's public addresses, IP addresses and non-public names; any other `Host`
    header is not trusted.
    """
    request = caller.request
    host = request.headers.get("host", "").lower()
    for url in caller.services.settings.public_urls:
        if url.lower().partition("://")[2] == host:
            return site_at(url.lower())
    return site_at(f"{request.url.scheme}://{host}") if is_at_home(host) else None


def site_here(caller: AnyCaller) -> RelyingParty:
    """The relying party of a request.

    Raises:
        ApiError: passkeys do not work at its address.
    """
    site = relying_party_of(caller)
    if site is None:
        raise ApiError("no-passkeys-here")
    return site


async def made_passkey(caller: PersonCaller, credential: dict[str, Any], label: str) -> Passkey:
    """Verify a new passkey of the caller, made for the purpose `make`.

    Only the visible part of its label is kept.

    Raises:
        ApiError: it is invalid, or does not answer this browser's challenge.
    """
    site = site_here(caller)
    try:
        challenge = await _challenge(caller, credential, "make")
        kept = visible(label)[:LONGEST_LABEL]
        return read_new(site, credential, challenge, caller.person.id, kept, milliseconds())
    except PasskeyError:
        raise ApiError("bad-passkey") from None


async def signed_by(caller: PersonCaller, credential: dict[str, Any], purpose: Purpose) -> str:
    """Verify a passkey's signature; return its owner.

    Raises:
        ApiError: the passkey is unknown, its signature is invalid, or it may be a copy.
    """
    site = site_here(caller)
    try:
        challenge = await _challenge(caller, credential, purpose)
        passkey = await caller.services[CredentialStore].passkey(read_answer(credential).id)
        if passkey is None:
            raise PasskeyError
        signs = read_signed(site, credential, challenge, passkey)
        if not await caller.services[CredentialStore].used_passkey(
            passkey.id, passkey.signs, signs
        ):
            raise PasskeyError
    except PasskeyError:
        raise ApiError("bad-passkey") from None
    return passkey.person


async def _challenge(caller: PersonCaller, credential: dict[str, Any], purpose: Purpose) -> bytes:
    """Use up the challenge of a response; it must belong to this browser and purpose."""
    challenge = read_answer(credential).challenge
    if not await caller.services[CredentialStore].use_challenge(challenge, caller.secret, purpose):
        raise PasskeyError
    return challenge
