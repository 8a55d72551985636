"""Cases that are all tested in the same way: systems, sizes, ways to end."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet


def cases(known: Iterable[object], *always: object) -> list[ParameterSet]:
    """All of them in a campaign, and only some in any other run."""
    return [
        pytest.param(case, marks=() if case in always else pytest.mark.campaign) for case in known
    ]
