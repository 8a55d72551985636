"""Captured red fives and failed throws, through to the result (W14; W23; Z21 §3.7.5; PAG)."""

from __future__ import annotations

import pytest

from shengji.cards import Rank
from shengji.game import HandEnded, Phase, Play, TrickTaken
from shengji.game.levels import HandFacts, settle
from shengji.game.standing import Standing
from shengji.rules import Rules, rules_from
from tests.game.kit import Game, cards, levels_after, position

# Red fives

FIVES = Rules(red_fives="hearts")
BOTH = Rules(red_fives="hearts-and-diamonds")


def captured(
    hands: list[str], rules: Rules, *, dealer: int = 0, levels: tuple[str, ...] = ("7", "9")
) -> Game:
    """A hand of one trick, with the Dealer's lead; spades are trump at the Dealer's level."""
    trump = levels[dealer % 2] + "S"
    game = position(hands, trump, rules=rules, dealer=dealer, levels=levels)
    for turn in range(4):
        game.play((dealer + turn) % 4, hands[(dealer + turn) % 4])
    return game


CAUGHT = ["10S 10S", "5H 3S", "3C 4C", "3D 4D"]
"""A red five falls to a pair that it cannot beat."""


def test_w14_a_red_five_is_the_highest_card() -> None:
    """W14, W23: "The 5 of Hearts is sometimes taken as the highest card"; so it is not captured by
    a single.
    """
    game = captured(["BJ", "5H", "3S", "4S"], FIVES)
    assert game.last(TrickTaken) == TrickTaken(1, 5, 5)
    assert captured(["BJ", "5H", "3S", "4S"], Rules()).last(TrickTaken).seat == 0


@pytest.mark.parametrize(
    ("dealer", "points"),
    [(0, -20), (2, 20)],
)
def test_w23_a_captured_red_five_costs_points(dealer: int, points: int) -> None:
    """W23: "If a trick containing one or more red 5s [...] is won by the opposing team, the player
    whose red 5 is captured is penalized." By how much is ours to say.
    """
    hands = CAUGHT if dealer == 0 else ["3C 4C", "3D 4D", "3S 4S", "6C 8C"]
    if dealer == 2:
        # The Opponent in seat 3 beats the Dealer's lead, and the Dealer's partner loses the five.
        hands = ["5H 3S", "3D 4D", "8S 8S", "10S 10S"]
    game = captured(hands, FIVES, dealer=dealer, levels=("7", "9"))
    taken = game.last(TrickTaken)
    five = next(seat for seat, text in enumerate(hands) if "5H" in text)
    assert taken.red_fives == (five,)
    won = taken.points if dealer == 2 else 0
    assert taken.opponents == game.hand.opponents_points == won + points
    factor = game.last(HandEnded).factor
    assert game.last(HandEnded).points == won + points
    assert bool(factor) == (dealer == 2)
    more = Rules(red_fives="hearts", red_five_points=45)
    assert captured(hands, more, dealer=dealer).hand.penalty == points * 45 // 20


def test_what_is_captured() -> None:
    """W23: "the *opposing* team": the partner captures nothing. "(or 5♥ only, depending on
    variant)". Each card counts.
    """
    partner = ["10S 10S", "3C 4C", "5H 3S", "3D 4D"]
    game = captured(partner, FIVES)
    assert (game.last(TrickTaken).red_fives, game.hand.penalty) == ((2,), 0)
    diamonds = ["10S 10S", "5D 3S", "3C 4C", "3D 4D"]
    assert captured(diamonds, FIVES).hand.penalty == 0
    assert captured(diamonds, BOTH).hand.penalty == -20
    two = ["10S 10S", "5D 5H", "3C 4C", "3D 4D"]
    assert captured(two, BOTH).last(TrickTaken).red_fives == (1, 1)
    assert captured(two, BOTH).hand.penalty == -40
    assert captured(two, Rules()).last(TrickTaken).red_fives == ()
    # The winner's own is not captured.
    won = ["9S 9S", "5H 5H", "3C 4C", "3D 4D"]
    game = captured(won, FIVES)
    assert (game.last(TrickTaken).seat, game.last(TrickTaken).red_fives) == (1, ())


@pytest.mark.parametrize(("down", "after"), [(1, "8"), (3, "6")])
def test_a_captured_red_five_costs_levels(down: int, after: str) -> None:
    """W14, W23: "the player whose red five is captured is penalized", in levels; teammates share
    one (Z21 §3.2).
    """
    rules = Rules(red_fives="hearts", red_five_penalty="levels", red_five_levels=down)
    game = captured(CAUGHT, rules)
    ended = game.last(HandEnded)
    assert game.hand.penalty == 0
    # The Opponents have nothing; the Declarers go up by three.
    assert (ended.fined, levels_after(ended)) == ((1, 3), ["10", after, "10", after])


def test_nobody_goes_below_the_lowest_level() -> None:
    """A fine leads down to the first level at most."""
    rules = Rules(
        red_fives="hearts",
        red_five_penalty="levels",
        red_five_levels=3,
        first_level=Rank.EIGHT,
    )
    ended = captured(CAUGHT, rules, levels=("8", "9")).last(HandEnded)
    assert levels_after(ended)[1] == "8"
    # After a hook one may stand below it, and then goes no further down, nor up.
    facts = HandFacts(Rank.EIGHT, 0, (0, 2), 40, fined=(1, 3))
    before = [Standing(Rank.EIGHT), Standing(Rank.THREE)] * 2
    assert settle(rules, before, facts).after[1].level is Rank.THREE


def test_among_friends_sides_decide_at_the_end() -> None:
    """W23 with Z21 §6.5: who was "the opposing team" is known when the friends are; alone the one
    whose five it was goes down.
    """
    for penalty in ("points", "levels"):
        rules = rules_from(
            {"players": 5, "teams": "friends", "red_fives": "hearts", "red_five_penalty": penalty}
        )
        for friend in (1, 2):
            hands = ["10S 10S 3C", "5H 3S AC", "3D 4D AC", "3D 4D 6C", "6D 8D 9C"]
            if friend == 2:
                hands[1], hands[2] = "5H 3S 4C", "3D 4D AC"
            else:
                hands[2] = "3D 4D 4C"
            game = position(
                hands, "7S", rules=rules, called="1 AC", levels=("7", "9", "9", "9", "9")
            )
            for seat, text in enumerate(["10S 10S", "5H 3S", "3D 4D", "3D 4D", "6D 8D"]):
                game.play(seat, text)
            assert game.hand.penalty == (-20 if penalty == "points" else 0)
            for seat in range(5):
                game.do(Play(seat, tuple(game.hand.hands[seat])))
            ended = game.last(HandEnded)
            assert ended.declarers == (0, friend)
            lost = friend == 2
            assert game.hand.penalty == (-20 if lost and penalty == "points" else 0)
            assert ended.fined == ((1,) if lost and penalty == "levels" else ())
            assert ended.levels_after[1] is (
                Rank("8" if ended.fined else "9") if friend == 2 else Rank("Q")
            )


# What plays together


def test_a_throw_penalty_counts_for_the_opponents() -> None:
    """Z21 §3.7.5, PAG: "10 card points are transferred from the team that led incorrectly to the
    other team": through to the result.
    """
    rules = rules_from({"throw_penalty": "per-card-withdrawn"})
    game = position(["KC QC 3H", "AC 3D 4D", "4C 6C 4H", "7C 8C 6H"], "2S", rules=rules)
    game.play(0, "KC QC")
    assert game.hand.opponents_points == 10
    for text in ("AC", "4C", "7C"):
        assert game.hand.turn is not None
        game.play(game.hand.turn, text)
    assert game.last(TrickTaken).opponents == 10
    while game.hand.phase is Phase.PLAY:
        seat = game.hand.turn
        assert seat is not None
        held = game.hand.hands[seat]
        trick = game.hand.trick
        follow = cards(held[0].value) if trick is None else next(trick.lead_for(seat).follows(held))
        game.do(Play(seat, follow))
    ended = game.last(HandEnded)
    assert ended.tricks == 10 + sum(
        event.points for event in game.events if isinstance(event, TrickTaken) and event.seat % 2
    )


def test_pag_who_could_beat_a_failed_throw_must() -> None:
    """PAG, Leading a set of top cards: "The card or pair that can be beaten must be led, and the
    other player must beat it." Z21 §3.7.5: "not required to play it on this trick".
    """
    hands = ["KC QC 3H", "3C 3D 4D", "AC 6C 4H", "7C 8C 6H"]
    for way in ("must-beat", "unit-led"):
        game = position(hands, "2S", rules=rules_from({"failed_throw": way}))
        game.play(0, "KC QC")
        assert game.hand.failed is not None
        assert game.hand.failed.challenger == 2
        game.play(1, "3C")
        if way == "must-beat":
            game.refused(Play(2, cards("6C")), "beat")
            game.play(2, "AC")
        else:
            game.play(2, "6C")
        game.play(3, "7C")  # nobody else has to
