"""Rules, in one language."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from shengji.cards import Card
from shengji.play.score import ScaleStep
from shengji.rules.bounds import AskedRules
from shengji.server.site.schemas import Game, Shape, Text, Tongue


class ValueShape(Shape, frozen=True):
    """A value that an option may have.

    Attributes:
        help: a sentence on what it does, or empty.
    """

    value: Any
    label: str
    help: str


class OptionShape(Shape, frozen=True):
    """An option; see `shengji.rules.options.Option`.

    Attributes:
        values: every value in order where they are few; a `number` has `low`, `high` and `step`
            besides, its `words` and `unset` standing here.
        condition: what must be given for it to be in effect, in words, or empty.
    """

    name: str
    group: str
    kind: Literal["choice", "number", "levels", "flag"]
    title: str
    help: str
    source: str
    condition: str
    values: tuple[ValueShape, ...]
    low: int | None
    high: int | None
    step: int


class GroupShape(Shape, frozen=True):
    """A group of options."""

    name: str
    title: str


class PresetShape(Shape, frozen=True):
    """A preset, or a system, which can be laid over every text.

    Attributes:
        known_as: what people call it; `title` is that of its book.
    """

    name: str
    known_as: str
    title: str
    note: str


class RulesForm(Shape, frozen=True):
    """Everything that a form for rules needs, in one language.

    Attributes:
        often: the options that houses change most, by name.
    """

    language: Tongue
    groups: tuple[GroupShape, ...]
    options: tuple[OptionShape, ...]
    often: tuple[str, ...]
    texts: tuple[PresetShape, ...]
    systems: tuple[PresetShape, ...]


class CheckRules(Shape, frozen=True):
    """Rules to be read."""

    rules: AskedRules


class RulesFault(Shape, frozen=True):
    """A fault of rules, and the option that has it."""

    option: str | None
    words: Text


class CheckedRules(Shape, frozen=True):
    """The outcome of rules.

    Attributes:
        values: every option's value as plain data; of the preset alone when there is a fault.
        active: the options that are in effect.
        changed: the options that differ from the preset and the system.
        given: the rules in their shortest form.
        heading: the preset and the system in words.
        fault: why they cannot be played, or `None`.
        bots: the bots that are offered for a table with them.
    """

    values: dict[str, Any]
    active: tuple[str, ...]
    changed: tuple[str, ...]
    given: dict[str, Any]
    heading: Text
    fault: RulesFault | None
    bots: tuple[BotLine, ...]


class BotLine(Shape, frozen=True):
    """A bot that is offered for a seat.

    Attributes:
        bot: its name.
        seconds: about how long it thinks about a decision; 0 when it answers at once, `null` when
            that is not known.
    """

    bot: str
    seconds: float | None


class Changed(msgspec.Struct, frozen=True):
    """An option that differs from the preset that the rules come from."""

    option: str
    title: Text
    value: Text
    preset_value: Text


class RulesState(msgspec.Struct, frozen=True, kw_only=True):
    """The game that is played, as everyone at the table may read it.

    Attributes:
        given: the rules as plain data, to be given to `rules_from`.
        heading: the preset, and the system laid over it.
        game: what people call it; `None`: they have no name for it.
        changed: what differs from them.
        players: how many seats; the other sizes likewise.
        teams: `fixed`: seats with the same remainder by two are partners; or `friends`.
        calls: how many friends the Dealer calls.
        named_readings: whether who leads may choose how an ambiguous lead is read.
        scale: what the Opponents' points mean at the end of a hand, from low to high.
        total: all points in the cards.
        removed: the Jokers that are taken out of the decks.
        kitty_counts: whether the Opponents can win the points in the kitty.
    """

    given: dict[str, Any]
    heading: Text
    game: Game | None
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
    removed: tuple[Card, ...]
    kitty_counts: bool


Layout: TypeAlias = tuple[tuple[tuple[Card, ...], ...], ...]
"""All cards in the order in which a hand is laid out under a trump: effective suits, trumps first,
each from high to low in lists of equals."""
