"""The order of the cards, and what is consecutive (Z21 §3.3)."""

from __future__ import annotations

import pytest

from shengji.cards import CARDS, SUITS, Card, Rank, Trump, full_deck
from shengji.play.space import COLUMNS, KINDS, MASK, TRUMP, Space, space_of
from shengji.rules import Rules
from tests.kit import cards, space, written

EVERY_TRUMP = [Trump(rank, suit) for rank in Rank for suit in (*SUITS, None)]


RANKS_WITHOUT_8 = ["A", "K", "Q", "J", "10", "9", "7", "6", "5", "4", "3", "2"]


def ranking(space: Space, suit: int) -> list[set[Card]]:
    """The cards of an effective suit from high to low, equals together."""
    levels: dict[int, set[Card]] = {}
    for card in CARDS:
        if space.suit(card) == suit:
            levels.setdefault(space.column(card), set()).add(card)
    return [levels[column] for column in sorted(levels, reverse=True)]


def levels(text: str) -> list[set[Card]]:
    return [set(cards(part)) for part in text.split("|")]


def test_z21_3_3_example_eights_and_hearts() -> None:
    """ "suppose that the trump rank is 8 and the trump suit is hearts (♥). The ranking of cards is
    then: 1. Big Joker 2. Small Joker 3. 8♥ 4. 8♣, 8♦, 8♠ (all equal) 5. A♥ - K♥ ... - 9♥ - 7♥ -
    ... - 2♥, in this order" """
    assert ranking(space("8H"), TRUMP) == levels(
        "BJ|SJ|8H|8C 8D 8S|AH|KH|QH|JH|10H|9H|7H|6H|5H|4H|3H|2H"
    )


@pytest.mark.parametrize("letter", ["C", "D", "S"])
def test_z21_3_3_example_suits_that_are_not_trump(letter: str) -> None:
    """ "6. A - K - ... - 9 - 7 - ... - 2 in ♣, ♦, and ♠. The 8s have been moved to the trump
    suit." """
    suit = "DCHS".index(letter)
    expected = levels("|".join(rank + letter for rank in RANKS_WITHOUT_8))
    assert ranking(space("8H"), suit) == expected


def test_z21_3_3_no_trump_suit() -> None:
    """ "If there is no trump suit (无主), only cards of types 1-4 are part of the trump suit (i.e.,
    only Jokers and the trump rank, for a total of 12 trumps), and types 3 and 4 are necessarily
    equivalent as there is no distinction among the suits." """
    none = space("8")
    assert ranking(none, TRUMP) == levels("BJ|SJ|8C 8D 8H 8S")
    assert sum(none.suit(card) == TRUMP for card in full_deck(2)) == 12
    for suit in range(4):
        assert len(ranking(none, suit)) == 12


def test_pag_example_sevens_and_clubs() -> None:
    """PAG: "if sevens and clubs are trumps, the trumps from high to low are: red joker, black
    joker, 7, other sevens (equal in rank), A, K, Q, J, 10, 9, 8, 6, 5, 4, 3, 2."; W23 likewise."""
    assert ranking(space("7C"), TRUMP) == levels(
        "BJ|SJ|7C|7D 7H 7S|AC|KC|QC|JC|10C|9C|8C|6C|5C|4C|3C|2C"
    )


def test_w14_example_queen_of_spades() -> None:
    """W14: "if the Queen of Spades is dominant ... A♠, K♠, J♠ ... 2♠"."""
    assert ranking(space("QS"), TRUMP) == levels(
        "BJ|SJ|QS|QC QD QH|AS|KS|JS|10S|9S|8S|7S|6S|5S|4S|3S|2S"
    )


@pytest.mark.parametrize("trump", EVERY_TRUMP, ids=lambda t: f"{t.rank.value}{t.suit}")
def test_z21_3_3_counts(trump: Trump) -> None:
    """ "for a total of 36 trumps" with a trump suit, 12 without; 24 cards in each other suit, with
    two decks."""
    found = space_of(Rules(), trump)
    count = dict.fromkeys(range(5), 0)
    for card in full_deck(2):
        count[found.suit(card)] += 1
    assert count.pop(TRUMP) == (12 if trump.suit is None else 36)
    for suit in SUITS:
        assert count[suit.order] == (0 if suit is trump.suit else 24)


@pytest.mark.parametrize("trump", EVERY_TRUMP, ids=lambda t: f"{t.rank.value}{t.suit}")
def test_the_order_of_every_trump(trump: Trump) -> None:
    """Each type of Z21 §3.3's list is above the next, and within a type the Ace is high."""
    found = space_of(Rules(), trump)

    def type_of(card: Card) -> int:
        if card.is_joker:
            return 1 if card is Card.BIG_JOKER else 2
        if card.rank is trump.rank:
            return 3 if card.suit is trump.suit or trump.suit is None else 4
        return 5 if card.suit is trump.suit else 6

    for one in CARDS:
        assert (found.suit(one) == TRUMP) == (type_of(one) < 6)
        for other in CARDS:
            if found.suit(one) == found.suit(other):
                if type_of(one) != type_of(other):
                    assert (found.column(one) > found.column(other)) == (
                        type_of(one) < type_of(other)
                    )
                elif type_of(one) >= 5 and one.rank and other.rank:
                    assert (found.column(one) > found.column(other)) == (
                        one.rank.order > other.rank.order
                    )
                else:
                    assert found.column(one) == found.column(other)


@pytest.mark.parametrize("trump", EVERY_TRUMP, ids=lambda t: f"{t.rank.value}{t.suit}")
def test_the_table_says_the_same_as_the_functions(trump: Trump) -> None:
    found = space_of(Rules(), trump)
    assert sorted(found.place(card) for card in CARDS) == list(range(54))
    for card in CARDS:
        place, suit, column = found.place(card), found.suit(card), found.column(card)
        assert found.card_at(place) is card
        assert int(found.table[MASK, suit]) >> place & 1
        assert int(found.table[KINDS + suit, column]) >> place & 1
        assert column < found.table[COLUMNS, suit]
    assert sum(int(found.table[MASK, suit]) for suit in range(5)) == (1 << 54) - 1


def test_words_and_cards_read_each_other() -> None:
    found = space("8H", decks=3)
    hand = cards("3S 3S 3S BJ 8C 8D 8D 4S")
    assert found.cards(found.words(hand)) == found.sort(hand)
    with pytest.raises(ValueError, match="more than 3 copies of 3S"):
        found.words(cards("3S 3S 3S 3S"))


def test_sorting_puts_all_trumps_together() -> None:
    """Z21 §3.5.4: "if 8s and hearts are trumps, then 8♣, 8♦, 8♠, and Jokers should be sorted
    together with the rest of the hearts"."""
    found = space("8H")
    hand = cards("2H AC 8S 3D BJ 8H KH 4S AS")
    by_suit = found.by_suit(hand)
    assert written(by_suit[TRUMP]) == "BJ 8H 8S KH 2H"
    assert next(iter(by_suit)) == TRUMP
    assert [card for part in by_suit.values() for card in part] == found.sort(hand)
    assert found.suit_name(TRUMP) is None
    assert [found.suit_name(suit) for suit in range(4)] == list(SUITS)
