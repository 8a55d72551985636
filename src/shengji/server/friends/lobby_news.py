"""Push of lobby changes to the pages that show the lobby, in place of polling."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Final

import msgspec
import structlog

from shengji.server.database.errors import StorageError
from shengji.server.friends.schemas import LobbyChanged, LobbyTold
from shengji.server.friends.store import FriendStore, TiesChanged
from shengji.server.site.events import Events
from shengji.server.tables.live.audience import Audience
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.live.lobby_board import LobbyBoard
from shengji.server.tables.schemas import Lobby

EVERY: Final = 4.0
"""Minimum interval between two updates, in seconds."""

_encode = msgspec.json.Encoder().encode


class LobbyNews:
    """Publishes lobby changes to subscribed pages.

    All pages share one lobby, so a change is encoded once for all. A person with blocks in either
    direction receives their own filtered lobby, complete on each change.
    """

    def __init__(
        self, board: LobbyBoard, friends: FriendStore, pages: Audience, events: Events
    ) -> None:
        self._board, self._friends, self._pages = board, friends, pages
        self._showing: set[Listener] = set()
        self._lobby: Lobby | None = None  # the lobby that the pages have
        self._again: set[str] = set()  # people whose ties have changed since the last update
        events.subscribe(TiesChanged, self._on_ties_changed)

    async def join(self, page: Listener) -> None:
        """Send a page the lobby, and subscribe it to changes.

        Raises:
            StorageError: the database could not be read; the page is not subscribed.
        """
        apart = (await self._friends.ties(page.person)).apart
        now = await self._board.now() if self._lobby is None else self._lobby
        known = self._lobby = self._lobby or now  # another page may have loaded it meanwhile
        self._showing.add(page)
        self._publish_all(page, known, apart)

    def leave(self, page: Listener) -> None:
        """Unsubscribe a page."""
        self._showing.discard(page)

    async def run(self) -> None:
        """Publish changes at every interval until cancelled."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.tick()
            except StorageError as error:
                structlog.get_logger().error("storage", error=str(error))

    async def tick(self) -> None:
        """Publish the changes since the last call.

        Raises:
            StorageError: the database could not be read; a later call publishes the changes.
        """
        if not self._showing:
            self._lobby = None  # the next page to join loads it again
            self._again.clear()
            return
        again = frozenset(self._again)
        now, apart = await self._board.now(), dict[str, frozenset[str]]()
        for person in {page.person for page in self._showing}:
            ties = await self._friends.ties(person)
            if ties.apart or person in again:
                apart[person] = ties.apart
        self._again -= again
        before, self._lobby = self._lobby, now
        news = None if before is None else _changes(before, now)
        if news is not None:
            message = _encode(news)
            self._pages.send((page for page in self._showing if page.person not in apart), message)
        for page in tuple(self._showing):
            if page.person in apart and (news is not None or page.person in again):
                self._publish_all(page, now, apart[page.person])

    def _on_ties_changed(self, changed: TiesChanged) -> None:
        self._again.update(changed.persons)

    def _publish_all(self, page: Listener, lobby: Lobby, apart: Collection[str]) -> None:
        message = LobbyTold(lobby=self._board.without(lobby, apart) if apart else lobby)
        self._pages.send((page,), _encode(message))


def _changes(before: Lobby, now: Lobby) -> LobbyChanged | None:
    """The difference between two lobbies, or `None` if they are equal."""
    if before == now:
        return None
    known = {line.table: line for line in before.tables}
    here = {line.table for line in now.tables}
    return LobbyChanged(
        tables=tuple(line for line in now.tables if known.get(line.table) != line),
        gone=tuple(table for table in known if table not in here),
        sets=now.sets if now.sets != before.sets else None,
        bots=now.bots if now.bots != before.bots else None,
        playing=now.playing,
    )
