"""What all messages are made of, and how much of it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from shengji.cards import Card

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
PersonName = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
Cards = Annotated[tuple[Card, ...], msgspec.Meta(max_length=400)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=11)]
Version = Annotated[int, msgspec.Meta(ge=0)]


class Words(msgspec.Struct, frozen=True, rename={"hans": "zh-Hans", "hant": "zh-Hant"}):
    """A text in the three languages of the site."""

    en: str
    hans: str
    hant: str
