"""Bidding for Land (Z21 §6.2; Z16 §8.3; W14 and W23, optional rule 2)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from shengji.cards import Rank, Suit, Trump, read_cards
from shengji.game import (
    BidLand,
    Bury,
    CloseDraw,
    KittyBuried,
    KittyTaken,
    LandBid,
    LandPassed,
    Phase,
    Play,
    Show,
    land_bids,
    view,
)
from shengji.game.land import judge_land, land_height
from shengji.rules import Rules, rules_from
from tests.game.kit import Game, cards

LAND = Rules(land=True)
HANDS = {
    0: "2S 2S . .",
    1: "2H 2H . .",
    2: "2C 2C SJ SJ",
    3: "2D 2D BJ BJ",
}


def buried(
    shown: tuple[int, str] | None = None,
    *,
    rules: Rules = LAND,
    dealer: int | None = None,
    draws: dict[int, str] = HANDS,
) -> Game:
    """The Dealer has buried; `shown` was declared in the draw."""
    game = (
        Game.of(rules, draws)
        if dealer is None
        else Game.later(rules, draws, dealer=dealer, levels=("2", "2"))
    )
    game.draw(4 * rules.players)
    if shown is not None:
        game.show(*shown)
    game.draw_all()
    game.do(CloseDraw())
    bury(game)
    return game


def bury(game: Game) -> tuple[object, ...]:
    """Whoever holds the kitty buries the worst cards that make no bid."""
    seat = game.hand.turn
    assert seat is not None
    held = [card for card in game.hand.hands[seat] if card.rank is not Rank.TWO]
    low = [card for card in held if not card.is_joker]
    return game.do(Bury(seat, tuple(low[: game.match.rules.kitty_size])))


def asked(game: Game) -> list[int]:
    """The seats that are asked when everyone passes."""
    seats = []
    while game.hand.phase is Phase.LAND:
        assert game.hand.turn is not None
        seats.append(game.hand.turn)
        assert game.do(BidLand(seats[-1])) == (LandPassed(seats[-1]),)
    return seats


ORDER = ["BJ BJ", "SJ SJ", "2S 2S", "2H 2H", "2C 2C", "2D 2D"]


def test_z21_6_2_the_order_of_pairs() -> None:
    """Z21 §6.2, Z16 §8.3, W23: "From high to low, the possible throws are: 1. A pair of big Jokers
    2. A pair of small Jokers 3. A pair of spades of the trump rank 4. [...] hearts 5. [...] clubs
    6. [...] diamonds".
    """
    for high, low in pairwise(ORDER):
        assert judge_land(Rank.TWO, cards(low), cards(high), cards(high)) is None
        for before in (high, ORDER[0]):
            fault = judge_land(Rank.TWO, cards(before), cards(low), cards(low))
            assert fault == "land-too-low"
    assert judge_land(Rank.TWO, cards("2H 2H"), cards("2H 2H"), cards("2H 2H")) is not None


@pytest.mark.parametrize("text", ORDER)
def test_z21_6_2_a_single_is_overridden_by_any_pair(text: str) -> None:
    """Z21 §6.2: "7. Any of the above may be thrown to override a single card of the trump rank that
    was thrown during the draw."
    """
    for single in ("2S", "2D"):
        assert judge_land(Rank.TWO, cards(single), cards(text), cards(text)) is None
    # And when the kitty made trumps there is nothing to override.
    assert judge_land(Rank.TWO, (), cards(text), cards(text)) is None


@pytest.mark.parametrize("text", ["2S", "3S 3S", "2S 2H", "SJ BJ", "BJ"])
def test_z21_6_2_only_pairs_of_trumps(text: str) -> None:
    """Z21 §6.2: "with a pair of trumps as described below"."""
    assert judge_land(Rank.TWO, cards("2D"), cards(text), cards(text)) == "land-cards"


def test_z21_6_5_longer_tuples_are_higher() -> None:
    """Z21 §6.5 on declaring, with more decks: "longer tuples taking precedence over both shorter
    tuples of the trump rank and shorter tuples of Jokers".
    """
    order = ["2D 2D", "BJ BJ", "2D 2D 2D", "2S 2S 2S", "SJ SJ SJ", "BJ BJ BJ", "2D 2D 2D 2D"]
    heights = [land_height(read_cards(text)) for text in order]
    assert heights == sorted(heights)
    bids = land_bids(Rank.TWO, cards("2S 2S"), cards("2D 2D 2D SJ SJ 3H 3H 3H"))
    assert bids == [cards("SJ SJ"), cards("2D 2D 2D")]


def test_w23_jokers_bid_where_they_do_not_declare() -> None:
    """W23: "in this rule, the highest to lowest for taking chao dipi is: pair of red joker >
    pair of black joker > pair of ♠ > ♥ > ♣ > ♦", though Jokers declare only "in some variations".
    """
    assert rules_from("wikipedia-2023").bid_jokers == "none"
    bids = land_bids(Rank.TWO, cards("2S"), cards("2C 2C SJ SJ BJ BJ"))
    assert bids == [cards("2C 2C"), cards("SJ SJ"), cards("BJ BJ")]


def test_z21_6_2_who_is_asked_first() -> None:
    """Z21 §6.2: "each player, in counterclockwise order starting from the player to the Dealer's
    right and EXCEPT for the player who declared or overrode last during the deal".
    """
    # In the first hand that is the Dealer.
    assert asked(buried((2, "2C"))) == [3, 0, 1]
    # Later it may be another.
    assert asked(buried((2, "2C"), dealer=1)) == [3, 0]
    assert asked(buried((1, "2H"), dealer=1)) == [2, 3, 0]
    assert asked(buried(None, dealer=1)) == [2, 3, 0]
    # Z16 §8.3: "the other players, in counterclockwise order".
    everyone = Rules(land=True, land_bidders="all")
    assert asked(buried((2, "2C"), dealer=1, rules=everyone)) == [2, 3, 0]


def test_z21_6_2_after_a_bid_all_others_are_asked() -> None:
    """Z21 §6.2: "All other players (including the player who declared or overrode last during the
    deal), in counterclockwise order starting with the player to the right of the player who just
    overrode, now have the option to override again".
    """
    game = buried((2, "2C"), dealer=1)
    game.do(BidLand(3, cards("2D 2D")))
    bury(game)
    assert asked(game) == [0, 1, 2]


def test_z21_6_2_a_bid() -> None:
    """Z21 §6.2: "The overriding player declares a new trump suit (or no trumps) corresponding to
    their pair, takes the 8 cards in the kitty, adds them to their hand, and replaces the kitty with
    any set of 8 cards from their hand."
    """
    game = buried((0, "2S"))
    hand = game.hand
    kitty = hand.kitty
    assert kitty is not None
    assert (hand.phase, hand.turn, hand.buried_by) == (Phase.LAND, 1, 0)
    game.refused(BidLand(2, cards("2C 2C")), "not-your-turn")
    game.refused(BidLand(0), "not-your-turn")
    game.refused(BidLand(1, cards("2D 2D")), "bid-not-held")
    game.refused(BidLand(1, cards("2H")), "land-cards")
    game.refused(Show(1, cards("2H 2H")), "wrong-phase")
    assert game.do(BidLand(1, cards("2H 2H"))) == (
        LandBid(1, cards("2H 2H"), Suit.HEARTS),
        KittyTaken(1, kitty),
    )
    assert hand.trump == Trump(Rank.TWO, Suit.HEARTS)
    assert (hand.phase, hand.turn, hand.sizes[1]) == (Phase.BURY, 1, 33)
    assert hand.dealer == 0
    game.refused(Bury(0, kitty), "not-dealer")
    game.refused(Play(0, tuple(hand.hands[0][:1])), "wrong-phase")
    bury(game)
    assert (hand.buried_by, hand.sizes) == (1, [25] * 4)


def test_z21_6_2_the_kitty_changes_hands_several_times() -> None:
    """Z21 §6.2: "Multiple players in succession may override in this way." The Dealer may bid back;
    the trump rank stays, and the Dealer leads all the same.
    """
    game = buried((0, "2S"))
    game.do(BidLand(1, cards("2H 2H")))
    bury(game)
    game.do(BidLand(2))
    game.refused(BidLand(3, cards("2D 2D")), "land-too-low")
    game.do(BidLand(3))
    game.do(BidLand(0, cards("2S 2S")))  # the Dealer bids back
    assert game.hand.trump == Trump(Rank.TWO, Suit.SPADES)
    bury(game)
    game.do(BidLand(1))
    game.do(BidLand(2, cards("SJ SJ")))
    assert game.hand.trump == Trump(Rank.TWO, None)
    bury(game)
    game.do(BidLand(3, cards("BJ BJ")))
    bury(game)
    assert asked(game) == [0, 1, 2]
    hand = game.hand
    assert [bid.seat for bid in hand.land] == [1, 0, 2, 3]
    assert (hand.phase, hand.turn, hand.dealer, hand.buried_by) == (Phase.PLAY, 0, 0, 3)
    assert hand.trump == Trump(Rank.TWO, None)
    game.refused(BidLand(0, cards("2S 2S")), "wrong-phase")


def test_z21_6_2_a_pair_of_the_draw_counts() -> None:
    """Z21 §6.2: "higher than what the previous overriding *or declaring* player threw down"."""
    game = buried((1, "2H 2H"), dealer=0)
    assert game.hand.last_bid == cards("2H 2H")
    game.refused(BidLand(2, cards("2C 2C")), "land-too-low")
    game.do(BidLand(2, cards("SJ SJ")))


def test_who_knows_the_kitty() -> None:
    """Z21 §3.5.6 with §6.2: it is known to who buried it last, and no longer to who did before."""
    game = buried((0, "2S"))
    game.do(BidLand(1, cards("2H 2H")))
    bury(game)
    taken = [event for event in game.events if isinstance(event, KittyTaken)]
    put = [event for event in game.events if isinstance(event, KittyBuried)]
    assert [event.seat for event in taken] == [event.seat for event in put] == [0, 1]
    for event in (taken[1], put[1]):
        assert view(event, 1) == event
        for seat in (0, 2, 3, None):
            seen = view(event, seat)
            assert isinstance(seen, KittyTaken | KittyBuried)
            assert seen.cards is None


def test_six_players_and_friends_bid_too() -> None:
    """Z21 §6: the variants "can be combined with each other"; friends are called after it."""
    rules = Rules(players=6, teams="friends", land=True)
    game = buried((0, "2S"), rules=rules, draws={0: "2S", 4: "BJ BJ"})
    for seat in (1, 2, 3):
        game.do(BidLand(seat))
    game.do(BidLand(4, cards("BJ BJ")))
    bury(game)
    assert asked(game) == [5, 0, 1, 2, 3]
    assert (game.hand.phase, game.hand.turn) == (Phase.CALL, 0)
