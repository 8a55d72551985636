"""Random rules that can be played."""

from __future__ import annotations

import random
from typing import Any, get_type_hints

import msgspec
from hypothesis import strategies as st

from shengji.rules import Option, Rules, random_rules
from shengji.rules.random_rules import random_value

TEXTS = ("Z21", "Z16", "PAG", "W14", "W23", "BOT")

_TYPES = get_type_hints(Rules, include_extras=True)


def typed(given: dict[str, object]) -> dict[str, Any]:
    """Plain option values as the types of `Rules`."""
    return {name: msgspec.convert(value, _TYPES[name]) for name, value in given.items()}


def values_of(option: Option) -> st.SearchStrategy[object]:
    """Plain values of an option, each possible on its own."""
    return st.randoms(use_true_random=False).map(lambda chance: random_value(option, chance))


def any_rules() -> st.SearchStrategy[Rules]:
    """Any rules that can be played: every text, system and option.

    From a seed, since shrinking hundreds of single choices takes minutes and tells little more.
    """
    return st.integers(0, 2**32 - 1).map(lambda seed: random_rules(random.Random(seed)))
