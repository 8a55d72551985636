"""Card counting: the copies of each card still out, the copies played, and known voids.

A player at the table could remember all of it: it follows from the open cards, from the player's
own hand, and from the kitty that the player has buried.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from shengji.cards import Card, points_of
from shengji.game.hand import Hand, Phase
from shengji.game.refusals import suit_letter
from shengji.play.space import TRUMP


class Counted(NamedTuple):
    """The count of one card.

    Attributes:
        out: number of copies in other hands, or in a kitty that the seat has not buried.
    """

    card: Card
    out: int
    played: int


class CountedSuit(NamedTuple):
    """The count of one effective suit.

    Attributes:
        letter: D, C, H, S, or T for trumps.
        cards: all its cards, from high to low.
        void: the other seats that are publicly known to be void in the suit.
    """

    letter: str
    cards: tuple[Counted, ...]
    void: tuple[int, ...]

    @property
    def out(self) -> int:
        """Number of the suit's cards that are out."""
        return sum(each.out for each in self.cards)


class Count(NamedTuple):
    """The cards that a seat can count in a hand.

    Attributes:
        suits: the effective suits, trumps first.
    """

    suits: tuple[CountedSuit, ...]
    points_out: int
    points_played: int


def count_of(hand: Hand, seat: int) -> Count:
    """Count the cards for a seat in a hand under way, with the present trump.

    Args:
        hand: the hand; the seat's own view is enough.
        seat: the seat that counts.
    """
    out, space = Counter(hand.unseen_by(seat)), hand.space
    voids = voids_of(hand) or ((),) * hand.players
    suits = []
    for suit, cards in space.by_suit(set(hand.rules.deck)).items():
        letter = suit_letter(space, suit)
        counted = tuple(Counted(card, out[card], hand.played[card]) for card in cards)
        void = tuple(other for other, of in enumerate(voids) if letter in of and other != seat)
        suits.append(CountedSuit(letter, counted, void))
    played = points_of(hand.played.elements())
    return Count(tuple(suits), points_of(out.elements()), played)


def voids_of(hand: Hand) -> tuple[tuple[str, ...], ...]:
    """The suits in which each seat is publicly known to be void; empty before the play.

    A player is void in a suit after failing to follow it (Z21 §3.7.2). Suits are given by the
    letters of `CountedSuit`.
    """
    if hand.phase is not Phase.PLAY:
        return ()
    return tuple(
        tuple(suit_letter(hand.space, suit) for suit in range(TRUMP + 1) if int(word) >> suit & 1)
        for word in hand.position.voids
    )
