"""The connections to a table, and the delivery of messages to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager

import msgspec

from shengji.server.site.metrics import Tally
from shengji.server.site.schemas import Text
from shengji.server.site.words import words_from
from shengji.server.tables.core.masks import Viewer
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.messages import Bye, ToBrowser
from shengji.server.tables.state import Onlooker

_encoder = msgspec.json.Encoder()


def encoded(message: ToBrowser) -> bytes:
    """Encode a message as JSON."""
    return _encoder.encode(message)


RESTART, SLOW, GONE, CLOSED, SIGNED_OUT = (
    encoded(Bye(code=code, words=words_from("bye", code)))
    for code in ("restart", "slow", "gone", "closed", "signed-out")
)
AGAIN = encoded(Bye(code="restart", words=words_from("bye", "again")))


class Audience:
    """The listeners of a table by person; pages outside tables share an audience of their own.

    Args:
        dropped: called with each listener that was ended, to remove it; `None`: `remove`.

    Attributes:
        ends: the number of sign-outs and bans so far, to detect one during an operation.
    """

    def __init__(self, tally: Tally, dropped: Callable[[Listener], object] | None = None) -> None:
        self._tally = tally
        self._dropped = dropped or self.remove
        self._by_person: dict[str, list[Listener]] = {}
        self._frame: dict[Listener, list[bytes]] | None = None
        self.ends = 0

    def __len__(self) -> int:
        return sum(map(len, self._by_person.values()))

    def __iter__(self) -> Iterator[Listener]:
        for listeners in self._by_person.values():
            yield from listeners

    def __contains__(self, listener: Listener) -> bool:
        return listener in self._by_person.get(listener.person, ())

    @property
    def here(self) -> frozenset[str]:
        """The people with at least one connection, by public id."""
        return frozenset(self._by_person)

    @property
    def reading(self) -> frozenset[str]:
        """The people who read a finished hand, by public id."""
        return frozenset(listener.person for listener in self if listener.reading)

    def add(self, listener: Listener) -> bool:
        """Add a listener; return whether it is its person's first."""
        listeners = self._by_person.setdefault(listener.person, [])
        listeners.append(listener)
        return len(listeners) == 1

    def remove(self, listener: Listener) -> bool:
        """Remove a listener; return whether it was its person's last."""
        listeners = self._by_person.get(listener.person, [])
        if listener not in listeners:
            return False
        listeners.remove(listener)
        if not listeners:
            del self._by_person[listener.person]
        return not listeners

    def of(self, person: str) -> tuple[Listener, ...]:
        """Return the listeners of a person."""
        return tuple(self._by_person.get(person, ()))

    def is_seen_by(self, person: str) -> bool:
        """Return whether a person has a visible page here."""
        return any(listener.seen for listener in self.of(person))

    def greeted(self) -> tuple[Listener, ...]:
        """Return the listeners that have been welcomed at least once."""
        return tuple(listener for listener in self if listener.greeted)

    def onlookers(self, seated: Collection[str]) -> tuple[Onlooker, ...]:
        """Return the connected people without a seat."""
        return tuple(
            Onlooker(person, listeners[0].name, listeners[0].account)
            for person, listeners in self._by_person.items()
            if person not in seated
        )

    def viewers(self, *, late: bool) -> dict[Viewer, list[Listener]]:
        """Welcomed listeners grouped by viewer: the delayed ones, or the live ones."""
        found: dict[Viewer, list[Listener]] = {}
        for listener in self:
            if listener.viewer is not None and listener.late is late:
                found.setdefault(listener.viewer, []).append(listener)
        return found

    @contextmanager
    def frame(self) -> Iterator[None]:
        """Queue all that is sent within as one frame for each listener, one message a line."""
        self._frame = {}
        try:
            yield
        finally:
            frames, self._frame = self._frame, None
            joined: dict[tuple[int, ...], bytes] = {}  # joined once for all receivers
            for listener, messages in frames.items():
                key = tuple(map(id, messages))
                if key not in joined:
                    joined[key] = b"\n".join(messages)
                self._push(listener, joined[key], len(messages))

    def send(self, listeners: Iterable[Listener], message: bytes) -> None:
        """Queue a message for these listeners; a listener without room for it is dropped."""
        for listener in tuple(listeners):
            if self._frame is None:
                self._push(listener, message)
            else:
                self._frame.setdefault(listener, []).append(message)

    def _push(self, listener: Listener, frame: bytes, messages: int = 1) -> None:
        if listener.push(frame):
            self._tally.messages += messages
        else:
            self._tally.slow += 1
            listener.end(SLOW, drop=True)
            self._dropped(listener)

    def dismiss(self, listeners: Iterable[Listener], bye: bytes) -> None:
        """End these listeners with a last message."""
        for listener in tuple(listeners):
            listener.end(bye)
            self._dropped(listener)

    def sign_out(
        self,
        person: str,
        devices: Collection[str] | None = None,
        *,
        but: str | None = None,
        again: bool = False,
    ) -> None:
        """End the listeners of a person's devices; arguments as in `Presence.sign_out`."""
        self.ends += 1
        gone = [
            at
            for at in self.of(person)
            if at.device != but and (devices is None or at.device in devices)
        ]
        self.dismiss(gone, AGAIN if again else SIGNED_OUT)

    def expel(self, person: str, words: Text) -> None:
        """End the listeners of a banned person, with these words."""
        self.ends += 1
        self.dismiss(self.of(person), encoded(Bye(code="banned", words=words)))
