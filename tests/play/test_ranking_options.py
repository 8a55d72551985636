"""Options of the ranking, and of what is consecutive."""

from __future__ import annotations

import pytest

from shengji.cards import CARDS, RANKS, SUITS, Card, Rank, Trump
from shengji.play.readings import readings
from shengji.play.space import KINDS, TRUMP, space_of
from shengji.play.units import default_reading
from shengji.rules import Rules
from tests.kit import cards, written
from tests.play.kit import is_unit, lead_of, ranking, rung, space, won

CLUBS, DIAMONDS, HEARTS, SPADES = 1, 0, 2, 3
EVERY_TRUMP = [Trump(rank, suit) for rank in RANKS for suit in (*SUITS, None)]


class TestZ21Footnote2:
    """Z21 footnote 2: "Some variants consider all 2s "original trumps" (元主), always part of the
    trump suit as another trump rank." """

    def test_between_the_trump_rank_and_the_trump_suit(self) -> None:
        """ "They are added here between the actual trump rank and the rest of the trump suit, with
        the 2 in the trump suit ranking higher than the other 2s." """
        found = space("8H", permanent_twos=True)
        assert ranking(found, TRUMP) == (
            "BJ | SJ | 8H | 8D 8C 8S | 2H | 2D 2C 2S | "
            "AH | KH | QH | JH | 10H | 9H | 7H | 6H | 5H | 4H | 3H"
        )
        assert ranking(found, SPADES) == "AS | KS | QS | JS | 10S | 9S | 7S | 6S | 5S | 4S | 3S"

    def test_without_a_trump_suit_all_twos_are_equal(self) -> None:
        found = space("8", permanent_twos=True)
        assert ranking(found, TRUMP) == "BJ | SJ | 8D 8C 8H 8S | 2D 2C 2H 2S"

    @pytest.mark.parametrize("trump", ["2H", "2C", "2"])
    def test_when_2_is_the_trump_rank_nothing_changes(self, trump: str) -> None:
        assert (space(trump, permanent_twos=True).table == space(trump).table).all()

    @pytest.mark.parametrize(
        "text", ["AH AH 2C 2C", "2S 2S 2H 2H", "2H 2H 8C 8C", "AH AH 2D 2D 2H 2H 8S 8S 8H 8H SJ SJ"]
    )
    def test_consecutive(self, text: str) -> None:
        assert is_unit(space("8H", permanent_twos=True), text)

    @pytest.mark.parametrize("text", ["2C 2C 2D 2D", "AH AH 8C 8C", "2C 2C 3C 3C", "2D 2D 8S 8S"])
    def test_not_consecutive(self, text: str) -> None:
        assert not is_unit(space("8H", permanent_twos=True), text)

    def test_without_a_trump_suit_two_kinds_of_equals_are_neighbours(self) -> None:
        found = space("8", permanent_twos=True)
        assert is_unit(found, "2C 2C 8H 8H")
        assert is_unit(found, "2H 2H 8H 8H SJ SJ")
        assert [
            [unit.shape for unit in r] for r in readings(found, cards("2C 2C 2H 2H 8S 8S"))
        ] == [[(2, 2), (2, 1)]] * 2

    def test_a_two_is_followed_with_trumps(self) -> None:
        lead = lead_of(space("8H", permanent_twos=True), "2S")
        assert lead.suit == TRUMP
        assert {written(p) for p in lead.follows(cards("AS 3H 2C"))} == {"3H", "2C"}


class TestRedFives:
    """W23: "The 5♥ and sometimes also the 5♦ may be taken as the highest cards, i.e. hong wu
    (红五), 'red five'."; W14: "The 5 of Hearts is sometimes taken as the highest card"."""

    def test_five_of_hearts(self) -> None:
        found = space("8C", red_fives="hearts")
        assert ranking(found, TRUMP).startswith("5H | BJ | SJ | 8C | 8D 8H 8S | AC")
        assert "5H" not in ranking(found, HEARTS)
        assert "5D" in ranking(found, DIAMONDS)

    def test_both(self) -> None:
        found = space("8C", red_fives="hearts-and-diamonds")
        assert ranking(found, TRUMP).startswith("5H | 5D | BJ | SJ | 8C | 8D 8H 8S | AC")
        assert "5D" not in ranking(found, DIAMONDS)

    def test_in_every_hand(self) -> None:
        both = "hearts-and-diamonds"
        assert ranking(space("8", red_fives=both), TRUMP) == "5H | 5D | BJ | SJ | 8D 8C 8H 8S"
        assert ranking(space("5C", red_fives=both), TRUMP).startswith(
            "5H | 5D | BJ | SJ | 5C | 5S |"
        )
        assert ranking(space("5H", red_fives="hearts"), TRUMP).startswith(
            "5H | BJ | SJ | 5D 5C 5S | AH"
        )
        found = space("5", red_fives=both, no_trump_rank_cards="ordinary")
        assert ranking(found, TRUMP) == "5H | 5D | BJ | SJ"
        assert "5S" in ranking(found, SPADES)

    def test_consecutive(self) -> None:
        found = space("8C", red_fives="hearts-and-diamonds")
        assert is_unit(found, "SJ SJ BJ BJ 5D 5D 5H 5H")
        assert not is_unit(found, "BJ BJ 5H 5H")
        assert is_unit(found, "4D 4D 6D 6D")
        assert not is_unit(found, "5D 5D 6D 6D")

    def test_it_takes_the_trick(self) -> None:
        assert won(space("8C", red_fives="hearts"), "AS", "BJ", "5H", "BJ") == 2


class TestPagNoTrumps:
    """PAG: without a trump suit only the Jokers are trumps."""

    found = space("8", no_trump_rank_cards="ordinary")

    def test_only_jokers(self) -> None:
        assert ranking(self.found, TRUMP) == "BJ | SJ"
        assert ranking(self.found, CLUBS) == (
            "AC | KC | QC | JC | 10C | 9C | 8C | 7C | 6C | 5C | 4C | 3C | 2C"
        )

    def test_the_rank_is_an_ordinary_one(self) -> None:
        assert is_unit(self.found, "7C 7C 8C 8C 9C 9C")
        assert not is_unit(self.found, "7C 7C 9C 9C")

    def test_with_a_trump_suit_nothing_changes(self) -> None:
        table = space("8H", no_trump_rank_cards="ordinary").table
        assert (table == space("8H").table).all()

    def test_permanent_twos_stay_trump(self) -> None:
        for rank in "82":
            found = space(rank, no_trump_rank_cards="ordinary", permanent_twos=True)
            assert ranking(found, TRUMP) == "BJ | SJ | 2D 2C 2H 2S"


class TestZ21Footnote5:
    """Z21 footnote 5: ""consecutive pairs" are defined as a set of pairs such that there are no
    other cards strictly in between the highest and lowest rank of the set" """

    found = space("8H", consecutive="nothing-between")

    def test_the_last_example_of_consecutive_pairs(self) -> None:
        """ "would not be consecutive pairs, because the 8♦ and the 8♠ are not included" """
        text = "AH AH 8C 8C 8H 8H SJ SJ BJ BJ"
        assert not is_unit(self.found, text)
        assert is_unit(self.found, text + " 8D 8D 8S 8S")
        shapes = [[unit.shape for unit in r] for r in readings(self.found, cards(text))]
        assert shapes == [[(2, 4), (2, 1)], [(2, 3), (2, 2)]]

    def test_the_last_example_of_non_consecutive_pairs(self) -> None:
        """ "would actually be consecutive pairs, since there are no cards strictly in between the
        8♣ and 8♦" """
        assert is_unit(self.found, "8C 8C 8D 8D")
        assert is_unit(self.found, "8C 8C 8D 8D 8S 8S")

    @pytest.mark.parametrize(
        "text",
        [
            "AH AH 8C 8C",
            "AH AH 8C 8C 8S 8S",
            "8C 8C 8H 8H",
            "8C 8C 8D 8D 8H 8H SJ SJ",
            "3H 3H 4H 4H",
        ],
    )
    def test_any_of_the_lowest_and_of_the_highest(self, text: str) -> None:
        assert is_unit(self.found, text)

    @pytest.mark.parametrize(
        "text", ["AH AH 8C 8C 8H 8H", "AH AH 8C 8C 8D 8D 8H 8H", "AH AH 8H 8H", "3H 3H 5H 5H"]
    )
    def test_something_in_between(self, text: str) -> None:
        assert not is_unit(self.found, text)

    def test_ties_are_won_by_the_earliest_played(self) -> None:
        """ "Such consecutive pairs of the trump rank but not marked on the cards as the trump suit
        are equivalent to each other; ties are won by the earliest played." """
        found = space("8", consecutive="nothing-between")
        assert won(found, "3S 3S 4S 4S", "8C 8C 8D 8D", "8H 8H 8S 8S") == 1
        assert won(found, "3S 3S 4S 4S", "8C 8C 8D 8D", "8S 8S SJ SJ") == 2

    def test_they_are_owed(self) -> None:
        lead = lead_of(self.found, "3H 3H 4H 4H")
        assert rung(lead, "8C 8C 8D 8D KH") == [(2, 2)]
        assert rung(lead_of(space("8H"), "3H 3H 4H 4H"), "8C 8C 8D 8D KH") == [(2, 1), (2, 1)]
        longer = lead_of(self.found, "3H 3H 4H 4H 5H 5H")
        assert rung(longer, "AH AH 8C 8C 8H 8H KH") == [(2, 2), (2, 1)]
        assert rung(longer, "AH AH 8C 8C 8S 8S 3H") == [(2, 3)]


class TestPagSkippedRanks:
    """PAG: "Some allow a tractor to skip ranks of which all the cards have already been
    played." """

    def test_the_first_example(self) -> None:
        """ "if no one has any 6's left then 5-5-7-7 becomes a tractor" """
        sixes = cards("6S 6C 6D 6H")
        assert is_unit(space("2H", sixes, consecutive="skip-played"), "5S 5S 7S 7S")
        assert not is_unit(space("2H", consecutive="skip-played"), "5S 5S 7S 7S")

    def test_the_second_example(self) -> None:
        """ "even 5-5-9-9-J-J becomes valid if there are no 6's, 7's, 8's or 10's of spades
        remaining in play" """
        gone = cards("6S 7S 8S 10S")
        assert is_unit(space("2H", gone, consecutive="skip-played"), "5S 5S 9S 9S JS JS")
        assert not is_unit(space("2H", gone[1:], consecutive="skip-played"), "5S 5S 9S 9S JS JS")
        assert not is_unit(space("2H", gone, consecutive="skip-played"), "5C 5C 9C 9C JC JC")

    def test_equal_cards_are_one_rank(self) -> None:
        """Of the cards between the Ace and 8♥ all three must be gone."""
        gone = cards("8C 8D 8S")
        assert is_unit(space("8H", gone, consecutive="skip-played"), "AH AH 8H 8H")
        assert not is_unit(space("8H", gone[1:], consecutive="skip-played"), "AH AH 8H 8H")

    def test_otherwise_what_was_played_makes_no_difference(self) -> None:
        assert space("2H", cards("6S")) is space("2H")

    def test_the_tractor_is_owed_and_wins(self) -> None:
        found = space("2H", cards("6S 7H"), consecutive="skip-played")
        lead = lead_of(found, "3S 3S 4S 4S")
        assert rung(lead, "5S 5S 7S 7S 9S 9S") == [(2, 2)]
        assert won(found, "3S 3S 4S 4S", "5S 5S 7S 7S", "6H 6H 8H 8H") == 2
        reading = default_reading(found, cards("5S 5S 7S 7S 8S"))
        assert [unit.shape for unit in reading] == [(2, 2), (1, 1)]


@pytest.mark.parametrize("twos", [False, True])
@pytest.mark.parametrize("fives", ["none", "hearts", "hearts-and-diamonds"])
@pytest.mark.parametrize("ranks", ["trump", "ordinary"])
def test_every_card_has_one_place(twos: bool, fives: str, ranks: str) -> None:
    rules = Rules(permanent_twos=twos, red_fives=fives, no_trump_rank_cards=ranks)  # type: ignore[arg-type]
    for trump in EVERY_TRUMP:
        found = space_of(rules, trump)
        assert sorted(found.place(card) for card in CARDS) == list(range(54))
        for card in CARDS:
            bits = int(found.table[KINDS + found.suit(card), found.column(card)])
            assert bits >> found.place(card) & 1
            above = card.is_joker or (twos and card.rank is Rank.TWO)
            above |= card is Card.H5 and fives != "none"
            above |= card is Card.D5 and fives == "hearts-and-diamonds"
            rank = card.rank is trump.rank and (trump.suit is not None or ranks == "trump")
            own = trump.suit is not None and card.suit is trump.suit
            assert (found.suit(card) == TRUMP) == (above or rank or own)
