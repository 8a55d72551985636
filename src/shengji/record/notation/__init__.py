"""Notation: records as text for people, one page per hand (docs/notation.md).

The package writes records in the notation and reads them back without loss. It has no rules: a line
states an event, and `shengji.record.order` checks that the event can come next.
"""

from shengji.record.notation.parse import read_notation, read_notation_file
from shengji.record.notation.said import write_notation
from shengji.record.notation.tokens import NotationError

__all__ = ["NotationError", "read_notation", "read_notation_file", "write_notation"]
