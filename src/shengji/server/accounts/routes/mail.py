"""Mail of accounts: an address that its owner confirms, and a code sent there to sign in."""

from __future__ import annotations

from typing import Any, Final

import structlog
from litestar import Request, Response, delete, post, put
from litestar.background_tasks import BackgroundTask
from litestar.params import JSONBody

from shengji.server.accounts.attempts import MailAttempts
from shengji.server.accounts.names import found_by
from shengji.server.accounts.post import Post, PostError, is_address
from shengji.server.accounts.routes.account import account_state
from shengji.server.accounts.shapes import AccountState, AskMail, ConfirmMail, SetMail
from shengji.server.accounts.store import AccountStore
from shengji.server.accounts.ways import WayStore
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers, too_many_requests
from shengji.server.site.services import (
    NamedOwner,
    NamedPerson,
    NamedProved,
    NamedServices,
    Services,
)
from shengji.server.site.shapes import Tongue
from shengji.server.site.words import words_from

_CONFIRM_SECONDS: Final = 3600
_RECOVER_SECONDS: Final = 900

_ANYWHERE: Final = "anywhere"
"""Mail is counted for whom it is, from wherever it is asked for."""


@put(
    "/api/me/account/mail",
    status_code=202,
    tags=["accounts"],
    summary="Give an address for mail",
    description="A code is sent there; the address is the account's when it is confirmed with it. "
    "Nobody needs one: it is for who has lost every way in.",
    responses=answers(
        *ASKED_BY_A_PERSON,
        "no-account",
        "prove",
        "bad-mail",
        "no-mail-here",
        "too-many-requests",
        "mail-failed",
    ),
)
async def set_mail(
    request: Request[Any, Any, Any],
    data: JSONBody[SetMail],
    services: NamedServices,
    proved: NamedProved,
) -> AccountState:
    """Send a code to an address."""
    sender = _post(services)
    if not is_address(data.address):
        raise FaultError("bad-mail")
    _count(request, services, proved.id)
    code = await services[WayStore].ask_mail(proved.id, data.address, _CONFIRM_SECONDS)
    try:
        await _send(sender, data.address, "confirm", data.tongue, proved.name, code)
    except PostError as fault:
        structlog.get_logger().error("mail", why=str(fault))
        raise FaultError("mail-failed") from None
    return await account_state(request, services, proved)


@post(
    "/api/me/account/mail",
    status_code=200,
    tags=["accounts"],
    summary="Confirm the address",
    description="With the code that was sent there.",
    responses=answers(*ASKED_BY_A_PERSON, "no-account", "bad-code", "too-many-requests"),
)
async def confirm_mail(
    request: Request[Any, Any, Any],
    data: JSONBody[ConfirmMail],
    services: NamedServices,
    owner: NamedOwner,
) -> AccountState:
    """Confirm an address."""
    services.count_sign_in(request)
    if not await services[WayStore].confirm_mail(owner.id, data.code):
        raise FaultError("bad-code")
    return await account_state(request, services, owner)


@delete(
    "/api/me/account/mail",
    status_code=200,
    tags=["accounts"],
    summary="Remove the address",
    responses=answers("no-person", "no-account", "prove", "origin"),
)
async def remove_mail(
    request: Request[Any, Any, Any], services: NamedServices, proved: NamedProved
) -> AccountState:
    """Remove the address."""
    await services[WayStore].remove_mail(proved.id)
    return await account_state(request, services, proved)


@post(
    "/api/sign-in/mail",
    status_code=202,
    tags=["accounts"],
    summary="Have a code sent",
    description="A code for `POST /api/sign-in/code` goes to the address of the account, if there "
    "is such an account, and it has one; that is not told.",
    responses=answers(*ASKED_BY_A_PERSON, "no-mail-here", "too-many-requests"),
)
async def ask_mail(
    request: Request[Any, Any, Any],
    data: JSONBody[AskMail],
    services: NamedServices,
    person: NamedPerson,
) -> Response[None]:
    """Send a code to who has lost the way in."""
    sender = _post(services)
    skeleton = found_by(data.name)
    _count(request, services, skeleton)

    async def send() -> None:
        account = await services[AccountStore].named(skeleton)
        if account is None or account.mail is None:
            return
        code = await services[WayStore].one_time_code(account.person, _RECOVER_SECONDS)
        try:
            await _send(sender, account.mail, "recover", data.tongue, account.name, code)
        except PostError as fault:
            structlog.get_logger().error("mail", why=str(fault))

    # After the answer, which so takes as long whether or not something is sent.
    return Response(None, background=BackgroundTask(send))


def _post(services: Services) -> Post:
    post = services.find(Post)
    if post is None:
        raise FaultError("no-mail-here")
    return post


def _count(request: Request[Any, Any, Any], services: Services, whom: str) -> None:
    """Count a mail, so that nobody's box is filled.

    Raises:
        FaultError: too many were asked for lately.
    """
    services.count_sign_in(request)
    wait = services[MailAttempts].take(whom, _ANYWHERE)
    if wait:
        raise too_many_requests(wait)


async def _send(
    sender: Post, address: str, kind: str, tongue: Tongue, name: str, code: str
) -> None:
    subject = words_from("mail", f"{kind}.subject")
    body = words_from("mail", f"{kind}.body", name=name, code=code)
    attribute = {"en": "en", "zh-Hans": "hans", "zh-Hant": "hant"}[tongue]
    await sender.send(address, getattr(subject, attribute), getattr(body, attribute))


mail_routes = [set_mail, confirm_mail, remove_mail, ask_mail]
