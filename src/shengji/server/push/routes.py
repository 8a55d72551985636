"""Whether a browser is told something while no page is open; a browser knows only its own."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Request, delete, get, post
from litestar.params import JSONBody

from shengji.server.push.courier import Courier
from shengji.server.push.push_services import service_of
from shengji.server.push.sealing import browser_keys
from shengji.server.push.shapes import Pushes, Subscribe
from shengji.server.push.store import Subscription, SubscriptionStore
from shengji.server.site.faults import ASKED_BY_A_PERSON, FaultError, answers
from shengji.server.site.services import NamedPerson, NamedServices, Services, secret_in


@get(
    "/api/me/pushes",
    tags=["people"],
    summary="Whether this browser is called",
    description="Whether this browser is told that somebody calls or a table waits while no page "
    "is open, and the key with which it asks its push service for an endpoint.",
    responses=answers("no-person"),
)
async def pushes(
    request: Request[Any, Any, Any], services: NamedServices, person: NamedPerson
) -> Pushes:
    """Whether this browser is told."""
    return await _pushes(services, _secret(request))


@post(
    "/api/me/pushes",
    status_code=200,
    tags=["people"],
    summary="Call this browser",
    description="Lets this browser be told that somebody calls or a table waits while no page is "
    "open (Web Push: RFC 8030, 8291, 8292). Only push services that the server knows are taken.",
    responses=answers(*ASKED_BY_A_PERSON, "no-pushes", "bad-push", "too-many-requests"),
)
async def subscribe(
    request: Request[Any, Any, Any],
    data: JSONBody[Subscribe],
    services: NamedServices,
    person: NamedPerson,
) -> Pushes:
    """Let this browser be told."""
    if services.find(Courier) is None:
        raise FaultError("no-pushes")
    services.count_creation(request)
    if service_of(data.endpoint, services.settings.push_hosts) is None:
        raise FaultError("bad-push")
    try:
        p256dh, auth = await asyncio.to_thread(browser_keys, data.p256dh, data.auth)
    except ValueError:
        raise FaultError("bad-push") from None
    wanted = Subscription(data.endpoint, p256dh, auth, data.tongue, data.muted)
    if not await services[SubscriptionStore].subscribe(_secret(request), wanted):
        raise FaultError("no-person")
    return await _pushes(services, _secret(request))


@delete(
    "/api/me/pushes",
    status_code=200,
    tags=["people"],
    summary="Call this browser no more",
    description="This browser is told nothing from now on while no page is open.",
    responses=answers("no-person", "origin"),
)
async def unsubscribe(
    request: Request[Any, Any, Any], services: NamedServices, person: NamedPerson
) -> Pushes:
    """Let this browser be told no more."""
    await services[SubscriptionStore].unsubscribe(_secret(request))
    return await _pushes(services, _secret(request))


def _secret(request: Request[Any, Any, Any]) -> str:
    """The secret of the browser that asks, which is known."""
    return secret_in(request.scope["headers"]) or ""


async def _pushes(services: Services, secret: str) -> Pushes:
    if services.find(Courier) is None:
        return Pushes(key=None, on=False)
    on = await services[SubscriptionStore].is_subscribed(secret)
    return Pushes(key=await services[Courier].key(), on=on)


pushes_routes = [pushes, subscribe, unsubscribe]
