"""Ways in which people come: a test is made in one of them, and in a campaign in the others too.

What two devices or two languages prove alike is not proven twice in each run of the tests. One test
or another still sees each page small and large, and in both languages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


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

    def given(way: Any, *marks: pytest.MarkDecorator) -> Any:
        values = (way,) if isinstance(names, str) else way
        return pytest.param(*values, marks=marks)

    ways = [given(usual), *(given(other, pytest.mark.campaign) for other in others)]
    return pytest.mark.parametrize(names, ways, ids=ids, indirect=indirect)
