"""Strength space: the cards arranged by effective suit and strength once trump is fixed.

Every card of the deck gets a *place*, a bit from 0 to 53. The places of an effective suit are
adjacent, weak to strong, and the trump suit lies above the four others. Cards of equal strength
(rank cards off the trump suit, Z21 §3.3) have places of their own but share a *column*;
"consecutive" and "higher" refer to columns. Where neighbours by strength are not consecutive there
is an empty column between them, without any place.

The space also contains the house's options: some change the layout, the others are numbers in its
row OPTIONS. So a space has all rules of play.

A space is a table of integers, so that kernels get it as one argument; the names of its rows follow
below. `Space` wraps it for Python code, with conversions from and to cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from shengji.cards import CARDS, SUITS, Card, Rank, Suit, Trump, check_cards
from shengji.play.jit import Matrix, Words
from shengji.rules import Rules

TRUMP = 4
"""Effective suit of trumps; the others are 0 to 3, in the order of `Suit`."""

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
OPTIONS = 6
"""Row: the options used by kernels; its entries follow below."""
POINTS = 7
"""Row: the words of places worth 5 (entry 0) and 10 (entry 1)."""
KINDS = 8
"""Rows KINDS + s: for each column of suit s the word of its places."""

(
    NOTHING_BETWEEN,  # consecutive: with no card in between
    TUPLES_ONLY,  # tractors need not be followed with tractors
    PROTECTED,  # tuples are protected
    COMPARISON,  # how sets of trumps compare (see LONGEST_UNIT)
    FULL_TUPLES,  # only full tuples may be led without being highest
    THROW_TUPLES,  # a throw has no tractors
    SAME_LENGTH,  # shorter tractors need not follow a tractor
    CARD_LED,  # only one card of a failed throw is led
    LOWEST_FIRST,  # ... the lowest unit, regardless of shape
    LONE_TRACTORS,  # tractors in throws need not be followed with tractors
    AS_MANY_AS_FIT,  # a led tractor pulls all shorter tractors that fit into it
    MOST_CARDS_FIRST,  # the owed unit with the most cards goes first, not the widest tuple
    EXEMPT_TRACTORS,  # tractors in a throw need not be highest
    NO_THROWS,  # a lead is one unit
    SIDE_SUIT_HALVES,  # the kitty counts half when a side suit takes the last trick
    SPARED,  # tractors are protected from leads without one
    SHIELDED,  # a follow may withhold tuples or tractors
    SUIT_ALONE,  # a follower owes cards of the suit, and no structure
    PARTNER_SPARED,  # only hands of the other team can make a throw fail
) = range(19)
"""Entries of the row OPTIONS, 1 where the option holds."""
LONGEST_UNIT, EVERY_SHAPE, EVERY_UNIT, NO_UNIT_LOWER = range(4)
"""Values of the entry COMPARISON."""
_MOST_KEPT = 1000
"""Maximum number of cached plays of a space, as words and as cards."""
_COMPARISONS = {
    "longest-unit": LONGEST_UNIT,
    "every-shape": EVERY_SHAPE,
    "every-unit": EVERY_UNIT,
    "no-unit-lower": NO_UNIT_LOWER,
}


class _House(NamedTuple):
    """The rules on which a space depends in addition to trump: the fields of `Rules` for play."""

    decks: int
    permanent_twos: bool
    red_fives: str
    no_trump_rank_cards: str
    consecutive: str
    following: str
    tractors_pulled: str
    follow_order: str
    protected_tuples: bool
    protected_tractors: bool
    trumped_throws: str
    free_leads: str
    throw_units: str
    exempt_tractors: bool
    failed_throw: str
    throws: bool
    side_suit_halves: bool
    partner_spared: bool


class Space:
    """The strength space of one trump (see the module); get it from `space_of`."""

    def __init__(self, house: _House, trump: Trump, gone: frozenset[Card]) -> None:
        self.decks = house.decks
        self.trump = trump
        table = np.zeros((KINDS + 5, 54), dtype=np.int64)
        table[OPTIONS, NOTHING_BETWEEN] = house.consecutive == "nothing-between"
        table[OPTIONS, TUPLES_ONLY] = house.following in ("tuples", "suit")
        table[OPTIONS, PROTECTED] = house.protected_tuples
        table[OPTIONS, SPARED] = house.protected_tractors
        table[OPTIONS, SUIT_ALONE] = house.following == "suit"
        table[OPTIONS, SHIELDED] = (
            house.protected_tuples or house.protected_tractors or house.following == "suit"
        )
        table[OPTIONS, PARTNER_SPARED] = house.partner_spared
        table[OPTIONS, COMPARISON] = _COMPARISONS[house.trumped_throws]
        table[OPTIONS, FULL_TUPLES] = house.free_leads == "full-tuples"
        table[OPTIONS, THROW_TUPLES] = house.throw_units == "tuples"
        table[OPTIONS, SAME_LENGTH] = house.following == "same-length"
        table[OPTIONS, CARD_LED] = house.failed_throw == "card-led"
        table[OPTIONS, LOWEST_FIRST] = house.failed_throw in ("card-led", "lowest-led")
        table[OPTIONS, LONE_TRACTORS] = house.following == "lone-tractors"
        table[OPTIONS, AS_MANY_AS_FIT] = house.tractors_pulled == "as-many-as-fit"
        table[OPTIONS, MOST_CARDS_FIRST] = house.follow_order == "most-cards"
        table[OPTIONS, EXEMPT_TRACTORS] = house.exempt_tractors
        table[OPTIONS, NO_THROWS] = not house.throws
        table[OPTIONS, SIDE_SUIT_HALVES] = house.side_suit_halves
        place = 0
        for suit, columns in enumerate(_layout(house, trump)):
            column = 0
            for cards in columns:
                skipped = bool(cards) and gone.issuperset(cards)
                for card in cards:
                    table[CARD, place] = card.index
                    table[PLACE, card.index] = place
                    table[SUIT, place] = suit
                    # A card that is gone is in no hand; it shares the column of the next lower one.
                    table[COLUMN, place] = max(0, column - 1) if skipped else column
                    table[MASK, suit] |= 1 << place
                    if not skipped:
                        table[KINDS + suit, column] |= 1 << place
                    if card.points:
                        table[POINTS, 0 if card.points == 5 else 1] |= 1 << place
                    place += 1
                column += not skipped
            table[COLUMNS, suit] = column
        self.table: Matrix = table
        self._places: list[int] = [int(p) for p in table[PLACE]]
        self._bits = {card: 1 << self._places[card.index] for card in CARDS}
        self._suits: list[int] = [int(table[SUIT, p]) for p in self._places]
        self._columns: list[int] = [int(table[COLUMN, p]) for p in self._places]
        self._cards: list[Card] = [CARDS[int(i)] for i in table[CARD]]
        self._picks = [self._which_equal(card) for card in CARDS]
        self._plays: dict[tuple[Card, ...], Words] = {}
        self._named: dict[bytes, tuple[Card, ...]] = {}

    def suit(self, card: Card) -> int:
        """Effective suit of a card: 0 to 3, or `TRUMP`."""
        return self._suits[card.index]

    def column(self, card: Card) -> int:
        """Strength of a card within its effective suit; equal cards have equal columns."""
        return self._columns[card.index]

    def place(self, card: Card) -> int:
        """Bit number of a card in a word."""
        return self._places[card.index]

    def picks(self, card: Card) -> int:
        """The picks of a tuple of this card (see `shengji.play.columns.PICKS`)."""
        return self._picks[card.index]

    def _which_equal(self, card: Card) -> int:
        kinds = int(self.table[KINDS + self.suit(card), self.column(card)])
        # Equal cards have neighbouring places.
        return 16 * (1 << self.place(card) & kinds) // (kinds & -kinds) if kinds & kinds - 1 else 0

    def card_at(self, place: int) -> Card:
        """Card with this place."""
        return self._cards[place]

    def words(self, cards: Iterable[Card]) -> Words:
        """A set of cards as words (see `shengji.play.jit.Words`), one for each deck.

        Raises:
            ValueError: there are more copies of a card than decks.
        """
        words, left = [0] * self.decks, list(cards)
        for k in range(self.decks):
            kinds = set(left)
            words[k] = sum(map(self._bits.__getitem__, kinds))
            if len(kinds) == len(left):
                return np.array(words, dtype=np.int64)
            further = []
            for card in left:
                if card in kinds:
                    kinds.remove(card)
                else:
                    further.append(card)
            left = further
        raise ValueError(f"more than {self.decks} copies of {left[0].value}")

    def known_words(self, cards: Sequence[Card]) -> Words:
        """Cached version of `words`, for cards soon needed again; read-only for callers."""
        key = tuple(cards)
        words = self._plays.get(key)
        if words is None:
            words = self.words(key)
            self._keep(key, words)
        return words

    def play_of(self, words: Words) -> tuple[Card, ...]:
        """The cards of a play, high to low; cached in both directions."""
        key = words.tobytes()
        cards = self._named.get(key)
        if cards is None:
            cards = tuple(self.cards(words))
            self._keep(cards, words.copy())
            self._named[key] = cards
        return cards

    def _keep(self, cards: tuple[Card, ...], words: Words) -> None:
        if len(self._plays) >= _MOST_KEPT:
            self._plays.clear()
            self._named.clear()
        self._plays[cards] = words

    def cards(self, words: Words) -> list[Card]:
        """The cards of a set, high to low, trumps first; the inverse of `words`."""
        counts: list[int] = words.tolist()
        found: list[Card] = []
        left = counts[0]
        while left:
            place = left.bit_length() - 1
            bit = 1 << place
            left ^= bit
            for word in counts:
                if word & bit:
                    found.append(self._cards[place])
        return found

    def sort(self, cards: Iterable[Card]) -> list[Card]:
        """Sort cards as in a player's hand: trumps first, then suit by suit, each high to low."""
        try:
            return sorted(cards, key=self._bits.__getitem__, reverse=True)
        except KeyError as error:
            check_cards(error.args)
            raise

    def by_suit(self, cards: Iterable[Card]) -> dict[int, list[Card]]:
        """Cards by effective suit, trumps first, each suit high to low."""
        suits: dict[int, list[Card]] = {}
        for card in self.sort(cards):
            suits.setdefault(self.suit(card), []).append(card)
        return suits

    def suit_name(self, suit: int) -> Suit | None:
        """The printed suit of an effective suit; `None` for trumps."""
        return None if suit == TRUMP else SUITS[suit]


def _layout(house: _House, trump: Trump) -> list[list[list[Card]]]:
    """The columns of each effective suit, weak to strong; a column lists its equal cards.

    An empty column keeps its neighbours from being consecutive.
    """
    of_rank = [card for card in CARDS if card.rank is trump.rank]
    if trump.suit is None and house.no_trump_rank_cards == "ordinary":
        of_rank = []
    twos = [card for card in CARDS if card.rank is Rank.TWO] if house.permanent_twos else []
    fives = {
        "none": [],
        "hearts": [Card.H5],
        "hearts-and-diamonds": [Card.D5, Card.H5],
    }[house.red_fives]
    above = {*of_rank, *twos, *fives}
    plain = [[[c] for c in CARDS if c.suit is suit and c not in above] for suit in SUITS]
    # The columns of the trump suit in groups; within a group neighbours are always consecutive.
    groups: list[list[list[Card]]] = []
    if trump.suit is not None:
        groups.append(plain[trump.suit.order])
        plain[trump.suit.order] = []
    # Below the Jokers the cards of the trump rank, below these the twos: in each group the card of
    # the trump suit above the other ones, which are equal (Z21 §3.3 with footnote 2).
    for group in ([card for card in twos if card not in of_rank], of_rank):
        cards = [card for card in group if card not in fives]
        groups.append([[card for card in cards if card.suit is not trump.suit]])
        groups.append([[card for card in cards if card.suit is trump.suit]])
    groups += [[[Card.SMALL_JOKER], [Card.BIG_JOKER]], *([[five]] for five in fives)]
    trumps: list[list[Card]] = []
    for run in groups:
        columns = [column for column in run if column]
        if columns and trumps and house.consecutive == "suit-ranks":
            trumps.append([])
        trumps += columns
    return [*plain, trumps]


@lru_cache(maxsize=4096)
def _space(house: _House, rank: Rank, suit: Suit | None, gone: frozenset[Card]) -> Space:
    return Space(house, Trump(rank, suit), gone)


_NONE: frozenset[Card] = frozenset()


def space_of(rules: Rules, trump: Trump, gone: frozenset[Card] = _NONE) -> Space:
    """The strength space of a hand with this trump (Z21 §3.3).

    `gone` are the cards of which every copy has been played to earlier tricks. They matter only
    where tractors skip such ranks (PAG, Tractors skip played ranks); the space is then valid until
    the end of the trick.

    >>> from shengji.cards import read_cards, write_cards
    >>> space = space_of(Rules(), Trump(Rank("8"), Suit("H")))
    >>> write_cards(space.sort(read_cards("2H AH 8C 8H SJ AC 9C 7C")))
    'SJ 8H 8C AH 2H AC 9C 7C'
    """
    skipped = gone if rules.consecutive == "skip-played" else _NONE
    return _space(_house_of(rules), trump.rank, trump.suit, skipped)


@lru_cache(maxsize=256)
def _house_of(rules: Rules) -> _House:
    """The part of some rules on which a space depends."""
    return _House(
        rules.deck_count,
        rules.permanent_twos,
        rules.red_fives,
        rules.no_trump_rank_cards,
        rules.consecutive,
        rules.following,
        rules.tractors_pulled,
        rules.follow_order,
        rules.protected_tuples,
        rules.protected_tractors,
        rules.trumped_throws,
        rules.free_leads,
        rules.throw_units,
        rules.exempt_tractors,
        rules.failed_throw,
        rules.throws,
        rules.side_suit_halves,
        rules.teams == "fixed" and not rules.partner_stops_throws,
    )


def gone_cards(rules: Rules, played: Counter[Card]) -> frozenset[Card]:
    """The cards of which no copy is left, where `space_of` depends on it.

    A Joker of which every copy has been removed is gone from the start.
    """
    if rules.consecutive != "skip-played":
        return _NONE
    removed = Counter(rules.removed)
    return frozenset(c for c in CARDS if played[c] + removed[c] == rules.deck_count)


def as_table(rows: Sequence[Sequence[int]], width: int) -> Matrix:
    """Rows of integers as a table for a kernel; `width` is needed when there are none."""
    return np.array(rows, dtype=np.int64) if rows else np.zeros((0, width), dtype=np.int64)
