"""Who somebody is: a secret that only their browsers hold."""

from __future__ import annotations

from typing import Any, Final

from litestar import Request, Response, patch, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody

from shengji.server.http.devices import label_of
from shengji.server.http.faults import ASKED_BY_A_PERSON, FaultError, answers
from shengji.server.http.names import guest_name, tidy_name
from shengji.server.http.services import (
    COOKIE,
    HOST_COOKIE,
    NamedPerson,
    NamedServices,
    Services,
    secret_in,
)
from shengji.server.shapes import DeviceLink, Me, Rename
from shengji.server.storage import Person

LINK_SECONDS: Final = 600
"""How long a device link is good."""

_COOKIE_SECONDS: Final = 400 * 24 * 3600  # browsers keep none for longer


@post(
    "/api/me",
    status_code=200,
    tags=["people"],
    summary="Who am I",
    description="Tells who this browser belongs to. To one that is not known yet it gives a guest, "
    "by a cookie with a secret.",
    responses=answers("origin", "too-many-requests"),
)
async def come(request: Request[Any, Any, Any], services: NamedServices) -> Response[Me]:
    """Know a browser again, or make a guest of it."""
    secret = secret_in(request.scope["headers"])
    person = await services.whose(secret)
    if person is None or secret is None:
        services.count_creation(request)
        name = guest_name(request.headers.get("accept-language", ""))
        person, secret = await services.store.new_person(name, label_of(_browser(request)))
    return await _known(request, services, person, secret)


@patch(
    "/api/me",
    tags=["people"],
    summary="Take another name",
    description="Names are no keys: several people may have the same one.",
    responses=answers(
        *ASKED_BY_A_PERSON,
        "bad-name",
        "too-many-requests",
    ),
)
async def rename(
    request: Request[Any, Any, Any],
    data: JSONBody[Rename],
    services: NamedServices,
    person: NamedPerson,
) -> Me:
    """Give a person another name."""
    name = tidy_name(data.name)
    if name is None:
        raise FaultError("bad-name")
    services.count_creation(request)
    await services.store.rename(person.id, name)
    renamed = person._replace(name=name)
    me = await _me(services, renamed)
    for seated in me.tables:
        await services.hub.get(seated.table)  # so that it hears of it too, if it sleeps
    services.hub.rename(person.id, name)
    return me


@post(
    "/api/me/link",
    status_code=200,
    tags=["people"],
    summary="Make a device link",
    description="Gives a link with which another browser becomes this person's. It is good once, "
    "for ten minutes.",
    responses=answers("no-person", "origin", "too-many-requests"),
)
async def make_link(
    request: Request[Any, Any, Any], services: NamedServices, person: NamedPerson
) -> DeviceLink:
    """Make a device link."""
    services.count_creation(request)
    token = await services.store.new_link(person.id, LINK_SECONDS)
    return DeviceLink(token=token, seconds=LINK_SECONDS)


@post(
    "/api/link/{token:str}",
    status_code=200,
    tags=["people"],
    summary="Use a device link",
    description="Makes this browser the person's who made the link; it forgets whose it was.",
    responses=answers("no-link", "origin", "too-many-requests"),
)
async def use_link(
    request: Request[Any, Any, Any], services: NamedServices, token: FromPath[str]
) -> Response[Me]:
    """Use a device link up."""
    services.count_creation(request)
    found = await services.store.use_link(token, label_of(_browser(request)))
    if found is None:
        raise FaultError("no-link")
    person, secret = found
    return await _known(request, services, person, secret)


def _browser(request: Request[Any, Any, Any]) -> str:
    """What a browser says that it is."""
    return request.headers.get("user-agent", "")


async def _known(
    request: Request[Any, Any, Any], services: Services, person: Person, secret: str
) -> Response[Me]:
    """Tell a browser whose it is, and let it keep the secret from now on."""
    wish = services.settings.secure_cookies
    secure = wish == "always" or (wish == "auto" and request.url.scheme == "https")
    cookie = Cookie(
        key=HOST_COOKIE if secure else COOKIE,
        value=secret,
        max_age=_COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )
    return Response(await _me(services, person), cookies=[cookie])


async def _me(services: Services, person: Person) -> Me:
    tables = await services.store.tables_of(person.id)
    return Me(person=person.id, name=person.name, tables=tuple(tables))


people_routes = [come, rename, make_link, use_link]
