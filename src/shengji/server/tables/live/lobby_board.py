"""The lobby as everybody is shown it, and what each may not be shown of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Final

from msgspec.structs import replace

from shengji.server.rules.offers import BotOffers
from shengji.server.site.words import words_from
from shengji.server.tables.casual_sets import SETS
from shengji.server.tables.live.casual import Casual
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.shapes import CasualLine, Lobby, TableLine
from shengji.server.tables.store import TableStore

FRESH: Final = 1.0
"""Seconds for which everybody is shown the same lobby; many look at it again and again."""


class LobbyBoard:
    """The open tables, and how much is going on.

    Args:
        hub: the tables under way.
        store: keeps the lines of all tables.
        casual: knows how many play what.
        offers: the bots.
        clock: tells the time in seconds.
    """

    def __init__(
        self,
        hub: Hub,
        store: TableStore,
        casual: Casual,
        offers: BotOffers,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._hub, self._store, self._casual, self._offers = hub, store, casual, offers
        self._clock = clock
        self._shown: tuple[float, Lobby] | None = None

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
        """A lobby but for the tables where any of these people sit, who are not to be met."""
        met = {line.table for line in lobby.tables if apart and self._meets(line, apart)}
        return replace(lobby, tables=tuple(at for at in lobby.tables if at.table not in met))

    def _meets(self, line: TableLine, apart: Collection[str]) -> bool:
        live = self._hub.loaded(line.table)
        return live is not None and any(person in apart for person in live.facts.holders)

    async def _read(self) -> Lobby:
        lines = await self._store.lobby(self._hub.attended)
        counts = self._casual.counts()
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
            playing=len(self._hub.places()),
        )


def _order(line: TableLine) -> tuple[bool, bool]:
    """Tables with people who wait for others first, then those where anybody can still come in."""
    return (line.playing or not line.people, not line.free)
