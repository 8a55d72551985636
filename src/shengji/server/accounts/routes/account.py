"""Endpoints of the caller's account: its creation, and its credentials."""

from __future__ import annotations

from typing import Any

from litestar import Response
from litestar.params import FromPath
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from shengji.server.accounts.credentials import CredentialId, CredentialStore
from shengji.server.accounts.mailer import Mailer
from shengji.server.accounts.names import found_by, skeletons
from shengji.server.accounts.passphrases import BusyError, Passphrases, read_passphrase
from shengji.server.accounts.personal_data import PersonalDataService
from shengji.server.accounts.routes.passkeys import made_passkey, signed_by, works_here
from shengji.server.accounts.routes.signing import owner_by_passphrase
from shengji.server.accounts.schemas import (
    AccountState,
    AddPasskey,
    Codes,
    MadeAccount,
    NewAccount,
    PasskeyLine,
    Proof,
    SetPassphrase,
)
from shengji.server.accounts.sessions import (
    DAY_MS,
    NAME_FAULTS,
    account_name,
    browser_of,
    connect_again,
    cookie,
)
from shengji.server.accounts.store import AccountStore
from shengji.server.accounts.values import Passkey
from shengji.server.database.ids import device_of
from shengji.server.site.addresses import Addresses
from shengji.server.site.characters import visible
from shengji.server.site.errors import ApiError, too_many_requests
from shengji.server.site.guards import AccountOwner, PersonCaller, RecentlyAuthenticated
from shengji.server.site.person import Person
from shengji.server.site.presence import Presence
from shengji.server.site.services import (
    PROOF_SECONDS,
    Services,
)

addresses = Addresses("accounts")


@addresses.post(
    "/api/me/account",
    status=201,
    faults=f"{NAME_FAULTS}, has-account, muted, bad-passphrase, bad-passkey, no-passkeys-here, "
    "too-many-requests",
    makes=True,
)
async def make_account(asked: PersonCaller, data: NewAccount) -> Response[MadeAccount]:
    """Make an account.

    Turns this guest into an account. The person keeps the public id and all seats. This browser
    gets a new cookie. Other browsers of the guest are signed out, and device links become invalid.
    Recovery codes are shown once.
    """
    if asked.person.role is not None:
        raise ApiError("has-account")
    name = account_name(data.name)
    came_to = skeletons(name)
    if await asked.services[AccountStore].is_taken(came_to):
        raise ApiError("name-taken")
    _need_one(data.passphrase, data.passkey)
    asked.count_creation()
    credential: str | Passkey
    if data.passkey is not None:
        credential = await made_passkey(asked, data.passkey, visible(data.label))
        if await asked.services[CredentialStore].passkey(credential.id) is not None:
            raise ApiError("bad-passkey")
    else:
        credential = await _kept(asked.services, data.passphrase or "", name)
    made = await asked.services[AccountStore].make(
        asked.person.id, name, came_to, credential, browser_of(asked)
    )
    if made is None:
        raise ApiError("name-taken")
    here = device_of(asked.secret)
    asked.services[Presence].sign_out(asked.person.id, but=here)
    owner = Person(asked.person.id, name, "player")
    await asked.services[Presence].renamed(owner)
    await asked.services[PersonalDataService].merge_guest(owner, owner.id)
    me = await asked.services.me(owner)
    return Response(
        MadeAccount(me=me, codes=made.codes),
        cookies=[cookie(asked, made.secret)],
        background=connect_again(asked.services, asked.person.id, here),
    )


@addresses.get("/api/me/account", even_banned=True)
async def my_account(asked: AccountOwner) -> AccountState:
    """My account.

    Its credentials, and the changes that are possible now.
    """
    return await account_state(asked)


@addresses.put("/api/me/account/passphrase", faults="bad-passphrase, too-many-requests")
async def set_passphrase(asked: RecentlyAuthenticated, data: SetPassphrase) -> AccountState:
    """Set the passphrase.

    Replaces an existing one.
    """
    asked.count_sign_in()
    kept = await _kept(asked.services, data.passphrase, asked.person.name)
    await asked.services[CredentialStore].set_passphrase(asked.person.id, kept)
    return await account_state(asked)


@addresses.delete("/api/me/account/passphrase", faults="no-passkey, last-way")
async def remove_passphrase(asked: RecentlyAuthenticated) -> AccountState:
    """Remove the passphrase."""
    return await _without(asked, "passphrase")


@addresses.post(
    "/api/me/account/passkeys",
    status=201,
    faults="bad-passkey, no-passkeys-here, too-many-requests",
    makes=True,
)
async def add_passkey(asked: RecentlyAuthenticated, data: AddPasskey) -> AccountState:
    """Add a passkey."""
    asked.count_sign_in()
    passkey = await made_passkey(asked, data.passkey, visible(data.label))
    if not await asked.services[CredentialStore].add_passkey(passkey):
        raise ApiError("bad-passkey")
    return await account_state(asked)


@addresses.delete("/api/me/account/passkeys/{passkey:str}", faults="no-passkey, last-way")
async def remove_passkey(asked: RecentlyAuthenticated, passkey: FromPath[str]) -> AccountState:
    """Remove a passkey."""
    try:
        id_ = base64url_to_bytes(passkey)
    except ValueError:
        raise ApiError("no-passkey") from None
    return await _without(asked, id_)


@addresses.post("/api/me/account/codes", status=201, faults="too-many-requests", makes=True)
async def new_codes(asked: RecentlyAuthenticated) -> Codes:
    """Make new recovery codes.

    Older recovery codes become invalid.
    """
    asked.count_creation()
    return Codes(codes=await asked.services[CredentialStore].new_codes(asked.person.id))


@addresses.post(
    "/api/me/account/proof",
    even_banned=True,
    faults="wrong-sign-in, bad-passkey, no-passkeys-here, too-many-requests",
)
async def prove(asked: AccountOwner, data: Proof) -> AccountState:
    """Prove the owner's presence.

    For ten minutes, this browser may change credentials and remove the account.
    """
    _need_one(data.passphrase, data.passkey)
    asked.count_sign_in()
    if data.passkey is not None:
        if await signed_by(asked, data.passkey, "prove") != asked.person.id:
            raise ApiError("bad-passkey")
    else:
        phrase, name = data.passphrase or "", found_by(asked.person.name)
        if await owner_by_passphrase(asked, name, phrase) != asked.person.id:
            raise ApiError("wrong-sign-in")
    await asked.services[AccountStore].prove(asked.secret)
    return await account_state(asked)


def _need_one(passphrase: str | None, passkey: dict[str, Any] | None) -> None:
    if (passphrase is None) == (passkey is None):
        raise ApiError("bad-request", what="give either a passphrase or a passkey")


async def _kept(services: Services, text: str, name: str) -> str:
    """Hash a passphrase, if it is strong enough."""
    passphrase = read_passphrase(text, name)
    if passphrase is None:
        raise ApiError("bad-passphrase")
    try:
        return await services[Passphrases].hash(passphrase)
    except BusyError:
        raise too_many_requests(1.0) from None


async def _without(asked: AccountOwner, credential: CredentialId) -> AccountState:
    match await asked.services[CredentialStore].remove(asked.person.id, credential):
        case "last":
            raise ApiError("last-way")
        case "none":
            raise ApiError("no-passkey")
        case "removed":
            return await account_state(asked)


async def account_state(asked: AccountOwner) -> AccountState:
    """The caller's account, as `GET /api/me/account` returns it."""
    services, accounts = asked.services, asked.services[AccountStore]
    account = await accounts.of(asked.person.id)
    if account is None:
        raise ApiError("no-account")
    site = works_here(asked)
    wait = 0 if account.renamed == account.made else services.settings.renamed_after * DAY_MS
    return AccountState(
        name=account.name,
        role=account.role,
        made=account.made,
        rename_from=int(account.renamed + wait),
        passphrase=account.has_passphrase,
        passkeys=tuple(
            PasskeyLine(
                passkey=bytes_to_base64url(passkey.id),
                label=passkey.label,
                made=passkey.made,
                used=passkey.used,
                here=site is not None and site.domain == passkey.site,
            )
            for passkey in await services[CredentialStore].passkeys(asked.person.id)
        ),
        mail=account.mail,
        mail_works=services.find(Mailer) is not None,
        codes=account.codes,
        proved=await accounts.has_proved(asked.secret, PROOF_SECONDS),
        passkeys_here=site is not None,
    )
