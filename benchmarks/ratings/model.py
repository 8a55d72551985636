"""How strength changes what hands bring: the distribution of signed levels."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.ratings.measuring import DATA
from shengji.ratings.scale import LN10, MOST_LEVELS, SPREADS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEVELS: Ints = np.arange(-MOST_LEVELS, MOST_LEVELS + 1)
"""The signed levels of the Declarers; none is a hand that the Opponents won without gaining one."""


@cache
def measured() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(DATA.read_text(encoding="utf-8"))
    return found


def counts(rules: dict[str, Any], bots: list[str]) -> dict[tuple[str, str], Floats]:
    """The hands of a table by who declared and who opposed: how often each of `LEVELS` came."""
    found: dict[tuple[str, str], Floats] = {}
    for entry in measured():
        table = entry["table"]
        if (table["rules"], table["bots"], table["matches"]) == (rules, bots, False):
            for declarers, opponents, levels, number in entry["hands"]:
                row = found.setdefault((declarers, opponents), np.zeros(len(LEVELS)))
                row[int(np.clip(levels, -MOST_LEVELS, MOST_LEVELS)) + MOST_LEVELS] += number
    return found


@cache
def _passed() -> Floats:
    """Among equals, how likely the Declarers get more than each of `LEVELS` but the last."""
    (among_equals,) = counts({}, ["medium"]).values()
    shares: Floats = 1 - among_equals.cumsum()[:-1] / among_equals.sum()
    return shares


def distribution(ahead: Floats) -> Floats:
    """How likely each of `LEVELS` is, by how many points the Declarers are stronger.

    Whatever levels are asked for, the odds that the Declarers get them grow with their strength by
    the same factor: proportional odds (McCullagh, J. R. Stat. Soc. B 42, 1980). So it is for the
    bots, closely (docs/ratings-mathematics.md).
    """
    odds = _passed() / (1 - _passed()) * np.exp(np.multiply.outer(ahead, _factor()))[..., None]
    passed = odds / (1 + odds)
    ends = np.ones((*passed.shape[:-1], 1))
    shares: Floats = -np.diff(np.concatenate([ends, passed, 0 * ends], axis=-1), axis=-1)
    return shares


@cache
def _factor() -> float:
    """The logarithm of the factor of a point: among equals scores then rise as the scale says."""
    score = float(_passed().sum()) / (2 * MOST_LEVELS)
    slope = LN10 / SPREADS["levels"] * score * (1 - score)
    return slope * 2 * MOST_LEVELS / float((_passed() * (1 - _passed())).sum())
