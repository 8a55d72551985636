"""Re-deals on request (Z21 §3.5.7, §3.6.7; Z16 §8.1; W14, W23, Concluding the deal)."""

from __future__ import annotations

import pytest

from shengji.cards import Rank, points_of
from shengji.game import (
    AnswerRedeal,
    Bury,
    CloseDraw,
    DealtAgain,
    HandStarted,
    KittyTaken,
    Phase,
    Play,
    RedealAnswered,
    StartHand,
    may_redeal,
    view,
)
from shengji.rules import Rules, rules_from
from tests.game.kit import Game, cards, stack

POOR = "3H 4H 6H 7H 8H 9H JH QH AH 3D 4D 6D 7D 8D 9D JD QD AD 3C 4C 6C 7C 8C 9C JC"
"""25 cards without points and, when spades and twos are trump, without trumps."""


def drawn(rules: Rules, *, poor: int = 1, dealer: int | None = None, declared: int = 0) -> Game:
    """All is drawn, spades are trump; one seat has no trumps and no points."""
    draws = {declared: "2S", poor: POOR}
    if dealer is None:
        game = Game.of(rules, draws)
    else:
        game = Game.later(rules, draws, dealer=dealer, levels=("2", "2"))
    game.draw(rules.players)
    game.show(declared, "2S")
    game.draw_all()
    game.do(CloseDraw())
    return game


def answer_no_before(game: Game, seat: int) -> None:
    while game.hand.turn != seat:
        assert game.hand.turn is not None
        game.do(AnswerRedeal(game.hand.turn, wanted=False))


def test_nobody_is_asked_where_there_is_no_such_rule() -> None:
    """Z21 §3.5.7 is a variant."""
    game = drawn(Rules())
    assert game.hand.phase is Phase.BURY
    game.refused(AnswerRedeal(1, wanted=True), "wrong-phase")


@pytest.mark.parametrize(
    "options",
    [
        {"redeal_no_trumps": True},
        {"redeal_points": 5},  # "or, in other variations, no point cards in their hand"
        {"redeal_points": 10},  # Z21: "usually 10 or 5"
        {"redeal_no_trumps": True, "redeal_points": 10},
    ],
)
def test_who_may_claim(options: dict[str, object]) -> None:
    """Z21 §3.5.7: "allows a re-deal if a player has no trumps or less than a specified number of
    points in their hand (usually 10 or 5)". Z16 §8.1: "usually 10 or 0". W14: "a player who has no
    trump, or, in other variations, no point cards in his hand, may force a redeal".
    """
    game = drawn(rules_from(options))
    hand = game.hand
    assert (hand.phase, hand.turn) == (Phase.REDEAL, 0)
    assert not may_redeal(hand, hand.hands[0])
    game.refused(AnswerRedeal(0, wanted=True), "no-redeal")
    game.refused(AnswerRedeal(1, wanted=True), "not-your-turn")
    game.do(AnswerRedeal(0, wanted=False))
    assert may_redeal(hand, hand.hands[1])
    game.do(AnswerRedeal(1, wanted=True))


@pytest.mark.parametrize(
    ("limit", "held", "allowed"),
    [
        (5, "AH", True),
        (5, "5H AH", False),
        (10, "5H AH", True),
        (10, "KH", False),
        (10, "5H 5D", False),
    ],
)
def test_fewer_points_than_the_limit(limit: int, held: str, allowed: bool) -> None:
    """Z21 §3.5.7: "*less than* a specified number of points"."""
    game = drawn(rules_from({"redeal_points": limit}))
    assert may_redeal(game.hand, cards(held)) == allowed


def test_no_trumps_counts_jokers_and_rank_cards() -> None:
    """Z21 §3.3: "Cards of types 1-5 are all considered part of the trump suit"."""
    game = drawn(Rules(redeal_no_trumps=True))
    tried = {held: may_redeal(game.hand, cards(held)) for held in ("KH 5H", "SJ", "2D", "3S")}
    assert tried == {"KH 5H": True, "SJ": False, "2D": False, "3S": False}


@pytest.mark.parametrize(("held", "allowed"), [("KH", True), ("SJ 2D", True), ("SJ 2D 3S", False)])
def test_a_house_may_allow_a_few_trumps(held: str, allowed: bool) -> None:
    """Z21 §3.5.7 with a house's number: at most so many trumps."""
    game = drawn(Rules(redeal_no_trumps=True, redeal_trumps=2))
    assert may_redeal(game.hand, cards(held)) == allowed


def test_everyone_is_asked_from_the_first_drawer_on() -> None:
    """Z21 §3.5.7 says no more than that a player may; we ask in turn, and the kitty waits."""
    game = drawn(Rules(redeal_points=5), dealer=2)
    for seat in (2, 3, 0, 1):
        assert (game.hand.phase, game.hand.turn) == (Phase.REDEAL, seat)
        game.refused(Bury(2, ()), "wrong-phase")
        game.refused(Play(2, ()), "wrong-phase")
        assert game.do(AnswerRedeal(seat, wanted=False))[0] == RedealAnswered(seat, wanted=False)
    assert isinstance(game.events[-1], KittyTaken)
    assert (game.hand.phase, game.hand.turn) == (Phase.BURY, 2)
    game.refused(AnswerRedeal(1, wanted=True), "wrong-phase")


def test_w23_the_hand_is_shown_to_everyone() -> None:
    """W23: "may force a redeal by showing their hand to everyone". Who does not claim shows
    nothing.
    """
    game = drawn(Rules(redeal_points=5))
    refused = game.do(AnswerRedeal(0, wanted=False))
    assert refused == (RedealAnswered(0, wanted=False, cards=()),)
    answered, again = game.do(AnswerRedeal(1, wanted=True))
    assert isinstance(answered, RedealAnswered)
    assert sorted(answered.cards, key=str) == sorted(cards(POOR), key=str)
    assert points_of(answered.cards) == 0
    assert all(view(answered, seat) == answered for seat in (0, 1, 2, 3, None))
    assert isinstance(again, DealtAgain)


@pytest.mark.parametrize(("starter", "first"), [("same", 2), ("next", 3), ("requester", 1)])
@pytest.mark.parametrize("kept", ["kept", "open"])
def test_z21_3_5_7_who_starts_and_who_deals(starter: str, first: int, kept: str) -> None:
    """Z21 §3.5.7: "Under some rules, a different player starts the re-deal, and the Dealer role may
    be up for grabs during the re-deal, captured by whoever declares or overrides last."
    """
    rules = rules_from({"redeal_points": 5, "redeal_starter": starter, "redeal_dealer": kept})
    game = drawn(rules, dealer=2)
    answer_no_before(game, 1)
    game.do(AnswerRedeal(1, wanted=True))
    dealer = 2 if kept == "kept" else None
    assert game.last(DealtAgain) == DealtAgain("request", first, dealer)
    assert (game.hand.phase, game.match.between_hands) == (Phase.AGAIN, True)
    standings = list(game.match.standings)
    game.do(StartHand(stack(rules, {3: "2S"}, first=first)))
    started = game.last(HandStarted)
    assert (started.hand, started.rank, started.redeals) == (1, Rank.TWO, 1)
    assert (started.dealer, started.first, started.turned) == (dealer, first, ())
    assert game.match.standings == standings
    game.draw(4)
    game.show(3, "2S")
    assert game.hand.dealer == (2 if kept == "kept" else 3)


def test_an_open_re_deal_between_levels() -> None:
    """Z21 §3.5.7, the Dealer role up for grabs: as each side plays at its own level, everyone bids
    their own rank (as §6.5 has it where every draw is open).
    """
    rules = Rules(redeal_points=5, redeal_dealer="open")
    game = Game.later(rules, {1: POOR}, dealer=0, levels=("2", "7"))
    game.draw_all()
    game.do(CloseDraw())
    answer_no_before(game, 1)
    game.do(AnswerRedeal(1, wanted=True))
    game.do(StartHand(stack(rules, {1: "7C", 2: "2D 2D"})))
    assert game.last(HandStarted).rank is None
    game.draw(8)
    game.show(1, "7C")
    assert (game.hand.dealer, game.hand.rank) == (1, Rank.SEVEN)
    game.show(2, "2D 2D")
    assert (game.hand.dealer, game.hand.rank) == (2, Rank.TWO)


@pytest.mark.parametrize("limit", [1, 2])
def test_not_beyond_the_limit(limit: int) -> None:
    """Z21 §3.5.7 has no number of re-deals; after as many as the rules allow nobody is asked."""
    rules = Rules(redeal_points=5, redeal_limit=limit)
    game = drawn(rules)
    for number in range(1, limit + 1):
        assert game.hand.can_redeal
        answer_no_before(game, 1)
        game.do(AnswerRedeal(1, wanted=True))
        assert game.last(DealtAgain) == DealtAgain("request", 0, 0)
        game.do(StartHand(stack(rules, {1: POOR, 0: "2S"})))
        assert game.last(HandStarted).redeals == number
        game.draw(4)
        game.show(0, "2S")
        game.draw_all()
        game.do(CloseDraw())
    assert not game.hand.can_redeal
    assert game.hand.phase is Phase.BURY
    assert game.match.hands == 1
