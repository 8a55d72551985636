"""Form fields of a struct, derived from its types."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import NoneType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec.structs import replace

from shengji.forms.setting import Setting
from shengji.rules.domain import numbers_of, plain, values_of

S = TypeVar("S", bound=msgspec.Struct)

Kind = Literal["text", "flag", "choice", "number", "numbers", "own"]


class Field(NamedTuple):
    """A field in a form.

    Attributes:
        kind: a text, a flag, a choice among `values`, a number, a list of numbers, or a field with
            a control of its own in the form.
        values: the values of a choice, in order; for a number the other accepted values.
        step: numbers are multiples of this.
        longest: maximum length of a text in characters, or `None`.
        default: the default, as plain data.
    """

    name: str
    kind: Kind
    values: tuple[object, ...]
    low: int | None
    high: int | None
    step: int
    longest: int | None
    default: object
    setting: Setting


@cache
def fields_of(struct: type[msgspec.Struct]) -> tuple[Field, ...]:
    """The form fields of a struct, in display order."""
    hints = get_type_hints(struct, include_extras=True)
    found = []
    for name, default in defaults_of(struct).items():
        setting = _extra(hints[name], Setting)
        if setting is not None:
            found.append(_field(name, hints[name], default, setting))
    return tuple(found)


def defaults_of(struct: type[msgspec.Struct]) -> dict[str, object]:
    """The default of each field of a struct, as plain data; that of a required one is empty."""
    return {
        field.name: ""
        if field.required
        else plain(
            field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        )
        for field in msgspec.structs.fields(struct)
    }


def strictly(settings: S) -> S:
    """Replace values that a strict form does not allow by their substitutes."""
    changed = {
        name: instead[getattr(settings, name)]
        for name, instead in _strict_of(type(settings)).items()
        if getattr(settings, name) in instead
    }
    return replace(settings, **changed)


@cache
def _strict_of(struct: type[msgspec.Struct]) -> dict[str, Mapping[object, object]]:
    """The substitutes of each field that a strict form restricts."""
    fields = fields_of(struct)
    return {field.name: field.setting.strict for field in fields if field.setting.strict}


def _field(name: str, annotation: Any, default: object, setting: Setting) -> Field:
    numbers, values = numbers_of(annotation), setting.usual or _choices(annotation)
    unset: tuple[object, ...] = (None,) if numbers.unset else ()
    kind: Kind
    if setting.own:
        kind, values = "own", ()
    elif values == (False, True) and not unset:
        kind, values = "flag", ()
    elif values:
        kind, values = "choice", (*unset, *values)
    elif numbers.high is not None:
        kind, values = "number", (*unset, *numbers.words)
    else:
        kind = _other_kind(annotation)
    longest = _extra(annotation, msgspec.Meta)
    return Field(
        name=name,
        kind=kind,
        values=values,
        low=numbers.low,
        high=numbers.high,
        step=setting.step,
        longest=None if kind != "text" or longest is None else longest.max_length,
        default=default,
        setting=setting,
    )


def _choices(annotation: Any) -> tuple[object, ...]:
    bare = _bare(annotation)
    given = [part for part in get_args(bare) if part is not NoneType]
    return values_of(given[0] if NoneType in get_args(bare) and len(given) == 1 else bare)


def _other_kind(annotation: Any) -> Kind:
    bare = _bare(annotation)
    if bare is str:
        return "text"
    listed = get_origin(bare) is tuple and numbers_of(get_args(bare)[0])
    return "numbers" if listed and listed.high is not None else "own"


def _bare(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


T = TypeVar("T")


def _extra(annotation: Any, kind: type[T]) -> T | None:
    """The last metadata of this kind on a type, or `None`."""
    if get_origin(annotation) is not Annotated:
        return None
    return next((extra for extra in get_args(annotation)[::-1] if isinstance(extra, kind)), None)
