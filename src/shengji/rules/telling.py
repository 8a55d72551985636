"""Errors of rules in both languages, and the possible values of options."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from shengji.rules.domain import bare, is_quoted_number, nearest_name, wrong_levels
from shengji.rules.options import Option, is_option, named_options
from shengji.words import Language, texts


class Reason(NamedTuple):
    """The reason of a contradiction, and the allowed values, in both languages."""

    why: str
    why_zh: str
    allowed: str
    allowed_zh: str


class RulesError(ValueError):
    """An error in rules; its text is the English message.

    Attributes:
        field: name of the option, as given.
        value: the value given, or `None` when the field itself is unknown.
        allowed: the allowed values, as part of a sentence.
        nearest: the closest valid name, or `None`.
        reason: the reason of a contradiction; else `None`.
        kind: key of the message, for errors other than an option's value.
        details: parameters of that message.

    >>> from shengji.rules import rules_from
    >>> try:
    ...     rules = rules_from({"decs": 3})
    ... except RulesError as error:
    ...     error.field, error.nearest
    ('decs', 'decks')
    """

    def __init__(
        self,
        message: str,
        *,
        field: str = "",
        value: object = None,
        allowed: str = "",
        nearest: str | None = None,
        reason: Reason | None = None,
        kind: str = "",
        details: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        self.field = field
        self.value = value
        self.allowed = allowed
        self.nearest = nearest
        self.reason = reason
        self.kind = kind
        self.details = details
        super().__init__(message)

    def render(self, language: Language) -> str:
        """The message in one language."""
        return why_not(self, language)


def option_of(name: str) -> Option:
    """The option with this name.

    Raises:
        RulesError: there is none; with the closest name.
    """
    if is_option(name):
        return named_options()[name]
    names = list(named_options())
    nearest = nearest_name(name, names)
    hint = f"; did you mean {nearest}?" if nearest else "."
    raise RulesError(
        f"there is no option {name!r}{hint} The options are: {', '.join(names)}",
        field=name,
        allowed=", ".join(names),
        nearest=nearest,
    )


def why_not(error: RulesError, language: Language) -> str:
    """The message of an error; in English it is the error's own text.

    >>> from shengji.rules import rules_from
    >>> try:
    ...     rules_from({"kitty": 9})
    ... except RulesError as error:
    ...     print(why_not(error, "zh"))
    「底牌张数」不能是 9：108 张牌留 9 张底后，4 个人不能平分；此处可选：4、8、12、16、20、24……。
    """
    if language == "en":
        return str(error)
    kinds = {"preset": "no-preset", "system": "no-system"}
    kind = error.kind or kinds.get(error.field, "")
    names = error.allowed.replace(", ", "、")
    said: dict[str, object] = {"hint": _hint(error), "allowed": names, **error.details}
    said["option"], said["value"] = error.field, "不设" if error.value is None else error.value
    words = texts("rules")
    if kind == "no-house":
        known = "no-house.known" if names else "no-house.none"
        said["known"] = words[known].render("zh", names=names)
    elif kind == "bad-name":
        said["reason"] = words[f"bad-name.{error.details['reason']}"].zh
    elif not kind and not is_option(error.field):
        kind = "no-option"
    elif not kind:
        kind = _of_option(error, said)
    return words[kind].render("zh", **said)


def _of_option(error: RulesError, said: dict[str, object]) -> str:
    """The kind of an error in an option's value; adds its parameters to `said`."""
    option = option_of(error.field)
    said["option"] = option.title("zh")
    said["value"] = _value(option, error.value)
    if error.reason is not None:
        said["reason"], said["allowed"] = error.reason.why_zh, error.reason.allowed_zh
        return "contradiction"
    if error.allowed.startswith("anything, with"):
        said["condition"] = option.condition("zh")
        return "no-effect"
    said["allowed"] = allowed(option, "zh")
    return "not-allowed"


def _value(option: Option, value: object) -> str:
    """A given value, in Chinese; in quotes if a text stands in place of a number."""
    if is_quoted_number(value, option.high):
        return f'"{value}"'
    if value is None or isinstance(value, bool | int | str | list):
        return option.label(value, "zh")
    return str(value)


def _hint(error: RulesError) -> str:
    """The end of the message: the closest name, or the error in a value."""
    words = texts("rules")
    if error.nearest:
        return words["hint"].render("zh", nearest=error.nearest)
    if not error.kind and is_option(error.field):
        option = option_of(error.field)
        if is_quoted_number(error.value, option.high):
            return words["hint.quoted"].render("zh", number=str(error.value).strip())
        if option.kind == "levels" and (wrong := wrong_levels(error.value, option.values)):
            return words["hint.levels"].render("zh", levels="、".join(map(str, wrong)))
    return "。"


def allowed(option: Option, language: Language) -> str:
    """The possible values of an option in notation, with their labels where they differ.

    >>> allowed(option_of("decks"), "en"), allowed(option_of("decks"), "zh")
    ('1 to 6, or unset (one for every two players)', '1 到 6；unset（每两人一副）')
    """
    zh = language == "zh"
    words = texts("rules")
    if option.kind == "levels":
        levels = ("、" if zh else ", ").join(map(str, option.values))
        return words["allowed.levels"].render(language, levels=levels)
    found = []
    if option.low is not None:
        key = "allowed.steps" if option.step > 1 else "allowed.range"
        numbers = {"low": option.low, "high": option.high, "step": option.step}
        found.append(words[key].render(language, **numbers))
    found += [_labelled(option, value, language) for value in (*option.values, *option.words)]
    if option.unset:
        found.append(_labelled(option, None, language))
    if not zh:
        return ", or ".join(found)
    return ("；" if any("（" in one for one in found) else "、").join(found)


def _labelled(option: Option, value: object, language: Language) -> str:
    """A value in notation, with its label if that differs."""
    code = "unset" if value is None else str(bare(value))
    label = option.label(value, language)
    if label == code:
        return code
    return f"{code}（{label}）" if language == "zh" else f"{code} ({label[:1].lower()}{label[1:]})"
