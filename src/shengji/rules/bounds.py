"""Bounds of what is read from outside: how large a number, how long a text or a list may be.

Whatever a stranger can send, in a request, a record or a bot's answer, is declared with one of
these types or with a narrower one, so that nothing becomes work or memory before it is known to be
small. They are wider than any rules: what the rules allow is asked of the rules afterwards.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta

from shengji.cards import Card, Rank

CARDS: Final = Meta(max_length=324)
"""As many as six decks have, the most that can be played with."""

PER_SEAT: Final = Meta(max_length=12)
"""One for each of the most that can play."""

Seat = Annotated[int, Meta(ge=0, le=11)]
"""The number of a seat, from 0."""

Seats = Annotated[tuple[Seat, ...], CARDS]
"""Seats, one of which may stand there once for each of several cards."""

Cards = Annotated[tuple[Card, ...], CARDS]
Units: TypeAlias = Annotated[tuple[Cards, ...], CARDS]
Levels = Annotated[tuple[Rank, ...], PER_SEAT]

Ordinal = Annotated[int, Meta(ge=1, le=6)]
"""The copy of a card that is meant, from 1."""

Count = Annotated[int, Meta(ge=0, le=1_000_000)]
"""The number of some things, or the place of one in a list."""

Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A whole number as large as a browser can count exactly, such as a time in milliseconds."""

Whole = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
"""A whole number that fits into 64 bits: points and levels, which some rules let grow without end,
and seeds."""

Word = Annotated[str, Meta(max_length=100)]
"""An id, a digest, a date or the name of something."""

Line = Annotated[str, Meta(max_length=1000)]
"""A name that may have been made by a program, or a sentence."""

READ_STRICTLY: Final = "read_strictly"
"""The key under which `Meta.extra` names the function that reads a value which its type does not
bound; that function refuses what it does not know."""

GivenRules: TypeAlias = Annotated[
    dict[Word, Any],
    Meta(max_length=200, extra={READ_STRICTLY: "shengji.rules.rules_from"}),
]
"""Rules as plain data, as `rules_from` reads them."""

AskedRules: TypeAlias = Word | GivenRules
"""The name of a preset, or rules as plain data."""
