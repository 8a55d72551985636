"""Endpoints of account administration; `shengji admin` does the same without a server."""

from __future__ import annotations

from typing import Annotated, Final

from litestar.params import FromPath, QueryParameter

from shengji.server.accounts.personal_data import PersonalDataService
from shengji.server.accounts.schemas import AccountLine, AccountLines, SetRole
from shengji.server.accounts.store import AccountStore
from shengji.server.accounts.values import Account
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import AdministratorCaller, RecentlyAuthenticatedAdministrator
from shengji.server.site.person import Person
from shengji.server.site.services import (
    Services,
    is_id,
)

addresses = Addresses("administration")

_PAGE: Final = 100


@addresses.get("/api/admin/accounts")
async def accounts(
    caller: AdministratorCaller,
    after: Annotated[str, QueryParameter(max_length=100)] = "",
    named: Annotated[str, QueryParameter(max_length=100)] = "",
) -> AccountLines:
    """The accounts.

    In the order of their names, a hundred at a time; `named` filters by a part of the name.
    """
    found = await caller.services[AccountStore].all(_PAGE + 1, after, named)
    last = found[_PAGE - 1].name if len(found) > _PAGE else None
    return AccountLines(accounts=tuple(map(_line, found[:_PAGE])), after=last)


@addresses.patch("/api/admin/accounts/{account:str}", faults="no-such-account")
async def set_role(
    caller: RecentlyAuthenticatedAdministrator, data: SetRole, account: FromPath[str]
) -> AccountLine:
    """Change the role of an account.

    The administrator must have authenticated within the last ten minutes.
    """
    found = await _account(caller.services, account)
    await caller.services[AccountStore].set_role(found.person, data.role, caller.person.id)
    return _line(found._replace(role=data.role))


@addresses.delete("/api/admin/accounts/{account:str}", faults="no-such-account")
async def remove_account(
    caller: RecentlyAuthenticatedAdministrator, account: FromPath[str]
) -> None:
    """Delete an account.

    As its owner would with `DELETE /api/me`. The administrator must have authenticated within the
    last ten minutes.
    """
    found = await _account(caller.services, account)
    await caller.services[PersonalDataService].forget(
        Person(found.person, found.name, found.role), caller.person.id
    )


async def _account(services: Services, person: str) -> Account:
    found = await services[AccountStore].of(person) if is_id(person) else None
    if found is None:
        raise ApiError("no-such-account")
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
