"""`Rules`: everything that can be chosen about a game, as one frozen, validated value."""

from __future__ import annotations

import msgspec

from shengji.rules.checks import check_rules, check_value
from shengji.rules.conditions import in_effect
from shengji.rules.derived import DerivedRules
from shengji.rules.groups import field_types


class Rules(
    DerivedRules,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    dict=True,
    cache_hash=True,
):
    """The rules of a game. Every field has a default; all together they are Z21's standard game.

    Raises:
        RulesError: when the values contradict each other.

    >>> Rules().hand_size, Rules().kitty_size
    (25, 8)
    >>> Rules(kitty=9)
    Traceback (most recent call last):
    ...
    shengji.rules.telling.RulesError: kitty = 9 cannot be: 108 cards less 9 do not split evenly
    among 4 players; allowed here: 4, 8, 12, 16, 20, 24 ...
    """

    def __post_init__(self) -> None:
        if not _have_values(self):
            for name, annotation in field_types().items():
                check_value(name, getattr(self, name), annotation)
        check_rules(self)

    def in_effect(self, option: str) -> bool:
        """Whether an option can change anything here, or what it needs is not given."""
        return in_effect(self, option)


def _have_values(rules: Rules) -> bool:
    """Tell, for all options in one go, whether each has a value of its type as it is stored.

    That is much quicker than to check each by itself, which finds what may stand for such values.
    """
    try:
        msgspec.convert(msgspec.to_builtins(rules), DerivedRules)
    except (msgspec.ValidationError, TypeError):
        return False
    return True
