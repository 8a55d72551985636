"""Lessons about one answer and another, in positions that are easy to see through."""

from __future__ import annotations

import re

import pytest

from shengji.cards import write_cards
from shengji.explain import Lesson
from shengji.explain.wording import told_lesson
from shengji.game import Play
from shengji.game.reasons import reason_of
from shengji.words import texts
from tests.explain.kit import SHORT, Position, found_at, lessons_at, reached, short
from tests.game.kit import cards

FRIENDS = SHORT | {"teams": "friends", "players": 4}
ACE = ("2S KH QH 3C", "AC 3D KD 5S", "AH 4C 5D 6D", "3H 4H 5C 6C")
"""The Dealer in seat 0 calls the Ace of clubs, which seat 1 holds."""


def four(hands: tuple[str, ...], seat: int, *plays: str) -> Position:
    """Four cards each, with spades as trumps, after some plays; partners sit opposite."""
    return Position(SHORT, *short(*hands, plays=plays), seat, "", "", "")


def friends(seat: int, *plays: str, hands: tuple[str, ...] = ACE) -> Position:
    """The same among friends, with the Ace of clubs called."""
    dealt, moves = short(*hands, plays=("0 1 AC", *plays))
    return Position(FRIENDS, dealt, moves, seat, "", "", "")


TRICK = ("0 KH", "1 3D", "2 AH", "3 3H")
"""Seat 2 takes the first trick from the Dealer."""


@pytest.mark.parametrize(
    ("at", "made", "best", "expected"),
    [
        # Points for a teammate, who can still be overtaken or cannot.
        pytest.param(
            four(("2S QH 3C 4C", "4H 5D 6D 7D", "10H 6H AH 3D", "KH 7H 8H 9H"), 2, "0 QH", "1 4H"),
            *("10H", "6H", ("points-in-danger", "10H", 10)),
            id="a teammate can be overtaken",
        ),
        pytest.param(
            four(("2S QH 3C 4C", "4H 5D 6D 7D", "10H 6H AH 3D", "KH 7H 8H 9H"), 2, "0 QH", "1 4H"),
            *("6H", "AH", ("win-safer", "AH", 0)),
            id="a safer card than the teammate's",
        ),
        pytest.param(
            four(("2S QH 3C 4C", "4H 5D 6D 7D", "KH 6H AH 3D", "3H 7H 8H 9H"), 2, "0 QH", "1 4H"),
            *("6H", "AH", ("win-next-lead", "AH", 0)),
            id="the lead from a teammate",
        ),
        pytest.param(
            four(
                ("2S 3H KD 4C", "AH QD 6D 7D", "8H 4D AC 3D", "9H 10D 5D 9D"),
                *(3, "0 3H", "1 AH", "2 8H", "3 9H", "1 QD", "2 4D"),
            ),
            *("10D", "9D", ("points-in-danger", "10D", 10)),
            id="a teammate can be overtaken by the last",
        ),
        pytest.param(
            four(
                ("2S QH 3C 4C", "KH 5D 6D 7D", "3H 6H AC 3D", "10H 7H 8H 9H"),
                *(3, "0 QH", "1 KH", "2 3H"),
            ),
            *("7H", "10H", ("points-kept", "10H", 10)),
            id="a teammate cannot be overtaken",
        ),
        # Leads of the suit that is called, and others who have none left.
        pytest.param(friends(0), "KH", "3C", ("lead-called", "AC", 0), id="the Dealer's call"),
        pytest.param(
            friends(2, *TRICK), "4C", "5D", ("lead-called-helps", "AC", 0), id="an opponent's lead"
        ),
        pytest.param(
            four(("2S AS KH 3C", "9H 3H 4C 5C", "6C 7C 8C 9C", "AH 10H 4D BJ"), 0),
            *("3C", "KH", ("lead-few-higher", "KH", 0)),
            id="few are higher",
        ),
        # To join or not.
        pytest.param(friends(1, "0 KH"), "3D", "AC", ("join-ahead", "AC", 0), id="join a trick"),
        pytest.param(friends(1, "0 KH"), "AC", "3D", ("join-wasted", "AC", 0), id="a lost Ace"),
        pytest.param(friends(1, "0 3C"), "AC", "5S", ("join-early", "AC", 0), id="join later"),
        pytest.param(
            friends(1, "0 KH"), "3D", "KD", ("points-as-friend", "AC", 10), id="points as a friend"
        ),
        pytest.param(
            friends(1, "0 KH"), "KD", "3D", ("points-unjoined", "KD", 10), id="and as none yet"
        ),
        pytest.param(
            friends(1, "0 KH"), "3D", "5S", ("win-unjoined", "5S", 10), id="over the Declarers"
        ),
        # A suit that is emptied, and trumps.
        pytest.param(
            four(("2S 3S KH 4D", "3H 4H 4C 5C", "6C 7C 8C 9C", "JH 10H 5D BJ"), 0),
            *("3S", "4D", ("lead-void", "4D", 0)),
            id="a lead from one card",
        ),
        pytest.param(
            four(("2S 3S KH 4D", "5H 6S 9D 7C", "9C 7D 6D 8C", "JH 10H 5D BJ"), 2, "0 KH", "1 5H"),
            *("7D", "9C", ("", "", 0)),
            id="no trumps left for a suit that is emptied",
        ),
    ],
)
def test_what_is_said_of_one_answer_and_another(
    at: Position, made: str, best: str, expected: tuple[str, str, int]
) -> None:
    found = found_at(at, made, best)
    assert expected in found or (not expected[0] and not found), found


def test_a_throw_that_surely_fails_is_told_with_what_beats_it() -> None:
    """The Dealer knows the kitty, so whatever is out is in a hand; others must reckon with it."""
    hands: tuple[str, ...] = ("2S AS KH QH", "9H 3H 4C 5C", "6C 7C 8C 9C", "AH 10H 4D BJ")
    (first, *_) = lessons_at(four(hands, 0), "KH QH", "AS")
    assert first == Lesson("throw-fails", cards("KH"), higher=cards("AH"))
    told = "This throw is sure to fail: A♥ is out, and higher than K♥."
    assert told_lesson(first) == told
    assert told_lesson(first, "zh") == "这样甩一定失败：外面的 A♥ 比 K♥ 大。"
    # An opponent of the Dealer does not know the kitty, but in it there are hardly all four.
    low = four((*hands[:3], "AH 8H 4H BJ"), 3, "0 KH", "1 3H", "2 6C", "3 AH")
    assert found_at(low, "8H 4H", "BJ")[0] == ("throw-hopeless", "8H", 4)
    # Seat 3 cannot know that the Queen is in a hand: more cards lie in the kitty than are higher.
    hands = (*hands[:3], "AH 10H 8H BJ")
    at = four(hands, 3, "0 KH", "1 3H", "2 6C", "3 AH")
    assert found_at(at, "10H 8H", "BJ")[0] == ("throw-risky", "8H", 0)


def test_nothing_speaks_for_a_throw_that_surely_fails() -> None:
    hands = ("2S AS KH QH", "9H 3H 4C 5C", "6C 7C 8C 9C", "AH 10H 4D BJ")
    assert not found_at(four(hands, 0), "KH", "KH QH")
    assert [key for key, *_ in found_at(four(hands, 0), "2S", "KH QH")] == ["lead-trump-early"]


def test_points_that_are_forced_are_not_counted() -> None:
    """Both answers have the Ten, which has to be followed with."""
    hands = ("2S AD KD 3C", "5D 6D 7C 8C", "10D KC QC JC", "3D 4D 9C AC")
    game = Position(SHORT, *short(*hands, plays=("0 AD KD", "1 5D 6D")), 2, "", "", "")
    assert found_at(game, "10D QC", "10D KC")[0] == ("points-kept", "10D KC", 10)


def test_a_hint_does_not_say_that_the_side_of_the_dealer_is_open() -> None:
    """It is the seat's own that is: it holds a card that is called."""
    game = reached(friends(1, "0 KH"))
    told = reason_of(game.hand, 1, Play(1, cards("3D"))).render()
    assert told.startswith("The Declarers are ahead, and you hold a card that is called")
    told = reason_of(game.hand, 1, Play(1, cards("KD"))).render()
    assert told.endswith("are more worth keeping than these points.")


def test_it_is_no_time_for_trumps_when_the_other_side_has_none() -> None:
    hands = ("2S 3S AS 4D", "3H 4H 4C 5C", "5S 7C 8C 9C", "JH 10H 5D 6D")
    at = four(hands, 0, "0 AS", "1 3H", "2 5S", "3 JH")
    assert ("lead-trump-none", "3S", 0) in found_at(at, "3S", "4D")
    assert "lead-trump-missed" not in [key for key, *_ in found_at(at, "4D", "3S")]
    assert write_cards(reached(at).hand.hands[2]) == "7C 8C 9C"


PRONOUN = re.compile(r"\b[Ii]t\b")
IMPERSONAL = re.compile(r"\b[Ii]t is (?:not known|time|not for)\b")
NAMED = (
    "{cards}",
    "the throw",
    "this trick",
    "The kitty",
    "The land",
    "The other side",
    "the trump suit",
)


def test_a_lesson_says_it_only_of_what_it_has_named() -> None:
    """A lesson after "Why not Q♠?" must not be read of another answer."""
    for key, text in texts("lessons").items():
        before, found, _ = PRONOUN.sub("\0", IMPERSONAL.sub("", text.of("en"))).partition("\0")
        assert not found or any(named in before for named in NAMED), (key, text.of("en"))
