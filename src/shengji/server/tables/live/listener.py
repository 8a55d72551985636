"""One connection to a table: a bounded queue of frames that are ready to be sent."""

from __future__ import annotations

import asyncio
from typing import Final

from shengji.server.tables.core.masks import Viewer

MOST_BYTES: Final = 4_000_000
"""How much may wait for one listener."""


class Listener:
    """One connection of a person to a table.

    A person may have several. The socket sends what `receive` gives, until that is `None`.

    Args:
        person: the public id.
        name: what others read.
        account: whether the name is an account's.
        device: the person's browser.
        can_move: whether it can go on at another server, where this one has the table no more.
        size: how many messages may wait; with one more, or with more than `MOST_BYTES`, the
            listener is dropped as slow.

    Attributes:
        viewer: whose eyes it was welcomed with, set by its table; `None` before `Hello`.
        greeted: whether it has ever been welcomed; before, it hears nothing of the table.
        ended: whether nothing more will come but what waits.
        seen: whether the page can be seen, as far as the browser has said.
        reading: whether a hand that is over is read there, likewise.
        moves: whether it has ended here, and goes on at another server.
        late: whether it follows the delayed table, which is behind as `Sight` says.
    """

    def __init__(
        self,
        person: str,
        name: str,
        *,
        account: bool = False,
        device: str = "",
        can_move: bool = False,
        size: int = 256,
    ) -> None:
        self.person = person
        self.name = name
        self.account = account
        self.device = device
        self.can_move = can_move
        self.size = size
        self.viewer: Viewer | None = None
        self.greeted = False
        self.seen = True
        self.reading = False
        self.late = self.moves = False
        self._waiting: list[bytes] = []
        self._bytes = 0
        self._news = asyncio.Event()
        self.ended = False

    async def receive(self) -> list[bytes] | None:
        """The frames that wait, in order; waits for one.

        `None`: the end; the connection is to be closed (the last message was a `Bye`), or moves.
        """
        while not self._waiting:
            if self.ended:
                return None
            self._news.clear()
            await self._news.wait()
        messages, self._waiting, self._bytes = self._waiting, [], 0
        return messages

    def push(self, message: bytes) -> bool:
        """Let a message wait to be sent; `False`: there is no room, and it is lost."""
        if self.ended:
            return True
        if len(self._waiting) >= self.size or self._bytes + len(message) > MOST_BYTES:
            return False
        self._waiting.append(message)
        self._bytes += len(message)
        self._news.set()
        return True

    def move(self) -> None:
        """Let nothing more come here; it goes on at another server."""
        self.moves = not self.ended
        self.end()

    def end(self, bye: bytes | None = None, *, drop: bool = False) -> None:
        """Let nothing more come after this message; with `drop`, nor what waits already."""
        if self.ended:
            return
        if drop:
            self._waiting.clear()
        if bye is not None:
            self._waiting.append(bye)
        self.ended = True
        self._news.set()
