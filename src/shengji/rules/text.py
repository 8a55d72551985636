"""What people are told about an option: its name, a sentence of help, where it comes from."""

from __future__ import annotations

from typing import NamedTuple


class Text(NamedTuple):
    """The texts of one field of `Rules`, attached to the field's type."""

    title: str
    title_zh: str
    help: str
    help_zh: str
    source: str
