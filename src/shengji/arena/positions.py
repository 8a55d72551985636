"""Hard positions: legality checks that are as expensive as the game allows."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from shengji.cards import CARDS, RANKS, SUITS, Card, Rank, Suit, Trump
from shengji.play.follows import Lead
from shengji.play.space import COLUMNS, TRUMP, Space, space_of
from shengji.play.units import Unit, arrange
from shengji.rules import Rules

LONGEST_LEAD = 25


class Position(NamedTuple):
    """A follower's hand, the lead, and the play to check."""

    lead: Lead
    hand: tuple[Card, ...]
    play: tuple[Card, ...]


def hard_position(chance: Random, rules: Rules) -> Position:
    """Create a position with a lead of many tractors, and a hand full of matching tuples.

    The lead has up to 25 cards; lead and hand come from the cards of the rules.
    """
    trump = Trump(chance.choice(RANKS), chance.choice((*SUITS, None)))
    space, decks = space_of(rules, trump), rules.deck_count
    suit = chance.choice([s for s in range(TRUMP + 1) if space.table[COLUMNS, s] > 0])
    pool = [card for card in rules.deck if space.suit(card) == suit]
    lead = _lead(chance, space, pool)
    size = lead.size
    for card in lead.cards:
        pool.remove(card)
    # Tuples make it hard: keep whole kinds, in shuffled order.
    kinds = sorted(set(pool), key=lambda card: chance.random())
    hand: list[Card] = []
    for card in kinds:
        hand += [card] * min(pool.count(card), chance.randint(1, decks))
    hand = hand[: max(size, chance.randint(size, 54 * decks // 4))]
    play = tuple(chance.sample(hand, min(size, len(hand))))
    return Position(lead, tuple(hand), play)


def _lead(chance: Random, space: Space, pool: list[Card]) -> Lead:
    """A lead of random units, long ones first, from at most half of the pool."""
    left = list(pool)
    columns = sorted({space.column(card) for card in pool})
    units: list[Unit] = []
    room = min(LONGEST_LEAD, len(pool) // 2)
    while room > 0:
        width = chance.randint(1, min(space.decks, room))
        length = 1 if width == 1 else chance.randint(1, min(room // width, 6))
        start = chance.choice(columns)
        cards: list[Card] = []
        for column in range(start, start + length):
            here = [c for c in dict.fromkeys(left) if space.column(c) == column]
            wide = [c for c in here if left.count(c) >= width]
            if not wide:
                break
            cards += [chance.choice(wide)] * width
        if len(cards) == width * length:
            for card in cards:
                left.remove(card)
            units.append(Unit(width, length, tuple(space.sort(cards))))
            room -= width * length
        elif chance.random() < 0.1:
            break
    if not units:
        units = [Unit(1, 1, (pool[0],))]
    return Lead(space, arrange(space, units))


def tractor_position(pairs: int) -> Position:
    """A lead of up to 12 consecutive pairs of clubs out of six decks.

    The follower holds four each of every other club and one each of the rest: many pairs, and no
    two that are consecutive.

    >>> len(tractor_position(10).lead.cards)
    20
    """
    space = space_of(Rules(decks=6), Trump(Rank.TWO, Suit.HEARTS))
    clubs = [card for card in CARDS if card.suit is Suit.CLUBS and card.rank is not Rank.TWO]
    cards = tuple(space.sort(clubs[:pairs] * 2))
    hand = tuple(clubs + clubs[::2] * 3)
    return Position(Lead(space, (Unit(2, pairs, cards),)), hand, hand[: 2 * pairs])
