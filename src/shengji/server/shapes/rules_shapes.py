"""Rules, in one language."""

from __future__ import annotations

from typing import Any, Literal

from shengji.rules.bounds import AskedRules
from shengji.server.shapes.shape import Shape, Tongue
from shengji.server.shapes.table_shapes import BotLine
from shengji.server.states import Text


class ValueShape(Shape, frozen=True):
    """A value that an option may have, and its label."""

    value: Any
    label: str


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
    """What is wrong with rules, and with which option."""

    option: str | None
    words: Text


class CheckedRules(Shape, frozen=True):
    """What rules come to.

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
