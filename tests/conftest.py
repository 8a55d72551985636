"""Fixtures that tests of several rooms share."""

from __future__ import annotations

import pytest

from tests.commandkit import Command


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs a command of `shengji`."""
    return Command(monkeypatch)
