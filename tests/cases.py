"""Cases of which any run tests some and a campaign all: systems, sizes, ways in which people come.

What two devices or two languages prove alike is not proven twice in each run of the tests. One test
or another still sees each page small and large, and in both languages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def cases(known: Iterable[object], *always: object) -> list[ParameterSet]:
    """The values of a parameter: all of them in a campaign, and only some in any other run."""
    return [_case((case,), case in always) for case in known]


def usually(
    names: str | tuple[str, ...],
    usual: Any,
    *others: Any,
    ids: Sequence[str] | None = None,
    indirect: bool = False,
) -> pytest.MarkDecorator:
    """Test in one way, and in a campaign in others too.

    Args:
        names: the parameters of the test: one, or some, for which a way has so many values.
        usual: the way in which it is always tested.
        others: the other ways.
        ids: names of the ways, in this order; made of their values where they are not given.
        indirect: whether the values are given to the fixture of that name.
    """
    ways = [(way,) if isinstance(names, str) else way for way in (usual, *others)]
    given = [_case(way, number == 0) for number, way in enumerate(ways)]
    return pytest.mark.parametrize(names, given, ids=ids, indirect=indirect)


def _case(values: Sequence[object], is_tested_always: bool) -> ParameterSet:
    return pytest.param(*values, marks=() if is_tested_always else pytest.mark.campaign)
