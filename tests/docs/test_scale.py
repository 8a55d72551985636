"""docs/figures.md says what comes of what was measured."""

from __future__ import annotations

import pytest

from benchmarks.load.side_by_side import measured
from benchmarks.scale.model import Model
from benchmarks.scale.page import marked, tables


@pytest.mark.parametrize("name", ["side by side", "inputs", "needs"])
def test_the_page_has_what_the_model_says(name: str) -> None:
    assert marked(name).read() == tables()[name], "run `python -m benchmarks.scale`"


def test_roles_apart_cost_at_most_half_as_much_again() -> None:
    places = measured().places
    assert places["split"].total <= 1.5 * places["postgresql"].total


def test_what_is_told_to_every_server_grows_with_the_square() -> None:
    model = Model.kept()
    one, ten = model.needs(1e6), model.needs(1e7)
    assert ten.postgres == pytest.approx(10 * one.postgres)
    assert ten.presence == pytest.approx(100 * one.presence, rel=0.01)
