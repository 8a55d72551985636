"""Why rules cannot be played, in both languages, and what an option may be."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from shengji.rules.domain import bare, is_quoted_number, nearest_name, wrong_levels
from shengji.rules.options import Option, is_option, named_options
from shengji.words import Language, texts


class Reason(NamedTuple):
    """Why rules contradict themselves, and what may stand there, in both languages."""

    why: str
    why_zh: str
    allowed: str
    allowed_zh: str


class RulesError(ValueError):
    """Rules that cannot be played; as text it says why in English.

    Attributes:
        field: the option at fault, as it was written.
        value: the value that was given, or `None` when the field itself is unknown.
        allowed: what may stand there, as a sentence part.
        nearest: the name that was probably meant, or `None`.
        reason: for a contradiction, in English and in Chinese why the value cannot be and what may
            stand there; else `None`.
        kind: what is wrong where it is not the value of an option: a key of the words.
        details: what these words have in braces.
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

    def said(self, language: Language) -> str:
        """Why they cannot be played, in one language."""
        return why_not(self, language)


def option_of(name: str) -> Option:
    """The option with this name.

    Raises:
        RulesError: when there is none; it names the nearest one.
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
    """Why rules cannot be played: a sentence, or in English what the error says.

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
        said["known"] = words[known].said("zh", names=names)
    elif kind == "bad-name":
        said["reason"] = words[f"bad-name.{error.details['reason']}"].zh
    elif not kind and not is_option(error.field):
        kind = "no-option"
    elif not kind:
        kind = _of_option(error, said)
    return words[kind].said("zh", **said)


def _of_option(error: RulesError, said: dict[str, object]) -> str:
    """The kind of a fault in the value of an option; what its words need is added."""
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
    """A value that was given, in Chinese: in quotes where a text stands for a number."""
    if is_quoted_number(value, option.high):
        return f'"{value}"'
    if value is None or isinstance(value, bool | int | str | list):
        return option.label(value, "zh")
    return str(value)


def _hint(error: RulesError) -> str:
    """The end of the sentence: what was probably meant, or what is wrong with a value."""
    words = texts("rules")
    if error.nearest:
        return words["hint"].said("zh", nearest=error.nearest)
    if not error.kind and is_option(error.field):
        option = option_of(error.field)
        if is_quoted_number(error.value, option.high):
            return words["hint.quoted"].said("zh", number=str(error.value).strip())
        if option.kind == "levels" and (wrong := wrong_levels(error.value, option.values)):
            return words["hint.levels"].said("zh", levels="、".join(map(str, wrong)))
    return "。"


def allowed(option: Option, language: Language) -> str:
    """The values of an option, as they are written, with their labels where these say more.

    >>> allowed(option_of("decks"), "en"), allowed(option_of("decks"), "zh")
    ('1 to 6, or unset (one for every two players)', '1 到 6；unset（每两人一副）')
    """
    zh = language == "zh"
    words = texts("rules")
    if option.kind == "levels":
        levels = ("、" if zh else ", ").join(map(str, option.values))
        return words["allowed.levels"].said(language, levels=levels)
    found = []
    if option.low is not None:
        key = "allowed.steps" if option.step > 1 else "allowed.range"
        numbers = {"low": option.low, "high": option.high, "step": option.step}
        found.append(words[key].said(language, **numbers))
    found += [_labelled(option, value, language) for value in (*option.values, *option.words)]
    if option.unset:
        found.append(_labelled(option, None, language))
    if not zh:
        return ", or ".join(found)
    return ("；" if any("（" in one for one in found) else "、").join(found)


def _labelled(option: Option, value: object, language: Language) -> str:
    """A value as it is written, and its label where that says more."""
    code = "unset" if value is None else str(bare(value))
    label = option.label(value, language)
    if label == code:
        return code
    return f"{code}（{label}）" if language == "zh" else f"{code} ({label[:1].lower()}{label[1:]})"
