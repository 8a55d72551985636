"""The layout of observations."""

from __future__ import annotations

import hashlib

import numpy as np

from shengji.env.layout import FIELDS, NUMBERS, VERSION, Layout
from shengji.rules import Rules

KNOWN = {1: "71fea56654ef996f"}
"""The digest of the fields of each version."""


def test_each_version_of_the_layout_means_one_thing() -> None:
    digest = hashlib.sha256(repr(FIELDS).encode()).hexdigest()[:16]
    assert KNOWN[VERSION] == digest, "raise VERSION, and add the digest of its fields here"


def test_fields_follow_each_other_without_gaps() -> None:
    layout = Layout(Rules(players=6, teams="friends"))
    observation = np.zeros(layout.size, dtype=np.int8)
    for field in FIELDS:
        part = layout.part(observation, field.name)
        assert part.shape == layout.shape(field.name)
        part += 1
        if part.size:
            assert observation[layout.starts[NUMBERS[field.name]]] == 1
    assert (observation == 1).all()


def test_a_table_of_observations_has_tables_of_its_fields() -> None:
    layout = Layout(Rules())
    observations = np.zeros((3, layout.size), dtype=np.int8)
    layout.part(observations, "played")[1, 2, 53] = 2
    assert layout.part(observations[1], "played")[2, 53] == 2
    assert observations.sum() == 2
