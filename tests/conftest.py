"""Fixtures that tests of several rooms share."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.commandkit import Command

# How long an example takes says how busy the machine is, and nothing about the program.
settings.register_profile("untimed", settings(), deadline=None)
settings.load_profile("untimed")


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs a command of `shengji`."""
    return Command(monkeypatch)
