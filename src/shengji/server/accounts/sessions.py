"""Sessions of browsers: cookies and their secrets; and checks of account names."""

from __future__ import annotations

from typing import Final

from litestar import Response
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import Cookie

from shengji.server.accounts.names import read_name
from shengji.server.accounts.routes.devices import label_of
from shengji.server.site.errors import CODES, ApiError
from shengji.server.site.guards import AnyCaller
from shengji.server.site.me import Me
from shengji.server.site.person import Person
from shengji.server.site.presence import Presence
from shengji.server.site.services import COOKIE, HOST_COOKIE, PERSON, Services

DAY_MS: Final = 24 * 3600 * 1000

NAME_FAULTS: Final = "name-letters, name-mixed, name-reserved, name-taken"
"""Error codes of an invalid account name."""

_COOKIE_SECONDS: Final = 400 * 24 * 3600  # the maximum that browsers allow


def account_name(text: str) -> str:
    """Normalize the name of an account.

    Raises:
        ApiError: the name is not allowed for accounts.
    """
    name = read_name(text)
    if name in CODES:
        raise ApiError(name)
    return name


def browser_of(caller: AnyCaller) -> str:
    """A description of the browser in two words, as in `KnownDevice`."""
    return label_of(caller.request.headers.get("user-agent", ""))


async def signed_in_response(caller: AnyCaller, person: Person, secret: str) -> Response[Me]:
    """Respond with the person's profile, and set the session cookie."""
    caller.request.scope["state"][PERSON] = person.id
    return Response(await caller.services.me(person), cookies=[cookie(caller, secret)])


def connect_again(services: Services, person: str, device: str) -> BackgroundTask:
    """Disconnect a browser that has got a new secret.

    The task runs after the response, so that the browser connects again with the new secret.
    """

    async def end() -> None:
        services[Presence].sign_out(person, [device], again=True)

    return BackgroundTask(end)


def is_secure(caller: AnyCaller) -> bool:
    """Whether cookies are sent over HTTPS only."""
    wish = caller.services.settings.secure_cookies
    return wish == "always" or (wish == "auto" and caller.request.url.scheme == "https")


def cookie(caller: AnyCaller, secret: str) -> Cookie:
    """The session cookie: inaccessible to scripts, and not sent from other sites."""
    secure = is_secure(caller)
    return Cookie(
        key=HOST_COOKIE if secure else COOKIE,
        value=secret,
        max_age=_COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )
