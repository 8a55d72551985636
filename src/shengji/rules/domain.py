"""Possible values of a field of `Rules`, derived from its type."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from shengji.cards import Rank

UNSET = "unset"
"""Word for a missing value in files."""


def plain(value: object) -> object:
    """A value of an option as plain data: text, number, boolean, list or `None`."""
    data = msgspec.to_builtins(value)
    return list(data) if isinstance(data, tuple) else data


_TRUTHS = {
    **dict.fromkeys(("true", "yes", "on", "1", "是"), True),
    **dict.fromkeys(("false", "no", "off", "0", "否"), False),
}
"""Words accepted for true and false."""


def converted(value: object, annotation: Any) -> Any:
    """Convert a plain value to the type of its field, in any accepted notation.

    Levels may be written as integers, ten as `T`, and a list of levels as one text with commas;
    booleans as yes, on and 1, or no, off and 0.

    Raises:
        msgspec.ValidationError: the field cannot have such a value.
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
    """A level in the notation on cards, from any accepted notation; `t` is a ten."""
    text = str(value).strip().upper()
    return Rank.TEN.value if text == "T" else text


def nearest_name(name: object, names: list[str]) -> str | None:
    """The name among `names` closest to `name`, or `None`."""
    if not isinstance(name, str):
        return None
    close = difflib.get_close_matches(name.lower().replace("-", "_"), names, n=1, cutoff=0.5)
    close = close or difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    return close[0] if close else None


def bare(value: object) -> object:
    """A value in notation, texts without quotes."""
    return str(value).lower() if isinstance(value, bool) else value


def is_quoted_number(value: object, high: int | None) -> bool:
    """Whether a value is a number in quotes, in a field for numbers."""
    return high is not None and isinstance(value, str) and value.strip().isdecimal()


def wrong_levels(value: object, levels: Iterable[object]) -> list[object]:
    """Entries of a list that are not among these levels; empty when it is no list of levels."""
    known = set(map(str, levels))
    if not known or not isinstance(value, list):
        return []
    return [part for part in value if level_written(part) not in known]


def allowed_words(annotation: object) -> str:
    """The possible values of a field, in words."""
    values = values_of(annotation)
    return " | ".join(str(bare(value)) for value in values) or _range(annotation)


def values_of(annotation: object) -> tuple[object, ...]:
    """The values of a choice; empty for other options."""
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
    """The possible values of an option other than a choice, in words."""
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
    """The possible numbers of a field, and its other values.

    Attributes:
        low: the minimum, or `None` for a field without numbers.
        step: numbers are multiples of this.
        words: the words accepted in place of a number.
        levels: the possible entries of a list.
        unset: whether it may be `None`.
    """

    low: int | None = None
    high: int | None = None
    step: int = 1
    words: tuple[str, ...] = ()
    levels: tuple[object, ...] = ()
    unset: bool = False


def numbers_of(annotation: object) -> Numbers:
    """The possible numbers, words and levels of a field, derived from its type."""
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
