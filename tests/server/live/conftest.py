"""Tables of tests wait for nothing but what happens at them."""

import pytest


@pytest.fixture(autouse=True)
def nothing_is_heavy(monkeypatch: pytest.MonkeyPatch) -> None:
    """No message counts as one that takes long, unless a test says so.

    On a busy machine any may; and its sender waits for it by the time of the table, which in some
    tests stands still.
    """
    monkeypatch.setattr("shengji.server.tables.live.live_table._SLOW_SECONDS", float("inf"))
