"""docs/judge.md describes each question as its type does."""

from __future__ import annotations

from docs.questions import written


def test_the_descriptions_are_those_of_the_types() -> None:
    """`python -m docs.questions` would change nothing."""
    for place, text in written().items():
        assert place.read() == text
