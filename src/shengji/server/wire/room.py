"""A table as everyone at it sees it, but for the match."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from shengji.play.score import ScaleStep
from shengji.server.wire.basics import Words
from shengji.server.wire.settings import Settings


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as everyone sees it.

    Attributes:
        person: who holds it, by public id; `None`: nobody, or a bot.
        name: the person's name, or the bot's.
        bot: the name of the bot that holds it or plays for its person now, or `None`.
        present: whether its person is connected.
        ready: whether its person is ready to start, or has seen the result.
    """

    person: str | None = None
    name: str = ""
    bot: str | None = None
    present: bool = False
    ready: bool = False


class Onlooker(msgspec.Struct, frozen=True):
    """Somebody who is at the table without a seat."""

    person: str
    name: str


class Changed(msgspec.Struct, frozen=True):
    """An option that differs from the preset that the rules come from."""

    option: str
    title: Words
    value: Words
    preset_value: Words


class RulesState(msgspec.Struct, frozen=True, kw_only=True):
    """What is played, as everyone at the table may read it.

    Attributes:
        given: the rules as plain data, to be given to `rules_from`.
        heading: the preset, and the system laid over it.
        changed: what differs from them.
        players: how many seats; the other sizes likewise.
        teams: `fixed`: seats with the same remainder by two are partners; or `friends`.
        calls: how many friends the Dealer calls.
        named_readings: whether who leads may choose how an ambiguous lead is read.
        scale: what the Opponents' points mean at the end of a hand, from low to high.
        total: all points in the cards.
    """

    given: dict[str, Any]
    heading: Words
    changed: tuple[Changed, ...]
    players: int
    decks: int
    hand_size: int
    kitty_size: int
    teams: Literal["fixed", "friends"]
    calls: int
    land: bool
    named_readings: bool
    scale: tuple[ScaleStep, ...]
    total: int


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everyone at it sees it, but for the match."""

    id: str
    host: str | None
    rules: RulesState
    settings: Settings
    seats: tuple[SeatState, ...]
    onlookers: tuple[Onlooker, ...]
    match: int
    """How many matches have started here."""
    playing: bool
    """Whether a match is under way."""
