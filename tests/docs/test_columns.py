"""The pages say of columns and rows what their declarations say."""

from __future__ import annotations

from docs.columns import written


def test_the_tables_of_columns_are_those_of_their_declarations() -> None:
    for place, text in written().items():
        assert place.read() == text
