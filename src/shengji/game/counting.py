"""Counting cards: which are still out, which have been played, and who has none of a suit.

What a player at the table could keep in mind: it follows from what lies open, and from the own hand
and the kitty that one has buried oneself.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from shengji.cards import Card, points_of
from shengji.game.hand import Hand, Phase
from shengji.game.refusals import suit_letter
from shengji.play.space import TRUMP


class Counted(NamedTuple):
    """How it stands with a card.

    Attributes:
        card: which.
        out: how many copies others hold, or lie in a kitty that one has not buried.
        played: how many have been played.
    """

    card: Card
    out: int
    played: int


class CountedSuit(NamedTuple):
    """How it stands with an effective suit.

    Attributes:
        letter: D, C, H, S, or T for trumps.
        cards: all its cards, from high to low.
        void: the seats of which everyone knows that they hold none of it, without one's own.
    """

    letter: str
    cards: tuple[Counted, ...]
    void: tuple[int, ...]

    @property
    def out(self) -> int:
        """How many of its cards are out."""
        return sum(each.out for each in self.cards)


class Count(NamedTuple):
    """The cards that a seat can count in a hand.

    Attributes:
        suits: the effective suits, trumps first.
        points_out: the points of the cards that are out.
        points_played: those of the cards that were played.
    """

    suits: tuple[CountedSuit, ...]
    points_out: int
    points_played: int


def count_of(hand: Hand, seat: int) -> Count:
    """The count of a seat in a hand under way, as trump stands now.

    Args:
        hand: the hand, perhaps as only this seat sees it.
        seat: who counts.
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
    """The suits of which everyone knows that a seat holds none, by seat; nothing before the play.

    Somebody has none who could not follow with them (Z21 §3.7.2). Suits are told by letter, as of
    `CountedSuit`.
    """
    if hand.phase is not Phase.PLAY:
        return ()
    return tuple(
        tuple(suit_letter(hand.space, suit) for suit in range(TRUMP + 1) if int(word) >> suit & 1)
        for word in hand.position.voids
    )
