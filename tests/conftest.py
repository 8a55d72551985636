"""Fixtures that tests of several rooms share."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from tests.commandkit import Command

# How long an example takes says how busy the machine is, and nothing about the program.
settings.register_profile("untimed", settings(), deadline=None)
settings.load_profile("untimed")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for no examples in the tests themselves: there are none, and it takes a while."""
    found = yield
    return [collector for collector in found if not isinstance(collector, DoctestModule)]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs a command of `shengji`."""
    return Command(monkeypatch)
