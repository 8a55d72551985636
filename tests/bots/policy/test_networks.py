"""The files of the networks have the numbers that count, as fitting writes them."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.distil.__main__ import NEGLIGIBLE, written
from shengji.bots.policy.networks import DEFAULT, NAMES, path_of


@pytest.mark.parametrize("name", NAMES)
def test_files_are_as_they_are_written(name: str) -> None:
    lines = [line for line in path_of(name).read_text().splitlines() if not line.startswith("#")]
    numbers = np.array([each for line in lines for each in line.split()], dtype=np.float32)
    assert lines == written(numbers)


def test_no_number_is_too_small_to_count() -> None:
    assert (np.abs(DEFAULT[DEFAULT != 0]) >= NEGLIGIBLE).all()
