"""Advantages of one kitty over another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from shengji.bots.ruled import RememberingBot
from shengji.cards import Card, points_of
from shengji.explain.differences import Play, beyond, emptied, trumps_of
from shengji.play.space import TRUMP
from shengji.record.reviews import Lesson

FEW: Final = 2
"""Maximum number of unseen higher cards with which a card may still win a trick."""


def of_kitty(seer: RememberingBot, made: Play, best: Play) -> Iterator[Lesson]:
    """Yield the advantages of the better kitty, the most important first."""
    space, held = seer.hand.space, seer.cards
    mine, instead = beyond(made, best), beyond(best, made)
    trumps = trumps_of(space, mine)
    if len(trumps) > len(trumps_of(space, instead)):
        yield Lesson("kitty-trumps", trumps)
    put, less = points_of(made), points_of(best)
    if seer.rules.kitty_factor == "none":
        put = less = 0
    if put > less:
        yield Lesson("kitty-points", tuple(card for card in mine if card.points), put - less)
    elif less > put:
        more = tuple(card for card in instead if card.points)
        yield Lesson("kitty-points-kept", more, less - put)
    winners = tuple(card for card in mine if _stands(seer, card))
    if winners and not any(_stands(seer, card) for card in instead):
        yield Lesson("kitty-winner", winners)
    high = [card for card in mine if len(_higher(seer, card)) in range(1, FEW + 1)]
    if not winners and high and all(len(_higher(seer, card)) > FEW for card in instead):
        yield Lesson("kitty-high", (high[0],), higher=_higher(seer, high[0]))
    yield from _of_pairs(Counter(held), Counter(made), Counter(best))
    for cards in emptied(space, held, made, best):
        yield Lesson("kitty-void", cards)


def _of_pairs(held: Counter[Card], gone: Counter[Card], would: Counter[Card]) -> Iterator[Lesson]:
    """Yield the lesson on a pair or more that is split, or buried whole."""
    split = [card for card in gone if gone[card] < held[card] and would[card] in (0, held[card])]
    whole = [card for card in gone if gone[card] >= 2 and not would[card]]
    if split:
        yield Lesson("pair-broken", (split[0],) * held[split[0]])
    elif whole:
        yield Lesson("kitty-pair", (whole[0],) * gone[whole[0]])


def _stands(seer: RememberingBot, card: Card) -> bool:
    """Whether a card is no trump, and no higher card of its suit is unseen."""
    return seer.hand.space.suit(card) != TRUMP and not _higher(seer, card)


def _higher(seer: RememberingBot, card: Card) -> Play:
    """The unseen higher cards of a card's suit."""
    space, suit = seer.hand.space, seer.hand.space.suit(card)
    out = space.sort(seer.hand.unseen_by(seer.seat))
    return tuple(c for c in out if space.suit(c) == suit and space.column(c) > space.column(card))
