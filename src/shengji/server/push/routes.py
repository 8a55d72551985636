"""Endpoints of Web Push; a browser sees only its own subscription."""

from __future__ import annotations

import asyncio

from shengji.server.push.push_crypto import browser_keys
from shengji.server.push.push_services import service_of
from shengji.server.push.schemas import Pushes, Subscribe
from shengji.server.push.sender import PushSender
from shengji.server.push.store import Subscription, SubscriptionStore
from shengji.server.site.addresses import Addresses
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller

addresses = Addresses("people")


@addresses.get("/api/me/pushes")
async def pushes(caller: PersonCaller) -> Pushes:
    """The push state of this browser.

    Whether this browser receives calls of people and tables without an open page, and the public
    key for its subscription.
    """
    return await _pushes(caller)


@addresses.post("/api/me/pushes", faults="no-pushes, bad-push, too-many-requests")
async def subscribe(caller: PersonCaller, data: Subscribe) -> Pushes:
    """Subscribe this browser to push notifications.

    The browser then receives calls of people and tables without an open page (Web Push: RFC 8030,
    8291, 8292). Only known push services are accepted.
    """
    if caller.services.find(PushSender) is None:
        raise ApiError("no-pushes")
    caller.count_creation()
    if service_of(data.endpoint, caller.services.settings.push_hosts) is None:
        raise ApiError("bad-push")
    try:
        p256dh, auth = await asyncio.to_thread(browser_keys, data.p256dh, data.auth)
    except ValueError:
        raise ApiError("bad-push") from None
    wanted = Subscription(data.endpoint, p256dh, auth, data.tongue, data.muted)
    if not await caller.services[SubscriptionStore].subscribe(caller.secret, wanted):
        raise ApiError("no-person")
    return await _pushes(caller)


@addresses.delete("/api/me/pushes")
async def unsubscribe(caller: PersonCaller) -> Pushes:
    """Unsubscribe this browser from push notifications.

    It receives no further calls without an open page.
    """
    await caller.services[SubscriptionStore].unsubscribe(caller.secret)
    return await _pushes(caller)


async def _pushes(caller: PersonCaller) -> Pushes:
    if caller.services.find(PushSender) is None:
        return Pushes(key=None, on=False)
    on = await caller.services[SubscriptionStore].is_subscribed(caller.secret)
    return Pushes(key=await caller.services[PushSender].key(), on=on)
