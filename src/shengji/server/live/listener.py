"""One connection to a table: a bounded queue of messages that are ready to be sent."""

from __future__ import annotations

import asyncio

from shengji.server.table import Viewer


class Listener:
    """One connection of a person to a table.

    A person may have several. The socket sends what `receive` gives, until that is `None`.

    Args:
        person: the public id.
        name: what others read.
        size: how many messages may wait; with one more, the listener is dropped as slow.

    Attributes:
        viewer: whose eyes it was welcomed with, set by its table; `None` before `Hello`.
        late: whether it follows the table's mirror, which is `Settings.delay` behind.
    """

    def __init__(self, person: str, name: str, *, size: int = 256) -> None:
        self.person = person
        self.name = name
        self.size = size
        self.viewer: Viewer | None = None
        self.late = False
        self._waiting: list[bytes] = []
        self._news = asyncio.Event()
        self._ended = False

    @property
    def ended(self) -> bool:
        """Whether nothing more will come but what waits."""
        return self._ended

    async def receive(self) -> list[bytes] | None:
        """The messages that wait, each one frame, in order; waits for one.

        `None`: the end; the connection is to be closed (the last message was a `Bye`).
        """
        while not self._waiting:
            if self._ended:
                return None
            self._news.clear()
            await self._news.wait()
        messages, self._waiting = self._waiting, []
        return messages

    def push(self, message: bytes) -> bool:
        """Let a message wait to be sent; `False`: there is no room, and it is lost."""
        if self._ended:
            return True
        if len(self._waiting) >= self.size:
            return False
        self._waiting.append(message)
        self._news.set()
        return True

    def end(self, bye: bytes | None = None, *, drop: bool = False) -> None:
        """Let nothing more come after this message; with `drop`, nor what waits already."""
        if self._ended:
            return
        if drop:
            self._waiting.clear()
        if bye is not None:
            self._waiting.append(bye)
        self._ended = True
        self._news.set()
