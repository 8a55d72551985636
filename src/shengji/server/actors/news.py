"""Notifications that actors publish."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

E = TypeVar("E")


class ActorNotification:
    """Base of all notifications of actors; each kind of actor adds its own."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Appended(ActorNotification, Generic[E]):
    """Entries have been stored and applied.

    Attributes:
        first: the number of the first entry.
        entries: the entries, in order.
        at: time of the entries, in Unix milliseconds.
    """

    first: int
    entries: tuple[E, ...]
    at: int


@dataclass(frozen=True, slots=True)
class ActorReloaded(ActorNotification):
    """The actor was rebuilt from its log, which may be newer than the last notification.

    Attributes:
        published: the last version that was published before.
    """

    published: int


@dataclass(frozen=True, slots=True)
class ActorClosed(ActorNotification):
    """The actor is closed; its stored log is unchanged.

    Attributes:
        gone: whether the log no longer exists.
    """

    gone: bool


Subscriber: TypeAlias = Callable[[ActorNotification], None]
"""Receives notifications. It is called synchronously, so it must not block."""
