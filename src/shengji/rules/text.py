"""Texts about an option: its name, a sentence of help, where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Value(NamedTuple):
    """The texts of one value of an option.

    Attributes:
        label: a few words.
        label_zh: the same in Chinese.
        help: a sentence on what the value does, where the label does not say it all.
        help_zh: the same in Chinese.
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
        help: what it decides, in one to three sentences.
        help_zh: the same in Chinese.
        source: the texts and sections in which it stands.
        values: the texts of the values of a choice; `unset` may be among them.
        ours: whether no text gives a value, so that the default is our choice.
    """

    title: str
    title_zh: str
    help: str
    help_zh: str
    source: str
    values: Mapping[str, Value] = NO_VALUES
    ours: bool = False
