"""Endpoints of mail: confirming an address, and sending a code to sign in."""

from __future__ import annotations

from typing import Final

import structlog
from litestar import Response
from litestar.background_tasks import BackgroundTask

from shengji.server.accounts.attempts import MailThrottle
from shengji.server.accounts.credentials import CredentialStore
from shengji.server.accounts.mailer import Mailer, MailError, is_address
from shengji.server.accounts.names import found_by
from shengji.server.accounts.routes.account import account_state
from shengji.server.accounts.schemas import AccountState, AskMail, ConfirmMail, SetMail
from shengji.server.accounts.store import AccountStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError, too_many_requests
from shengji.server.site.guards import AccountOwner, PersonCaller, RecentlyAuthenticated
from shengji.server.site.schemas import Tongue
from shengji.server.site.words import words_from

addresses = Addresses("accounts")

_CONFIRM_SECONDS: Final = 3600
_RECOVER_SECONDS: Final = 900

_ANYWHERE: Final = "anywhere"
"""Mail is throttled by recipient only, not by network."""


@addresses.put(
    "/api/me/account/mail",
    status=202,
    faults="bad-mail, no-mail-here, too-many-requests, mail-failed",
)
async def set_mail(caller: RecentlyAuthenticated, data: SetMail) -> AccountState:
    """Set the mail address.

    Sends a code to the address, which must be confirmed with it. An address is optional: it serves
    to recover an account without other credentials.
    """
    sender = _post(caller)
    if not is_address(data.address):
        raise ApiError("bad-mail")
    _count(caller, caller.person.id)
    code = await caller.services[CredentialStore].ask_mail(
        caller.person.id, data.address, _CONFIRM_SECONDS
    )
    try:
        await _send(sender, data.address, "confirm", data.tongue, caller.person.name, code)
    except MailError as fault:
        structlog.get_logger().error("mail", why=str(fault))
        raise ApiError("mail-failed") from None
    return await account_state(caller)


@addresses.post("/api/me/account/mail", faults="bad-code, too-many-requests", makes=True)
async def confirm_mail(caller: AccountOwner, data: ConfirmMail) -> AccountState:
    """Confirm the mail address.

    Requires the code that was sent to it.
    """
    caller.count_sign_in()
    if not await caller.services[CredentialStore].confirm_mail(caller.person.id, data.code):
        raise ApiError("bad-code")
    return await account_state(caller)


@addresses.delete("/api/me/account/mail")
async def remove_mail(caller: RecentlyAuthenticated) -> AccountState:
    """Remove the mail address."""
    await caller.services[CredentialStore].remove_mail(caller.person.id)
    return await account_state(caller)


@addresses.post(
    "/api/sign-in/mail", status=202, faults="no-mail-here, too-many-requests", makes=True
)
async def ask_mail(caller: PersonCaller, data: AskMail) -> Response[None]:
    """Send a recovery code.

    Sends a code for `POST /api/sign-in/code` to the mail address of the account. The response does
    not reveal whether there is such an account, or whether it has an address.
    """
    sender = _post(caller)
    skeleton = found_by(data.name)
    _count(caller, skeleton)

    async def send() -> None:
        account = await caller.services[AccountStore].by_skeleton(skeleton)
        if account is None or account.mail is None:
            return
        code = await caller.services[CredentialStore].one_time_code(
            account.person, _RECOVER_SECONDS
        )
        try:
            await _send(sender, account.mail, "recover", data.tongue, account.name, code)
        except MailError as fault:
            structlog.get_logger().error("mail", why=str(fault))

    # After the response, so that its time does not reveal whether a mail is sent.
    return Response(None, background=BackgroundTask(send))


def _post(caller: PersonCaller) -> Mailer:
    post = caller.services.find(Mailer)
    if post is None:
        raise ApiError("no-mail-here")
    return post


def _count(caller: PersonCaller, whom: str) -> None:
    """Count a mail to a recipient, so that it cannot be used to flood a mailbox.

    Raises:
        ApiError: the rate limit is exceeded.
    """
    caller.count_sign_in()
    wait = caller.services[MailThrottle].take(whom, _ANYWHERE)
    if wait:
        raise too_many_requests(wait)


async def _send(
    sender: Mailer, address: str, kind: str, tongue: Tongue, name: str, code: str
) -> None:
    subject = words_from("mail", f"{kind}.subject")
    body = words_from("mail", f"{kind}.body", name=name, code=code)
    attribute = {"en": "en", "zh-Hans": "hans", "zh-Hant": "hant"}[tongue]
    await sender.send(address, getattr(subject, attribute), getattr(body, attribute))
