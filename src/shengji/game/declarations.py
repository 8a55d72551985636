"""Declarations during the draw: cards that may be shown, and the trump they make (Z21 §3.5.5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal

import msgspec

from shengji.cards import CARDS, Card, Rank, Trump, lacking
from shengji.game.events import Way
from shengji.rules import Rules

BidFault = Literal[
    "bid-cards",
    "bid-least",
    "bid-too-low",
    "bid-own",
    "bid-partner",
    "bid-partner-suit",
    "bid-again",
    "bid-jokers",
    "bid-once",
    "bid-course",
    "bid-over",
    "bid-not-held",
]
"""Reasons for which a declaration is refused.

In this order: the cards declare nothing; fewer cards than a first declaration needs; not higher
than the last declaration; an override of the player's own declaration; an override of the
partner's; the partner's suit again; a second bid where the rules allow no coming back; coming back
with Jokers where they do not allow that; a second override by rank cards where they allow one; not
the next step in the course of declarations; a bid after the last card where there is no pause;
cards that are not in the hand.
"""


class Showing(msgspec.Struct, frozen=True):
    """A declaration: the cards that a seat has shown.

    Attributes:
        cards: the cards; after a reinforcement all of them.
        way: how the declaration was made; a reinforcement does not change it.
        drawn: number of cards drawn when it was made.
    """

    seat: int
    cards: tuple[Card, ...]
    way: Way = "declare"
    drawn: int = 0


def shown_trump(rules: Rules, cards: Sequence[Card], rank: Rank) -> Trump | None:
    """The trump that these cards declare, or `None` when they cannot be shown.

    One or more identical cards of the trump rank make their suit trump. Two or more identical
    Jokers make no trump suit (Z21 §3.5.5, §6.5), where the rules let Jokers declare. Jokers may be
    added to rank cards where the rules allow it (PAG, Using a joker to change trumps; W23).

    >>> shown_trump(Rules(), [Card("8H")], Rank("8"))
    Trump(rank=Rank('8'), suit=Suit('H'))
    >>> shown_trump(Rules(), [Card("BJ")], Rank("8")) is None
    True
    >>> added = [Card("8H"), Card("8H"), Card("BJ")]
    >>> shown_trump(Rules(), added, Rank("8")) is None
    True
    >>> shown_trump(Rules(joker_additions="to-pairs"), added, Rank("8"))
    Trump(rank=Rank('8'), suit=Suit('H'))
    """
    return _trump_of(tuple(cards), rank, rules.bid_jokers, rules.joker_additions)


@lru_cache(maxsize=4096)
def _trump_of(
    cards: tuple[Card, ...], rank: Rank, bid_jokers: str, joker_additions: str
) -> Trump | None:
    """Cached part of `shown_trump`, by the options on which the result depends."""
    jokers = [card for card in cards if card.is_joker]
    ranked = [card for card in cards if not card.is_joker]
    if not ranked:
        if len(jokers) < 2 or len(set(jokers)) > 1 or bid_jokers == "none":
            return None
        if bid_jokers == "big-only" and jokers[0] is not Card.BIG_JOKER:
            return None
        return Trump(rank, None)
    if len(set(ranked)) > 1 or ranked[0].rank is not rank:
        return None
    if jokers and joker_additions == "none":
        return None
    if jokers and joker_additions == "to-pairs":
        pair = len(jokers) == 2 and jokers[0] is jokers[1]
        if len(ranked) < 2 or not (len(jokers) == 1 or pair):
            return None
    return Trump(rank, ranked[0].suit)


@cache
def declaring_cards(rank: Rank) -> frozenset[Card]:
    """Cards that can declare this rank, or be added to a declaration."""
    return frozenset(card for card in CARDS if card.is_joker or card.rank is rank)


@cache
def height_of(cards: tuple[Card, ...]) -> tuple[int, int, bool]:
    """Height of a declaration: more cards first, then more Jokers, then big Jokers (Z21 §6.5)."""
    jokers = sum(card.is_joker for card in cards)
    return len(cards), jokers, jokers == len(cards) > 0 and cards[0] is Card.BIG_JOKER


@cache
def _order_of(cards: tuple[Card, ...]) -> tuple[tuple[int, int, bool], list[int]]:
    return height_of(cards), [card.index for card in cards]


_NONE: list[tuple[Card, ...]] = [()]
"""No added Jokers."""


class Bidding(msgspec.Struct, frozen=True):
    """The bidding of a draw in its present state.

    Attributes:
        ranks: the rank that each seat may show; they differ only when all players bid their own
            level.
        shown: the declarations, in order; a reinforced declaration is listed once.
        over: whether all cards have been drawn.
    """

    rules: Rules
    ranks: tuple[Rank, ...]
    shown: tuple[Showing, ...] = ()
    drawn: int = 0
    over: bool = False

    def judge(
        self, seat: int, hand: Sequence[Card] | None, cards: Sequence[Card]
    ) -> tuple[Way, tuple[Card, ...]] | BidFault:
        """Judge a declaration: its kind and all cards then shown, or the reason for refusing it.

        A higher declaration overrides: more identical cards, or as many Jokers, with big Jokers
        highest. Players cannot override their own declaration, unless `override_own` says so; the
        last declarer may add the same card (reinforce). `hand` is every card that the seat has
        drawn, with those shown; with `None` the seat is assumed to hold the cards.
        """
        if self.over and not self.rules.pause_after_draw:
            return "bid-over"
        cards = tuple(cards)
        if self.rules.declarations == "call-then-pair":
            return self._judge_in_course(seat, hand, cards)
        last = self.shown[-1] if self.shown else None
        if last is not None and last.seat == seat:
            judged = self._judge_own(last, hand, cards)
            if judged != "bid-own" or not self.rules.override_own:
                return judged
        if shown_trump(self.rules, cards, self.ranks[seat]) is None:
            return "bid-cards"
        if _lacks(hand, cards):
            return "bid-not-held"
        if last is None:
            if self.rules.joker_additions == "to-pairs" and _is_mixed(cards):
                return "bid-cards"
            identical = max(map(cards.count, cards))
            return ("declare", cards) if identical >= self.rules.least_shown else "bid-least"
        if self._is_late(last, seat, cards):
            return "late-reinforce", cards
        return self._judge_override(last, seat, cards)

    def _judge_in_course(
        self, seat: int, hand: Sequence[Card] | None, cards: tuple[Card, ...]
    ) -> tuple[Way, tuple[Card, ...]] | BidFault:
        """Judge a bid under the course "one rank card, then one pair" (BOT).

        A declarer who then shows a pair of the same card reinforces.
        """
        last = self.shown[-1] if self.shown else None
        if last is not None and last.seat == seat and cards == last.cards:
            cards = last.cards + cards
        identical = len(set(cards)) == 1
        if not identical or shown_trump(self.rules, cards, self.ranks[seat]) is None:
            return "bid-cards"
        if _lacks(hand, cards):
            return "bid-not-held"
        if last is None:
            return ("declare", cards) if len(cards) == 1 else "bid-course"
        if len(last.cards) > 1:
            return "bid-course"
        if len(cards) != 2:
            return "bid-course"
        if last.seat == seat and cards[0] is last.cards[0]:
            return "reinforce", cards
        return self._judge_partner(last, seat, cards) or ("override", cards)

    def _judge_partner(
        self, last: Showing, seat: int, cards: tuple[Card, ...]
    ) -> Literal["bid-partner", "bid-partner-suit"] | None:
        """The reason against overriding a teammate's declaration (PAG; W23), or `None`.

        More of the same cards reinforce the teammate's declaration.
        """
        rules = self.rules
        if rules.teams != "fixed" or last.seat == seat:
            return None
        if rules.team_of(last.seat) != rules.team_of(seat):
            return None
        if not rules.override_partner:
            return "bid-partner"
        repeats = _declaring_card(cards) is _declaring_card(last.cards)
        return "bid-partner-suit" if repeats and not rules.reinforce_partner else None

    def _judge_own(
        self, last: Showing, hand: Sequence[Card] | None, cards: tuple[Card, ...]
    ) -> tuple[Way, tuple[Card, ...]] | BidFault:
        """Judge a reinforcement: the same cards and more, making the same trump."""
        if not cards:
            return "bid-cards"
        if lacking(last.cards, cards) or len(cards) <= len(last.cards):
            cards = last.cards + cards
        rank = self.ranks[last.seat]
        if shown_trump(self.rules, cards, rank) != shown_trump(self.rules, last.cards, rank) or (
            self.rules.joker_additions == "to-pairs" and _is_mixed(cards)
        ):
            return "bid-own"
        return "bid-not-held" if _lacks(hand, cards) else ("reinforce", cards)

    def _judge_override(
        self, last: Showing, seat: int, cards: tuple[Card, ...]
    ) -> tuple[Way, tuple[Card, ...]] | BidFault:
        rules = self.rules
        if not self._is_higher(cards, last.cards):
            return "bid-too-low"
        if rules.joker_additions == "to-pairs" and _is_mixed(cards) and not _has_pair(last.cards):
            return "bid-cards"
        fault = self._judge_partner(last, seat, cards)
        if fault is not None:
            return fault
        if last.seat == seat:
            return "override", cards
        if _is_of_jokers(cards) and not self._may_bring_jokers(seat):
            return "bid-jokers"
        own = next((s.cards for s in reversed(self.shown) if s.seat == seat), None)
        if not rules.coming_back and own is not None and not self._adds_to(own, seat, cards):
            return "bid-again"
        if rules.rank_overrides == "once" and not _is_of_jokers(cards):
            before = any(s.way == "override" and not _is_of_jokers(s.cards) for s in self.shown)
            if before or seat == self.shown[0].seat:
                return "bid-once"
        return "override", cards

    def _is_higher(self, cards: tuple[Card, ...], last: tuple[Card, ...]) -> bool:
        """Whether a declaration is higher than the last one.

        Where the rules say so, the higher suit wins between single rank cards.
        """
        if self.rules.suit_overrides and len(cards) == len(last) == 1:
            one, other = cards[0].suit, last[0].suit
            return one is not None and other is not None and one.order > other.order
        return height_of(cards) > height_of(last)

    def _may_bring_jokers(self, seat: int) -> bool:
        """Whether a seat may override with Jokers, given its own earlier declarations.

        The first declarer may only after another player has overridden with cards of the trump rank
        (Z21 §3.5.5). Where rank cards override only once, the player who did so may not at all (Z16
        footnote 3).
        """
        by_rank = {s.seat for s in self.shown[1:] if not _is_of_jokers(s.cards)}
        if seat == self.shown[0].seat:
            return bool(by_rank - {seat})
        return self.rules.rank_overrides == "free" or seat not in by_rank

    def _adds_to(self, own: tuple[Card, ...], seat: int, cards: tuple[Card, ...]) -> bool:
        """Whether a declaration is the seat's earlier one with cards added to it (W23)."""
        rank = self.ranks[seat]
        same = shown_trump(self.rules, cards, rank) == shown_trump(self.rules, own, rank)
        return same and not lacking(own, cards)

    def _is_late(self, last: Showing, seat: int, cards: tuple[Card, ...]) -> bool:
        """Whether this reinforces a first declaration right after its override (Z21 §3.5.5)."""
        if not self.rules.late_reinforcement or len(self.shown) != 2 or last.drawn != self.drawn:
            return False
        first = self.shown[0]
        return (
            first.seat == seat
            and last.way == "override"
            and not any(card.is_joker for card in (*cards, *last.cards))
            and set(cards) == set(first.cards)
            and len(first.cards) < len(cards) == len(last.cards)
        )

    def options(self, seat: int, hand: Sequence[Card]) -> list[tuple[Card, ...]]:
        """Every declaration that a seat may make now, low to high.

        A reinforcement is given with all its cards.

        >>> from shengji.cards import read_cards, write_cards
        >>> hand = read_cards("8H 8H 8C SJ SJ 5D")
        >>> bidding = Bidding(Rules(), (Rank("8"),) * 4, (Showing(2, (Card("8S"),)),))
        >>> [write_cards(bid) for bid in bidding.options(0, hand)]
        ['8H 8H', 'SJ SJ']
        """
        able = declaring_cards(self.ranks[seat])
        held = [card for card in hand if card in able]
        if not held:
            return []
        last = self.shown[-1] if self.shown else None
        found = []
        for cards in self._sets(held):
            if last is not None and self._adds_nothing(last, seat, cards):
                continue
            judged = self.judge(seat, None, cards)
            if not isinstance(judged, str) and judged[1] == cards:
                found.append(cards)
        if len(found) < 2:
            return found
        return sorted(found, key=_order_of)

    def _adds_nothing(self, last: Showing, seat: int, cards: tuple[Card, ...]) -> bool:
        """Whether a declaration is too low to have any effect."""
        if last.seat == seat and not self.rules.override_own:
            return len(cards) <= len(last.cards)
        return not self._is_higher(cards, last.cards) and not self._is_late(last, seat, cards)

    def _sets(self, held: Sequence[Card]) -> list[tuple[Card, ...]]:
        """Candidate declarations: identical rank cards with any added Jokers, or identical Jokers.

        `held` are the cards of a hand that can be part of a declaration.
        """
        added = _NONE
        if self.rules.joker_additions != "none":
            added = [
                (Card.SMALL_JOKER,) * small + (Card.BIG_JOKER,) * big
                for small in range(held.count(Card.SMALL_JOKER) + 1)
                for big in range(held.count(Card.BIG_JOKER) + 1)
            ]
        return [
            (card,) * number + jokers
            for card in dict.fromkeys(held)
            for number in range(1, held.count(card) + 1)
            for jokers in (_NONE if card.is_joker else added)
        ]


def _lacks(hand: Sequence[Card] | None, cards: Sequence[Card]) -> bool:
    return hand is not None and bool(lacking(cards, hand))


def _declaring_card(cards: Sequence[Card]) -> Card:
    return next((card for card in cards if not card.is_joker), cards[0])


def _has_pair(cards: Sequence[Card]) -> bool:
    return sum(not card.is_joker for card in cards) > 1


def _is_mixed(cards: Sequence[Card]) -> bool:
    """Whether Jokers have been added to rank cards."""
    return any(c.is_joker for c in cards) and not _is_of_jokers(cards)


def _is_of_jokers(cards: Sequence[Card]) -> bool:
    return all(card.is_joker for card in cards)
