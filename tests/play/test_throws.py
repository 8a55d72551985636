"""Throws: which stand, and what is led instead of those that do not (Z21 §4.2, §3.7.5)."""

from __future__ import annotations

import pytest

from shengji.cards import Rank, Suit, Trump
from shengji.play.readings import readings
from shengji.play.space import space_of
from shengji.play.throws import Throw, judge_lead, penalty
from shengji.play.units import default_reading
from shengji.rules import Rules
from tests.kit import cards, space, written


def thrown(text: str, *others: str, trump: str = "2H", decks: int = 2) -> Throw:
    """The outcome of a lead; the players after the leader hold `others`."""
    found = space(trump, decks)
    return judge_lead(
        found, default_reading(found, cards(text)), [cards(other) for other in others]
    )


def led(text: str, *others: str, trump: str = "2H", decks: int = 2) -> str:
    """The cards that are really led."""
    throw = thrown(text, *others, trump=trump, decks=decks)
    return " + ".join(written(unit.cards) for unit in throw.led)


def test_z21_4_2_ace_king_king() -> None:
    """ "A♠-K♠-K♠ is always valid. There is no single spade strictly higher than Ace, and no
    remaining pair of spades higher than King" """
    throw = thrown("AS KS KS", "AS QS QS JS JS", "10S 10S 9S 9S AC AC", "2S BJ BJ")
    assert [unit.shape for unit in throw.led] == [(2, 1), (1, 1)]
    assert throw.taken_back == ()
    assert throw.challenger is None
    assert throw.beaten == ()


def test_z21_4_2_ace_king_queen() -> None:
    """ "Suppose an A♠ and a K♠ have already been played. Then A♠-K♠-Q♠ is valid" """
    assert not thrown("AS KS QS", "QS JS JS", "10S 10S", "9S").taken_back
    assert led("AS KS QS", "KS", "AS", "JS") == "QS"


def test_z21_4_2_ace_king_two_jacks() -> None:
    """ "Suppose an A♠ and a Q♠ have already been played. Then A♠-K♠-J♠-J♠ is valid, because ...
    there are no remaining pairs of spades higher than Jacks." """
    assert not thrown("AS KS JS JS", "KS QS", "10S 10S", "9S 9S").taken_back
    assert led("AS KS JS JS", "KS", "QS QS", "9S") == "JS JS"


def test_z21_4_2_invalid() -> None:
    """ "a player leads the combination K♠-Q♠-10♠-10♠, but one A♠ and the J♠-J♠ pair are still held
    by other players. ... all three units of the combination can be beat. ... the initial player is
    obligated to lead the Q♠" """
    throw = thrown("KS QS 10S 10S", "JS JS 3S", "4S", "AS 5S")
    assert [written(unit.cards) for unit in throw.led] == ["QS"]
    assert written(throw.taken_back) == "KS 10S 10S"
    assert throw.challenger == 2  # the Ace, not the Jacks, beats the Queen
    assert len(throw.beaten) == 3


def test_z21_4_2_only_the_same_length_counts() -> None:
    """ "three consecutive pairs may be part of a valid combination even if another player holds two
    consecutive pairs of higher rank within the suit" """
    text = "AS 3S 3S 4S 4S 5S 5S"
    assert not thrown(text, "9S 9S 10S 10S", "QS QS", "KS").taken_back
    assert led(text, "8S 8S 9S 9S 10S 10S", "", "") == "5S 5S 4S 4S 3S 3S"


def test_z21_4_2_a_longer_tractor_holds_a_higher_one() -> None:
    """Of four consecutive pairs the upper three are three."""
    text = "AS 3S 3S 4S 4S 5S 5S"
    assert led(text, "4S 5S 6S 6S 7S 7S 8S 8S 9S 9S", "", "") == "5S 5S 4S 4S 3S 3S"


def test_z21_4_2_what_is_higher_must_be_in_the_suit() -> None:
    """ "no remaining singles in the suit are strictly higher" """
    assert not thrown("AS QS", "BJ BJ 2H 2S 2S AC KC", "AH AH", "").taken_back


def test_z21_4_2_equals_do_not_challenge() -> None:
    """A throw of trumps: the other off-suit rank pair is not strictly higher."""
    assert not thrown("BJ BJ 2S 2S", "2C 2C 2D 2D SJ 2H", "", "").taken_back
    assert led("BJ BJ 2S 2S", "2C 2C 2D 2D SJ", "2H 2H", "") == "2S 2S"


def test_z21_3_7_1_one_unit_need_not_be_highest() -> None:
    """ "Any single card", "Any pair", "Any set of consecutive pairs" """
    for text in ("3S", "3S 3S", "3S 3S 4S 4S"):
        assert not thrown(text, "AS AS KS KS QS QS", "", "").taken_back


def test_z21_3_7_5_also_the_leader_s_partner() -> None:
    """ "the other players (including the leader's partner) must, in turn, affirm" """
    throw = thrown("KS QS", "3S", "AS", "4S")
    assert throw.challenger == 1
    assert written(throw.led[0].cards) == "QS"


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        # "the lowest single in the combination if there is a higher single in the suit"
        ("AS QS QS 10S 10S KS KS", "JS"),
        ("QS", "JS"),
        # "if the combination has no singles that can be beat, then the lowest pair"
        ("JS 10S 10S 7S 7S 6S 6S", "9S 9S"),
        # "if the combination has no pairs that can be beat, then the lowest consecutive pairs"
        ("JS 8S 8S 7S 7S 6S 6S", "5S 5S 3S 3S"),
        ("JS 8S 8S 6S 6S", ""),
    ],
)
def test_z21_3_7_5_order_with_two_decks(other: str, expected: str) -> None:
    text = "JS 9S 9S 3S 3S 5S 5S"
    throw = thrown(text, other, "", "", trump="4H")
    assert bool(throw.taken_back) == bool(expected)
    assert not expected or written(throw.led[0].cards) == expected


def test_z21_3_7_5_the_lowest_of_one_kind() -> None:
    assert led("QS JS 10S", "AS", "", "") == "10S"
    assert led("QS QS 10S 10S 8S 8S", "", "KS KS", "") == "8S 8S"
    assert led("AS QS 10S", "", "JS", "") == "10S"
    assert led("KS QS QS 10S 10S", "JS JS", "", "AS") == "KS"


def test_z21_3_7_5_of_tractors_the_shorter_first() -> None:
    """ "the lowest consecutive pairs (of length 2, then length 3, and so on)" """
    text = "3S 3S 4S 4S 5S 5S 7S 7S 8S 8S"
    higher = "9S 9S 10S 10S JS JS"
    assert led(text, higher, "", "") == "8S 8S 7S 7S"
    assert led("QS QS KS KS 3S 3S 4S 4S 5S 5S", higher, "", "") == "5S 5S 4S 4S 3S 3S"


@pytest.mark.parametrize(
    ("text", "other", "expected"),
    [
        # "single; pair; triple; consecutive pairs of length 2, then length 3, etc.; consecutive
        # triples of length 2, then length 3, etc.; consecutive quadruples ..."
        ("QS 10S 10S 8S 8S 8S", "AS AS AS", "QS"),
        ("AS 10S 10S 8S 8S 8S", "KS KS KS", "10S 10S"),
        ("8S 8S 8S 4S 4S 5S 5S", "KS KS KS QS QS", "8S 8S 8S"),
        ("10S 10S 10S 10S 4S 4S 5S 5S", "KS KS KS KS QS QS QS QS", "10S 10S 10S 10S"),
        ("3S 3S 3S 4S 4S 4S 7S 7S 8S 8S 9S 9S", "KS KS KS QS QS QS JS JS", "9S 9S 8S 8S 7S 7S"),
        ("3S 3S 3S 4S 4S 4S 7S 7S 8S 8S", "KS KS KS QS QS QS", "8S 8S 7S 7S"),
        (
            "3S 3S 3S 4S 4S 4S 7S 7S 7S 7S 8S 8S 8S 8S",
            "KS KS KS KS QS QS QS QS",
            "4S 4S 4S 3S 3S 3S",
        ),
    ],
)
def test_z21_6_5_order_with_tuples(text: str, other: str, expected: str) -> None:
    """ "the leader must play the smallest invalid unit according to this priority" """
    assert led(text, other, "", "", decks=4) == expected


def test_z21_6_5_a_triple_holds_a_pair_and_a_single() -> None:
    assert led("AS QS QS", "KS KS KS", "", "", decks=3) == "QS QS"


def test_the_reading_decides_what_can_be_beaten() -> None:
    """Z21 §6.5: "the leading player may have the right to specify the structure" """
    found = space("2H", decks=3)
    tractor, triple = readings(found, cards("AS AS AS KS KS"))
    others = [cards("QS QS QS JS JS")]
    assert not judge_lead(found, tractor, others).taken_back
    assert not judge_lead(found, triple, others).taken_back
    tractor, triple = readings(found, cards("3S 3S 3S 4S 4S"))
    assert written(judge_lead(found, tractor, [cards("5S")]).led[0].cards) == "3S"
    assert not judge_lead(found, triple, [cards("5S 6S")]).taken_back


class TestPag:
    """PAG, "Leading a set of top cards", with fours and clubs as trumps."""

    def test_ace_king_king(self) -> None:
        """ "A-K-K is a valid lead, since there is only one other heart ace at large" """
        assert not thrown("AH KH KH", "AH QH QH", "JH JH", "", trump="4C").taken_back

    def test_ace_king_two_queens_ten(self) -> None:
        """ "If one ace, one king and both jacks of spades have been played, then A-K-Q-Q-10 is a
        valid lead (there is no outstanding spade to beat the 10)." """
        text = "AS KS QS QS 10S"
        assert not thrown(text, "10S 9S 9S", "8S 8S", "7S", trump="4C").taken_back

    def test_ace_queen(self) -> None:
        """ "If one ace and both kings of diamonds have been played then A-Q is a valid lead." """
        assert not thrown("AD QD", "QD JD JD", "10D", "", trump="4C").taken_back

    def test_jack_beaten_by_a_king(self) -> None:
        """ "If one ace and one king of hearts have been played, A-Q-Q-J is not a valid lead because
        the jack could be beaten by the outstanding king." """
        assert led("AH QH QH JH", "", "KH 10H", "", trump="4C") == "JH"


class TestW23:
    """W23 (and W14), the table of multi-card combinations: "the dominant card is 7♣"."""

    @pytest.mark.parametrize(
        ("text", "others", "expected"),
        [
            # "West must take back his king and play Q♦."
            ("KD QD", ("KD 3D", "", ""), "QD"),
            ("KD QD", ("", "", "AD 3D"), "QD"),
            # "West will have to take back the doubles, and play only the K♦."
            ("KD QD QD 10D 10D", ("AD 3D", "", ""), "KD"),
            # "West will have to take back all the other cards and play only the 10♦-10♦."
            ("KD QD QD 10D 10D", ("", "JD JD 3D", ""), "10D 10D"),
        ],
    )
    def test_taken_back(self, text: str, others: tuple[str, ...], expected: str) -> None:
        assert led(text, *others, trump="7C") == expected

    @pytest.mark.parametrize(
        ("text", "others"),
        [
            # "if all A♦s and the other K♦ have already been played"
            ("KD QD", ("QD JD", "AC", "")),
            # "If there are no more single or double A♦s ... or double J♦"
            ("KD QD QD 10D 10D", ("JD KD", "JD", "")),
            # "West does not need to take back his cards."
            ("KD QD QD 10D 10D", ("8C 8C 5C 5C JC", "10C 10C 2C 2C 4C", "")),
            # "Does not require taking back of cards."
            ("AD KD KD", ("7H 7H 9C", "7S 7S AC", "")),
            # "If both A♠s have been played ... the combination would be unbeatable."
            ("KS QS QS JS JS", ("KS 10S 10S", "9S 9S", "")),
        ],
    )
    def test_stands(self, text: str, others: tuple[str, ...]) -> None:
        assert not thrown(text, *others, trump="7C").taken_back


@pytest.mark.parametrize(
    ("text", "others", "expected"),
    [
        ("KS QS 10S 10S", ("JS JS 3S", "4S", "AS 5S"), "10S"),
        ("KS QS 10S 10S", ("JS 3S", "4S", "AS 5S"), "QS"),
        ("AS QS JS JS 10S 10S", ("QS QS KS KS", "", ""), "10S"),
        # The single Queen is lower than the pair of Kings, though that is a pair.
        ("QS KS KS", ("AS AS", "", ""), "QS"),
        ("AS KS", ("QS", "JS", "10S"), "AS KS"),
    ],
)
def test_bot_one_card_is_led(text: str, others: tuple[str, ...], expected: str) -> None:
    """BOT: "finalpok = [[finalpok[0]]]" of the failing unit whose last card is the lowest."""
    house = space_of(Rules(failed_throw="card-led"), Trump(Rank("2"), Suit("H")))
    throw = judge_lead(
        house, default_reading(house, cards(text)), [cards(other) for other in others]
    )
    assert sorted(written(unit.cards) for unit in throw.led) == sorted(expected.split())


@pytest.mark.parametrize(
    ("rule", "points"),
    [
        ("none", 0),
        ("flat", 10),  # "a flat 10 points"
        ("per-unit", 30),  # "10 points per invalid unit"
        ("per-card", 40),  # "per invalid card"
        ("per-card-withdrawn", 30),  # "or per card withdrawn"; PAG likewise
    ],
)
def test_z21_3_7_5_penalties(rule: str, points: int) -> None:
    """ "adds a point penalty to a player who leads an invalid combination of highest units" """
    throw = thrown("KS QS 10S 10S", "JS JS 3S", "4S", "AS 5S")
    rules = Rules(throw_penalty=rule)  # type: ignore[arg-type]
    assert penalty(rules, throw) == points
    assert penalty(Rules(throw_penalty=rule, throw_penalty_points=5), throw) == points // 2  # type: ignore[arg-type]
    assert penalty(rules, thrown("AS KS KS", "QS", "", "")) == 0


def test_z21_3_7_5_only_units_that_can_be_beaten_are_invalid() -> None:
    throw = thrown("AS QS 10S 10S", "JS JS 3S", "4S", "KS 5S")
    assert [written(unit.cards) for unit in throw.beaten] == ["10S 10S", "QS"]
    assert penalty(Rules(throw_penalty="per-unit"), throw) == 20
    assert penalty(Rules(throw_penalty="per-card"), throw) == 30
