"""The ties between people: with whom somebody likes to play, and whom they are kept apart from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple


class Ties(NamedTuple):
    """The ties of a person, to others by public id.

    Attributes:
        friends: their friends.
        apart: those whom they have blocked, and who have blocked them.
        blocked: those whom they have blocked themselves.
    """

    friends: frozenset[str]
    apart: frozenset[str]
    blocked: frozenset[str]


class TieSource(ABC):
    """Somebody who knows the ties between people."""

    @abstractmethod
    async def ties(self, person: str) -> Ties:
        """The ties of a person."""


class NoTies(TieSource):
    """Where nobody is anything to anybody."""

    async def ties(self, person: str) -> Ties:
        """The ties of a person: none."""
        return Ties(frozenset(), frozenset(), frozenset())
