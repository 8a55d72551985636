"""The lobby: a short-lived cache of the open tables, and its filter by person."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from typing import Final

from msgspec.structs import replace

from shengji.server.rules.offers import BotOffers
from shengji.server.site.presence import Presence
from shengji.server.site.words import words_from
from shengji.server.tables.casual_sets import SETS
from shengji.server.tables.schemas import CasualLine, Lobby, TableLine
from shengji.server.tables.store import TableStore

FRESH: Final = 1.0
"""Lifetime of the cached lobby in seconds, since many clients poll it."""


class LobbyBoard:
    """The open tables, with counts of current activity.

    Args:
        counts: returns the number of people who play each set of rules.
        clock: returns the time in seconds.
    """

    def __init__(
        self,
        presence: Presence,
        store: TableStore,
        counts: Callable[[], Mapping[str, int]],
        offers: BotOffers,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._presence, self._store, self._counts, self._offers = presence, store, counts, offers
        self._clock = clock
        self._shown: tuple[float, Lobby] | None = None
        self._holders: Mapping[str, Collection[str]] = {}  # of seats at the tables shown

    async def now(self) -> Lobby:
        """Return the lobby, at most a second old.

        Raises:
            StorageError: it could not be read.
        """
        now = self._clock()
        if self._shown is None or now - self._shown[0] > FRESH:
            self._shown = now, await self._read()
        return self._shown[1]

    def without(self, lobby: Lobby, apart: Collection[str]) -> Lobby:
        """Return a lobby without the tables where any of these people sat at the last read."""
        if not apart:
            return lobby
        unmet = frozenset(apart)
        shown = (at for at in lobby.tables if unmet.isdisjoint(self._holders.get(at.table, ())))
        return replace(lobby, tables=tuple(shown))

    async def _read(self) -> Lobby:
        present, counts = self._presence.present(), self._counts()
        lines = await self._store.lobby(present.attended)
        self._holders = present.attended
        sets = (
            CasualLine(
                set=name,
                title=words_from("casual", name),
                note=words_from("casual", f"{name}-note"),
                people=counts.get(name, 0),
            )
            for name in SETS
        )
        return Lobby(
            tables=tuple(sorted(lines, key=_order)),
            bots=self._offers.lines(),
            sets=tuple(sets),
            playing=len(present.places),
        )


def _order(line: TableLine) -> tuple[bool, bool]:
    """Sort key: first tables with waiting people, then tables with free seats."""
    return (line.playing or not line.people, not line.free)
