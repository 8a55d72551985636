"""The log of a table: its own entries, all events of its matches, and what they change.

Events of the game are the structs of `shengji.game.events`; the field `event` is the tag of both.
The stored event of a bot's decision also has the bot's thought. No event in memory has it, so that
no view, message or export before the end of the hand can contain it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec

from shengji.bots.thought import StoredThought
from shengji.game import (
    CardDrawn,
    DeckShown,
    Event,
    HandEnded,
    HandStarted,
    MatchEnded,
    RestClaimed,
    Shown,
)
from shengji.server.tables.acts import AnyEntry
from shengji.server.tables.acts.act import TableAction, TableEntry, Topic

Body: TypeAlias = TableEntry | Event
"""The content of an entry: an entry of the table, or an event of its match."""


class Entry(msgspec.Struct, frozen=True):
    """An entry of the log.

    Attributes:
        number: its position in the log, from 1; also the table's version after it.
        at: its time, in milliseconds since 1970.
    """

    number: int
    at: int
    body: Body


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEntry | Event)


class _WithThought(msgspec.Struct, frozen=True):
    thought: StoredThought | None = None


_thought_decoder = msgspec.json.Decoder(_WithThought)
_THOUGHT: Final = b',"thought":'


def encode_body(body: Body, thought: StoredThought | None = None) -> bytes:
    """Encode an entry's content as JSON, with a bot's thought behind it.

    `decode_body` reads the content alone, `decode_thought` the thought.
    """
    encoded = _encoder.encode(body)
    if thought is None:
        return encoded
    return b"".join((encoded[:-1], _THOUGHT, _encoder.encode(thought), b"}"))


def decode_thought(data: bytes) -> StoredThought | None:
    """Decode the thought behind an entry; `None`: there is none, or it has another format."""
    if _THOUGHT not in data:
        return None
    try:
        return _thought_decoder.decode(data).thought
    except msgspec.MsgspecError:
        return None


def decode_body(data: bytes | str) -> Body:
    """Decode an entry's content.

    Raises:
        msgspec.ValidationError: it is not valid.

    >>> from shengji.server.tables.acts.seating import BotSat
    >>> decode_body(encode_body(BotSat(2, "basic")))
    BotSat(seat=2, bot='basic')
    """
    body: Body = _decoder.decode(data)
    return body


_CHANGED: Final[dict[type[Event], tuple[Topic, ...]]] = {
    MatchEnded: ("match", "decision"),
    HandStarted: ("shown", "decision"),
    Shown: ("shown", "decision"),
    # A drawn card changes no declaration; a disclosed deck changes nothing.
    CardDrawn: (),
    DeckShown: (),
    # The claiming seat still has to play, or further events play the hand out.
    RestClaimed: (),
}
"""Topics changed by events of the game; all other events change the pending decision."""


class ChangeVersions:
    """The version of the last change of each topic (`last`), by which actions are late."""

    def __init__(self, last: Mapping[Topic, int] = MappingProxyType({})) -> None:
        self.last: dict[Topic, int] = dict(last)

    def record(self, body: Body, version: int) -> None:
        """Record the changes of an entry with this version."""
        if isinstance(body, TableEntry):
            topics = body.changes
        else:
            topics = _CHANGED.get(type(body), ("decision",))
        self.last |= dict.fromkeys(topics, version)

    @property
    def since(self) -> int:
        """The version at which the pending decision began."""
        return self.last.get("decision", 0)

    def is_late(self, action: TableAction, seen: int) -> bool:
        """Return whether a topic of an action has changed since a version.

        >>> from shengji.server.tables.acts.seating import SeatCleared, SwapSeats
        >>> changes = ChangeVersions()
        >>> changes.record(SeatCleared(1), 5)
        >>> changes.is_late(SwapSeats(1, 2), 4), changes.is_late(SwapSeats(1, 2), 5)
        (True, False)
        """
        return any(self.last.get(topic, 0) > seen for topic in action.terms.stale_after)


def changes_summary(body: Body) -> bool:
    """Return whether an entry changes the table's summary for lists."""
    if isinstance(body, TableEntry):
        return body.in_summary
    return isinstance(body, HandEnded | MatchEnded)


def changes_room(body: Body) -> bool:
    """Return whether an entry changes `TableState`."""
    if isinstance(body, TableEntry):
        return body.in_room
    return isinstance(body, HandStarted | HandEnded | MatchEnded)
