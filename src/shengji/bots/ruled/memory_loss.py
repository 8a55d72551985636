"""Human forgetfulness: cards played some tricks ago count as still unseen."""

from __future__ import annotations

from collections import Counter

from shengji.cards import Card
from shengji.game import Hand
from shengji.play.position import Position

REMEMBERS = 3
"""Number of complete tricks remembered, in addition to the current one."""


def forget(position: Position, hand: Hand, remembers: int = REMEMBERS) -> None:
    """Reduce a seat's view of a hand to its memory of it.

    Cards played before the last few tricks may be anywhere again, except Jokers. Players who were
    void in a suit at that time may hold it again. Remembered are `remembers` complete tricks, and
    the current one.
    """
    space, decks = hand.space, hand.rules.deck_count
    recent = len(hand.tricks) - remembers
    lost: Counter[Card] = Counter()
    for trick in hand.tricks[: max(0, recent)]:
        for cards in trick.plays:
            lost.update(card for card in cards if not card.is_joker)
    for card, copies in lost.items():
        bit = 1 << space.place(card)
        left = sum(1 for word in position.rest if int(word) & bit)
        for k in range(left, min(decks, left + copies)):
            position.rest[k] |= bit
    position.voids[:] = 0
    for trick in hand.all_tricks[max(0, recent) :]:
        for turn, cards in enumerate(trick.plays):
            if any(space.suit(card) != trick.lead.suit for card in cards):
                position.voids[(trick.leader + turn) % hand.players] |= 1 << trick.lead.suit
