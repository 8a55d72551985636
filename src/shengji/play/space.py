"""Strength space: the cards laid out by effective suit and strength once trump is fixed.

Every card of the deck gets a *place*, a bit from 0 to 53. The places of an effective suit are
neighbours, weak to strong, and the trump suit lies above the four others. Cards of equal strength
(rank cards off the trump suit, Z21 §3.3) have places of their own but share a *column*; columns are
what "consecutive" and "higher" are about.

A space is a table of whole numbers, so that kernels get it as one argument; the names of its rows
stand below. `Space` is the same for Python code, with the conversions from and to cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from shengji.cards import CARDS, SUITS, Card, Rank, Suit, Trump
from shengji.play.jit import Table, Words
from shengji.rules import Rules

TRUMP = 4
"""The effective suit of trumps; the others are 0 to 3, in the order of `Suit`."""

CARD = 0
"""Row: the card (`Card.index`) at each place."""
PLACE = 1
"""Row: the place of each card."""
SUIT = 2
"""Row: the effective suit of each place."""
COLUMN = 3
"""Row: the column of each place in its suit, 0 the weakest."""
MASK = 4
"""Row: for each effective suit the word of all its places."""
COLUMNS = 5
"""Row: for each effective suit the number of its columns."""
FIRST = 6
"""Row: for each effective suit its first place."""
POINTS = 7
"""Row: the words of places worth 5 (entry 0) and 10 (entry 1)."""
KINDS = 8
"""Rows KINDS + s: for each column of suit s the word of its places."""


class Space:
    """The strength space of one trump (see the module); get it from `space_of`."""

    def __init__(self, decks: int, trump: Trump) -> None:
        self.decks = decks
        self.trump = trump
        table = np.zeros((KINDS + 5, 54), dtype=np.int64)
        place = 0
        for suit, columns in enumerate(_layout(trump)):
            table[COLUMNS, suit] = len(columns)
            table[FIRST, suit] = place
            for column, cards in enumerate(columns):
                for card in cards:
                    table[CARD, place] = card.index
                    table[PLACE, card.index] = place
                    table[SUIT, place] = suit
                    table[COLUMN, place] = column
                    table[MASK, suit] |= 1 << place
                    table[KINDS + suit, column] |= 1 << place
                    if card.points:
                        table[POINTS, 0 if card.points == 5 else 1] |= 1 << place
                    place += 1
        self.table: Table = table
        self._places: list[int] = [int(p) for p in table[PLACE]]
        self._suits: list[int] = [int(table[SUIT, p]) for p in self._places]
        self._columns: list[int] = [int(table[COLUMN, p]) for p in self._places]
        self._cards: list[Card] = [CARDS[int(i)] for i in table[CARD]]

    def suit(self, card: Card) -> int:
        """The effective suit of a card: 0 to 3, or `TRUMP`."""
        return self._suits[card.index]

    def column(self, card: Card) -> int:
        """The strength of a card within its effective suit; equal cards have equal columns."""
        return self._columns[card.index]

    def place(self, card: Card) -> int:
        """The bit of a card in a word."""
        return self._places[card.index]

    def card_at(self, place: int) -> Card:
        """The card whose bit this is."""
        return self._cards[place]

    def words(self, cards: Iterable[Card]) -> Words:
        """A set of cards as words (see `shengji.play.jit.Words`), one for each deck.

        Raises:
            ValueError: when there are more copies of a card than decks.
        """
        words = [0] * self.decks
        for card in cards:
            bit = 1 << self._places[card.index]
            for k in range(self.decks):
                if not words[k] & bit:
                    words[k] |= bit
                    break
            else:
                raise ValueError(f"more than {self.decks} copies of {card.value}")
        return np.array(words, dtype=np.int64)

    def cards(self, words: Words) -> list[Card]:
        """The cards of a set, high to low, trumps first; `words` reads it back."""
        found = []
        for place in range(53, -1, -1):
            copies = sum(int(word) >> place & 1 for word in words)
            found += [self._cards[place]] * copies
        return found

    def sort(self, cards: Iterable[Card]) -> list[Card]:
        """Cards as a player holds them: trumps first, then suit by suit, each high to low."""
        return sorted(cards, key=lambda card: -self._places[card.index])

    def by_suit(self, cards: Iterable[Card]) -> dict[int, list[Card]]:
        """Cards by effective suit, trumps first, each suit high to low."""
        suits: dict[int, list[Card]] = {}
        for card in self.sort(cards):
            suits.setdefault(self.suit(card), []).append(card)
        return suits

    def suit_name(self, suit: int) -> Suit | None:
        """The printed suit of an effective suit that is not trump; `None` for trumps."""
        return None if suit == TRUMP else SUITS[suit]


def _layout(trump: Trump) -> list[list[list[Card]]]:
    """The columns of each effective suit, weak to strong; a column lists its equal cards."""
    plain: list[list[list[Card]]] = []
    for suit in SUITS:
        ranks = [c for c in CARDS if c.suit is suit and c.rank is not trump.rank]
        plain.append([[card] for card in ranks] if suit is not trump.suit else [])
    rank_cards = [c for c in CARDS if c.rank is trump.rank]
    trumps = [[c] for c in CARDS if c.suit is trump.suit and not c.is_joker]
    trumps = [column for column in trumps if column[0].rank is not trump.rank]
    if trump.suit is None:
        trumps = []
    trumps.append([c for c in rank_cards if c.suit is not trump.suit])
    trumps += [[c] for c in rank_cards if c.suit is trump.suit]
    return [*plain, [*trumps, [Card.SMALL_JOKER], [Card.BIG_JOKER]]]


@lru_cache(maxsize=1024)
def _space(decks: int, rank: Rank, suit: Suit | None) -> Space:
    return Space(decks, Trump(rank, suit))


def space_of(rules: Rules, trump: Trump) -> Space:
    """The strength space of a hand with this trump (Z21 §3.3).

    >>> from shengji.cards import read_cards, write_cards
    >>> space = space_of(Rules(), Trump(Rank("8"), Suit("H")))
    >>> write_cards(space.sort(read_cards("2H AH 8C 8H SJ AC 9C 7C")))
    'SJ 8H 8C AH 2H AC 9C 7C'
    """
    return _space(rules.deck_count, trump.rank, trump.suit)


def as_table(rows: Sequence[Sequence[int]], width: int) -> Table:
    """Rows of whole numbers as a table for a kernel, also when there are none."""
    return np.array(rows, dtype=np.int64).reshape(len(rows), width)
