"""One's own account: making it of a guest, and the ways into it."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, delete, get, post, put
from litestar.params import FromPath, JSONBody
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from shengji.server.accounts.names import found_by, skeletons
from shengji.server.accounts.passphrases import BusyError, Passphrases, read_passphrase
from shengji.server.accounts.personal_data import PersonalData
from shengji.server.accounts.post import Post
from shengji.server.accounts.routes.passkeys import made_passkey, secret_of, signed_by, works_here
from shengji.server.accounts.routes.signing import owner_by_passphrase
from shengji.server.accounts.sessions import (
    DAY_MS,
    NAME_FAULTS,
    account_name,
    browser_of,
    connect_again,
    cookie,
)
from shengji.server.accounts.shapes import (
    AccountState,
    AddPasskey,
    Codes,
    MadeAccount,
    NewAccount,
    PasskeyLine,
    Proof,
    SetPassphrase,
)
from shengji.server.accounts.store import AccountStore
from shengji.server.accounts.values import Passkey
from shengji.server.accounts.ways import Way, WayStore
from shengji.server.database.ids import device_of
from shengji.server.site.characters import visible
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers, too_many_requests
from shengji.server.site.person import Person
from shengji.server.site.presence import Presence
from shengji.server.site.services import (
    EVEN_BANNED,
    PROOF_SECONDS,
    NamedOwner,
    NamedPerson,
    NamedProved,
    NamedServices,
    Services,
)

_OF_OWNER = ("no-person", "no-account")
_OF_PROVED = (*_OF_OWNER, "prove", "origin")
_ASKED_BY_PROVED = (*ASKED_BY_A_PERSON, "no-account", "prove")


@post(
    "/api/me/account",
    status_code=201,
    tags=["accounts"],
    summary="Make an account",
    description="Makes an account of this guest, who stays the same person, with all seats. This "
    "browser is given another cookie; other browsers of the guest are signed out, and device links "
    "void. Recovery codes are shown once.",
    responses=answers(
        *ASKED_BY_A_PERSON,
        *NAME_FAULTS,
        "has-account",
        "muted",
        "bad-passphrase",
        "bad-passkey",
        "no-passkeys-here",
        "too-many-requests",
    ),
)
async def make_account(
    request: Request[Any, Any, Any],
    data: JSONBody[NewAccount],
    services: NamedServices,
    person: NamedPerson,
) -> Response[MadeAccount]:
    """Make an account of a guest."""
    if person.role is not None:
        raise FaultError("has-account")
    name = account_name(data.name)
    came_to = skeletons(name)
    if await services[AccountStore].is_taken(came_to):
        raise FaultError("name-taken")
    _need_one(data.passphrase, data.passkey)
    services.count_creation(request)
    way: str | Passkey
    if data.passkey is not None:
        way = await made_passkey(request, services, person, data.passkey, visible(data.label))
        if await services[WayStore].passkey(way.id) is not None:
            raise FaultError("bad-passkey")
    else:
        way = await _kept(services, data.passphrase or "", name)
    made = await services[AccountStore].make(person.id, name, came_to, way, browser_of(request))
    if made is None:
        raise FaultError("name-taken")
    here = device_of(secret_of(request))
    services[Presence].sign_out(person.id, but=here)
    owner = Person(person.id, name, "player")
    await services[Presence].renamed(owner)
    await services[PersonalData].hand_over(owner, owner.id)
    me = await services.me(owner)
    return Response(
        MadeAccount(me=me, codes=made.codes),
        cookies=[cookie(request, services, made.secret)],
        background=connect_again(services, person.id, here),
    )


@get(
    "/api/me/account",
    tags=["accounts"],
    summary="My account",
    opt={EVEN_BANNED: True},
    description="The ways into it, and what may be done with it now.",
    responses=answers(*_OF_OWNER),
)
async def my_account(
    request: Request[Any, Any, Any], services: NamedServices, owner: NamedOwner
) -> AccountState:
    """One's own account."""
    return await account_state(request, services, owner)


@put(
    "/api/me/account/passphrase",
    tags=["accounts"],
    summary="Set the passphrase",
    description="In place of the one that there was, if any.",
    responses=answers(*_ASKED_BY_PROVED, "bad-passphrase", "too-many-requests"),
)
async def set_passphrase(
    request: Request[Any, Any, Any],
    data: JSONBody[SetPassphrase],
    services: NamedServices,
    proved: NamedProved,
) -> AccountState:
    """Set the passphrase."""
    services.count_sign_in(request)
    kept = await _kept(services, data.passphrase, proved.name)
    await services[WayStore].set_passphrase(proved.id, kept)
    return await account_state(request, services, proved)


@delete(
    "/api/me/account/passphrase",
    status_code=200,
    tags=["accounts"],
    summary="Remove the passphrase",
    responses=answers(*_OF_PROVED, "no-passkey", "last-way"),
)
async def remove_passphrase(
    request: Request[Any, Any, Any], services: NamedServices, proved: NamedProved
) -> AccountState:
    """Remove the passphrase."""
    return await _without(request, services, proved, "passphrase")


@post(
    "/api/me/account/passkeys",
    status_code=201,
    tags=["accounts"],
    summary="Add a passkey",
    responses=answers(*_ASKED_BY_PROVED, "bad-passkey", "no-passkeys-here", "too-many-requests"),
)
async def add_passkey(
    request: Request[Any, Any, Any],
    data: JSONBody[AddPasskey],
    services: NamedServices,
    proved: NamedProved,
) -> AccountState:
    """Add a passkey."""
    services.count_sign_in(request)
    passkey = await made_passkey(request, services, proved, data.passkey, visible(data.label))
    if not await services[WayStore].add_passkey(passkey):
        raise FaultError("bad-passkey")
    return await account_state(request, services, proved)


@delete(
    "/api/me/account/passkeys/{passkey:str}",
    status_code=200,
    tags=["accounts"],
    summary="Remove a passkey",
    responses=answers(*_OF_PROVED, "no-passkey", "last-way"),
)
async def remove_passkey(
    request: Request[Any, Any, Any],
    services: NamedServices,
    proved: NamedProved,
    passkey: FromPath[str],
) -> AccountState:
    """Remove a passkey."""
    try:
        id_ = base64url_to_bytes(passkey)
    except ValueError:
        raise FaultError("no-passkey") from None
    return await _without(request, services, proved, id_)


@post(
    "/api/me/account/codes",
    status_code=201,
    tags=["accounts"],
    summary="Make new recovery codes",
    description="Those that there were are void.",
    responses=answers(*_OF_PROVED, "too-many-requests"),
)
async def new_codes(
    request: Request[Any, Any, Any], services: NamedServices, proved: NamedProved
) -> Codes:
    """Make new recovery codes."""
    services.count_creation(request)
    return Codes(codes=await services[WayStore].new_codes(proved.id))


@post(
    "/api/me/account/proof",
    status_code=200,
    tags=["accounts"],
    summary="Prove that the owner is there",
    opt={EVEN_BANNED: True},
    description="For ten minutes this browser may then change ways in, and remove the account.",
    responses=answers(
        *ASKED_BY_A_PERSON,
        "no-account",
        "wrong-sign-in",
        "bad-passkey",
        "no-passkeys-here",
        "too-many-requests",
    ),
)
async def prove(
    request: Request[Any, Any, Any],
    data: JSONBody[Proof],
    services: NamedServices,
    owner: NamedOwner,
) -> AccountState:
    """Prove that the owner is there."""
    _need_one(data.passphrase, data.passkey)
    services.count_sign_in(request)
    if data.passkey is not None:
        if await signed_by(request, services, data.passkey, "prove") != owner.id:
            raise FaultError("bad-passkey")
    else:
        phrase, name = data.passphrase or "", found_by(owner.name)
        if await owner_by_passphrase(request, services, name, phrase) != owner.id:
            raise FaultError("wrong-sign-in")
    await services[AccountStore].prove(secret_of(request))
    return await account_state(request, services, owner)


def _need_one(passphrase: str | None, passkey: dict[str, Any] | None) -> None:
    """See to it that one way is given, and not both."""
    if (passphrase is None) == (passkey is None):
        raise FaultError("bad-request", what="give either a passphrase or a passkey")


async def _kept(services: Services, text: str, name: str) -> str:
    """What is kept of a passphrase, if it is good enough."""
    passphrase = read_passphrase(text, name)
    if passphrase is None:
        raise FaultError("bad-passphrase")
    try:
        return await services[Passphrases].hash(passphrase)
    except BusyError:
        raise too_many_requests(1.0) from None


async def _without(
    request: Request[Any, Any, Any], services: Services, owner: Person, way: Way
) -> AccountState:
    """Take a way in from an account."""
    match await services[WayStore].remove_way(owner.id, way):
        case "last":
            raise FaultError("last-way")
        case "none":
            raise FaultError("no-passkey")
        case "removed":
            return await account_state(request, services, owner)


async def account_state(
    request: Request[Any, Any, Any], services: Services, owner: Person
) -> AccountState:
    """What the owner of an account is told of it."""
    accounts = services[AccountStore]
    account = await accounts.of(owner.id)
    if account is None:
        raise FaultError("no-account")
    site = works_here(request, services)
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
            for passkey in await services[WayStore].passkeys(owner.id)
        ),
        mail=account.mail,
        mail_works=services.find(Post) is not None,
        codes=account.codes,
        proved=await accounts.has_proved(secret_of(request), PROOF_SECONDS),
        passkeys_here=site is not None,
    )


accounts_routes = [
    make_account,
    my_account,
    set_passphrase,
    remove_passphrase,
    add_passkey,
    remove_passkey,
    new_codes,
    prove,
]
