"""The engines that servers stand on, as real processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.cluster.processes import Nats


@pytest.fixture
def nats(tmp_path: Path) -> Iterator[Nats]:
    """A NATS server."""
    server = Nats(tmp_path).start()
    yield server
    server.kill()
