"""What values a field of `Rules` may have, read off its type."""

from __future__ import annotations

import difflib
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from shengji.cards import Rank


class RulesError(ValueError):
    """Rules that cannot be played.

    Attributes:
        field: the option at fault, as it was written.
        value: the value that was given, or `None` when the field itself is unknown.
        allowed: what may stand there, as a sentence part.
        nearest: the name that was probably meant, or `None`.
    """

    def __init__(
        self,
        message: str,
        *,
        field: str = "",
        value: object = None,
        allowed: str = "",
        nearest: str | None = None,
    ) -> None:
        self.field = field
        self.value = value
        self.allowed = allowed
        self.nearest = nearest
        super().__init__(message)


def plain(value: object) -> object:
    """A value of an option as plain data: text, number, truth, list or `None`."""
    data = msgspec.to_builtins(value)
    return list(data) if isinstance(data, tuple) else data


def converted(value: object, annotation: Any) -> Any:
    """A plain value as the type of its field; whole numbers may stand for levels.

    Raises:
        msgspec.ValidationError: when it is no such value.
    """
    try:
        return msgspec.convert(value, annotation)
    except msgspec.ValidationError:
        if isinstance(value, int) and not isinstance(value, bool):
            return msgspec.convert(str(value), annotation)
        if isinstance(value, list):
            return msgspec.convert([str(part) for part in value], annotation)
        raise


def nearest_name(name: object, names: list[str]) -> str | None:
    """The one of `names` that `name` was probably meant to be, or `None`."""
    if not isinstance(name, str):
        return None
    close = difflib.get_close_matches(name.lower().replace("-", "_"), names, n=1, cutoff=0.5)
    close = close or difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    return close[0] if close else None


def check_value(name: str, value: object, annotation: Any) -> Any:
    """The value of a field, given as plain data or already of its type.

    Raises:
        RulesError: when the field cannot have it.
    """
    try:
        return converted(plain(value), annotation)
    except (msgspec.ValidationError, TypeError):
        allowed = allowed_words(annotation)
        nearest = nearest_name(value, [str(known) for known in values_of(annotation)])
        hint = f"; did you mean {nearest}?" if nearest else "."
        raise RulesError(
            f"{name} cannot be {value!r}{hint} Allowed: {allowed}",
            field=name,
            value=value,
            allowed=allowed,
            nearest=nearest,
        ) from None


def allowed_words(annotation: object) -> str:
    """What a field may be, in words."""
    values = values_of(annotation)
    return " | ".join(map(str, values)) if values else _range(annotation)


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
    """What an option that is not a choice may be, in words."""
    args = get_args(annotation)
    if get_origin(annotation) is Annotated:
        meta = [extra for extra in args[1:] if isinstance(extra, msgspec.Meta)]
        if not meta:
            return _range(args[0])
        step = f" in steps of {meta[0].multiple_of}" if meta[0].multiple_of else ""
        return f"{meta[0].ge} to {meta[0].le}{step}"
    if get_origin(annotation) is tuple:
        return "a list of levels from " + ", ".join(rank.value for rank in Rank)
    if get_origin(annotation) is Union or len(args) > 1:
        return _range(args[0]) + ", or unset"
    raise TypeError(f"no words for {annotation}")
