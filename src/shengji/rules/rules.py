"""`Rules`: all options of a game, as one frozen, validated value."""

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
    """The rules of a game. The defaults of all fields form Z21's standard game.

    Raises:
        RulesError: the values contradict each other.

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

    def check_seat(self, seat: int) -> int:
        """Return a seat of the table.

        Raises:
            ValueError: when there is no such seat.

        >>> Rules().check_seat(4)
        Traceback (most recent call last):
        ...
        ValueError: there is no seat 4: the seats are 0 to 3
        """
        if seat not in range(self.players):
            raise ValueError(f"there is no seat {seat!r}: the seats are 0 to {self.players - 1}")
        return seat

    def in_effect(self, option: str) -> bool:
        """Whether an option has any effect under these rules."""
        return in_effect(self, option)


def _have_values(rules: Rules) -> bool:
    """Whether all options already have values of their stored types.

    One check for all options is much faster than the separate ones, which also accept other
    notations.
    """
    try:
        msgspec.convert(msgspec.to_builtins(rules), DerivedRules)
    except (msgspec.ValidationError, TypeError):
        return False
    return True
