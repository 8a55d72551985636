"""The lobby as everybody is shown it, and what each may not be shown of it."""

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
"""Seconds for which everybody is shown the same lobby; many look at it again and again."""


class LobbyBoard:
    """The open tables, and how much is going on.

    Args:
        presence: knows who is at the tables.
        store: keeps the lines of all tables.
        counts: tells how many play which set of rules.
        offers: the bots.
        clock: tells the time in seconds.
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
        """The lobby as it was at most a second ago.

        Raises:
            StorageError: it could not be read.
        """
        now = self._clock()
        if self._shown is None or now - self._shown[0] > FRESH:
            self._shown = now, await self._read()
        return self._shown[1]

    def without(self, lobby: Lobby, apart: Collection[str]) -> Lobby:
        """A lobby but for the tables where any of these people sat when it was read last."""
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
    """Tables with people who wait for others first, then those where anybody can still come in."""
    return (line.playing or not line.people, not line.free)
