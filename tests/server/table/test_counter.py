"""Counter of a table: it tells who could not follow which suit."""

from __future__ import annotations

from random import Random

import pytest

from shengji.game import Hand, Phase
from shengji.game.refusals import suit_letter
from shengji.rules import PRESETS, Rules
from shengji.server.tables.core.masks import Viewer
from shengji.server.tables.state import Settings
from tests.server.table.kit import Player, started

SYSTEMS = {
    **{name: PRESETS[name].rules for name in ("tractor", "finding-friends", "six-player")},
    "land": Rules(land=True, decks=3),
    "twos": Rules(permanent_twos=True),
}


def could_not_follow(hand: Hand) -> list[set[str]]:
    """By seat the suits of which a play to a trick has shown that there are no more."""
    found: list[set[str]] = [set() for _ in range(hand.players)]
    for trick in hand.all_tricks:
        suit = trick.lead.suit
        for turn, cards in enumerate(trick.plays):
            if any(hand.space.suit(card) != suit for card in cards):
                found[(trick.leader + turn) % hand.players].add(suit_letter(hand.space, suit))
    return found


@pytest.mark.parametrize("name", SYSTEMS)
def test_who_could_not_follow_is_told_in_every_system(name: str) -> None:
    settings = Settings(counter=True, one_hand=True)
    table = started(SYSTEMS[name], 1, settings)
    player, told = Player(table, Random(5)), 0
    while table.step != "over":
        hand, now = table.hand, table.prompts.now(Viewer(1))
        if hand is None or hand.phase is not Phase.PLAY:
            assert now.voids == ()
        else:
            assert [set(voids) for voids in now.voids] == could_not_follow(hand)
            # It lies open for all, and is true.
            assert table.prompts.now(Viewer(None)).voids == now.voids
            for seat, voids in enumerate(now.voids):
                held = {suit_letter(hand.space, hand.space.suit(c)) for c in hand.hands[seat]}
                assert held.isdisjoint(voids)
            told = max(told, sum(map(len, now.voids)))
        player.step()
    assert told > 3


def test_where_cards_are_not_counted_nothing_is_told() -> None:
    table = started(None, 1, Settings(one_hand=True))
    player = Player(table, Random(5))
    while table.step != "over":
        assert table.prompts.now(Viewer(0)).voids == ()
        player.step()
