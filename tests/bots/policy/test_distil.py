"""Fitting the networks: studies of decisions, and steps of gradient descent."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.distil.steps import Steps
from benchmarks.distil.studies import DECISION, PLACE, Studies
from shengji.bots.policy.networks import LEADS, SEVERAL, SINGLES
from shengji.rules import Rules


def first_study(leaves: int) -> tuple[Studies, int]:
    studies = Studies(Rules(decks=1), 5, leaves)
    return studies, next(studies.of_hand(0, np.random.default_rng(1)))


@pytest.mark.campaign  # it compiles kernels that nothing else needs
@pytest.mark.parametrize("leaves", [0, 2])
def test_a_study_is_reproducible_and_compares_plays(leaves: int) -> None:
    (one, plays), (two, again) = first_study(leaves), first_study(leaves)
    assert plays == again > 20
    for name in ("marks", "notes", "worth"):
        assert np.array_equal(getattr(one, name)[:plays], getattr(two, name)[:plays])
    notes, worth = one.notes[:plays], one.worth[:plays]
    assert set(notes[:, PLACE].tolist()) <= {LEADS, SINGLES, SEVERAL}
    _, sizes = np.unique(notes[:, DECISION], return_counts=True)
    assert sizes.min() >= 2 and np.isfinite(worth).all() and len(set(worth.tolist())) > 5


def test_steps_find_a_least_square() -> None:
    wanted, numbers = np.array([1.0, -2.0], np.float32), np.zeros(2, np.float32)
    steps = Steps([numbers], 0.0)
    for _ in range(400):
        steps.step([numbers - wanted], 0.02)
    assert numbers == pytest.approx(wanted, abs=0.01)
