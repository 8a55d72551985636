"""Cards, and how they are written and read.

A card is its rank and its suit; two copies of one card are the same `Card`. Decks, hands and
plays are sequences of cards in which a card may stand several times.

>>> read_cards("5H, 10S TS 大王")
[Card('5H'), Card('10S'), Card('10S'), Card('BJ')]
>>> write_cards(read_cards("5♥ SJ"))
'5H SJ'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum

import msgspec


class Suit(Enum):
    """A suit as printed on the card, from low to high in the order of Z21 §6.2.

    >>> Suit("H").symbol, Suit.HEARTS.order
    ('♥', 2)
    """

    # As with ranks and cards there is one object for each. An enum would hash its name, in Python
    # code, which is slow.
    __hash__ = object.__hash__

    DIAMONDS = "D"
    CLUBS = "C"
    HEARTS = "H"
    SPADES = "S"

    order: int
    """0 to 3, diamonds to spades."""
    symbol: str
    """The suit sign: ♦ ♣ ♥ ♠."""

    def __init__(self, letter: str) -> None:
        self.order = "DCHS".index(letter)
        self.symbol = "♦♣♥♠"[self.order]

    def __repr__(self) -> str:
        return f"Suit({self.value!r})"


class Rank(Enum):
    """A rank as printed on the card; also a level (Z21 §3.2), from 2 to Ace.

    >>> Rank("10").order, max(Rank, key=lambda rank: rank.order)
    (8, Rank('A'))
    """

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    order: int
    """0 to 12, two to Ace."""

    def __init__(self, text: str) -> None:
        self.order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"].index(text)

    def __repr__(self) -> str:
        return f"Rank({self.value!r})"

    __hash__ = object.__hash__


SUITS: tuple[Suit, ...] = tuple(Suit)
RANKS: tuple[Rank, ...] = tuple(Rank)

_POINTS = {Rank.FIVE: 5, Rank.TEN: 10, Rank.KING: 10}


class Card(Enum):
    """One of the 54 cards of a deck; its value is how it is written (`5H`, `10S`, `BJ`).

    >>> Card("10S").points, Card("BJ").is_joker
    (10, True)
    """

    D2 = "2D"
    D3 = "3D"
    D4 = "4D"
    D5 = "5D"
    D6 = "6D"
    D7 = "7D"
    D8 = "8D"
    D9 = "9D"
    D10 = "10D"
    DJ = "JD"
    DQ = "QD"
    DK = "KD"
    DA = "AD"
    C2 = "2C"
    C3 = "3C"
    C4 = "4C"
    C5 = "5C"
    C6 = "6C"
    C7 = "7C"
    C8 = "8C"
    C9 = "9C"
    C10 = "10C"
    CJ = "JC"
    CQ = "QC"
    CK = "KC"
    CA = "AC"
    H2 = "2H"
    H3 = "3H"
    H4 = "4H"
    H5 = "5H"
    H6 = "6H"
    H7 = "7H"
    H8 = "8H"
    H9 = "9H"
    H10 = "10H"
    HJ = "JH"
    HQ = "QH"
    HK = "KH"
    HA = "AH"
    S2 = "2S"
    S3 = "3S"
    S4 = "4S"
    S5 = "5S"
    S6 = "6S"
    S7 = "7S"
    S8 = "8S"
    S9 = "9S"
    S10 = "10S"
    SJ = "JS"
    SQ = "QS"
    SK = "KS"
    SA = "AS"
    SMALL_JOKER = "SJ"
    BIG_JOKER = "BJ"

    index: int
    """0 to 53: 13 × suit order + rank order; 52 is the small Joker, 53 the big one."""
    suit: Suit | None
    """The suit printed on the card; `None` for a Joker."""
    rank: Rank | None
    """The rank printed on the card; `None` for a Joker."""
    points: int
    """5 for a Five, 10 for a Ten or a King, else 0 (Z21 §3.3)."""
    is_joker: bool
    """Whether this is a Joker, small or big."""

    def __init__(self, text: str) -> None:
        if text in ("SJ", "BJ"):
            self.suit, self.rank, self.points = None, None, 0
            self.index = 52 if text == "SJ" else 53
        else:
            self.suit, self.rank = Suit(text[-1]), Rank(text[:-1])
            self.points = _POINTS.get(self.rank, 0)
            self.index = 13 * self.suit.order + self.rank.order
        self.is_joker = self.suit is None

    def __repr__(self) -> str:
        return f"Card({self.value!r})"

    __hash__ = object.__hash__


CARDS: tuple[Card, ...] = tuple(Card)
"""All 54 cards, by `Card.index`."""


class Trump(msgspec.Struct, frozen=True):
    """The trumps of a hand: a rank, and a suit or no trump suit (无主) (Z21 §3.3).

    Raises:
        TypeError: the rank or the suit is text, for example.

    >>> Trump("2", "H")
    Traceback (most recent call last):
    ...
    TypeError: not a rank and a suit: '2', 'H'; write Trump(Rank("2"), Suit("H")), or None for no
    suit
    """

    rank: Rank
    suit: Suit | None

    def __post_init__(self) -> None:
        rank: object = self.rank
        suit: object = self.suit
        if not isinstance(rank, Rank) or not isinstance(suit, Suit | None):
            raise TypeError(
                f"not a rank and a suit: {rank!r}, {suit!r}; "
                'write Trump(Rank("2"), Suit("H")), or None for no suit'
            )


class CardError(ValueError):
    """Text that is not a card. `text` is the bad piece, `position` where it stands, from 1.

    >>> try:
    ...     read_cards("5H 1S")
    ... except CardError as error:
    ...     error.text, error.position
    ('1S', 2)
    """

    def __init__(self, text: str, position: int) -> None:
        self.text = text
        self.position = position
        super().__init__(
            f"{text!r} (number {position}) is not a card: write rank and suit as in 5H, 10S or TS, "
            "AC, 2D, 5♥; SJ or 小王 and BJ or 大王 are the Jokers"
        )


_SPELLINGS = {
    "SJ": Card.SMALL_JOKER,
    "BJ": Card.BIG_JOKER,
    "小王": Card.SMALL_JOKER,
    "大王": Card.BIG_JOKER,
}
_SUIT_LETTERS = {"D": "D", "C": "C", "H": "H", "S": "S", "♦": "D", "♣": "C", "♥": "H", "♠": "S"}
_SUIT_LETTERS |= {"♢": "D", "♧": "C", "♡": "H", "♤": "S"}


def read_card(text: str, position: int = 1) -> Card:
    """Read one card; `position` is only for the error.

    Raises:
        CardError: when the text is not a card.

    >>> read_card("t♠")
    Card('10S')
    """
    if not isinstance(text, str):
        raise CardError(repr(text), position)
    word = text.strip().replace("\ufe0f", "").upper()
    if word in _SPELLINGS:
        return _SPELLINGS[word]
    rank, letter = word[:-1], _SUIT_LETTERS.get(word[-1:], "")
    try:
        return Card(("10" if rank == "T" else rank) + letter)
    except ValueError:
        raise CardError(text.strip(), position) from None


def read_cards(text: str | Iterable[str]) -> list[Card]:
    """Read a list of cards: one text with spaces or commas between the cards, or one text each.

    Raises:
        CardError: for the first piece that is not a card, with its position in the list.

    >>> read_cards("9S 9S"), read_cards(["10H", "小王"])
    ([Card('9S'), Card('9S')], [Card('10H'), Card('SJ')])
    """
    words = re.split(r"[\s,，、]+", text.strip(" \t\r\n,，、")) if isinstance(text, str) else text
    return [read_card(word, i) for i, word in enumerate(words, 1) if word != ""]


def write_cards(cards: Iterable[Card]) -> str:
    """Write cards with spaces between them; `read_cards` reads it back.

    >>> write_cards([Card("9S"), Card("10H")])
    '9S 10H'
    """
    try:
        return " ".join(map(_TEXTS.__getitem__, cards))
    except KeyError as error:
        raise TypeError(_NO_CARD.format(error.args[0])) from None


def check_cards(cards: Iterable[object]) -> None:
    """Refuse anything that is no card.

    Raises:
        TypeError: text, for example.

    >>> check_cards("5H")
    Traceback (most recent call last):
    ...
    TypeError: not a card: '5'; make cards of text by read_cards, as in read_cards('5H')
    """
    for card in cards:
        if not isinstance(card, Card):
            raise TypeError(_NO_CARD.format(card))


_NO_CARD = "not a card: {!r}; make cards of text by read_cards, as in read_cards('5H')"


_TEXTS = {card: card.value for card in CARDS}
"""How each card is written; an enum looks its values up in Python code, which is slow."""


def full_deck(decks: int) -> list[Card]:
    """All cards of `decks` decks of 54, in the order of `Card.index`, copies side by side."""
    return [card for card in CARDS for _ in range(decks)]


def points_of(cards: Iterable[Card]) -> int:
    """The sum of the points on the cards (Z21 §3.3).

    >>> points_of(read_cards("5H 10S KS 9S"))
    25
    """
    try:
        return sum(card.points for card in cards)
    except AttributeError:
        check_cards(cards)
        raise


def minus(cards: Sequence[Card], taken: Iterable[Card]) -> list[Card]:
    """`cards` without `taken`, copy for copy, in their order.

    Raises:
        ValueError: when a card of `taken` is not there.
    """
    left = list(cards)
    take(left, taken)
    return left


def lacking(cards: Sequence[Card], held: Sequence[Card]) -> list[Card]:
    """The cards of `cards` that are not among those held, copy for copy.

    >>> write_cards(lacking(read_cards("5H 5H 6H"), read_cards("6H 5H 7H")))
    '5H'
    """
    if len(cards) == 1 and cards[0] in held:
        return []  # as most often, and without a copy of a hand
    left, found = list(held), []
    for card in cards:
        try:
            left.remove(card)
        except ValueError:
            found.append(card)
    return found


def take(cards: list[Card], taken: Iterable[Card]) -> None:
    """Take cards out of a list, copy for copy.

    Raises:
        ValueError: when a card of `taken` is not there.
    """
    for card in taken:
        cards.remove(card)
