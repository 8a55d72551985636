"""The examples of the rules book, one for each option, group by group."""

from __future__ import annotations

from docs.rules_book.example import Example
from docs.rules_book.examples import draw, kitty, play, scoring, setup

EXAMPLES: dict[str, Example] = {
    example.option: example
    for group in (setup, draw, kitty, play, scoring)
    for example in group.EXAMPLES
}
"""By option."""
