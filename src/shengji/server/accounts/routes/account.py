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
from shengji.server.accounts.routes.passkeys import made_passkey, relying_party_of, signed_by
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
async def make_account(caller: PersonCaller, data: NewAccount) -> Response[MadeAccount]:
    """Make an account.

    Turns this guest into an account. The person keeps the public id and all seats. This browser
    gets a new cookie. Other browsers of the guest are signed out, and device links and tokens
    become invalid. Recovery codes are shown once.
    """
    if caller.person.role is not None:
        raise ApiError("has-account")
    name = account_name(data.name)
    came_to = skeletons(name)
    if await caller.services[AccountStore].is_taken(came_to):
        raise ApiError("name-taken")
    _need_one(data.passphrase, data.passkey)
    caller.count_creation()
    credential: str | Passkey
    if data.passkey is not None:
        credential = await made_passkey(caller, data.passkey, data.label)
        if await caller.services[CredentialStore].passkey(credential.id) is not None:
            raise ApiError("bad-passkey")
    else:
        credential = await _kept(caller.services, data.passphrase or "", name)
    made = await caller.services[AccountStore].make(
        caller.person.id, name, came_to, credential, browser_of(caller)
    )
    if made is None:
        raise ApiError("name-taken")
    here = device_of(caller.secret)
    caller.services[Presence].sign_out(caller.person.id, but=here)
    caller.services[Presence].cut(caller.person.id)
    owner = Person(caller.person.id, name, "player")
    await caller.services[Presence].renamed(owner)
    await caller.services[PersonalDataService].merge_guest(owner, owner.id)
    me = await caller.services.me(owner)
    return Response(
        MadeAccount(me=me, codes=made.codes),
        cookies=[cookie(caller, made.secret)],
        background=connect_again(caller.services, caller.person.id, here),
    )


@addresses.get("/api/me/account", even_banned=True)
async def my_account(caller: AccountOwner) -> AccountState:
    """My account.

    Its credentials, and the changes that are possible now.
    """
    return await account_state(caller)


@addresses.put("/api/me/account/passphrase", faults="bad-passphrase, too-many-requests")
async def set_passphrase(caller: RecentlyAuthenticated, data: SetPassphrase) -> AccountState:
    """Set the passphrase.

    Replaces an existing one.
    """
    caller.count_sign_in()
    kept = await _kept(caller.services, data.passphrase, caller.person.name)
    await caller.services[CredentialStore].set_passphrase(caller.person.id, kept)
    return await account_state(caller)


@addresses.delete("/api/me/account/passphrase", faults="no-passkey, last-way")
async def remove_passphrase(caller: RecentlyAuthenticated) -> AccountState:
    """Remove the passphrase."""
    return await _without(caller, "passphrase")


@addresses.post(
    "/api/me/account/passkeys",
    status=201,
    faults="bad-passkey, no-passkeys-here, too-many-requests",
    makes=True,
)
async def add_passkey(caller: RecentlyAuthenticated, data: AddPasskey) -> AccountState:
    """Add a passkey."""
    caller.count_sign_in()
    passkey = await made_passkey(caller, data.passkey, data.label)
    if not await caller.services[CredentialStore].add_passkey(passkey):
        raise ApiError("bad-passkey")
    return await account_state(caller)


@addresses.delete("/api/me/account/passkeys/{passkey:str}", faults="no-passkey, last-way")
async def remove_passkey(caller: RecentlyAuthenticated, passkey: FromPath[str]) -> AccountState:
    """Remove a passkey."""
    try:
        id_ = base64url_to_bytes(passkey)
    except ValueError:
        raise ApiError("no-passkey") from None
    return await _without(caller, id_)


@addresses.post("/api/me/account/codes", status=201, faults="too-many-requests", makes=True)
async def new_codes(caller: RecentlyAuthenticated) -> Codes:
    """Make new recovery codes.

    Older recovery codes become invalid.
    """
    caller.count_creation()
    return Codes(codes=await caller.services[CredentialStore].new_codes(caller.person.id))


@addresses.post(
    "/api/me/account/proof",
    even_banned=True,
    faults="wrong-sign-in, bad-passkey, no-passkeys-here, too-many-requests",
)
async def prove(caller: AccountOwner, data: Proof) -> AccountState:
    """Prove the owner's presence.

    For ten minutes, this browser may change credentials and remove the account.
    """
    _need_one(data.passphrase, data.passkey)
    caller.count_sign_in()
    if data.passkey is not None:
        if await signed_by(caller, data.passkey, "prove") != caller.person.id:
            raise ApiError("bad-passkey")
    else:
        phrase, name = data.passphrase or "", found_by(caller.person.name)
        if await owner_by_passphrase(caller, name, phrase) != caller.person.id:
            raise ApiError("wrong-sign-in")
    await caller.services[AccountStore].prove(caller.secret)
    return await account_state(caller)


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


async def _without(caller: AccountOwner, credential: CredentialId) -> AccountState:
    match await caller.services[CredentialStore].remove(caller.person.id, credential):
        case "last":
            raise ApiError("last-way")
        case "none":
            raise ApiError("no-passkey")
        case "removed":
            return await account_state(caller)


async def account_state(caller: AccountOwner) -> AccountState:
    """The caller's account, as `GET /api/me/account` returns it."""
    services, accounts = caller.services, caller.services[AccountStore]
    account = await accounts.of(caller.person.id)
    if account is None:
        raise ApiError("no-account")
    site = relying_party_of(caller)
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
            for passkey in await services[CredentialStore].passkeys(caller.person.id)
        ),
        mail=account.mail,
        mail_works=services.find(Mailer) is not None,
        codes=account.codes,
        proved=await accounts.proved_recently(caller.secret, PROOF_SECONDS),
        passkeys_here=site is not None,
    )
