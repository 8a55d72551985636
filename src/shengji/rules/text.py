"""Texts about an option: title, help and source."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Value(NamedTuple):
    """The texts of one value of an option.

    Attributes:
        label: a few words.
        help: a sentence on the effect of the value, if the label is not sufficient.
    """

    label: str
    label_zh: str
    help: str = ""
    help_zh: str = ""


NO_VALUES: Mapping[str, Value] = MappingProxyType({})


class Text(NamedTuple):
    """The texts of one field of `Rules`, attached to the field's type.

    Attributes:
        help: its effect, in one to three sentences.
        source: the texts and sections that describe it.
        values: the texts of the values of a choice; `unset` may be among them.
        ours: whether no text gives a value, so that the default is this project's choice.
    """

    title: str
    title_zh: str
    help: str
    help_zh: str
    source: str
    values: Mapping[str, Value] = NO_VALUES
    ours: bool = False
