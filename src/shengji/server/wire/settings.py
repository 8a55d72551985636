"""What a table is set to, besides the rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Pace = Literal["slow", "normal", "fast", "instant"]
Onlookers = Literal["none", "table", "hands"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a table is run; what is played stands in its rules.

    Attributes:
        title: a name for the lobby; empty: the host's name is shown.
        private: whether it stays out of the lobby, so that only who has the link finds it.
        onlookers: whether others may watch: not, only what lies on the table, or all hands after
            `delay` seconds.
        delay: how far behind onlookers are who see all hands, in seconds.
        pace: how fast cards are dealt and bots play.
        clock: seconds for each decision; `None`: no clock.
        bank: seconds that each player has beyond that, in each hand.
        hints: whether a player may ask what a bot would do.
        chat: whether people may write freely; phrases can always be sent.
    """

    title: Annotated[str, msgspec.Meta(max_length=40)] = ""
    private: bool = False
    onlookers: Onlookers = "table"
    delay: Annotated[int, msgspec.Meta(ge=30, le=1800)] = 180
    pace: Pace = "normal"
    clock: Annotated[int, msgspec.Meta(ge=5, le=600)] | None = None
    bank: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 60
    hints: bool = True
    chat: bool = True
