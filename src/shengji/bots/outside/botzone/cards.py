"""Conversion of Botzone's card numbers, suit letters and level letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from shengji.cards import Card, Rank, Suit

_RANKS = "A234567890JQK"
_SUITS = "shcd"
_DECK = 54


def card_of(number: int) -> Card:
    """The card with this number, 0 to 107.

    >>> card_of(7), card_of(61), card_of(36), card_of(107)
    (Card('2D'), Card('2D'), Card('10S'), Card('BJ'))

    Raises:
        ValueError: for any other number.
    """
    if not 0 <= number < 2 * _DECK:
        raise ValueError(f"there is no card {number}; they are 0 to {2 * _DECK - 1}")
    place = number % _DECK
    if place >= 52:
        return (Card.SMALL_JOKER, Card.BIG_JOKER)[place - 52]
    rank, suit = level_of(_RANKS[place // 4]), _SUITS[place % 4].upper()
    return Card(f"{rank.value}{suit}")


def numbers_of(card: Card) -> tuple[int, int]:
    """The numbers of both copies of a card.

    >>> numbers_of(Card("AS")), numbers_of(Card("SJ"))
    ((0, 54), (52, 106))
    """
    return _FIRST[card], _FIRST[card] + _DECK


def chosen(cards: Iterable[Card], held: Sequence[int]) -> list[int]:
    """Pick the numbers of cards among the held numbers.

    >>> chosen([Card("AS"), Card("AS"), Card("2S")], [4, 54, 0])
    [54, 0, 4]
    """
    found = []
    for card, copies in Counter(cards).items():
        found += [number for number in held if card_of(number) is card][:copies]
    return found


def level_letter(rank: Rank) -> str:
    """Convert a level to Botzone's letter; ten is `0`."""
    return "0" if rank is Rank.TEN else rank.value


def level_of(letter: str) -> Rank:
    """Parse the letter of a level.

    Raises:
        ValueError: when the letter is no level.
    """
    return Rank("10" if letter == "0" else letter)


def suit_letter(suit: Suit | None) -> str:
    """Convert a trump suit to Botzone's letter; `n` when there is none."""
    return "n" if suit is None else suit.value.lower()


def suit_of_letter(letter: str) -> Suit | None:
    """Parse the letter of a trump suit; `None` for `n`, no trump suit.

    Raises:
        ValueError: for any other letter.
    """
    return None if letter == "n" else Suit(letter.upper())


_FIRST: dict[Card, int] = {card_of(number): number for number in range(_DECK)}
