"""The notation: a record as a text that people read, a hand on a page (docs/notation.md).

What lives here: writing a record so, and reading it again with nothing lost. What may not: rules; a
line says what an event says, and whether it can come next is asked of `shengji.record.order`.
"""

from shengji.record.notation.parse import read_notation, read_notation_file
from shengji.record.notation.said import write_notation
from shengji.record.notation.tokens import NotationError

__all__ = ["NotationError", "read_notation", "read_notation_file", "write_notation"]
