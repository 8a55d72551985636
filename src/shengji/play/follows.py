"""Following a lead: what is owed, whether a play is legal and why not, what is forced, all plays.

Everything here asks the requirement ladder (`shengji.play.ladder`); nothing here is a rule of its
own (Z21 §3.7.2, §4.3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal

import msgspec

from shengji.cards import Card
from shengji.play.jit import Table
from shengji.play.ladder import judge_follow, matches, owed
from shengji.play.space import Space
from shengji.play.units import Reading, unit_table

FollowFault = Literal["count", "not-held", "suit", "structure"]
"""What is wrong with a follow: the number of cards, cards that are not in the hand, cards of the
suit held back, or the structure that is owed held back."""


_FAULTS: tuple[FollowFault | None, ...] = (None, "suit", "structure")
"""By the answers of `judge_follow`."""


class Owed(msgspec.Struct, frozen=True):
    """What a follower owes on a lead.

    Attributes:
        suit: the effective suit that was led.
        size: how many cards must be played.
        of_suit: how many of them must be of that suit.
        rung: the units that must be among them, longest first, as (width, length, times); singles
            are not listed. The full lead at best, and less as the hand has less.
    """

    suit: int
    size: int
    of_suit: int
    rung: tuple[tuple[int, int, int], ...]


class Lead:
    """A lead in one hand's strength space, and everything a follower can ask about it.

    `reading` is how the lead is read; a whole lead of one suit (Z21 §3.7.1).

    >>> from shengji.cards import Rank, Suit, Trump, read_cards, write_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.play.units import default_reading
    >>> from shengji.rules import Rules
    >>> space = space_of(Rules(), Trump(Rank("2"), Suit("H")))
    >>> lead = Lead(space, default_reading(space, read_cards("9S 9S 10S 10S")))
    >>> hand = read_cards("3S 3S 4S 4S 6S 6S KS")
    >>> lead.owed(hand).rung
    ((2, 2, 1),)
    >>> lead.fault(hand, read_cards("3S 3S 6S 6S"))
    'structure'
    >>> write_cards(lead.forced(hand))
    '4S 4S 3S 3S'
    """

    def __init__(self, space: Space, reading: Reading) -> None:
        self.space = space
        self.reading = reading
        self.cards: tuple[Card, ...] = tuple(card for unit in reading for card in unit.cards)
        self.size = len(self.cards)
        self.suit = space.suit(self.cards[0])
        self._units = unit_table(space, reading)

    def owed(self, hand: Sequence[Card]) -> Owed:
        """What a player with this hand owes."""
        rung = self._rung(hand)
        held = sum(1 for card in hand if self.space.suit(card) == self.suit)
        return Owed(
            self.suit,
            self.size,
            min(self.size, held),
            tuple((int(w), int(n), int(times)) for w, n, times in rung),
        )

    def _rung(self, hand: Sequence[Card]) -> Table:
        table: Table = owed(self.space.table, self.suit, self._units, self.space.words(hand))
        return table

    def fault(self, hand: Sequence[Card], play: Sequence[Card]) -> FollowFault | None:
        """What is wrong with a play from this hand; `None` when it is legal."""
        if len(play) != self.size:
            return "count"
        if Counter(play) - Counter(hand):
            return "not-held"
        words, played = self.space.words(hand), self.space.words(play)
        code = judge_follow(self.space.table, self.suit, self.size, self._units, words, played)
        return _FAULTS[int(code)]

    def forced(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """The cards that are in every legal play, high to low."""
        of_suit, others = self._split(hand)
        if len(of_suit) <= self.size:
            # What is short comes from the other suits; a card of which there are more copies than
            # could be left in the hand must be among it.
            left = len(others) - (self.size - len(of_suit))
            for card, copies in Counter(others).items():
                of_suit += [card] * (copies - left)
            return tuple(self.space.sort(of_suit))
        rung = self._rung(hand)
        forced: list[Card] = []
        held = Counter(of_suit)
        for card, copies in held.items():
            without = [other for other in of_suit if other != card]
            for kept in range(copies + 1):
                rest_of_hand = without + [card] * kept
                if len(rest_of_hand) >= self.size and self._has_room(rest_of_hand, rung):
                    forced += [card] * kept
                    break
        return tuple(self.space.sort(forced))

    def _split(self, hand: Sequence[Card]) -> tuple[list[Card], list[Card]]:
        of_suit = [card for card in hand if self.space.suit(card) == self.suit]
        return of_suit, [card for card in hand if self.space.suit(card) != self.suit]

    def _has_room(self, cards: Sequence[Card], rung: Table) -> bool:
        return bool(matches(self.space.table, self.suit, rung, self.space.words(cards)))

    def follows(self, hand: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
        """Every legal play from this hand, once each, lazily; each high to low."""
        of_suit, others = self._split(hand)
        if len(of_suit) <= self.size:
            fixed = tuple(self.space.sort(of_suit))
            for rest in _choices(self.space.sort(others), self.size - len(of_suit)):
                yield tuple(self.space.sort(fixed + rest)) if rest else fixed
            return
        rung = self._rung(hand)
        kinds = list(Counter(self.space.sort(of_suit)).items())
        later = [sum(copies for _, copies in kinds[i:]) for i in range(len(kinds) + 1)]

        # Of so many copies of a card, at least how many can be no part of what is owed.
        widths = {int(row[0]) for row in rung}
        wasted = [taken - _most_used(taken, widths) for taken in range(self.space.decks + 1)]

        def search(index: int, chosen: tuple[Card, ...], spare: int) -> Iterator[tuple[Card, ...]]:
            """The plays that begin with `chosen`; `spare` more cards may serve no purpose."""
            missing = self.size - len(chosen)
            if missing == 0 or index == len(kinds):
                if self._has_room(chosen, rung):
                    yield chosen
                return
            card, copies = kinds[index]
            ahead = [c for c, n in kinds[index + 1 :] for _ in range(n)]
            for taken in range(min(copies, missing), -1, -1):
                if later[index + 1] < missing - taken:
                    return
                left = spare - wasted[taken]
                picked = chosen + (card,) * taken
                # Leaving a card out can lose the structure for good: do not look further then.
                if left >= 0 and (taken == copies or self._has_room([*picked, *ahead], rung)):
                    yield from search(index + 1, picked, left)

        spare_cards = self.size - sum(int(w * n * times) for w, n, times in rung)
        yield from search(0, (), spare_cards)

    def count(self, hand: Sequence[Card], most: int) -> int:
        """How many legal plays there are, counted up to `most`."""
        of_suit, others = self._split(hand)
        if len(of_suit) <= self.size:
            return min(most, _count_choices(others, self.size - len(of_suit)))
        if len(self._rung(hand)) == 0:
            return min(most, _count_choices(of_suit, self.size))
        return sum(1 for _ in islice(self.follows(hand), most))


def _most_used(copies: int, widths: set[int]) -> int:
    """The most of so many copies of a card that tuples of these widths take."""
    best = [0] * (copies + 1)
    for n in range(1, copies + 1):
        best[n] = max([best[n - 1], *(w + best[n - w] for w in widths if w <= n)])
    return best[copies]


def _choices(cards: Sequence[Card], size: int) -> Iterator[tuple[Card, ...]]:
    """All distinct sets of `size` of the cards, each in the order of `cards`."""
    kinds = list(Counter(cards).items())

    def search(index: int, chosen: tuple[Card, ...], left: int) -> Iterator[tuple[Card, ...]]:
        missing = size - len(chosen)
        if missing == 0:
            yield chosen
        elif left >= missing:
            card, copies = kinds[index]
            for taken in range(min(copies, missing), -1, -1):
                yield from search(index + 1, chosen + (card,) * taken, left - copies)

    yield from search(0, (), len(cards))


def _count_choices(cards: Sequence[Card], size: int) -> int:
    """How many distinct sets of `size` of the cards there are."""
    ways = [1] + [0] * size
    for copies in Counter(cards).values():
        ways = [sum(ways[n - k] for k in range(min(copies, n) + 1)) for n in range(size + 1)]
    return ways[size]
