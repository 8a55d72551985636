"""Fixtures of the tests of the arena."""

from __future__ import annotations

import pytest

from tests.commandkit import Command


@pytest.fixture
def shengji(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs a command of `shengji`."""
    return Command(monkeypatch)
