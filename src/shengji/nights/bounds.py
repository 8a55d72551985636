"""Bounds of what people can ask of a night; what fits in it is asked of the night afterwards."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from shengji.words.others import ForOthers

PEOPLE: Final = Meta(max_length=1000)
"""More than ever come to a night."""

MOST_LEVELS: Final = 100
"""More than any club has seen won with one hand."""

MOST_CARDS: Final = 324
"""All that six decks have."""

MOST_MINUTES: Final = 600
"""The longest round; also by how much a clock can be put on or back at once."""

MOST_PENALTY: Final = 1000
"""The most points of a penalty."""

PersonId = Annotated[str, Meta(max_length=80)]
"""The id of a person or of an account; empty: of nobody."""

NewPersonId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{0,80}$")]
"""The same of somebody whom the night may not know yet."""

CommandId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
"""The id of a command, as whoever gives it has chosen it."""

People: TypeAlias = Annotated[tuple[PersonId, ...], PEOPLE]

Name = Annotated[ForOthers, Meta(max_length=120)]
Text = Annotated[ForOthers, Meta(max_length=500)]

TableNumber = Annotated[int, Meta(ge=0, le=1000)]
TableNumbers: TypeAlias = Annotated[tuple[TableNumber, ...], PEOPLE]
TableSizes: TypeAlias = Annotated[tuple[Annotated[int, Meta(ge=4, le=6)], ...], Meta(max_length=3)]
RoundNumber = Annotated[int, Meta(ge=0, le=1000)]
HandNumber = Annotated[int, Meta(ge=0, le=10_000)]

Minutes = Annotated[int, Meta(ge=-MOST_MINUTES, le=MOST_MINUTES)]
PenaltyPoints = Annotated[int, Meta(ge=0, le=MOST_PENALTY)]
Points = Annotated[int, Meta(ge=0, le=10_000)]
Levels = Annotated[int, Meta(ge=0, le=MOST_LEVELS)]
CardCount = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
