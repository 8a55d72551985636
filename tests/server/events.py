"""Site events of several nodes within one test."""

from __future__ import annotations

from shengji.server.site.events import Events


def connect(one: Events, other: Events) -> None:
    """Deliver the events of each node to the other one."""
    one.relay_to(other.notify)
    other.relay_to(one.notify)


def connected() -> tuple[Events, Events]:
    """The events of two nodes of a site."""
    one, other = Events(), Events()
    connect(one, other)
    return one, other
