"""Values derived from the options: numbers of cards, points, calls and levels."""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from shengji.cards import RANKS, Card, Rank, full_deck
from shengji.rules.groups.result import ScoringRules

SMALLEST_KITTY = 6
"""Minimum size of the default kitty, which is the smallest that splits evenly."""

HOOK_TARGETS = {"J": Rank.TWO, "Q": Rank.SIX, "A": Rank.JACK}
"""Level to which the Declarers fall from a hooked level (Z21 §6.1.3, §6.1.4, footnote 8)."""


class DerivedRules(ScoringRules, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """The options with all derived values, whether or not they contradict each other."""

    # Cards

    @cached_property
    def deck_count(self) -> int:
        """Number of decks."""
        return self.players // 2 if self.decks is None else self.decks

    @cached_property
    def removed(self) -> tuple[Card, ...]:
        """Jokers removed from the decks: small and big ones alternately."""
        count = self.jokers_removed
        if count == "to-fit":
            count = removable_jokers(self) or 0
        return (Card.SMALL_JOKER,) * ((count + 1) // 2) + (Card.BIG_JOKER,) * (count // 2)

    @property
    def deck(self) -> list[Card]:
        """All cards in play, in the order of `Card.index`."""
        return list(self._deck)

    @cached_property
    def _deck(self) -> tuple[Card, ...]:
        cards = full_deck(self.deck_count)
        for joker in self.removed:
            cards.remove(joker)
        return tuple(cards)

    @cached_property
    def copies(self) -> Counter[Card]:
        """Number of copies of each card in the deck; shared, so read-only for callers."""
        return Counter(self._deck)

    @cached_property
    def card_count(self) -> int:
        """Number of cards in play."""
        return 54 * self.deck_count - len(self.removed)

    @cached_property
    def kitty_size(self) -> int:
        """Number of cards in the kitty."""
        if self.kitty is not None:
            return self.kitty
        return SMALLEST_KITTY + (self.card_count - SMALLEST_KITTY) % self.players

    @cached_property
    def hand_size(self) -> int:
        """Number of cards that each player draws."""
        return (self.card_count - self.kitty_size) // self.players

    @property
    def total_points(self) -> int:
        """All points in the deck: 100 for each deck."""
        return 100 * self.deck_count

    # Points

    @cached_property
    def threshold_points(self) -> int:
        """Points that the Opponents need to win the hand (Z21 §3.8)."""
        return 40 * self.deck_count if self.threshold is None else self.threshold

    @cached_property
    def step_points(self) -> int:
        """Points for each further level (Z21 §3.8)."""
        return 20 * self.deck_count if self.step is None else self.step

    # Sides

    def team_of(self, seat: int) -> int:
        """Team of a seat, 0 or 1; fixed teams sit alternately (Z21 §3.1)."""
        return seat % 2

    @cached_property
    def teams_of_seats(self) -> tuple[tuple[int, ...], ...]:
        """Seats of each seat's team, where teams are fixed."""
        seats, team = range(self.players), self.team_of
        return tuple(tuple(s for s in seats if team(s) == team(seat)) for seat in seats)

    @cached_property
    def declarer_count(self) -> int:
        """Number of players in a full team of Declarers (Z21 §3.1, §6.5; W23)."""
        if self.teams == "fixed" or self.friends_called is None:
            return self.players // 2
        if self.friends_called == "by-decks":
            return min(self.deck_count, self.players - 1)
        return 1 + self.friends_called

    @cached_property
    def calls(self) -> int:
        """Number of cards that the Dealer calls (Z21 §6.5); 0 when teams are fixed."""
        return self.declarer_count - 1 if self.teams == "friends" else 0

    # Levels

    @property
    def lowest_level(self) -> Rank:
        """Lowest level that a seat can reach."""
        return reachable_levels(self)[0]


def reachable_levels(rules: DerivedRules) -> list[Rank]:
    """The levels that a team or player can reach, including hooks and laps."""
    lowest = Rank.TWO if rules.after_last_level == "wrap" else rules.first_level
    # A reachable hook may make another one reachable: Ace to Jack, Jack to 2.
    for _ in rules.hooks:
        for level in rules.hooks:
            if lowest.order <= Rank(level).order <= rules.last_level.order:
                lowest = min(lowest, HOOK_TARGETS[level], key=lambda rank: rank.order)
    return list(RANKS[lowest.order : rules.last_level.order + 1])


def removable_jokers(rules: DerivedRules) -> int | None:
    """The number of Jokers removed by `to-fit`; `None` when there are not enough."""
    wanted = SMALLEST_KITTY if rules.kitty is None else rules.kitty
    count = (54 * rules.deck_count - wanted) % rules.players
    return count if count <= 2 * rules.deck_count else None
