"""Site events between two nodes, over a bus."""

from __future__ import annotations

import asyncio
from unittest.mock import Mock

from shengji.server.cluster.bus import LocalBus
from shengji.server.cluster.site_bus import SiteBus
from shengji.server.site.events import Events, SiteEvent


class Rang(SiteEvent, frozen=True):
    """A bell has rung."""

    bell: str
    times: int


class Unknown(SiteEvent, frozen=True):
    """An event without subscribers."""


class Shared(LocalBus):
    """A bus that two nodes in one process share."""

    @property
    def is_alone(self) -> bool:
        return False


class Node:
    """A node that keeps all that rings."""

    def __init__(self, bus: LocalBus) -> None:
        self.events, self.rang = Events(), list[Rang]()
        self.site = SiteBus(Mock(), bus, self.events)
        self.events.subscribe(Rang, self.rang.append)


async def both() -> tuple[Node, Node]:
    bus = Shared()
    one, other = Node(bus), Node(bus)
    await one.site.begin("one")
    await other.site.begin("other")
    return one, other


async def test_an_event_is_published_once_on_each_node() -> None:
    one, other = await both()
    one.events.publish(Rang("door", 1))
    other.events.publish(Rang("gate", 2))
    assert one.rang == other.rang == [Rang("door", 1), Rang("gate", 2)]


async def test_an_event_for_the_others_is_not_published_here() -> None:
    one, other = await both()
    one.events.publish_to_others(Rang("door", 1))
    one.events.publish(Unknown())
    assert one.rang == [] and other.rang == [Rang("door", 1)]


async def test_an_event_is_delivered_when_its_subscribers_have_handled_it() -> None:
    one, other = await both()
    handled = []

    async def handle(rang: Rang) -> None:
        await asyncio.sleep(0)
        handled.append(rang)

    other.events.subscribe(Rang, handle)
    await one.site.deliver(Rang("door", 3), "other", 1.0)
    assert handled == other.rang == [Rang("door", 3)] and one.rang == []
