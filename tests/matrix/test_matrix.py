"""Every option is exercised at each of its values by whole hands, and each makes a difference."""

from __future__ import annotations

import msgspec
import pytest

from tests.matrix.make_matrix import FILE
from tests.matrix.witness import Witness, cells, differs

WITNESSES = msgspec.json.decode(FILE.read_bytes(), type=list[Witness])


def test_every_value_of_every_option_has_a_witness() -> None:
    wanted = [(option.name, value) for option, value in cells()]
    assert [(w.option, w.value) for w in WITNESSES] == wanted


@pytest.mark.parametrize("witness", WITNESSES, ids=lambda w: f"{w.option}={w.value}")
def test_the_value_makes_a_difference(witness: Witness) -> None:
    assert witness.value != witness.other
    assert differs(witness)
