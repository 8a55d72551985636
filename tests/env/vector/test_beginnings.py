"""How the hands of lanes begin: who declares, who deals, what is called."""

from __future__ import annotations

import numpy as np

from shengji.cards import SUITS
from shengji.env.vector import Hands, match_of
from shengji.env.vector.lanes import BIDDER, TRUMP_NUMBER
from shengji.play.position import DEALER
from shengji.play.space import TRUMP
from tests.env.vector.test_replays import play

LANES = 400


def test_lanes_have_deals_of_their_own() -> None:
    hands = Hands("tractor", LANES, 1)
    assert len({tuple(dealt) for dealt in hands.arrays.dealt.tolist()}) == LANES


def test_every_level_dealer_and_trump_occurs() -> None:
    hands = Hands("tractor", LANES, 1)
    trumps = hands.arrays.notes[:, TRUMP_NUMBER]
    assert set((trumps // (len(SUITS) + 1)).tolist()) == set(range(13))
    assert set((trumps % (len(SUITS) + 1)).tolist()) == set(range(5))
    assert set(hands.arrays.facts[:, DEALER].tolist()) == set(range(4))


def test_most_often_who_declares_holds_more_trumps_than_chance_gives() -> None:
    hands = Hands("tractor", LANES, 1)
    more = 0
    for lane in range(60):
        hand = match_of(hands, lane).hand
        assert hand is not None
        bidder = int(hands.arrays.notes[lane, BIDDER])
        assert hand.shown[-1].seat == bidder
        held = [sum(hand.space.suit(card) == TRUMP for card in cards) for cards in hand.hands]
        more += bool(held[bidder] > np.mean(held))
    assert more > 40


def test_who_declares_deals_where_the_draw_decides() -> None:
    for drawn in (True, False):
        hands = Hands({"later_dealer": "draw" if drawn else "result"}, LANES, 1)
        dealers, bidders = hands.arrays.facts[:, DEALER], hands.arrays.notes[:, BIDDER]
        assert (dealers == bidders).all() == drawn


def test_a_kitty_that_is_shown_is_told_to_all() -> None:
    play(Hands({"kitty_shown": True}, 1).rules, 1, "levels", 64)
