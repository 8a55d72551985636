from __future__ import annotations

from collections.abc import Iterator

import psutil  # type: ignore[import-untyped]
import pytest

from shengji.bots.outside import end_idle


def children() -> set[int]:
    """The processes that this one has started; a browser of other tests has some of its own."""
    return {child.pid for child in psutil.Process().children()}


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """No test leaves a process behind, not even one that has ended and was not waited for."""
    before = children()
    yield
    end_idle()
    assert children() <= before
