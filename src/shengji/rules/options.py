"""The options of `Rules` as a list, for generating forms, tables, flags and documents."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal, NamedTuple

import msgspec

from shengji.rules.conditions import (
    NEEDS,
    Decks,
    JokerKitty,
    Jokers,
    Need,
    OpenMustPlay,
    Way,
)
from shengji.rules.domain import (
    allowed_words,
    numbers_of,
    plain,
    values_of,
)
from shengji.rules.groups import GROUPS, Group, field_types
from shengji.rules.groups.result import ScoringRules
from shengji.rules.text import Text, Value
from shengji.words import Language

Kind = Literal["choice", "number", "levels", "flag"]

_UNSET = Value("unset", "不设")
_OURS = (" No text says; the default is our choice.", "各文均未说明，默认值由我们选定。")
_FLAGS = {True: ("yes", "是"), False: ("no", "否")}
_NO_LEVELS = ("none", "无")


class Option(NamedTuple):
    """An option: one field of `Rules`.

    Attributes:
        text: its titles, help, labels and source.
        kind: a choice among `values`, a number, a list of levels, or a flag.
        values: all its values where they are few (of `levels`: every level), else empty.
        step: numbers are multiples of this.
        words: the words accepted in place of a number.
        needs: the conditions under which it is in effect.
        allowed: its possible values, in words.
        default: the default, as plain data (text, number, list or `None`).
    """

    name: str
    text: Text
    group: Group
    kind: Kind
    values: tuple[object, ...]
    low: int | None
    high: int | None
    step: int
    words: tuple[str, ...]
    unset: bool
    needs: tuple[Need, ...]
    allowed: str
    default: object

    def title(self, language: Language = "en") -> str:
        """Title of the option."""
        return self.text.title_zh if language == "zh" else self.text.title

    def help(self, language: Language = "en") -> str:
        """Help text of the option."""
        which = 1 if language == "zh" else 0
        return (self.text.help, self.text.help_zh)[which] + (_OURS[which] if self.text.ours else "")

    def value_help(self, value: object, language: Language = "en") -> str:
        """Help text of a value; empty if its label is sufficient."""
        text = self.text.values.get(_key(value))
        return "" if text is None else text.help_zh if language == "zh" else text.help

    def meaning(self, value: object, language: Language = "en") -> str:
        """The label of a value, followed by its help text.

        >>> from shengji.rules import option_of
        >>> option_of("results").meaning("declarers-only")
        'Declarers only, one level. Opponents who take over stay where they are.'
        """
        label, help_ = self.label(value, language), self.value_help(value, language)
        stop = "。" if language == "zh" else ". "
        return f"{label}{stop}{help_}" if help_ else label

    def explained(self, language: Language = "en") -> list[str]:
        """The help text, followed by a line for each value if any value has a help text."""
        values = [*self.values, *self.words, *([None] if self.unset else [])]
        told = any(self.value_help(value, language) for value in values)
        lines = (self.meaning(value, language) for value in values)
        return [self.help(language), *(f"– {line}" for line in lines if told)]

    def label(self, value: object, language: Language = "en") -> str:
        """The label of a value.

        >>> from shengji.rules import option_of
        >>> option_of("winning").label("pass"), option_of("decks").label(None, "zh")
        ('Pass the last level', '每两人一副')
        """
        data = plain(value)
        which = 1 if language == "zh" else 0
        if isinstance(data, bool):
            return _FLAGS[data][which]
        if isinstance(data, list):
            return ("、" if which else ", ").join(map(str, data)) or _NO_LEVELS[which]
        text = self.text.values.get(_key(data), _UNSET if data is None else None)
        return str(data) if text is None else text[which]

    def condition(self, language: Language = "en") -> str:
        """The condition under which the option is in effect, in words; empty if it always is.

        >>> named_options()["laps"].condition()
        'After the last level: Wrap to 2'
        """
        words = [_either((_way(way, language) for way in need), language) for need in self.needs]
        return ("；且" if language == "zh" else "; and ").join(words)


def _key(value: object) -> str:
    data = plain(value)
    return "unset" if data is None else str(data)


@cache
def options() -> tuple[Option, ...]:
    """All options, in display order."""
    hints = field_types()
    group_of = {name: group for group in GROUPS for name in group.fields}
    found = []
    for field in msgspec.structs.fields(ScoringRules):
        annotation = hints[field.name]
        text = next(extra for extra in annotation.__metadata__ if isinstance(extra, Text))
        values, numbers = values_of(annotation), numbers_of(annotation)
        kind: Kind = (
            "number"
            if numbers.high is not None
            else "flag"
            if values == (False, True)
            else "choice"
            if values
            else "levels"
        )
        found.append(
            Option(
                name=field.name,
                text=text,
                group=group_of[field.name],
                kind=kind,
                values=values or numbers.levels,
                low=numbers.low,
                high=numbers.high,
                step=numbers.step,
                words=numbers.words,
                unset=numbers.unset,
                needs=NEEDS.get(field.name, ()),
                allowed=allowed_words(annotation),
                default=plain(field.default),
            )
        )
    return tuple(found)


@cache
def named_options() -> dict[str, Option]:
    """All options by name."""
    return {option.name: option for option in options()}


def is_option(name: str) -> bool:
    """Whether there is an option with this name."""
    return name in named_options()


def needs_words(needs: Iterable[Need]) -> str:
    """Needs in the notation of files and the command line.

    >>> needs_words(named_options()["redeal_limit"].needs)
    'redeal_no_trumps = true or redeal_points set'
    """
    return " and ".join(" or ".join(map(_format_way, need)) for need in needs)


def _format_way(way: Way) -> str:
    """A condition in the notation of files."""
    if isinstance(way, Decks):
        return f"decks = {way.least} or more"
    if isinstance(way, Jokers):
        return "Jokers among the cards (jokers_removed)"
    if isinstance(way, OpenMustPlay):
        return "must_play set, to another level than the last one that is defended"
    if isinstance(way, JokerKitty):
        return "a kitty no larger than the number of Jokers"
    values = [str(value).lower() if isinstance(value, bool) else value for value in way.values]
    if not way.negated:
        return f"{way.option} = {' | '.join(map(str, values))}"
    if way.values in ((None,), ((),)):
        return f"{way.option} set"
    return f"{way.option} other than {' | '.join(map(str, values))}"


def _way(way: Way, language: Language) -> str:
    """A condition in words."""
    zh = language == "zh"
    if isinstance(way, Decks):
        return f"至少 {way.least} 副牌" if zh else f"at least {way.least} decks"
    if isinstance(way, Jokers):
        return "牌中有王" if zh else "Jokers among the cards"
    if isinstance(way, OpenMustPlay):
        words = "a must-play level besides the last one that is defended"
        return "「其他必打级」中有须打胜的级" if zh else words
    if isinstance(way, JokerKitty):
        return "底牌不多于王的张数" if zh else "a kitty no larger than the number of Jokers"
    option = named_options()[way.option]
    title = f"「{option.title('zh')}」" if zh else option.title()
    if way.negated and way.values in ((None,), ((),)):
        return f"{title}已设" if zh else f"{title} is set"
    labels = _either((option.label(value, language) for value in way.values), language)
    if way.negated:
        return f"{title}不为「{labels}」" if zh else f"{title}: anything but “{labels}”"
    return f"{title}为「{labels}」" if zh else f"{title}: {labels}"


def _either(words: Iterable[str], language: Language) -> str:
    return ("，或" if language == "zh" else ", or ").join(words)
