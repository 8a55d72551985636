"""Kitties of deals that are buried again: as the rule player would, and within what is known."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from shengji.bots.deals.belief import BelievedSampler
from shengji.bots.deals.burials import Reburying
from shengji.bots.deals.sampler import Deals, Sampler
from shengji.play.space import TRUMP
from shengji.rules import Rules, rules_from
from tests.bots.deals.test_belief import truth_of, views

RULES = [
    rules_from({"preset": "finding-friends", "players": players, **more})
    for players, more in [(5, {}), (6, {}), (7, {"land": True})]
]


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.players} players")
def test_what_the_rule_player_has_buried_stays_buried(rules: Rules) -> None:
    looked = 0
    for bot, truth in views(rules, "medium", every=7):
        if bot.seat == truth.buried_by:
            continue
        looked += 1
        boxes = Sampler(bot.hand, bot.memory).boxes
        deals = truth_of(bot, truth)
        before = deals.hands.copy(), deals.kitties.copy()
        Reburying(bot.hand, bot.memory, boxes).apply(deals)
        assert np.array_equal(before[0], deals.hands) and np.array_equal(before[1], deals.kitties)
    assert looked > 5


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.players} players")
@pytest.mark.parametrize("name", ["medium", "random"])
def test_only_what_is_not_known_is_exchanged(rules: Rules, name: str) -> None:
    moved = 0
    for bot, truth in views(rules, name, every=7):
        burier = truth.buried_by
        if bot.seat == burier:
            continue
        assert burier is not None
        hand, memory = bot.hand, bot.memory
        drawn = Sampler(hand, memory, 5).draw(30)
        again = Deals(drawn.hands.copy(), drawn.kitties.copy())
        Reburying(hand, memory, Sampler(hand, memory).boxes).apply(again)
        space = memory.hand.space
        for old, new, was, now in zip(
            drawn.hands, again.hands, drawn.kitties, again.kitties, strict=True
        ):
            moved += not np.array_equal(was, now)
            both = Counter(space.cards(new[burier])) + Counter(space.cards(now))
            assert both == Counter(space.cards(old[burier])) + Counter(space.cards(was))
            assert len(space.cards(now)) == rules.kitty_size
            rest = np.arange(rules.players) != burier
            assert np.array_equal(old[rest], new[rest])
            held = space.by_suit(space.cards(new[burier]))
            assert not any(memory.is_void(burier, suit) for suit, cards in held.items() if cards)
            assert not memory.known[burier] - Counter(space.cards(new[burier]))
    assert moved > 100


def test_the_dealer_keeps_its_pairs_and_gives_up_suits() -> None:
    """Off the trump suit, five players, in the first trick."""
    pairs = {False: 0.0, True: 0.0, None: 0.0}
    voids = {False: 0.0, True: 0.0, None: 0.0}
    for bot, truth in views(RULES[0], "medium", every=3, hands=20):
        if bot.seat == truth.buried_by or truth.tricks:
            continue
        assert truth.dealer is not None
        space = bot.hand.space
        for buries in (False, True, None):
            deals = (
                truth_of(bot, truth)
                if buries is None
                else BelievedSampler(bot.hand, bot.memory, 3, buries=buries).draw(40)
            )
            for hands in deals.hands:
                held = Counter(space.cards(hands[truth.dealer]))
                plain = {card: n for card, n in held.items() if space.suit(card) != TRUMP}
                pairs[buries] += sum(n > 1 for n in plain.values()) / len(deals.hands)
                voids[buries] += (3 - len({space.suit(card) for card in plain})) / len(deals.hands)
    assert abs(pairs[True] - pairs[None]) < 0.5 * abs(pairs[False] - pairs[None])
    assert abs(voids[True] - voids[None]) < 0.5 * abs(voids[False] - voids[None])
