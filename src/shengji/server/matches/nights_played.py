"""The nights in which matches were played, as far as matches tell of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from shengji.server.matches.schemas import HandLine, MatchNight
from shengji.server.ratings.night_results import NightPlace


class NightPart(NamedTuple):
    """The part of a night that concerns a match.

    Attributes:
        night: which it is.
        hands: the hands as they were written down at real cards; `None`: the match has its own.
    """

    night: MatchNight
    hands: tuple[HandLine, ...] | None


class NightsPlayed(ABC):
    """The nights of matches."""

    @abstractmethod
    async def told(self, place: NightPlace) -> NightPart | None:
        """The part of the night that concerns a match; `None`: its log is damaged."""
