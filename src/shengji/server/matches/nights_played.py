"""The nights of matches, as responses about matches show them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from shengji.server.matches.schemas import HandLine, MatchNight
from shengji.server.ratings.night_results import NightPlace


class NightPart(NamedTuple):
    """Data of a night about one match.

    Attributes:
        hands: the hands as recorded by the players, for physical cards; `None`: the match has its
            own hands.
    """

    night: MatchNight
    hands: tuple[HandLine, ...] | None


class NightsPlayed(ABC):
    """Interface to the nights of matches."""

    @abstractmethod
    async def part(self, place: NightPlace) -> NightPart | None:
        """Return the data of the night about a match, or `None` if the night's log is damaged."""
