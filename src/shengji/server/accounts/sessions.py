"""Secrets by which browsers are known, and names of accounts."""

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
"""Why an account cannot have a name."""

_COOKIE_SECONDS: Final = 400 * 24 * 3600  # browsers keep none for longer


def account_name(text: str) -> str:
    """A name as an account can have it.

    Raises:
        FaultError: it can have no such name, whoever has it.
    """
    name = read_name(text)
    if name in CODES:
        raise ApiError(name)
    return name


def browser_of(asked: AnyCaller) -> str:
    """The kind of browser, in two words, as `KnownDevice` has it."""
    return label_of(asked.request.headers.get("user-agent", ""))


async def known(asked: AnyCaller, person: Person, secret: str) -> Response[Me]:
    """Tell a browser whose it is, and let it keep the secret from now on."""
    asked.request.scope["state"][PERSON] = person.id
    return Response(await asked.services.me(person), cookies=[cookie(asked, secret)])


def connect_again(services: Services, person: str, device: str) -> BackgroundTask:
    """End what a browser that has another secret now is told by the one before.

    To be done when it has been answered, so that it connects with the new one.
    """

    async def end() -> None:
        services[Presence].sign_out(person, [device], again=True)

    return BackgroundTask(end)


def cookie(asked: AnyCaller, secret: str) -> Cookie:
    """The cookie by which a browser is known: out of reach of scripts and of other sites."""
    wish = asked.services.settings.secure_cookies
    secure = wish == "always" or (wish == "auto" and asked.request.url.scheme == "https")
    return Cookie(
        key=HOST_COOKIE if secure else COOKIE,
        value=secret,
        max_age=_COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )
