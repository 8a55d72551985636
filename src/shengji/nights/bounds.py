"""Bounds of command fields; the night itself then checks values against its state."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from shengji.words.others import ForOthers

PEOPLE: Final = Meta(max_length=1000)
"""Maximum number of people in a list."""

MOST_LEVELS: Final = 100
"""Maximum number of levels won with one hand."""

MOST_CARDS: Final = 324
"""Maximum number of cards: six decks."""

MOST_MINUTES: Final = 600
"""Maximum length of a round, and maximum change of its clock by one command, in minutes."""

MOST_PENALTY: Final = 1000
"""Maximum number of points of a penalty."""

PersonId = Annotated[str, Meta(max_length=80)]
"""Id of a person or an account; empty: none."""

NewPersonId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{0,40}$")]
"""Id of a person that the night may not know yet."""

CommandId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
"""Id of a command, chosen by its sender."""

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
