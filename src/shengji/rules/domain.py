"""Values that a field of `Rules` may have, read off its type."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType, NoneType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from shengji.cards import Rank
from shengji.words import Language

UNSET = "unset"
"""How a file says that an option has no value."""


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
        from shengji.rules.telling import why_not  # noqa: PLC0415 - it knows all options

        return why_not(self, language)


def plain(value: object) -> object:
    """A value of an option as plain data: text, number, truth, list or `None`."""
    data = msgspec.to_builtins(value)
    return list(data) if isinstance(data, tuple) else data


_TRUTHS = {
    **dict.fromkeys(("true", "yes", "on", "1", "是"), True),
    **dict.fromkeys(("false", "no", "off", "0", "否"), False),
}
"""The words that people write for yes and no."""


def converted(value: object, annotation: Any) -> Any:
    """A plain value as the type of its field, in any of the ways in which people write it.

    Whole numbers may stand for levels, `T` for the ten, one text with commas for a list of levels;
    yes, on and 1 for true, no, off and 0 for false.

    Raises:
        msgspec.ValidationError: when it is no such value.
    """
    try:
        return msgspec.convert(value, annotation)
    except msgspec.ValidationError:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if values_of(annotation) == (False, True) and (whole or isinstance(value, str)):
            return msgspec.convert(_TRUTHS.get(str(value).strip().lower(), value), annotation)
        if numbers_of(annotation).levels:
            parts = re.split(r"[\s,，、]+", value.strip()) if isinstance(value, str) else value
            if isinstance(parts, list):
                return msgspec.convert([level_written(part) for part in parts], annotation)
        if whole or (isinstance(value, str) and Rank.TEN.value in values_of(annotation)):
            return msgspec.convert(level_written(value), annotation)
        raise


def level_written(value: object) -> str:
    """A level as it is printed on the card, from how it may be written: `t` is a ten."""
    text = str(value).strip().upper()
    return Rank.TEN.value if text == "T" else text


def nearest_name(name: object, names: list[str]) -> str | None:
    """The one of `names` that `name` was probably meant to be, or `None`."""
    if not isinstance(name, str):
        return None
    close = difflib.get_close_matches(name.lower().replace("-", "_"), names, n=1, cutoff=0.5)
    close = close or difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    return close[0] if close else None


def check_value(name: str, value: object, annotation: Any) -> Any:
    """The value of a field, given as plain data or already of its type.

    The word `unset` stands for `None`, which a TOML file cannot say.

    Raises:
        RulesError: when the field cannot have it.
    """
    if value == UNSET and numbers_of(annotation).unset:
        return None
    try:
        return converted(plain(value), annotation)
    except (msgspec.ValidationError, TypeError):
        allowed = allowed_words(annotation)
        nearest = nearest_name(value, [str(known) for known in values_of(annotation)])
        hint = f"; did you mean {nearest}?" if nearest else _fault(value, annotation)
        raise RulesError(
            f"{name} cannot be {_written(value)}{hint} Allowed: {allowed}",
            field=name,
            value=value,
            allowed=allowed,
            nearest=nearest,
        ) from None


def bare(value: object) -> object:
    """A value as it is written, a text without quotes."""
    return str(value).lower() if isinstance(value, bool) else value


def _written(value: object) -> str:
    """A value as it is written, a text in quotes."""
    return str(bare(value)) if isinstance(value, bool) else repr(value)


def _fault(value: object, annotation: object) -> str:
    """The fault of a value, where it can be said, and the end of the sentence."""
    numbers = numbers_of(annotation)
    if is_quoted_number(value, numbers.high):
        return f": a number stands without quotes, {str(value).strip()}."
    wrong = wrong_levels(value, numbers.levels)
    return f": {', '.join(map(repr, wrong))} cannot stand in it." if wrong else "."


def is_quoted_number(value: object, high: int | None) -> bool:
    """Tell whether a value would be right, perhaps, if it were no text."""
    return high is not None and isinstance(value, str) and value.strip().isdecimal()


def wrong_levels(value: object, levels: Iterable[object]) -> list[object]:
    """The entries of a list that are none of these levels; nothing when it is no list of levels."""
    known = set(map(str, levels))
    if not known or not isinstance(value, list):
        return []
    return [part for part in value if level_written(part) not in known]


def allowed_words(annotation: object) -> str:
    """The values that a field may have, in words."""
    values = values_of(annotation)
    return " | ".join(str(bare(value)) for value in values) or _range(annotation)


def values_of(annotation: object) -> tuple[object, ...]:
    """The values of a choice, or nothing when the option is not a choice."""
    if get_origin(annotation) is Annotated:
        return values_of(get_args(annotation)[0])
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    if annotation is bool:
        return (False, True)
    if annotation is Rank:
        return tuple(rank.value for rank in Rank)
    return ()


def _range(annotation: object) -> str:
    """The values that an option which is not a choice may have, in words."""
    args = get_args(annotation)
    if get_origin(annotation) is Annotated:
        meta = [extra for extra in args[1:] if isinstance(extra, msgspec.Meta)]
        if not meta:
            return _range(args[0])
        step = f" in steps of {meta[0].multiple_of}" if meta[0].multiple_of else ""
        return f"{meta[0].ge} to {meta[0].le}{step}"
    if get_origin(annotation) is tuple:
        return "a list of levels from " + ", ".join(map(str, values_of(args[0])))
    if annotation is NoneType:
        return "unset"
    if args:
        return ", or ".join(allowed_words(part) for part in args)
    raise TypeError(f"no words for {annotation}")


class Numbers(NamedTuple):
    """The numbers that a field may have, and the other values beside them.

    Attributes:
        low: the least, or `None` when it is no number.
        high: the greatest.
        step: they come in steps of this.
        words: the words that may stand for a number.
        levels: of a list: what may stand in it.
        unset: whether it may be `None`.
    """

    low: int | None = None
    high: int | None = None
    step: int = 1
    words: tuple[str, ...] = ()
    levels: tuple[object, ...] = ()
    unset: bool = False


def numbers_of(annotation: object) -> Numbers:
    """The numbers, words and levels that a field may have, read off its type."""
    args = get_args(annotation)
    if get_origin(annotation) is Annotated:
        for extra in args[1:]:
            if isinstance(extra, msgspec.Meta):
                low, high = extra.ge, extra.le
                return Numbers(
                    None if low is None else int(low),
                    None if high is None else int(high),
                    int(extra.multiple_of or 1),
                )
        return numbers_of(args[0])
    if get_origin(annotation) is tuple:
        return Numbers(levels=values_of(args[0]))
    if get_origin(annotation) is Literal or not args:
        return Numbers()
    parts = [numbers_of(part) for part in args]
    number = next((part for part in parts if part.high is not None), Numbers())
    words = tuple(str(word) for part in args for word in values_of(part))
    return number._replace(words=words, unset=NoneType in args)
