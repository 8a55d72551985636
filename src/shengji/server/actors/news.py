"""News: what an actor tells those who listen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

E = TypeVar("E")


class ActorNotification:
    """Something that an actor tells; each kind of actor has some of its own besides these."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Appended(ActorNotification, Generic[E]):
    """Entries have been stored, and the actor is as they say.

    Attributes:
        first: the number of the first.
        entries: what they say.
        at: when they were made, in milliseconds since 1970.
    """

    first: int
    entries: tuple[E, ...]
    at: int


@dataclass(frozen=True, slots=True)
class ActorReloaded(ActorNotification):
    """The actor was built anew from its log, which may say more than was told.

    Attributes:
        told: the version that everyone had been told of.
    """

    told: int


@dataclass(frozen=True, slots=True)
class ActorClosed(ActorNotification):
    """Nothing happens here any more; what is stored stays so.

    Attributes:
        gone: whether there is no such log any more.
    """

    gone: bool


Subscriber: TypeAlias = Callable[[ActorNotification], None]
"""Hears news. It is called at once, so it waits for nothing; what takes long it has done later."""
