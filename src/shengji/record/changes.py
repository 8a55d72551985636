"""Changes of players: record lines that name a seat's player from there on.

Such a line is not an event of the match: it changes nothing in the game.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import msgspec

from shengji.game import Event
from shengji.record.reviews import HandReviewed
from shengji.rules import bounds
from shengji.rules.bounds import Seat

Why = Literal[
    "start", "died", "closed", "late", "flood", "unreadable", "illegal", "asked", "resumed"
]


class PlayerChanged(msgspec.Struct, frozen=True, tag="player_changed", tag_field="event", gc=False):
    """A different player plays in a seat from here on.

    Attributes:
        seat: the seat.
        name: the new player's name; `None` when the seat is empty, and the match cannot go on.
        why: reason for the change, such as the failure of the previous bot.
    """

    seat: Seat
    name: bounds.Line | None
    why: Why


Told: TypeAlias = Event | PlayerChanged
"""Lines that make up the match, after the header."""

Line: TypeAlias = Told | HandReviewed
"""All lines that may follow the header."""


class Change(NamedTuple):
    """A change of players, and the number of events before it."""

    after: int
    line: PlayerChanged
