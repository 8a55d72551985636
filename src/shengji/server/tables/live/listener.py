"""One connection to a table, as a bounded queue of encoded frames."""

from __future__ import annotations

import asyncio
from typing import Final

from shengji.server.tables.core.masks import Viewer

MOST_BYTES: Final = 4_000_000
"""Maximum bytes queued for one listener."""


class Listener:
    """One connection of a person to a table.

    A person may have several. The socket sends the frames of `receive` until it returns `None`.

    Args:
        account: whether the name belongs to an account.
        can_move: whether the connection can continue at another server when the table moves there.
        size: the maximum number of queued frames; a listener over this limit, or over `MOST_BYTES`,
            is dropped as slow.

    Attributes:
        viewer: the view with which it was welcomed, set by its table; `None` before `Hello`.
        greeted: whether it has ever been welcomed; earlier it receives no messages of the table.
        ended: whether the queue is closed for new frames.
        seen: whether the page is visible, as reported by the browser.
        reading: whether the page shows a finished hand, as reported by the browser.
        moves: whether it has ended here to continue at another server.
        late: whether it follows the delayed table (`Sight`).
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
        self._changed = asyncio.Event()
        self.ended = False

    async def receive(self) -> list[bytes] | None:
        """Return the queued frames in order; wait until there is one.

        `None` marks the end: the connection must be closed (the last message was a `Bye`), or
        moved.
        """
        while not self._waiting:
            if self.ended:
                return None
            self._changed.clear()
            await self._changed.wait()
        messages, self._waiting, self._bytes = self._waiting, [], 0
        return messages

    def push(self, message: bytes) -> bool:
        """Queue a frame; return `False` if there is no room, and the frame is lost."""
        if self.ended:
            return True
        if len(self._waiting) >= self.size or self._bytes + len(message) > MOST_BYTES:
            return False
        self._waiting.append(message)
        self._bytes += len(message)
        self._changed.set()
        return True

    def move(self) -> None:
        """End the listener here, so that it continues at another server."""
        self.moves = not self.ended
        self.end()

    def end(self, bye: bytes | None = None, *, drop: bool = False) -> None:
        """Close the queue after this last frame; with `drop`, discard the queued frames."""
        if self.ended:
            return
        if drop:
            self._waiting.clear()
        if bye is not None:
            self._waiting.append(bye)
        self.ended = True
        self._changed.set()
