"""Texts about an option: title, help and source."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Value(NamedTuple):
    """The texts of one value of an option.

    Attributes:
        label: a few words.
        label_zh: the label in Chinese.
        help: a sentence on the effect of the value, if the label is not sufficient.
        help_zh: the help in Chinese.
    """

    label: str
    label_zh: str
    help: str = ""
    help_zh: str = ""


NO_VALUES: Mapping[str, Value] = MappingProxyType({})


class Text(NamedTuple):
    """The texts of one field of `Rules`, attached to the field's type.

    Attributes:
        title: its name.
        title_zh: its Chinese name.
        help: its effect, in one to three sentences.
        help_zh: the help in Chinese.
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
