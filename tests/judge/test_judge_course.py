"""The judge on the course of a hand: what the draw makes, who begins, is asked, joins; points."""

from __future__ import annotations

from typing import Any

import pytest

from tests.judge.test_judge import ask, error

CLUBS = {"rank": "7", "suit": "C"}
HEARTS = {"rank": "2", "suit": "H"}


def made(*shown: tuple[int, str], **given: Any) -> Any:
    """Rank, suit and Dealer; or why the cards are dealt again."""
    told = [{"seat": seat, "cards": cards} for seat, cards in shown]
    found = ask("made", **{"rank": "8", **given}, shown=told)
    assert "error" not in found, found
    return found["again"] or (found["rank"], found["suit"], found["dealer"])


def test_z21_3_5_5_the_last_to_show_makes_trump_and_deals() -> None:
    """Z21 §3.5.5: "The last player to declare or override becomes the Dealer." §3.6.5: in later
    hands the Dealer is known."""
    shown = ((2, "8S"), (1, "8H 8H"), (3, "SJ SJ"))
    assert made(*shown[:2]) == ("8", "H", 1)
    assert made(*shown) == ("8", None, 3)
    assert made((2, "8S"), (2, "8S 8S")) == ("8", "S", 2)
    assert made(*shown, dealer=0) == ("8", None, 0)


def test_who_deals_the_first_hand_in_other_texts() -> None:
    """Z16 §5.4.5: who declares no trumps does not become the Dealer; W23: the first to declare."""
    shown = ((2, "8S"), (1, "8H 8H"), (3, "SJ SJ"))
    assert made(*shown, rules="zhang-2016") == ("8", None, 1)
    assert made(*shown[:2], rules="wikipedia-2023") == ("8", "H", 2)


def test_z21_6_5_everyone_bids_their_own_rank() -> None:
    """Z21 §6.5: the last "becomes Dealer, sets their suit as the trump suit, and sets their rank as
    the trump rank"."""
    rules = {"system": "finding-friends", "players": 5, "later_dealer": "draw"}
    given = {"rules": rules, "rank": None, "ranks": ["8", "9", "J", "8", "8"], "number": 2}
    assert made((2, "JS"), (1, "9H 9H"), **given) == ("9", "H", 1)
    assert made(kitty="3C 4C 5C 9D KS QS 3D 3H", first=1, **given, dealer=None) == ("9", "D", 1)


def test_what_the_kitty_makes() -> None:
    """Z21 §3.5.5: "turned face-up one-by-one until a card of the trump rank is revealed"; else "the
    suit of the highest-ranking card"; W23: the first card; PAG: the first hand is dealt again."""
    kitty = "3C 4C SJ 9D 8H 5S 6S 7S"
    assert made(kitty=kitty, first=3) == ("8", "H", 3)
    found = ask("made", rank="8", kitty=kitty, first=3)
    assert found["turned"] == ["3C", "4C", "SJ", "9D", "8H"]
    assert made(kitty="3C 4C SJ 9D 9H 5S 6S 7S") == ("8", "D", 0)
    assert made(kitty=kitty, rules="pagat") == "no-bid"
    assert made(kitty=kitty, rules="pagat", dealer=2, number=2) == ("8", "H", 2)
    again = {"preset": "wikipedia-2023", "no_bid_joker": "deal-again"}
    assert made(kitty="SJ" + kitty[2:], rules=again, dealer=1, number=2) == "joker"


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"rank": "8"}, "missing-field", "kitty"),
        ({"rank": "8", "kitty": "3C"}, "count", "kitty"),
        ({"rank": "8", "dealer": 4}, "no-seat", "dealer"),
        ({"rank": "8", "shown": [{"seat": 0, "cards": "9H"}]}, "bid-cards", "shown[0]"),
        ({}, "missing-field", "rank"),
    ],
)
def test_what_cannot_be_made(given: dict[str, Any], code: str, field: str) -> None:
    assert error(ask("made", **given)) == (code, field)


def test_z21_3_5_3_who_draws_first() -> None:
    """Z21 §3.5.3: counted from the shuffler; "If an Ace or a Joker is revealed, the cards should be
    replaced"; Z16 §7.1: "Ace 1"."""
    assert ask("first", turned="AS BJ 6H") == {"seat": 1}
    assert ask("first", turned="KH", shuffler=2) == {"seat": 2}
    assert ask("first", rules="zhang-2016", turned="AS") == {"seat": 0}
    assert error(ask("first", turned="AS")) == ("bad-value", "turned")
    assert error(ask("first", turned="6H 7H")) == ("bad-value", "turned")
    assert error(ask("first", rules="pagat", turned="6H")) == ("not-played", "ask")


def test_z21_6_2_who_is_asked_for_the_land() -> None:
    """Z21 §6.2: "EXCEPT for the player who declared or overrode last"; then all other players."""
    land = {"land": True}
    assert ask("land", rules=land, buried_by=1, declarer=3) == {"seats": [2, 0]}
    assert ask("land", rules=land, buried_by=1, declarer=3, bids=1) == {"seats": [2, 3, 0]}
    everyone = {"land": True, "land_bidders": "all"}
    assert ask("land", rules=everyone, buried_by=1, declarer=3) == {"seats": [2, 3, 0]}
    assert error(ask("land", buried_by=1)) == ("not-played", "ask")


def test_z21_6_5_who_joins() -> None:
    """Z21 §6.5: "first Ace of hearts," "second King of spades"; the Dealer "can join their own team
    by playing one or more called cards"."""
    calls = [{"card": "AS", "ordinal": 2}, {"card": "KD"}]

    def joins(seat: int, cards: str, played: str = "", declarers: tuple[int, ...] = (0,)) -> Any:
        return ask("joins", rules="finding-friends", trump=HEARTS, calls=calls, seat=seat,
                   cards=cards, played=played, declarers=list(declarers))  # fmt: skip

    assert joins(3, "AS") == {"answered": [], "joins": False}
    assert joins(3, "AS", "AS") == {"answered": [0], "joins": True}
    assert joins(3, "AS AS") == {"answered": [0], "joins": True}
    assert joins(0, "KD") == {"answered": [1], "joins": False}
    assert joins(2, "KD", declarers=(0, 2)) == {"answered": [1], "joins": False}
    fixed = ask("joins", trump=HEARTS, calls=calls, seat=1, cards="AS", declarers=[0])
    assert error(fixed) == ("not-played", "calls")


def test_z21_3_5_6_what_may_be_buried() -> None:
    """Z21 §3.5.6: "discards any 8 cards from their hand"."""
    hand = "3C 3D 4C 4D 5C 5D 6C 6D KS"
    assert ask("bury", hand=hand, cards="3C 3D 4C 4D 5C 5D KS 6D")["legal"]
    few = ask("bury", hand=hand, cards="3C 3D")
    assert (few["legal"], few["code"]) == (False, "bury-count")
    other = ask("bury", hand=hand, cards="3C 3D 4C 4D 5C 5D KS AS")
    assert (other["legal"], other["code"]) == (False, "not-held")


def points(**given: Any) -> Any:
    return ask("points", trump=CLUBS, **given)


def test_the_points_so_far() -> None:
    """Z21 §3.7.4: the points of the Opponents; §3.7.5: a penalty; §4.4: who wins."""
    throw = {"leader": 0, "plays": ["AD KD KD", "7H 7H 9C", "8D 6D 4D", "7S 7S AC"]}
    single = {"leader": 1, "plays": ["AH", "5H", "KH", "10H"]}
    found = points(declarers=[0], tricks=[throw, single])
    assert found == {
        "winners": [1, 1],
        "taken": [0, 45, 0, 0],
        "declarers": [0, 2],
        "opponents": 45,
    }
    paid = points(declarers=[1], tricks=[throw], penalties=[{"seat": 0, "points": 10}])
    assert (paid["taken"], paid["opponents"]) == ([0, 20, 0, 0], -10)
    assert error(points(declarers=[0, 1], tricks=[])) == ("bad-value", "declarers")
    assert error(points(declarers=[], tricks=[])) == ("missing-field", "declarers")
    short = {"leader": 0, "plays": ["AD", "KD"]}
    assert error(points(declarers=[0], tricks=[short])) == ("count", "tricks[0].plays")


def test_z21_6_5_a_friend_throws_points_away() -> None:
    """Z21 §6.5: "A player's points are discarded if they join the Declarer team.\""""
    rules = {"system": "finding-friends", "players": 5}
    first = {"leader": 2, "plays": ["AH", "5H", "KH", "3H", "4H"]}
    second = {"leader": 2, "plays": ["KD", "5D", "3D", "4D", "6D"]}
    given = {"rules": rules, "calls": [{"card": "KD"}], "declarers": [0]}
    assert points(tricks=[first], **given)["opponents"] == 15
    found = points(tricks=[first, second], **given)
    assert (found["declarers"], found["taken"][2], found["opponents"]) == ([0, 2], 15, 0)
