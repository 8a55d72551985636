"""Texts about an option: its name, a sentence of help, where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

NO_LABELS: Mapping[str, tuple[str, str]] = MappingProxyType({})


class Text(NamedTuple):
    """The texts of one field of `Rules`, attached to the field's type.

    Attributes:
        title: its name.
        title_zh: its Chinese name.
        help: what each value means, in one to three sentences.
        help_zh: the same in Chinese.
        source: the texts and sections in which it stands.
        labels: a few words for each value of a choice, in English and Chinese; `unset` may be
            among them.
    """

    title: str
    title_zh: str
    help: str
    help_zh: str
    source: str
    labels: Mapping[str, tuple[str, str]] = NO_LABELS
