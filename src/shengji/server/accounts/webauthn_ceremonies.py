"""Passkeys (WebAuthn): options for browsers, and verification of their responses.

A passkey belongs to a domain, and browsers use it in secure contexts only: over HTTPS, or on
`localhost`. The passkeys are *discoverable*: they identify the account, without a name.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from ipaddress import ip_address
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from shengji.server.accounts.values import Passkey
from shengji.server.database.ids import PersonId
from shengji.server.database.moments import UnixMs

SECONDS: Final = 300
"""Validity of a challenge, in seconds."""

_SITE_NAME: Final = "shengji"
_PREFERRED: Final = UserVerificationRequirement.PREFERRED


class PasskeyError(Exception):
    """A browser's response is invalid."""


class RelyingParty(NamedTuple):
    """A site on which passkeys work.

    Attributes:
        domain: the *RP id*.
        origin: the origin that browsers report.
    """

    domain: str
    origin: str


class SignedResponse(NamedTuple):
    """The unverified data of a browser's response.

    Attributes:
        id: the id of the passkey.
    """

    id: bytes
    challenge: bytes


def site_at(origin: str) -> RelyingParty | None:
    """The relying party of an origin, or `None` where passkeys cannot work.

    >>> site_at("https://cards.example.org")
    RelyingParty(domain='cards.example.org', origin='https://cards.example.org')
    >>> site_at("http://localhost:8000")
    RelyingParty(domain='localhost', origin='http://localhost:8000')
    >>> site_at("http://192.0.2.7:8000"), site_at("https://192.0.2.7"), site_at("http://pi.local")
    (None, None, None)
    """
    parts = urlsplit(origin)
    domain = (parts.hostname or "").rstrip(".")
    try:
        ip_address(domain)
    except ValueError:
        at_home = domain == "localhost" or domain.endswith(".localhost")
        safe = parts.scheme == "https" or (parts.scheme == "http" and at_home)
        return (
            RelyingParty(domain, f"{parts.scheme}://{parts.netloc.lower()}")
            if safe and domain
            else None
        )
    return None


def new_challenge() -> bytes:
    """Generate a challenge."""
    return secrets.token_bytes(32)


def registration_options(
    site: RelyingParty, challenge: bytes, person: PersonId, name: str, known: Iterable[Passkey]
) -> dict[str, Any]:
    """The argument of `navigator.credentials.create`.

    Args:
        site: the relying party.
        challenge: the challenge to sign.
        person: the public id, as the WebAuthn user handle.
        name: the name that browsers show.
        known: existing passkeys; a device that has one of them makes no second one.
    """
    options = generate_registration_options(
        rp_id=site.domain,
        rp_name=_SITE_NAME,
        user_id=person.encode(),
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        timeout=SECONDS * 1000,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=passkey.id) for passkey in known],
    )
    return _plain(options_to_json(options))


def assertion_options(
    site: RelyingParty, challenge: bytes, known: Iterable[Passkey] = ()
) -> dict[str, Any]:
    """The argument of `navigator.credentials.get`.

    Args:
        site: the relying party.
        challenge: the challenge to sign.
        known: acceptable passkeys; none: any.
    """
    options = generate_authentication_options(
        rp_id=site.domain,
        challenge=challenge,
        timeout=SECONDS * 1000,
        allow_credentials=[PublicKeyCredentialDescriptor(id=passkey.id) for passkey in known],
        user_verification=_PREFERRED,
    )
    return _plain(options_to_json(options))


def _plain(text: str) -> dict[str, Any]:
    return msgspec.json.decode(text, type=dict[str, Any])


def read_answer(credential: dict[str, Any]) -> SignedResponse:
    """Parse a browser's response, without verifying it.

    Raises:
        PasskeyError: it cannot be parsed.
    """
    try:
        id_ = base64url_to_bytes(credential["id"])
        data = parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"]))
    except Exception as fault:  # the library raises many types for invalid input
        raise PasskeyError from fault
    return SignedResponse(id_, data.challenge)


def read_new(
    site: RelyingParty,
    credential: dict[str, Any],
    challenge: bytes,
    person: PersonId,
    label: str,
    now: UnixMs,
) -> Passkey:
    """Verify a new passkey that a browser has made.

    Args:
        site: the relying party.
        credential: the browser's response.
        challenge: the challenge of the request.
        person: public id of the new owner.
        label: name of the passkey.
        now: the time.

    Raises:
        PasskeyError: the response is invalid, or belongs to another site or challenge.
    """
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.domain,
            expected_origin=site.origin,
        )
    except Exception as fault:  # as above
        raise PasskeyError from fault
    return Passkey(
        made.credential_id,
        person,
        site.domain,
        made.credential_public_key,
        made.sign_count,
        label,
        now,
        None,
    )


def read_signed(
    site: RelyingParty, credential: dict[str, Any], challenge: bytes, passkey: Passkey
) -> int:
    """Verify a signature of a passkey; return the new signature counter.

    Raises:
        PasskeyError: the signature is invalid, or belongs to another site or challenge; or the
            counter has not grown, so that the passkey may be a copy (WebAuthn §6.1.1).
    """
    if passkey.site != site.domain:
        raise PasskeyError
    try:
        handle = credential["response"].get("userHandle")
        if handle and base64url_to_bytes(handle) != passkey.person.encode():
            raise PasskeyError
        signed = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.domain,
            expected_origin=site.origin,
            credential_public_key=passkey.key,
            credential_current_sign_count=passkey.signs,
        )
    except Exception as fault:  # as above
        raise PasskeyError from fault
    return signed.new_sign_count
