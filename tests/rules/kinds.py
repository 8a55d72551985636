"""Random rules that can be played."""

from __future__ import annotations

from typing import Any, get_type_hints

import msgspec
from hypothesis import strategies as st

from shengji.rules import Rules, RulesError
from shengji.rules.options import Option, options

TEXTS = ("Z21", "Z16", "PAG", "W14", "W23")

_TYPES = get_type_hints(Rules, include_extras=True)


def typed(given: dict[str, object]) -> dict[str, Any]:
    """Plain option values as the types of `Rules`."""
    return {name: msgspec.convert(value, _TYPES[name]) for name, value in given.items()}


def values_of(option: Option) -> st.SearchStrategy[object]:
    """Plain values of an option, each possible on its own."""
    if option.values:
        return st.sampled_from(option.values)
    if option.allowed.startswith("a list of levels"):
        levels = option.allowed.removeprefix("a list of levels from ").split(", ")
        return st.lists(st.sampled_from(levels), unique=True, max_size=5)
    words = option.allowed.removesuffix(", or unset").split()
    low, high = int(words[0]), int(words[2])
    step = int(words[-1]) if "steps" in words else 1
    numbers: st.SearchStrategy[object] = st.integers(low // step, high // step).map(
        lambda number: number * step
    )
    return st.none() | numbers if option.allowed.endswith("unset") else numbers


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Rules that differ from the default in some options; what contradicts is left out."""
    rules = Rules()
    for option in draw(st.permutations(options())):
        if draw(st.booleans()):
            change = typed({option.name: draw(values_of(option))})
            try:
                rules = msgspec.structs.replace(rules, **change)
            except RulesError:
                continue
    return rules
