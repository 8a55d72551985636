"""Site events: typed notifications between the subjects of a site, on one node or on all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec


class SiteEvent(msgspec.Struct, frozen=True):
    """Base of site events.

    An event may be lost on its way to another node: its subscribers also check the database from
    time to time.
    """


E = TypeVar("E", bound=SiteEvent)


class Events:
    """Dispatcher of site events: subscribers by type of event."""

    def __init__(self) -> None:
        self._subscribers: dict[type[SiteEvent], list[Callable[[Any], object]]] = defaultdict(list)
        self._relay: Callable[[SiteEvent], object] | None = None

    def subscribe(self, kind: type[E], on_event: Callable[[E], object]) -> None:
        """Subscribe to the events of a type, from all nodes."""
        self._subscribers[kind].append(on_event)

    def relay_to(self, relay: Callable[[SiteEvent], object]) -> None:
        """Set the function that sends events to the other nodes; without it, there are none."""
        self._relay = relay

    def publish(self, event: SiteEvent) -> None:
        """Notify the subscribers on all nodes, those on this node before the call returns."""
        self.notify(event)
        self.publish_to_others(event)

    def publish_to_others(self, event: SiteEvent) -> None:
        """Notify the subscribers on the other nodes only."""
        if self._relay is not None:
            self._relay(event)

    def notify(self, event: SiteEvent) -> list[object]:
        """Notify the subscribers on this node, in order, and return their return values."""
        return [on_event(event) for on_event in self._subscribers[type(event)]]

    def kind_of(self, name: str) -> type[SiteEvent] | None:
        """The type of event with a name, if it has subscribers on this node."""
        return next((kind for kind in self._subscribers if kind.__name__ == name), None)
