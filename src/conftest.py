"""Where the tests look for examples in the program: where there are any, and it can be imported."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

# It can be run only by what it is made for.
collect_ignore = ["shengji/server/database/migrations/env.py"]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Leave out files without an example, since each is looked through for a while."""
    found = yield
    if b">>>" in file_path.read_bytes():
        return found
    return [collector for collector in found if not isinstance(collector, DoctestModule)]
