from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shengji.cards import (
    CARDS,
    RANKS,
    SUITS,
    Card,
    CardError,
    Rank,
    Suit,
    full_deck,
    minus,
    points_of,
    read_card,
    read_cards,
    write_cards,
)

any_card = st.sampled_from(CARDS)
hands = st.lists(any_card, max_size=40)

SIGNS = {"D": "♦♢", "C": "♣♧", "H": "♥♡", "S": "♠♤"}


def test_a_deck_has_54_cards_in_the_order_of_their_index() -> None:
    assert len(CARDS) == 54
    assert [card.index for card in CARDS] == list(range(54))
    assert len({card.value for card in CARDS}) == 54


def test_the_index_is_13_times_the_suit_plus_the_rank() -> None:
    for card in CARDS:
        if card.suit is not None and card.rank is not None:
            assert card.index == 13 * card.suit.order + card.rank.order
            assert card.value == card.rank.value + card.suit.value


def test_suits_and_ranks_from_low_to_high() -> None:
    """Z21 §3.2: "2-3-4-5-6-7-8-9-10-J-Q-K-A from low to high"; §6.2: spades, hearts, clubs,
    diamonds from high to low."""
    assert "-".join(rank.value for rank in RANKS) == "2-3-4-5-6-7-8-9-10-J-Q-K-A"
    assert [rank.order for rank in RANKS] == list(range(13))
    assert [suit.value for suit in SUITS] == ["D", "C", "H", "S"]
    assert [suit.order for suit in SUITS] == list(range(4))
    assert "".join(suit.symbol for suit in SUITS) == "♦♣♥♠"


def test_jokers_have_neither_suit_nor_rank() -> None:
    jokers = [card for card in CARDS if card.is_joker]
    assert jokers == [Card.SMALL_JOKER, Card.BIG_JOKER]
    assert all(card.suit is None and card.rank is None for card in jokers)


def test_z21_3_3_points() -> None:
    """ "Kings and 10s are worth 10 points each, and 5s are worth 5 points each, for a total of 200
    points in the 108-card deck." """
    assert points_of(full_deck(2)) == 200
    worth = {Rank.KING: 10, Rank.TEN: 10, Rank.FIVE: 5}
    for card in CARDS:
        assert card.points == (worth.get(card.rank, 0) if card.rank else 0)


@pytest.mark.parametrize("decks", range(1, 7))
def test_a_full_deck(decks: int) -> None:
    deck = full_deck(decks)
    assert len(deck) == 54 * decks
    assert deck == [card for card in CARDS for _ in range(decks)]


@pytest.mark.parametrize("card", [card for card in CARDS if not card.is_joker], ids=str)
def test_every_spelling_of_a_card(card: Card) -> None:
    assert card.suit is not None
    assert card.rank is not None
    letter = card.suit.value
    ranks = {card.rank.value, card.rank.value.lower()}
    if card.rank is Rank.TEN:
        ranks |= {"T", "t"}
    for rank in ranks:
        for sign in (letter, letter.lower(), *SIGNS[letter]):
            assert read_card(rank + sign) is card
            assert read_card(f"  {rank}{sign}\n") is card
    # As telephones write the signs.
    assert read_card(card.rank.value + card.suit.symbol + "\ufe0f") is card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("SJ", Card.SMALL_JOKER),
        ("sj", Card.SMALL_JOKER),
        ("小王", Card.SMALL_JOKER),
        ("BJ", Card.BIG_JOKER),
        ("bj", Card.BIG_JOKER),
        ("大王", Card.BIG_JOKER),
    ],
)
def test_every_spelling_of_a_joker(text: str, card: Card) -> None:
    assert read_card(text) is card


def test_the_small_joker_is_not_the_jack_of_spades() -> None:
    assert read_card("SJ").is_joker
    assert read_card("JS").rank is Rank.JACK
    assert read_card("JS").suit is Suit.SPADES


@pytest.mark.parametrize("separator", [" ", ",", ", ", "，", "、", "\n", "\t", "  ,  "])
def test_separators(separator: str) -> None:
    found = read_cards(separator.join(["5H", "10S", "TS", "大王"]))
    assert found == [read_card("5H"), read_card("10S"), read_card("10S"), Card.BIG_JOKER]


def test_space_around_a_list_does_not_count() -> None:
    assert read_cards("  5H 6H ,\n") == [read_card("5H"), read_card("6H")]


def test_a_list_may_be_empty() -> None:
    assert read_cards("") == []
    assert read_cards("  ") == []
    assert read_cards([]) == []


def test_a_list_of_texts() -> None:
    assert read_cards(["5♥", "小王"]) == [read_card("5H"), Card.SMALL_JOKER]


@pytest.mark.parametrize(
    ("text", "bad", "position"),
    [
        ("5X", "5X", 1),
        ("5H 1S", "1S", 2),
        ("5H, 6H, 11D, 9Z", "11D", 3),
        (" , 5H ZZ", "ZZ", 2),
        ("AH KH QH JH H", "H", 5),
        ("10", "10", 1),
        ("5HH", "5HH", 1),
        ("H5", "H5", 1),
        ("王", "王", 1),
        ("5H;6H", "5H;6H", 1),
        ("0S", "0S", 1),
        ("10T", "10T", 1),
    ],
)
def test_a_bad_card_is_named_with_its_position(text: str, bad: str, position: int) -> None:
    with pytest.raises(CardError) as caught:
        read_cards(text)
    assert caught.value.text == bad
    assert caught.value.position == position
    assert repr(bad) in str(caught.value)
    assert f"number {position}" in str(caught.value)


def test_a_bad_card_in_a_list_of_texts() -> None:
    with pytest.raises(CardError) as caught:
        read_cards(["5H", "6H 7H", "8H"])
    assert (caught.value.text, caught.value.position) == ("6H 7H", 2)


def test_nothing_is_not_a_card() -> None:
    with pytest.raises(CardError):
        read_card("")


@given(st.text(max_size=6))
def test_any_text_is_a_card_or_a_card_error(text: str) -> None:
    try:
        card = read_card(text)
    except CardError as error:
        assert error.text == text.strip()
    else:
        assert isinstance(card, Card)


@given(st.text(alphabet="0123456789tjqkaTJQKAdchsDCHSb♠♥♦♣大小王 ,，", max_size=30))
def test_any_list_is_cards_or_a_card_error_with_a_position(text: str) -> None:
    words = [word for word in re.split(r"[\s,，]+", text) if word]
    try:
        found = read_cards(text)
    except CardError as error:
        assert words[error.position - 1] == error.text
    else:
        assert len(found) == len(words)


@given(hands)
def test_what_is_written_is_read_back(cards: list[Card]) -> None:
    assert read_cards(write_cards(cards)) == cards
    assert read_cards([card.value for card in cards]) == cards
    assert write_cards(read_cards(write_cards(cards))) == write_cards(cards)


@given(hands)
def test_signs_are_read_back(cards: list[Card]) -> None:
    text = "、".join(
        card.rank.value + card.suit.symbol
        if card.suit and card.rank
        else "小王大王"[2 * (card.index - 52) :][:2]
        for card in cards
    )
    assert read_cards(text) == cards


@given(hands, st.data())
def test_minus_takes_away_copy_for_copy(cards: list[Card], data: st.DataObject) -> None:
    taken = [card for card in cards if data.draw(st.booleans())]
    left = minus(cards, taken)
    assert sorted(c.index for c in [*left, *taken]) == sorted(c.index for c in cards)
    assert points_of(left) + points_of(taken) == points_of(cards)


def test_minus_keeps_the_order_and_refuses_what_is_not_there() -> None:
    five, six = read_card("5H"), read_card("6H")
    assert minus([five, six, five], [five]) == [six, five]
    with pytest.raises(ValueError, match="not in list"):
        minus([five], [five, five])
    with pytest.raises(ValueError, match="not in list"):
        minus([five], [six])
