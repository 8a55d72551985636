"""Changes of players: lines of a record that say who plays in a seat from there on.

Such a line is no event of the match: it changes nothing in the game, and nobody is to answer it.
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
    """Somebody else plays in a seat from here on.

    Attributes:
        seat: which.
        name: the name of whoever plays there now; `None` when nobody does, and what is played goes
            no further.
        why: what the bot before has done wrong, or why else somebody has taken its place.
    """

    seat: Seat
    name: bounds.Line | None
    why: Why


Told: TypeAlias = Event | PlayerChanged
"""The lines after the header that tell of the match, in order."""

Line: TypeAlias = Told | HandReviewed
"""The lines that may stand after the header."""


class Change(NamedTuple):
    """A change of players, and the number of the event that it follows; 0 is the header."""

    after: int
    line: PlayerChanged
