"""Winner of a trick (Z21 §3.7.3, §4.4)."""

from __future__ import annotations

import pytest

from shengji.play.readings import readings
from shengji.play.tricks import deciding_unit, winner
from shengji.play.units import default_reading
from tests.kit import cards, space, written


def won(*plays: str, trump: str = "8H", decks: int = 2) -> int:
    """The play that wins, from 0, the lead."""
    found = space(trump, decks)
    return winner(found, default_reading(found, cards(plays[0])), [cards(play) for play in plays])


class TestZ21Single:
    """Z21 §4.4: "If the leader played a single card"."""

    def test_the_highest_trump(self) -> None:
        """ "then the highest trump card will win" """
        assert won("9S", "AS", "2H", "3H") == 3
        assert won("9S", "8C", "AH", "SJ") == 3

    def test_the_highest_of_the_suit(self) -> None:
        """ "If there were no trumps played, the highest card in the suit led will win." """
        assert won("9S", "KS", "AC", "QS") == 1

    def test_a_tie(self) -> None:
        """ "If there is a tie for highest card, the first player to play the highest card
        wins." """
        assert won("9S", "KS", "KS", "QS") == 1
        assert won("KS", "KS", "9S", "QS") == 0
        assert won("9S", "8C", "8S", "8D") == 1
        assert won("8C", "8S", "8D", "8S") == 0
        assert won("8C", "8S", "8H", "8H") == 2


class TestZ21Pair:
    """Z21 §4.4: "If the leader played a pair"."""

    def test_the_highest_trump_pair(self) -> None:
        assert won("9S 9S", "AS AS", "2H 2H", "3H 3H") == 3

    def test_the_highest_pair_of_the_suit(self) -> None:
        assert won("9S 9S", "KS KS", "AC AC", "QS QS") == 1

    def test_a_tie(self) -> None:
        """ "If there is a tie for highest pair (only possible with cards of the trump rank), the
        first player to play the highest pair wins." """
        assert won("9S 9S", "8C 8C", "8S 8S", "8D 8D") == 1

    def test_two_singles_do_not_win(self) -> None:
        """ "two single cards that do not form a pair cannot win the trick, even if they are
        trumps" """
        assert won("9S 9S", "AS KS", "BJ SJ", "8C 8D") == 0


class TestZ21Tractor:
    """Z21 §4.4: "If the leader played consecutive pairs"."""

    def test_the_highest_of_the_same_length_in_trumps(self) -> None:
        assert won("9S 9S 10S 10S", "QS QS KS KS", "2H 2H 3H 3H", "4H 4H 5H 5H") == 3

    def test_the_highest_of_the_suit(self) -> None:
        assert won("3S 3S 4S 4S", "JS JS QS QS", "QS QS KS KS", "AC AC KC KC") == 2

    def test_pairs_and_singles_do_not_win(self) -> None:
        """ "singles and non-consecutive pairs cannot win the trick, even if they are trumps" """
        assert won("3S 3S 4S 4S", "BJ BJ AH AH", "8C 8C 8D 8D", "AS AS QS QS") == 0


class TestZ21Throw:
    """Z21 §4.4: "a combination of highest units in a suit"."""

    lead = "9S 9S QS QS AS"

    def test_a_match(self) -> None:
        """ "if hearts are trump, the consecutive pairs + single 2♥-2♥-3♥-3♥-7♥ match a lead of two
        pairs + single 9♠-9♠-Q♠-Q♠-A♠" """
        assert won(self.lead, "2H 2H 3H 3H 7H", "KS 3S 4S 5S 6S", "AC AC KC KC QC") == 1

    def test_the_highest_pair_decides(self) -> None:
        """ "the relevant unit of the trumping combination is the pair 3♥-3♥, not the consecutive
        pairs. It would lose to the combination 5♥-5♥-9♥-9♥-4♥" """
        assert won(self.lead, "2H 2H 3H 3H 7H", "5H 5H 9H 9H 4H") == 2
        assert won(self.lead, "5H 5H 9H 9H 4H", "2H 2H 3H 3H 7H") == 1

    def test_no_kickers(self) -> None:
        """ "Ties are broken in favor of the earliest player, disregarding the other cards in the
        combination—there are no "kickers" in Sheng Ji." """
        assert won("AS KS KS", "8C 8C 2H", "8D 8D BJ", "8S 8S 8H") == 1
        assert won("AS KS", "AH 2H", "AH KH", "KH KH") == 1

    def test_without_pairs_the_highest_card(self) -> None:
        """ "if the leading combination has no pairs, then any pairs in the trump combinations are
        disregarded ... so the trump combination with the highest individual card (which may be part
        of a pair) wins" """
        assert won("AS KS QS", "KH KH 2H", "AH 3H 4H", "QH QH 5H") == 2
        assert won("AS KS QS", "2H 3H KH", "AH AH 3H", "AH 4H 5H") == 2

    def test_at_least(self) -> None:
        """ "The "at least" qualifier allows a pair to trump two single cards and two consecutive
        pairs to trump two non-consecutive pairs or four singles." """
        assert won("AS KS", "2H 2H") == 1
        assert won("AS AS QS QS", "2H 2H 3H 3H") == 1
        assert won("AS KS QS JS", "2H 2H 3H 3H") == 1

    def test_too_few_pairs_do_not_match(self) -> None:
        """ "(2) it contains at least the same number of total pairs" """
        assert won(self.lead, "AH AH 8C 8D BJ", "5H 6H 7H 9H AH") == 0

    def test_tractors_must_be_matched(self) -> None:
        """ "(3) its pairs may be matched up with those of the leading combination" """
        assert won("3S 3S 4S 4S AS", "2H 2H 4H 4H BJ", "2H 2H 3H 3H 5H") == 2
        lead = "3S 3S 4S 4S AS AS"
        assert won(lead, "2H 2H 3H 3H 5H 5H", "2H 2H 4H 4H 6H 6H") == 1
        assert won(lead, "2H 2H 5H 5H KH KH", "2H 2H 3H 3H 4H 5H") == 0

    def test_the_tractor_decides_not_the_pair(self) -> None:
        lead = "3S 3S 4S 4S AS AS"
        assert won(lead, "2H 2H 3H 3H BJ BJ", "4H 4H 5H 5H 6H 6H") == 2
        # Of three consecutive pairs the upper two stand for the tractor.
        assert won(lead, "5H 5H 6H 6H BJ BJ", "4H 4H 5H 5H 6H 6H") == 1

    def test_the_highest_tractor_may_be_needed_elsewhere(self) -> None:
        """The lead is a tractor of three and one of two: the pairs 4-5 cannot serve both."""
        lead = "3S 3S 4S 4S 5S 5S JS JS QS QS"
        assert won(lead, "2H 2H 3H 3H 4H 4H 5H 5H 6H 6H") == 1
        assert won(lead, "2H 2H 3H 3H 4H 4H 5H 5H 7H 7H") == 0

    def test_more_than_one_suit_never_wins(self) -> None:
        """Z21 §3.7.3: "A set of cards from multiple suits automatically loses the trick" """
        assert won("AS KS KS", "8C 8C AS", "8C 8C AC", "BJ BJ 3D") == 0
        assert won("3S 3S", "AS 8S") == 0

    def test_equal_cards_of_trump_are_one_suit(self) -> None:
        assert won("AS KS KS", "8C 8C 8S") == 1
        assert won("AS KS", "8C 8D") == 1


class TestZ21Tuples:
    """Z21 §6.5, Triples."""

    def test_as_many_tuples(self) -> None:
        """ "at least as many m-tuples for each m ≥ 2" """
        assert won("AS AS AS", "2H 2H 3H", "4H 4H 4H", decks=3) == 2
        assert won("AS AS KS", "2H 2H 2H", decks=3) == 1
        assert won("AS AS QS QS", "2H 2H 2H 3H", "2H 2H 2H 2H", decks=4) == 2

    def test_the_longest_unit_decides(self) -> None:
        """ "Multiple trumping combinations are compared by evaluating the rank of the longest unit
        also present in the leading combination." """
        lead = "AS AS AS KS KS QS"
        assert won(lead, "2H 2H 2H 3H 3H BJ", "4H 4H 4H 3H 3H 2H", decks=3) == 2
        assert won(lead, "4H 4H 4H 3H 3H 2H", "3H 3H 3H BJ BJ SJ", decks=3) == 1

    def test_of_as_many_cards_the_longer_tuples(self) -> None:
        """ "two consecutive triples are higher than three consecutive pairs" """
        found = space("8H", decks=3)
        lead = default_reading(found, cards("3S 3S 3S 4S 4S 4S JS JS QS QS KS KS"))
        assert deciding_unit(lead).shape == (3, 2)

    def test_the_reading_that_was_named_decides(self) -> None:
        """ "the leading player may have the right to specify the structure" """
        found = space("8H", decks=3)
        lead = cards("3S 3S 3S 4S 4S")
        plays = [lead, cards("2H 2H 2H 3H 3H"), cards("5H 5H 5H 4H 4H"), cards("6H 6H 9H 9H 9H")]
        tractor, triple = readings(found, lead)
        assert winner(found, tractor, plays) == 2
        assert winner(found, triple, plays) == 3
        assert written(deciding_unit(tractor).cards) == "4S 4S 3S 3S"
        assert written(deciding_unit(triple).cards) == "3S 3S 3S"

    def test_ties_are_won_by_the_earliest(self) -> None:
        assert won("AS AS AS", "8C 8C 8C", "8D 8D 8D", decks=3) == 1


@pytest.mark.parametrize(
    ("trump", "plays", "expected"),
    [
        # "the player of the 5 wins, since this was played before the equally high 5"
        ("5D", ("5C", "QD", "10D", "5H"), 0),
        # "the ten wins, since it is the highest heart that was played"
        ("5D", ("7H", "JC", "JS", "10H"), 3),
        # "North wins the trick, since West's unpaired clubs cannot beat a pair."
        ("3H", ("JC JC", "AC QC", "4C 10D", "10C 10C"), 0),
        # "South wins the trick since East's trumps, though higher, are not a pair."
        ("3H", ("5S 5S", "KS KS", "2H 2H", "8H 7H"), 2),
        # "then the first played of these pairs would beat the other" (nines and spades)
        ("9S", ("3C 3C", "9D 9D", "9H 9H", "4C 4C"), 1),
        # "West wins the trick because South's pairs, though they are higher, are not consecutive."
        ("KC", ("3H 3H 4H 4H", "10H 10H 5H 5H", "2H 6H 7H 9H", "JH QH AH 8H"), 0),
        # Top cards; sixes and spades are trumps. "South wins with the higher trump pair."
        ("6S", ("AC QC QC", "AS 5S 5S", "2S 7S 7S", "3C 4C 5C"), 2),
        # "South wins again because the A beats the 7 - pairs are now irrelevant"
        ("6S", ("AC KC QC", "2S 7S 7S", "AS 5S 5S", "3C 4C 5C"), 2),
        # "only the highest trump is compared, and West's A was played first"
        ("6S", ("AC KC", "AS 3S", "AS QS", "3C 4C"), 1),
    ],
)
def test_pag_examples(trump: str, plays: tuple[str, ...], expected: int) -> None:
    assert won(*plays, trump=trump) == expected


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        # Double cards: 9♦-9♦ "beats J♦-Q♦ ... and also beats J♣-Q♣ ..., but not (5♣-5♣)".
        (("8D 8D", "9D 9D"), 1),
        (("8D 8D", "9D 9D", "JD QD", "JC QC"), 1),
        (("8D 8D", "9D 9D", "5C 5C"), 2),
        # "South ruffs the trick with a pair of 10♣ and the rank is higher than West's 5♣."
        (("8D 8D", "JD QD", "5C 5C", "10C 10C"), 3),
        (("8D 8D", "JD QD", "5C 5C", "10D 2S"), 2),
        # "South, despite playing trump doubles, loses to East for playing a higher single 10♣."
        (("KD QD", "3D 4D", "5C 5C", "10C 3C"), 3),
        # "South takes the trick; West does not need to take back his cards."
        (("KD QD QD 10D 10D", "8C 8C 5C 5C JC"), 1),
        # "South does not play all trump, and cannot take the trick."
        (("KD QD QD 10D 10D", "8C 8C 5C 5C JH"), 0),
        # "East has larger trump doubles and so takes the trick."
        (("KD QD QD 10D 10D", "8C 8C 5C 5C JC", "10C 10C 2C 2C 4C"), 2),
        # "East has a large trump single, but cannot beat South with his doubles"
        (("KD QD QD 10D 10D", "8C 8C 5C 5C JC", "6C 6C 3C 3C AC"), 1),
        # "because the doubles are equally ranked, south takes the trick"
        (("AD KD KD", "7H 7H 9C", "7S 7S AC"), 1),
        # "Consecutive non-trump doubles may only be ruffed by consecutive trump doubles."
        (("JS JS 10S 10S 9S 9S 8S 8S", "2C 2C 3C 3C 4C 4C 6C 6C"), 0),
        (("JS JS 10S 10S 9S 9S 8S 8S", "2C 2C 3C 3C 4C 4C 5C 5C"), 1),
    ],
)
def test_w23_tables(plays: tuple[str, ...], expected: int) -> None:
    """W23 (and W14): "the dominant card is 7♣"."""
    assert won(*plays, trump="7C") == expected
