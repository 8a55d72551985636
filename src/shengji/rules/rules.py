"""`Rules`: everything that can be chosen about a game, as one frozen, validated value."""

from __future__ import annotations

from collections import Counter
from functools import cache, cached_property
from typing import Any, get_type_hints

from shengji.cards import Card, Rank, full_deck
from shengji.rules.checks import (
    HOOK_TARGETS,
    SMALLEST_HAND,
    SMALLEST_KITTY,
    check_rules,
    reachable_levels,
    removable_jokers,
)
from shengji.rules.conditions import in_effect
from shengji.rules.domain import check_value
from shengji.rules.groups.result import ScoringRules

__all__ = ["HOOK_TARGETS", "SMALLEST_HAND", "SMALLEST_KITTY", "Rules", "field_types"]


class Rules(ScoringRules, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """The rules of a game. Every field has a default; all together they are Z21's standard game.

    Raises:
        RulesError: when the values contradict each other.

    >>> Rules().hand_size, Rules().kitty_size
    (25, 8)
    >>> Rules(kitty=9)
    Traceback (most recent call last):
    ...
    shengji.rules.domain.RulesError: kitty = 9 cannot be: 108 cards less 9 do not split evenly
    among 4 players; allowed here: 4, 8, 12, 16, 20, 24 ...
    """

    def __post_init__(self) -> None:
        for name, annotation in field_types().items():
            check_value(name, getattr(self, name), annotation)
        check_rules(self)

    def in_effect(self, option: str) -> bool:
        """Whether an option can change anything here, or what it needs is not given."""
        return in_effect(self, option)

    # Cards

    @cached_property
    def deck_count(self) -> int:
        """How many decks are used."""
        return self.players // 2 if self.decks is None else self.decks

    @cached_property
    def removed(self) -> tuple[Card, ...]:
        """The Jokers that are taken out of the decks: small and big ones by turns."""
        count = self.jokers_removed
        if count == "to-fit":
            count = removable_jokers(self) or 0
        return (Card.SMALL_JOKER,) * ((count + 1) // 2) + (Card.BIG_JOKER,) * (count // 2)

    @property
    def deck(self) -> list[Card]:
        """All cards that are played with, in the order of `Card.index`."""
        cards = full_deck(self.deck_count)
        for joker in self.removed:
            cards.remove(joker)
        return cards

    @cached_property
    def copies(self) -> Counter[Card]:
        """How many there are of each card in that deck; it is shared, and nobody changes it."""
        return Counter(self.deck)

    @cached_property
    def card_count(self) -> int:
        """How many cards are played with."""
        return 54 * self.deck_count - len(self.removed)

    @cached_property
    def kitty_size(self) -> int:
        """How many cards the kitty has."""
        if self.kitty is not None:
            return self.kitty
        return SMALLEST_KITTY + (self.card_count - SMALLEST_KITTY) % self.players

    @cached_property
    def hand_size(self) -> int:
        """How many cards each player draws."""
        return (self.card_count - self.kitty_size) // self.players

    @property
    def total_points(self) -> int:
        """All points in the deck: 100 for each deck."""
        return 100 * self.deck_count

    # Points

    @cached_property
    def threshold_points(self) -> int:
        """How many points the Opponents need to win the hand (Z21 §3.8)."""
        return 40 * self.deck_count if self.threshold is None else self.threshold

    @cached_property
    def step_points(self) -> int:
        """How many points make one level more (Z21 §3.8)."""
        return 20 * self.deck_count if self.step is None else self.step

    # Sides

    def team_of(self, seat: int) -> int:
        """The team, 0 or 1, of a seat; fixed teams sit alternately (Z21 §3.1)."""
        return seat % 2

    @cached_property
    def declarer_count(self) -> int:
        """How many players the Declarers' team has when it is full (Z21 §3.1, §6.5; W23)."""
        if self.teams == "fixed" or self.friends_called is None:
            return self.players // 2
        if self.friends_called == "by-decks":
            return min(self.deck_count, self.players - 1)
        return 1 + self.friends_called

    @cached_property
    def calls(self) -> int:
        """How many cards the Dealer calls (Z21 §6.5); none when teams are fixed."""
        return self.declarer_count - 1 if self.teams == "friends" else 0

    # Levels

    @property
    def lowest_level(self) -> Rank:
        """The lowest level that anybody can come to."""
        return reachable_levels(self)[0]


@cache
def field_types() -> dict[str, Any]:
    """The types of all fields, with everything that is attached to them."""
    return get_type_hints(Rules, include_extras=True)
