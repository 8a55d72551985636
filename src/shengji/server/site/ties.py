"""Relationships between people: friends and blocks, as an interface for other subjects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple


class Ties(NamedTuple):
    """A person's relationships, by public id.

    Attributes:
        apart: people with a block in either direction.
        blocked: people that this person has blocked.
    """

    friends: frozenset[str]
    apart: frozenset[str]
    blocked: frozenset[str]


class TieSource(ABC):
    """A source of relationships."""

    @abstractmethod
    async def ties(self, person: str) -> Ties:
        """The relationships of a person."""


class NoTies(TieSource):
    """A source without relationships."""

    async def ties(self, person: str) -> Ties:
        """The relationships of a person: none."""
        return Ties(frozenset(), frozenset(), frozenset())
