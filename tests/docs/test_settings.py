"""The pages say of settings what their types say."""

from __future__ import annotations

import pytest

from docs.settings import BEGIN, END, TABLES, Table, paged


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.page.stem)
def test_the_tables_of_settings_are_those_of_their_types(table: Table) -> None:
    page = table.page.read_text(encoding="utf-8")
    assert page.count(BEGIN) == page.count(END) == 1
    assert page == paged(page, table.struct)
