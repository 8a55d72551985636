"""The pages say of settings what their types say."""

from __future__ import annotations

import pytest

from docs.marked import Marked
from docs.settings import written


@pytest.mark.parametrize(("at", "text"), written().items(), ids=lambda one: "")
def test_the_tables_of_settings_are_those_of_their_types(at: Marked, text: str) -> None:
    assert at.read() == text, f"{at.page.name}: run `python -m docs.settings`"
