"""Duties of a follower (Z21 §3.7.2, §4.3)."""

from __future__ import annotations

import pytest

from shengji.play.follows import Lead
from shengji.play.readings import readings
from shengji.play.units import default_reading
from tests.kit import cards, space, written


def lead_of(text: str, trump: str = "2H", decks: int = 2) -> Lead:
    found = space(trump, decks)
    return Lead(found, default_reading(found, cards(text)))


def follows(lead: Lead, hand: str) -> set[str]:
    """All legal plays."""
    return {written(play) for play in lead.follows(cards(hand))}


def rung(lead: Lead, hand: str) -> list[tuple[int, int]]:
    """The units owed, as (width, length)."""
    found = lead.owed(cards(hand)).rung
    return [(width, length) for width, length, times in found for _ in range(times)]


def fault(lead: Lead, hand: str, play: str) -> str | None:
    return lead.fault(cards(hand), cards(play))


class TestZ21Single:
    """Z21 §4.3: "If the leader plays a single card from a suit"."""

    lead = lead_of("9S")

    def test_1_the_suit(self) -> None:
        """ "Suit: A single card in the suit led, if possible." """
        assert follows(self.lead, "3S 3S KS 3H 2S AC") == {"3S", "KS"}
        assert fault(self.lead, "3S 3S KS 3H 2S AC", "3H") == "suit"

    def test_2_any_other(self) -> None:
        """ "Otherwise, any other card." """
        assert follows(self.lead, "3H 2S AC AC") == {"3H", "2S", "AC"}

    def test_3_7_2_rank_cards_are_trumps(self) -> None:
        """Z21 §3.7.2: "all cards of the trump rank are part of the trump suit" """
        assert follows(lead_of("2S"), "AS 3H 2C BJ") == {"3H", "2C", "BJ"}
        assert follows(lead_of("SJ", trump="8"), "AS 8C 8H") == {"8C", "8H"}


class TestZ21Pair:
    """Z21 §4.3: "If the leader plays a pair"."""

    lead = lead_of("9S 9S")

    def test_1_a_pair(self) -> None:
        """ "Suit + structure: A pair in the suit led, if possible." """
        assert follows(self.lead, "3S 3S 4S KS KS AC AC") == {"3S 3S", "KS KS"}
        assert fault(self.lead, "3S 3S 4S KS KS AC AC", "4S 3S") == "structure"

    def test_2_two_cards(self) -> None:
        """ "Suit: Otherwise, two cards in the suit led, if possible." """
        assert follows(self.lead, "3S 4S KS AC AC") == {"4S 3S", "KS 3S", "KS 4S"}
        assert fault(self.lead, "3S 4S KS AC AC", "3S AC") == "suit"

    def test_3_one_card(self) -> None:
        """ "Suit: Otherwise, one card in the suit led and any other card, if possible." """
        assert follows(self.lead, "3S AC AC KH") == {"3S AC", "KH 3S"}

    def test_4_any_two(self) -> None:
        """ "Otherwise, any two cards from another suit (not necessarily a pair)." """
        assert follows(self.lead, "AC AC KH 4D") == {"AC AC", "KH AC", "AC 4D", "KH 4D"}

    def test_equals_are_no_pair(self) -> None:
        assert rung(lead_of("9H 9H"), "2S 2C 3H 4H") == []
        assert rung(lead_of("9H 9H"), "2S 2S 3H 4H") == [(2, 1)]

    def test_footnote_6_a_tractor_is_pulled_apart(self) -> None:
        """ "Longer sets of consecutive pairs in other players' hands are not "protected" ... a
        subset of the consecutive pairs must be played if there are no other pairs" """
        assert follows(self.lead, "3S 3S 4S 4S 5S 6S") == {"3S 3S", "4S 4S"}


class TestZ21Tractor:
    """Z21 §4.3: "If the leader plays two consecutive pairs"."""

    lead = lead_of("9S 9S 10S 10S")

    def test_1_two_consecutive_pairs(self) -> None:
        """ "Suit + structure: Two consecutive pairs in the suit led, if possible." """
        hand = "3S 3S 4S 4S 7S 7S KS AC AC"
        assert rung(self.lead, hand) == [(2, 2)]
        assert follows(self.lead, hand) == {"4S 4S 3S 3S"}
        assert fault(self.lead, hand, "3S 3S 7S 7S") == "structure"

    def test_2_two_pairs(self) -> None:
        """ "Suit + structure: Otherwise, two pairs in the suit led, if possible." """
        hand = "3S 3S 5S 5S 7S 7S KS AC AC"
        assert rung(self.lead, hand) == [(2, 1), (2, 1)]
        assert follows(self.lead, hand) == {"5S 5S 3S 3S", "7S 7S 3S 3S", "7S 7S 5S 5S"}
        assert fault(self.lead, hand, "3S 3S 5S KS") == "structure"

    def test_3_a_pair_and_two_singles(self) -> None:
        """ "Suit + structure: Otherwise, a pair and two singles in the suit led, if possible." """
        hand = "3S 3S 5S 7S KS AC AC"
        assert rung(self.lead, hand) == [(2, 1)]
        assert follows(self.lead, hand) == {"7S 5S 3S 3S", "KS 5S 3S 3S", "KS 7S 3S 3S"}
        assert fault(self.lead, hand, "3S 5S 7S KS") == "structure"

    def test_4_four_cards(self) -> None:
        """ "Suit: Otherwise, four cards in the suit led, if possible." """
        hand = "3S 5S 7S 9S KS AC AC"
        assert rung(self.lead, hand) == []
        assert len(follows(self.lead, hand)) == 5
        assert fault(self.lead, hand, "3S 5S AC AC") == "suit"

    def test_5_three_cards(self) -> None:
        """ "Suit: Otherwise, three cards in the suit led and any other card, if possible." """
        assert follows(self.lead, "3S 3S 7S AC AC KD") == {"7S 3S 3S AC", "7S 3S 3S KD"}

    def test_6_two_cards(self) -> None:
        """ "Suit: Otherwise, two cards in the suit led and any two other cards, if possible." """
        assert follows(self.lead, "3S 3S AC AC KD") == {"3S 3S AC AC", "3S 3S AC KD"}

    def test_7_one_card(self) -> None:
        """ "Suit: Otherwise, one card in the suit led and any three other cards" """
        assert follows(self.lead, "3S AC AC KD") == {"3S AC AC KD"}
        assert len(follows(self.lead, "3S AC AC KD 4D")) == 3

    def test_8_any_four(self) -> None:
        """ "Otherwise, any four cards from other suits." """
        assert len(follows(self.lead, "AC AC KD KD 4H")) == 3

    def test_n_pairs_then_n_minus_1(self) -> None:
        """ "A lead of n consecutive pairs must be followed by n consecutive pairs from each player
        if possible, otherwise n − 1 consecutive pairs, and so on." """
        lead = lead_of("9S 9S 10S 10S JS JS QS QS")
        assert rung(lead, "3S 3S 4S 4S 5S 5S 6S 6S KS") == [(2, 4)]
        assert rung(lead, "3S 3S 4S 4S 5S 5S 7S 7S KS KS") == [(2, 3), (2, 1)]
        assert rung(lead, "3S 3S 4S 4S 6S 6S 7S 7S KS KS") == [(2, 2), (2, 1), (2, 1)]
        assert rung(lead, "3S 3S 4S 4S 6S 6S 8S 8S KS KS") == [(2, 2), (2, 1), (2, 1)]
        assert rung(lead, "3S 3S 5S 5S 7S 7S KS KS AS") == [(2, 1)] * 4
        assert rung(lead, "3S 3S 5S 5S 7S 8S KS AS") == [(2, 1)] * 2

    def test_footnote_6_a_longer_tractor_is_pulled_apart(self) -> None:
        """ "Hence the name of the game: tractors "pull out" other tractors, non-consecutive pairs,
        and singles." """
        found = follows(self.lead, "3S 3S 4S 4S 5S 5S KS")
        assert found == {"4S 4S 3S 3S", "5S 5S 4S 4S"}

    def test_trump_tractors(self) -> None:
        lead = lead_of("3H 3H 4H 4H")
        assert rung(lead, "AH AH 2C 2C 2D 2D KD") == [(2, 2)]
        assert follows(lead, "AH AH 2C 2C 2D 2D KD") == {"2C 2C AH AH", "2D 2D AH AH"}
        assert rung(lead, "2C 2C 2D 2D 5H") == [(2, 1), (2, 1)]


class TestZ21Throw:
    """Z21 §4.3: "a combination of highest singles, pairs, and consecutive pairs"."""

    lead = lead_of("4S 4S 5S 5S AS")

    def test_the_example_a_tractor(self) -> None:
        """ "A following player must play a tractor in spades plus a fifth spade card." """
        hand = "7S 7S 8S 8S 10S 10S KS AC"
        assert rung(self.lead, hand) == [(2, 2)]
        assert follows(self.lead, hand) == {"10S 8S 8S 7S 7S", "KS 8S 8S 7S 7S"}

    def test_the_example_two_pairs(self) -> None:
        """ "If they do not have any tractors in spades, then they must play two non-consecutive
        pairs in spades (even if they are of higher ranks such as 10♠-10♠-K♠-K♠) plus a fifth" """
        hand = "10S 10S KS KS 3S 6S AC"
        assert rung(self.lead, hand) == [(2, 1), (2, 1)]
        assert follows(self.lead, hand) == {"KS KS 10S 10S 3S", "KS KS 10S 10S 6S"}

    def test_the_example_one_pair(self) -> None:
        """ "they must play one pair and three singles in spades" """
        hand = "10S 10S KS 3S 6S 7S AC"
        assert rung(self.lead, hand) == [(2, 1)]
        assert len(follows(self.lead, hand)) == 4

    def test_the_example_five_singles(self) -> None:
        """ "or if this is not possible, then five singles in spades" """
        assert rung(self.lead, "10S JS KS 3S 6S 7S AC AC") == []
        assert len(follows(self.lead, "10S JS KS 3S 6S 7S AC AC")) == 6

    def test_the_example_fewer_than_five(self) -> None:
        """ "If the player has fewer than five spades, then they must play all of them and add cards
        from other suits to play a total of five cards on this trick." """
        assert follows(self.lead, "KS KS 3S AC 2H 9D 9D") == {
            "KS KS 3S AC 9D",
            "2H KS KS 3S AC",
            "2H KS KS 3S 9D",
            "KS KS 3S 9D 9D",
        }

    def test_singles_owe_only_the_suit(self) -> None:
        lead = lead_of("AS KS QS")
        assert rung(lead, "3S 3S 4S 4S 5S") == []
        assert len(follows(lead, "3S 3S 4S 5S")) == 3

    def test_two_pairs_do_not_ask_for_a_tractor(self) -> None:
        """ "Multiple pairs in a lead must be followed by the same number of pairs" """
        lead = lead_of("AS AS QS QS")
        assert rung(lead, "3S 3S 4S 4S 7S 7S") == [(2, 1), (2, 1)]
        assert len(follows(lead, "3S 3S 4S 4S 7S 7S")) == 3

    def test_up_to_the_total_number_of_pairs(self) -> None:
        """ "PLUS as many pairs as possible in the suit led, up to the point where the total number
        of consecutive and non-consecutive pairs matches the total number ... led" """
        lead = lead_of("AS AS QS QS JS JS 9S")
        assert rung(lead, "3S 3S 5S 5S 6S 6S 8S 8S KS") == [(2, 2), (2, 1)]
        assert rung(lead, "3S 3S 4S 4S 5S 5S 6S 6S KS") == [(2, 2), (2, 1)]
        assert rung(lead, "3S 3S 5S 5S 7S 7S 10S 10S KS") == [(2, 1)] * 3

    def test_two_tractors(self) -> None:
        """ "As many sets of consecutive pairs as possible in the suit led, matching lengths" """
        lead = lead_of("AS AS KS KS JS JS 10S 10S")
        assert rung(lead, "3S 3S 4S 4S 5S 5S 6S 6S 8S") == [(2, 2), (2, 2)]
        assert rung(lead, "3S 3S 4S 4S 7S 7S 8S 8S 9S") == [(2, 2), (2, 2)]
        assert rung(lead, "3S 3S 4S 4S 5S 5S 7S 7S 9S") == [(2, 2), (2, 1), (2, 1)]


class TestPag:
    """PAG: what is forced in examples that agree with Z21."""

    def test_pair_of_tens(self) -> None:
        """ "East, whose clubs are 10, 10, 7, 6, 3, would like to play two worthless low clubs, but
        must follow with the pair 10-10." """
        lead = lead_of("JC JC", trump="3H")
        assert follows(lead, "10C 10C 7C 6C 4C AH") == {"10C 10C"}
        assert written(lead.forced(cards("10C 10C 7C 6C 4C AH"))) == "10C 10C"

    def test_pairs_under_a_tractor(self) -> None:
        """ "West leads 3-3-4-4. South's hearts are J, 10, 10, 8, 6, 5, 5 and South is forced to
        follow with pairs: 10-10-5-5." (kings and clubs are trumps)"""
        lead = lead_of("3H 3H 4H 4H", trump="KC")
        hand = "JH 10H 10H 8H 6H 5H 5H AC"
        assert follows(lead, hand) == {"10H 10H 5H 5H"}
        assert written(lead.forced(cards(hand))) == "10H 10H 5H 5H"

    def test_a_single_trump(self) -> None:
        """ "A player who holds only one trump must play this with any other card." """
        lead = lead_of("9S 9S", trump="4S")
        assert follows(lead, "4H AC AC KD") == {"4H AC", "4H KD"}
        assert written(lead.forced(cards("4H AC AC KD"))) == "4H"

    def test_a_heart_of_the_trump_rank(self) -> None:
        """ "If your only heart is the five, you may play it on this trick, but you are not
        obliged to" (fives and diamonds are trumps)"""
        assert follows(lead_of("7H", trump="5D"), "5H JC 10D") == {"5H", "JC", "10D"}

    def test_a_triple_lead(self) -> None:
        """ "When a triple is led, players must follow with triples of that suit if possible;
        players with no triple must play a pair if possible." """
        lead = lead_of("9S 9S 9S", decks=3)
        assert follows(lead, "3S 3S 3S 4S 4S KS") == {"3S 3S 3S"}
        assert follows(lead, "3S 3S 4S KS") == {"4S 3S 3S", "KS 3S 3S"}

    def test_a_tractor_of_any_shape(self) -> None:
        """ "if a sequence of three pairs is led, a player with two consecutive pairs in that suit
        must play it, along with another pair in that suit if held" """
        lead = lead_of("9S 9S 10S 10S JS JS", decks=3)
        assert rung(lead, "3S 3S 4S 4S 6S 6S 8S") == [(2, 2), (2, 1)]
        assert rung(lead, "3S 3S 4S 4S 6S 7S 8S") == [(2, 2)]


class TestZ21Tuples:
    """Z21 §6.5, Triples."""

    def test_a_triple_forces_pairs(self) -> None:
        """ "leading a triple forces following players to play pairs if they have no triples" """
        lead = lead_of("9S 9S 9S", decks=3)
        assert rung(lead, "3S 3S 4S 4S KS") == [(2, 1)]
        assert fault(lead, "3S 3S 4S 4S KS", "3S 4S KS") == "structure"

    def test_a_pair_can_force_two_of_a_triple(self) -> None:
        """ "leading a pair can force following players to play two cards from a triple if they have
        no other pairs" """
        lead = lead_of("9S 9S", decks=3)
        assert follows(lead, "3S 3S 3S KS QS") == {"3S 3S"}
        assert follows(lead, "3S 3S 3S KS KS") == {"3S 3S", "KS KS"}

    def test_a_quadruple_is_two_pairs(self) -> None:
        lead = lead_of("9S 9S 9S 9S", decks=4)
        assert rung(lead, "3S 3S 3S 3S 4S 4S") == [(4, 1)]
        assert rung(lead, "3S 3S 3S 4S 4S 5S") == [(3, 1)]
        assert rung(lead, "3S 3S 4S 4S 5S 6S") == [(2, 1), (2, 1)]

    def test_a_quadruple_pulls_any_two_of_three_pairs(self) -> None:
        """Z21 §6.5: "follow suit and structure to the extent possible"; a quadruple is no tractor,
        so that the tractor in the hand need not stay together.
        """
        lead = lead_of("JS JS JS JS", decks=4)
        hand = "QS QS 4S 4S 3S 3S"
        assert rung(lead, hand) == [(2, 1), (2, 1)]
        assert follows(lead, hand) == {"QS QS 4S 4S", "QS QS 3S 3S", "4S 4S 3S 3S"}

    def test_two_quadruples_under_two_pairs_each(self) -> None:
        lead = lead_of("9S 9S QS QS", decks=4)
        assert rung(lead, "3S 3S 3S 3S 5S") == [(2, 1), (2, 1)]
        assert follows(lead, "3S 3S 3S 3S 5S") == {"3S 3S 3S 3S"}

    def test_two_tractors_in_the_same_columns(self) -> None:
        lead = lead_of("9S 9S 10S 10S QS QS KS KS", decks=4)
        assert [unit.shape for unit in lead.reading] == [(2, 2), (2, 2)]
        assert rung(lead, "3S 3S 3S 3S 4S 4S 4S 4S 6S 6S") == [(2, 2), (2, 2)]
        assert rung(lead, "3S 3S 3S 3S 4S 4S 4S 6S 6S") == [(2, 2), (2, 1), (2, 1)]

    def test_an_airplane(self) -> None:
        """ "leading a triple forces following players to play pairs if they have no triples" """
        lead = lead_of("9S 9S 9S 10S 10S 10S", decks=3)
        assert rung(lead, "3S 3S 3S 4S 4S 4S KS") == [(3, 2)]
        assert rung(lead, "3S 3S 3S 4S 4S 6S 6S 6S") == [(3, 1), (3, 1)]
        assert rung(lead, "3S 3S 4S 4S 6S 7S") == [(2, 2)]
        assert rung(lead, "3S 3S 3S 5S 5S 7S 7S 7S") == [(3, 1), (3, 1)]
        assert rung(lead, "3S 3S 3S 5S 5S 7S 8S") == [(3, 1), (2, 1)]
        assert rung(lead, "3S 3S 5S 5S 7S 7S") == [(2, 1), (2, 1)]

    def test_the_reading_changes_what_is_owed(self) -> None:
        """ "is it a tractor plus a single or a triple plus a pair?" """
        found = space("2H", decks=3)
        tractor, triple = (Lead(found, r) for r in readings(found, cards("3S 3S 3S 4S 4S")))
        hand = "9S 9S 9S 10S 10S KS KS"
        assert rung(tractor, hand) == [(2, 2)]
        assert rung(triple, hand) == [(3, 1), (2, 1)]
        assert follows(triple, hand) == {"10S 10S 9S 9S 9S", "KS KS 9S 9S 9S"}


class TestFaults:
    """Why a play is refused."""

    lead = lead_of("9S 9S")

    @pytest.mark.parametrize(
        ("play", "reason"),
        [
            ("3S", "count"),
            ("3S 3S 4S", "count"),
            ("", "count"),
            ("5S 5S", "not-held"),
            ("4S 4S", "not-held"),
            ("3S AC", "suit"),
            ("AC AC", "suit"),
            ("3S 4S", "structure"),
            ("3S 3S", None),
        ],
    )
    def test_each(self, play: str, reason: str | None) -> None:
        assert fault(self.lead, "3S 3S 4S AC AC", play) == reason

    def test_the_order_of_the_cards_does_not_matter(self) -> None:
        lead = lead_of("9S 9S 10S 10S")
        assert fault(lead, "3S 4S 3S AC 4S 6S", "4S 3S 4S 3S") is None


def test_what_is_owed_in_words_for_a_void_player() -> None:
    owed = lead_of("9S 9S 10S 10S").owed(cards("AC AC KC KC 3H"))
    assert (owed.size, owed.of_suit, owed.rung) == (4, 0, ())


def test_what_is_owed_counts_the_cards_of_the_suit() -> None:
    owed = lead_of("9S 9S 10S 10S").owed(cards("3S 3S 5S AC"))
    assert (owed.size, owed.of_suit, owed.rung) == (4, 3, ((2, 1, 1),))


def test_forced_in_part() -> None:
    lead = lead_of("9S 9S 10S 10S")
    assert written(lead.forced(cards("3S 3S 4S 4S 5S 5S KS"))) == "4S 4S"
    assert written(lead.forced(cards("3S 3S 6S 7S KS"))) == "3S 3S"
    assert written(lead.forced(cards("3S 4S 6S 7S KS"))) == ""


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("3S AC AC AC KC", "3S AC AC"),
        ("AC AC AC AC KC", "AC AC AC"),
        ("AC AC KC KC KC", "AC KC KC"),
    ],
)
def test_forced_of_other_suits(hand: str, expected: str) -> None:
    lead = lead_of("9S 9S 10S 10S", decks=4)
    assert written(lead.forced(cards(hand))) == expected


def test_count_stops_at_the_most() -> None:
    lead = lead_of("9S 9S")
    hand = cards("3S 3S 4S 4S 5S 5S KS")
    assert [lead.count(hand, most) for most in (1, 2, 3, 100)] == [1, 2, 3, 3]
    assert lead.count(cards("AC KC QC JC"), 100) == 6
