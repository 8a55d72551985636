"""The page of the environments says what their layout says."""

from __future__ import annotations

from docs.layout import TABLE, fields


def test_the_table_of_the_layout_is_that_of_its_fields() -> None:
    assert TABLE.read() == fields()
