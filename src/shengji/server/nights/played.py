"""The nights of matches, for the history of matches."""

from __future__ import annotations

from shengji.server.matches.nights_played import NightPart, NightsPlayed
from shengji.server.matches.schemas import MatchNight
from shengji.server.nights.live_nights import Nights
from shengji.server.nights.matches import hand_lines
from shengji.server.ratings.night_results import NightPlace


class NightMatchSource(NightsPlayed):
    """Reads the nights of matches from their logs."""

    def __init__(self, nights: Nights) -> None:
        self._nights = nights

    async def part(self, place: NightPlace) -> NightPart | None:
        """The part of a night that concerns a match; `None`: its log is damaged."""
        live = await self._nights.intact(place.night)
        if live is None:
            return None
        game = live.night.game(place.round, place.table)
        night = MatchNight(
            night=live.id,
            title=live.night.settings.title,
            round=place.round,
            table=place.table,
            real=not place.online,
        )
        if place.online or game is None:
            return NightPart(night, None)
        return NightPart(night, hand_lines(live.night, game))
