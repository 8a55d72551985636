"""What administrators do with accounts; `shengji admin` does the same without a server."""

from __future__ import annotations

from typing import Annotated, Any, Final

from litestar import Request, delete, get, patch
from litestar.params import FromPath, JSONBody, QueryParameter

from shengji.server.accounts.personal_data import PersonalData
from shengji.server.accounts.shapes import AccountLine, AccountLines, SetRole
from shengji.server.accounts.store import AccountStore
from shengji.server.accounts.values import Account
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers
from shengji.server.site.person import Person
from shengji.server.site.services import (
    NamedAdministrator,
    NamedServices,
    Services,
    is_id,
    need_proof,
)

_PAGE: Final = 100


@get(
    "/api/admin/accounts",
    tags=["administration"],
    summary="The accounts",
    description="In the order of their names, a hundred at a time; `named` is what stands in them.",
    responses=answers("bad-request", "no-person", "not-allowed"),
)
async def accounts(
    services: NamedServices,
    administrator: NamedAdministrator,
    after: Annotated[str, QueryParameter(max_length=100)] = "",
    named: Annotated[str, QueryParameter(max_length=100)] = "",
) -> AccountLines:
    """Some of the accounts."""
    found = await services[AccountStore].all(_PAGE + 1, after, named)
    last = found[_PAGE - 1].name if len(found) > _PAGE else None
    return AccountLines(accounts=tuple(map(_line, found[:_PAGE])), after=last)


@patch(
    "/api/admin/accounts/{account:str}",
    tags=["administration"],
    summary="Give an account another role",
    description="The administrator must have signed in, or proved to be there, in the last ten "
    "minutes.",
    responses=answers(*ASKED_BY_A_PERSON, "not-allowed", "prove", "no-such-account"),
)
async def set_role(
    request: Request[Any, Any, Any],
    data: JSONBody[SetRole],
    services: NamedServices,
    administrator: NamedAdministrator,
    account: FromPath[str],
) -> AccountLine:
    """Give an account another role."""
    await need_proof(request, services)
    found = await _account(services, account)
    await services[AccountStore].set_role(found.person, data.role, administrator.id)
    return _line(found._replace(role=data.role))


@delete(
    "/api/admin/accounts/{account:str}",
    status_code=204,
    tags=["administration"],
    summary="Remove an account",
    description="As its owner would with `DELETE /api/me`; the administrator proves to be there, "
    "as for a role.",
    responses=answers("no-person", "not-allowed", "prove", "no-such-account", "origin"),
)
async def remove_account(
    request: Request[Any, Any, Any],
    services: NamedServices,
    administrator: NamedAdministrator,
    account: FromPath[str],
) -> None:
    """Remove an account."""
    await need_proof(request, services)
    found = await _account(services, account)
    await services[PersonalData].forget(
        Person(found.person, found.name, found.role), administrator.id
    )


async def _account(services: Services, person: str) -> Account:
    found = await services[AccountStore].of(person) if is_id(person) else None
    if found is None:
        raise FaultError("no-such-account")
    return found


def _line(account: Account) -> AccountLine:
    return AccountLine(
        person=account.person,
        name=account.name,
        role=account.role,
        made=account.made,
        seen=account.seen,
        bot=account.bot,
    )


administration_routes = [accounts, set_role, remove_account]
