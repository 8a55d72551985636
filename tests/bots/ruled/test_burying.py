"""Burying: as many cards as the kitty has, those that are missed least."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from shengji.bots.ruled.burial import choose_kitty, weights_for
from shengji.cards import SUITS, Card, Rank, Suit, Trump, read_cards
from shengji.play.space import TRUMP, Space, space_of
from shengji.rules import Rules
from shengji.rules.random_rules import random_rules

TWOS_OF_SPADES = Trump(Rank.TWO, Suit.SPADES)


def buried(space: Space, cards: list[Card], size: int) -> list[Card]:
    """The cards that are buried of these."""
    kitty = np.zeros(space.decks, dtype=np.int64)
    words = space.words(cards)
    choose_kitty(space.table, words, words, size, weights_for(Rules()), kitty)
    return space.cards(kitty)


@given(st.integers(0, 10**6), st.sampled_from([*SUITS, None]))
def test_so_many_cards_of_those_that_may_be_buried(seed: int, suit: Suit | None) -> None:
    chance = Random(seed)
    rules = random_rules(chance)
    space = space_of(rules, Trump(Rank.EIGHT, suit))
    cards = chance.sample(rules.deck, rules.hand_size + rules.kitty_size)
    kitty = np.zeros(space.decks, dtype=np.int64)
    size = rules.kitty_size
    free = chance.sample(cards, chance.randint(size, len(cards)))
    words, weights = space.words(cards), weights_for(rules)
    choose_kitty(space.table, words, space.words(free), size, weights, kitty)
    chosen = space.cards(kitty)
    assert len(chosen) == size
    assert not Counter(chosen) - Counter(free)


def test_hardly_ever_a_trump() -> None:
    rules = Rules()
    space = space_of(rules, TWOS_OF_SPADES)
    hands = [Random(seed).sample(rules.deck, 33) for seed in range(200)]
    trumps = [
        card for cards in hands for card in buried(space, cards, 8) if space.suit(card) == TRUMP
    ]
    assert len(trumps) <= 2


def test_a_short_suit_is_emptied_and_bosses_and_pairs_are_kept() -> None:
    space = space_of(Rules(), TWOS_OF_SPADES)
    cards = read_cards(
        "BJ SJ 2S 2H AS KS QS 10S 9S 8S 7S 6S "
        "AH AH KH KH QH JH 9H "
        "AC AC QC QC 8C 7C 6C 4C 3C "
        "JD 9D 8D 4D 3D"
    )
    gone = buried(space, cards, 8)
    assert Counter(gone) >= Counter(read_cards("JD 9D 8D 4D 3D"))
    assert not set(gone) & {Card("AH"), Card("KH"), Card("AC"), Card("QC")}


def test_trumps_go_when_there_is_nothing_else() -> None:
    space = space_of(Rules(), TWOS_OF_SPADES)
    cards = read_cards("BJ BJ SJ 2S 2H AS KS QS JS 10S 9S 8S 3S 3H")
    gone = buried(space, cards, 4)
    assert Card("3H") in gone
    assert not set(gone) & {Card.BIG_JOKER, Card.SMALL_JOKER, Card("2S"), Card("2H")}
