"""Simulated evenings of casual play, from fixed seeds: a small part of `benchmarks.casual`."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.casual.evening import PATIENCE, evening


@pytest.mark.parametrize(
    ("seed", "people"), [(1, 2), (3, 4), pytest.param(7, 4, marks=pytest.mark.campaign)]
)
def test_who_presses_soon_after_another_meets_them(seed: int, people: int, tmp_path: Path) -> None:
    found = evening(seed, tmp_path, people)
    assert found.missed == []
    assert found.met > 0 and found.blocked == 0
    assert 0 < found.longest <= PATIENCE
    assert found.people == people
