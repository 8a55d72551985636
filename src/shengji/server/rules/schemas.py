"""Schemas of rules, in one language."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from shengji.cards import Card, Rank
from shengji.play.score import ScaleStep
from shengji.rules.bounds import PresetOrRules
from shengji.server.site.schemas import Game, Schema, Text, Tongue


class ValueShape(Schema, frozen=True):
    """An allowed value of an option.

    Attributes:
        help: a sentence on its effect, or empty.
    """

    value: Any
    label: str
    help: str


class OptionShape(Schema, frozen=True):
    """An option; see `shengji.rules.options.Option`.

    Attributes:
        values: every value in order, where there are few; a `number` also has `low`, `high` and
            `step`, and lists here its `words` and `unset`.
        condition: the condition under which it is in effect, in words, or empty.
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


class GroupShape(Schema, frozen=True):
    """A group of options."""

    name: str
    title: str


class PresetShape(Schema, frozen=True):
    """A preset, or a system that can be combined with every preset.

    Attributes:
        known_as: its common name; `title` is the title of its book.
    """

    name: str
    known_as: str
    title: str
    note: str


class RulesForm(Schema, frozen=True):
    """Everything that a form for rules needs, in one language.

    Attributes:
        often: the names of the options that house rules change most.
    """

    language: Tongue
    groups: tuple[GroupShape, ...]
    options: tuple[OptionShape, ...]
    often: tuple[str, ...]
    texts: tuple[PresetShape, ...]
    systems: tuple[PresetShape, ...]


class CheckRules(Schema, frozen=True):
    """A request to check rules."""

    rules: PresetOrRules


class RulesFault(Schema, frozen=True):
    """An error in rules; `option` is the option at fault, or `None`."""

    option: str | None
    words: Text


class CheckedRules(Schema, frozen=True):
    """The effect of rules.

    Attributes:
        values: every option's value as plain data; of the preset alone if there is an error.
        changed: the options that differ from the preset and the system.
        given: the rules in their shortest form.
        heading: the preset and the system in words.
        fault: why the rules cannot be played, or `None`.
        bots: the bots available at a table with these rules.
    """

    values: dict[str, Any]
    active: tuple[str, ...]
    changed: tuple[str, ...]
    given: dict[str, Any]
    heading: Text
    fault: RulesFault | None
    bots: tuple[BotLine, ...]


class BotLine(Schema, frozen=True):
    """A bot available for a seat; a level stands for a character of it.

    Attributes:
        level: the number of the level, of a level or a character; `null`: another bot.
        rating: of the level; `null`: another bot.
        name: the name of a level or a character; `null`: another bot.
        says: a sentence about the play of a character.
        seconds: approximate thinking time per decision; 0 if it answers at once, `null` if unknown.
    """

    bot: str
    seconds: float | None
    level: int | None = None
    rating: int | None = None
    name: Text | None = None
    says: Text | None = None


class Changed(msgspec.Struct, frozen=True):
    """An option that differs from its preset."""

    option: str
    title: Text
    value: Text
    preset_value: Text


class RulesState(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a table, for all its viewers.

    Attributes:
        given: the rules as plain data, as accepted by `rules_from`.
        heading: the preset, and the system combined with it.
        game: its common name, or `None`.
        changed: the options that differ from the preset and the system.
        teams: `fixed` (seats of equal parity are partners) or `friends`.
        calls: the number of friends that the Dealer calls.
        named_readings: whether the leader may choose how an ambiguous lead is read.
        scale: the result of a hand by the Opponents' points, from low to high.
        total: the sum of all points in the cards.
        removed: the Jokers that are taken out of the decks.
        kitty_counts: whether the Opponents can win the points in the kitty.
        last_level: the level after which the match is won, or goes on at 2.
        must_play: the levels that nobody can skip, from low to high.
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
    last_level: Rank
    must_play: tuple[Rank, ...]


Layout: TypeAlias = tuple[tuple[tuple[Card, ...], ...], ...]
"""All cards in the order in which a hand is laid out under a trump: a list for each effective suit,
trumps first, each from high to low in lists of equal cards.
"""
