"""Fixtures of the tests of the terminal."""

from __future__ import annotations

import pytest

from tests.terminal.commandkit import Command


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs a command of `shengji`."""
    return Command(monkeypatch)
