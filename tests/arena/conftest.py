"""Fixtures of the tests of the arena."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.commandkit import Command
from tests.forked import helpers_forked


@pytest.fixture
def shengji(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs a command of `shengji`."""
    return Command(monkeypatch)


@pytest.fixture(autouse=True)
def quick_helpers(request: pytest.FixtureRequest) -> Iterator[None]:
    """Many tests spread work; those of the spreading itself have processes as they are."""
    if request.module.__name__.endswith("test_spread"):
        yield
        return
    with helpers_forked():
        yield
