"""Hands in lock step: the same whatever else is played, arrays that stay, faults that say why."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

from shengji.env.vector import Hands
from shengji.rules import Rules
from tests.env.vector.kit import random_actions

ARRAYS = (
    "observations",
    "masks",
    "candidates",
    "counts",
    "left_out",
    "seats",
    "actors",
    "rewards",
    "ended",
    "final_observations",
)


def digests(lanes: int, threads: int, steps: int) -> list[str]:
    """A digest of all that each of the first five lanes has been told."""
    found = [hashlib.sha256() for _ in range(5)]
    with Hands("tractor", lanes, 3, threads=threads) as hands:
        for step in range(steps):
            for lane, digest in enumerate(found):
                for name in ARRAYS:
                    digest.update(getattr(hands, name)[lane].tobytes())
            chosen = np.arange(lanes) * 7919 + step * 104729
            hands.step(chosen % hands.counts)
    return [digest.hexdigest() for digest in found]


def test_a_lane_goes_the_same_way_whatever_the_lanes_and_threads() -> None:
    expected = digests(5, 1, 250)
    assert len(set(expected)) == 5
    assert digests(64, 1, 250) == digests(64, 3, 250) == expected


def test_deals_do_not_depend_on_what_is_played() -> None:
    dealt = []
    for chance in (Random(1), Random(2)):
        hands = Hands("forty-points", 1, 5)
        deals: list[list[int]] = []
        while len(deals) < 4:
            hands.step(random_actions(hands, chance))
            if hands.ended[0]:
                deals.append(hands.arrays.dealt[0].tolist())
        dealt.append(deals)
    assert dealt[0] == dealt[1]
    assert dealt[0][0] != dealt[0][1]


def test_a_reset_goes_on_unless_it_has_a_seed() -> None:
    hands = Hands("tractor", 3, 9)
    first = hands.observations.copy()
    hands.reset()
    assert (hands.observations != first).any()
    hands.reset(9)
    assert (hands.observations == first).all()


def test_arrays_stay_where_they_are_and_are_shared() -> None:
    hands = Hands("tractor", 4, 1)
    held = {name: getattr(hands, name) for name in ARRAYS}
    shared = {name: np.from_dlpack(array) for name, array in held.items()}
    hands.step(np.zeros(4, dtype=np.int32))
    for name, array in held.items():
        assert np.shares_memory(array, getattr(hands, name)), name
        assert (shared[name] == getattr(hands, name)).all(), name
        assert array.flags["C_CONTIGUOUS"], name


@pytest.mark.parametrize(
    ("actions", "fault"),
    [
        ([0, 0], r"shape \(2,\)"),
        ([0.0, 0.0, 0.0], "float64"),
        ([0, -1, 0], "action -1 in lane 1 .* expected 0 to "),
        ([0, 0, 64], "action 64 in lane 2 .* expected 0 to "),
    ],
)
def test_what_is_not_offered_is_not_played(actions: list[int], fault: str) -> None:
    hands = Hands("tractor", 3, 1)
    before = hands.observations.copy()
    with pytest.raises(ValueError, match=fault):
        hands.step(actions)
    assert (hands.observations == before).all()


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        ({"consecutive": "skip-played"}, "consecutive = skip-played"),
        ({"red_fives": "hearts"}, "red_fives = hearts"),
    ],
)
def test_rules_that_the_kernels_do_not_have_are_refused(
    rules: dict[str, object], fault: str
) -> None:
    with pytest.raises(ValueError, match=fault):
        Hands(rules, 1)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"lanes": 0}, "lanes is 0; it must be from 1 to "),
        ({"lanes": 1 << 30}, "lanes is 1073741824"),
        ({"rows": 8}, "rows is 8; it must be from 16 to "),
        ({"lanes": 1 << 20, "rows": 4096}, "lanes times rows is 4294967296"),
        ({"threads": 0}, "threads is 0"),
        ({"rewards": "money"}, "rewards is 'money'; it must be one of levels, points, both"),
    ],
)
def test_numbers_have_bounds(options: dict[str, object], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        Hands(Rules(), **{"lanes": 1, **options})  # type: ignore[arg-type]


def test_nothing_is_read_beyond_its_end() -> None:
    """Plain Python sees it where a kernel would go on with what lies behind an array."""
    code = (
        "import numpy as np; from shengji.env.vector import Hands\n"
        "for rules in ({'decks': 6, 'kitty': 60}, {'preset': 'finding-friends', 'kitty': 60}):\n"
        "    hands = Hands(rules, 1, 2, rows=16)\n"
        "    while not hands.ended[0]: hands.step(hands.counts - 1)"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)


def test_no_gymnasium_is_needed() -> None:
    code = "import sys; from shengji.env.vector import Hands; print('gymnasium' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
