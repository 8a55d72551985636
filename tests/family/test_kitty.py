"""The kitty, Bidding for Land and calling friends, with the words of the texts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from shengji.cards import Rank, Suit
from shengji.game import (
    BidLand,
    Bury,
    CallFriends,
    CloseDraw,
    FriendJoined,
    HandEnded,
    KittyBuried,
    KittyTaken,
    Phase,
    view,
)
from shengji.game.land import judge_land
from shengji.rules import Rules
from tests.family.kit import Game, after, cards, rules, settled
from tests.game.kit import calls, position

PLAIN = "3C 4C 6C 7C 9C JC QC AC"
"""A kitty of eight cards."""


def after_bury(draws: dict[int, str], shown: tuple[int, str] | None, **values: Any) -> Game:
    """A later hand at level 8 with Dealer 0 whose kitty is buried."""
    house = rules(**{"first_level": "8", **values})
    game = Game.later(house, draws, dealer=0, kitty=PLAIN)
    game.draw_all()
    if shown is not None:
        game.show(*shown)
    game.do(CloseDraw())
    game.do(Bury(0, cards(PLAIN)))
    return game


def test_the_dealer_takes_the_kitty_and_buries_as_many() -> None:
    """Z21 §3.5.6: "The Dealer adds these 8 cards to their hand and discards any 8 cards from their
    hand."
    """
    game = Game.later(Rules(), {0: "2S"}, dealer=0, kitty=PLAIN)
    game.draw_all()
    game.show(0, "2S")
    game.do(CloseDraw())
    assert (game.hand.turn, game.hand.sizes[0]) == (0, 33)
    assert not Counter(cards(PLAIN)) - Counter(game.hand.hands[0])
    game.refused(Bury(0, cards("3C")), "bury-count")
    game.do(Bury(0, tuple(game.hand.hands[0][:8])))
    assert (game.hand.phase, game.hand.sizes[0]) == (Phase.PLAY, 25)


def test_the_dealer_may_look_at_the_kitty_all_through_the_hand() -> None:
    """Z21 §3.5.6: "It is generally acceptable for the Dealer to look through their kitty at any
    point during the hand."
    """
    game = position(["KC QC", "3C 3D", "4C 4D", "5C 5D"], "8S", kitty="10H")
    dealer, other = _seen_by(game, 0), _seen_by(game, 1)
    for seat, card in enumerate(["KC", "3C", "4C", "5C"]):
        game.play(seat, card)
    assert game.hand.kitty is not None
    assert dealer == game.hand.kitty
    assert other is None


def _seen_by(game: Game, seat: int) -> tuple[object, ...] | None:
    """The kitty as a seat knows it, from the events that it may see."""
    assert game.hand.kitty is not None and game.hand.buried_by is not None
    seen = view(KittyBuried(game.hand.buried_by, game.hand.kitty), seat)
    assert isinstance(seen, KittyBuried)
    return seen.cards


# Bidding for Land


def test_the_order_of_the_pairs() -> None:
    """Z21 §6.2: "From high to low ...: A pair of big Jokers; A pair of small Jokers; A pair of
    spades of the trump rank; ... hearts; ... clubs; ... diamonds"; Z16 §8.3 and W23 have the same.
    """
    order = ["8D 8D", "8C 8C", "8H 8H", "8S 8S", "SJ SJ", "BJ BJ"]
    hand = cards(" ".join(order))
    for low, before in enumerate(order):
        for high, text in enumerate(order):
            found = judge_land(Rank("8"), cards(before), hand, cards(text))
            assert found == (None if high > low else "land-too-low"), (before, text)


def test_a_single_shown_in_the_draw_is_beaten_by_any_pair() -> None:
    """Z21 §6.2: "Any of the above may be thrown to override a single card of the trump rank that
    was thrown during the draw."
    """
    hand = cards("8D 8D 8S")
    assert judge_land(Rank("8"), cards("8S"), hand, cards("8D 8D")) is None
    assert judge_land(Rank("8"), cards("8D"), hand, cards("8S")) == "land-cards"


def test_longer_tuples_bid_higher() -> None:
    """Z21 §6.5: "longer tuples taking precedence"; variants "can be combined" (§6)."""
    hand = cards("8D 8D 8D BJ BJ")
    assert judge_land(Rank("8"), cards("SJ SJ"), hand, cards("8D 8D 8D")) is None
    assert judge_land(Rank("8"), cards("8C 8C 8C"), hand, cards("BJ BJ")) == "land-too-low"


@pytest.mark.parametrize(("bidders", "asked"), [("not-last-declarer", [1, 3]), ("all", [1, 2, 3])])
def test_who_may_bid_at_first(bidders: str, asked: list[int]) -> None:
    """Z21 §6.2: "in counterclockwise order starting from the player to the Dealer's right and
    EXCEPT for the player who declared or overrode last during the deal"; Z16 §8.3: "the other
    players, in counterclockwise order".
    """
    game = after_bury({2: "8H"}, (2, "8H"), land=True, land_bidders=bidders)
    found = []
    while game.hand.phase is Phase.LAND:
        assert game.hand.turn is not None
        found.append(game.hand.turn)
        game.do(BidLand(game.hand.turn))
    assert found == asked
    assert (game.hand.phase, game.hand.turn) == (Phase.PLAY, 0)


def test_the_land_changes_hands_and_everyone_is_asked_again() -> None:
    """Z21 §6.2: "declares a new trump suit ... takes the 8 cards in the kitty ... All other players
    (including the player who declared or overrode last during the deal) ... now have the option to
    override again".
    """
    draws = {1: "8C 8C", 2: "8H 8S 8S"}
    game = after_bury(draws, (2, "8H"), land=True)
    game.do(BidLand(1, cards("8C 8C")))
    assert game.hand.trump is not None and game.hand.trump.suit is Suit("C")
    assert game.last(KittyTaken).seat == 1
    game.do(Bury(1, cards(PLAIN)))
    game.refused(BidLand(2, cards("8H")), "land-cards")
    game.do(BidLand(2, cards("8S 8S")))
    game.do(Bury(2, cards(PLAIN)))
    asked = []
    while game.hand.phase is Phase.LAND:
        assert game.hand.turn is not None
        asked.append(game.hand.turn)
        game.do(BidLand(game.hand.turn))
    assert asked == [3, 0, 1]
    # The Dealer stays the Dealer, and leads.
    assert (game.hand.dealer, game.hand.turn, game.hand.buried_by) == (0, 0, 2)
    assert game.hand.trump.suit is Suit("S")


def test_without_the_rule_nobody_is_asked() -> None:
    assert after_bury({2: "8H"}, (2, "8H")).hand.phase is Phase.PLAY


# Finding Friends

SIX: dict[str, Any] = {"teams": "friends", "players": 6}


def calling(text: str = "8S", **values: Any) -> Game:
    """A hand of Finding Friends in which the Dealer must call."""
    house = rules(**{**SIX, "first_level": "8", **values})
    game = Game.later(house, {0: text}, dealer=0)
    game.draw_all()
    game.show(0, text)
    game.do(CloseDraw())
    game.do(Bury(0, tuple(game.hand.hands[0][: house.kitty_size])))
    return game


def test_friends_are_called_ordinally_and_not_from_trumps() -> None:
    """Z21 §6.5: "calls a number of non-trump cards equal to the remaining number of players on the
    Declarer team. The called cards are specified ordinally—for example, "first Ace of hearts,"
    "second King of spades.""
    """
    game = calling()
    assert (game.hand.phase, game.hand.turn) == (Phase.CALL, 0)
    game.refused(CallFriends(0, calls("1 AH")), "call-count")
    for trump in ("1 AS, 1 AH", "1 8H, 1 AH", "1 BJ, 1 AH"):
        game.refused(CallFriends(0, calls(trump)), "call-trump")
    game.refused(CallFriends(0, calls("4 AH, 1 AC")), "call-ordinal")
    game.refused(CallFriends(0, calls("2 AH, 2 AH")), "call-twice")
    game.do(CallFriends(0, calls("2 KC, 1 AH")))
    assert game.hand.phase is Phase.PLAY


@pytest.mark.parametrize("number", [0, 1, 2, 4])
def test_how_many_friends(number: int) -> None:
    """W14: "the Dealer may call a particular card, and its owner will be his partner"; Z21 §6.5 has
    half of the players, rounded down, on the Declarers' team.
    """
    assert rules(**SIX).calls == 2
    house = rules(**SIX, friends_called=number)
    assert (house.calls, house.declarer_count) == (number, 1 + number)
    game = calling(friends_called=number)
    assert game.hand.phase is (Phase.CALL if number else Phase.PLAY)


def test_whoever_plays_the_called_copy_joins() -> None:
    """Z21 §6.5: "The players who play the called cards during the course of the hand become members
    of the Declarer team".
    """
    hands = ["KC 3H", "KC 4H", "KC 6H", "9C 9H", "10C 10H", "JC JH"]
    game = position(hands, "8S", rules=rules(**SIX), called="2 KC, 3 KC")
    teams = []
    for seat in range(3):
        game.play(seat, "KC")
        teams.append(game.hand.declarers)
    assert teams == [(0,), (0, 1), (0, 1, 2)]
    assert game.last(FriendJoined).seat == 2
    assert game.hand.sides_known


def finished(hands: list[str], called: str, plays: list[str], **values: Any) -> Game:
    """A hand of one trick of six, played to its end."""
    game = position(hands, "8S", rules=rules(**SIX, **values), called=called)
    for seat, text in enumerate(plays):
        game.play(seat, text)
    return game


def test_the_dealer_may_end_up_alone() -> None:
    """Z21 §6.5: "the Dealer can join their own team by playing one or more called cards. These
    actions will result in a smaller Declarer team."
    """
    hands = ["KC KC", "3C 4C", "6C 7C", "9C JC", "10C QC", "3H 4H"]
    game = finished(hands, "1 KC, 2 KC", hands)
    assert game.hand.joined == []
    ended = game.last(HandEnded)
    assert (ended.declarers, ended.missing) == ((0,), 2)


def test_joining_twice_makes_a_smaller_team() -> None:
    """Z21 §6.5: "it is possible for a player to join the Declarer team multiple times by playing
    multiple called cards"; W23: "someone who is already on the declarer team".
    """
    hands = ["3C 3C", "KC KC", "6C 7C", "9C JC", "10C QC", "3H 4H"]
    game = finished(hands, "1 KC, 2 KC", hands)
    assert game.hand.answers == [1, 1]
    ended = game.last(HandEnded)
    assert (ended.declarers, ended.missing) == ((0, 1), 1)


def test_points_are_thrown_away_on_joining() -> None:
    """Z21 §6.5: "During the hand, point cards are kept separately for each player. A player's
    points are discarded if they join the Declarer team."
    """
    hands = ["3C 3H", "AC AH", "10C 4H", "9C 9H", "5C 10H", "JC JH"]
    game = position(hands, "8S", rules=rules(**SIX), called="1 AH, 3 KD")
    for seat, card in enumerate(["3C", "AC", "10C", "9C", "5C", "JC"]):
        game.play(seat, card)
    assert (game.hand.taken[1], game.hand.opponents_points) == (15, 15)
    game.play(1, "AH")
    assert (game.hand.taken[1], game.hand.opponents_points) == (0, 0)
    assert (game.hand.discarded, game.last(FriendJoined).lost) == (15, 15)


# What a hand of friends changes


def test_members_advance_one_by_one() -> None:
    """Z21 §6.5: "individual players start at a common initial level, advance levels individually,
    and win the game if they win a hand while playing Ace on the Dealer's team".
    """
    levels = ["5", "9", "A", "5", "J", "2"]
    end = settled(60, levels, declarers=(0, 1, 3), **SIX)
    assert after(end) == ["6", "10", "A", "6", "J", "2"]
    end = settled(60, levels, dealer=2, declarers=(0, 2, 3), **SIX)
    assert end.winners == (2,)
    # A hand at 5 is not "while playing Ace" for the friend who is there.
    end = settled(60, levels, declarers=(0, 2, 3), **SIX)
    assert (end.winners, after(end)) == ((), ["6", "9", "A", "6", "J", "2"])
    end = settled(180, levels, declarers=(0, 1, 3), **SIX)
    assert after(end) == ["5", "9", "A", "5", "Q", "3"]


@pytest.mark.parametrize(("declarers", "level"), [((0, 1, 3), "4"), ((0, 1), "6"), ((0,), "8")])
def test_the_bonus_for_missing_teammates(declarers: tuple[int, ...], level: str) -> None:
    """Z21 §6.5: "A Dealer with fewer teammates than usual receives a bonus for winning: a promotion
    of n levels is increased by another n levels for each "missing" teammate."
    """
    end = settled(55, ["2"] * 6, declarers=declarers, missing_friend_bonus=True, **SIX)
    assert end.after[0].level.value == level
    assert {end.after[seat].level.value for seat in declarers[1:]} <= {"4"}
    plain = settled(55, ["2"] * 6, declarers=declarers, missing_friend_bonus=False, **SIX)
    assert plain.after[0].level.value == "4"


def test_auto_levelling() -> None:
    """Z21 §6.5: "the variant allows the Opponents to advance an extra level so that someone
    advances a level after every hand."
    """
    end = settled(120, ["2"] * 6, declarers=(0, 1, 3), auto_level=True, **SIX)
    assert after(end) == ["2", "2", "3", "2", "3", "3"]
    assert after(settled(120, ["2"] * 6, declarers=(0, 1, 3), **SIX)) == ["2"] * 6
    assert after(settled(60, ["2"] * 6, declarers=(0, 1, 3), auto_level=True, **SIX))[2] == "2"
