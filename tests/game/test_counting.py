"""Counting by a player: cards that are out, cards that were played, and who has none left."""

from __future__ import annotations

from collections import Counter

import pytest

from shengji.cards import points_of
from shengji.game import Match, Phase, view
from shengji.game.counting import count_of, voids_of
from shengji.game.refusals import suit_letter
from tests.record.kit import played


@pytest.mark.parametrize("name", ["tractor", "friends", "land"])
def test_a_seat_counts_what_it_does_not_see(name: str) -> None:
    """From what one seat saw follows what the others really hold, kitty and all."""
    _, events, whole = played(name, hands=1)
    rules = whole.rules
    seat = 1
    match, own = Match(rules), Match.seen(rules, seat)
    told = 0
    for event in events:
        match.apply(event)
        own.apply(view(event, seat))
        hand, mine = match.hand, own.hand
        if hand is None or mine is None or hand.phase is not Phase.PLAY:
            continue
        count = count_of(mine, seat)
        others = Counter(c for other, held in enumerate(hand.hands) if other != seat for c in held)
        if hand.buried_by != seat:
            others += Counter(hand.kitty)
        cards = [each for suit in count.suits for each in suit.cards]
        assert {each.card: each.out for each in cards if each.out} == dict(others)
        assert {each.card: each.played for each in cards if each.played} == dict(+hand.played)
        assert count.points_out == points_of(others.elements())
        assert count.points_played == sum(trick.points for trick in hand.all_tricks)
        assert len(cards) == len(set(rules.deck))
        voids = voids_of(hand)
        for suit in count.suits:
            assert {suit_letter(hand.space, hand.space.suit(e.card)) for e in suit.cards} == {
                suit.letter
            }
            assert suit.void == tuple(
                s for s in range(rules.players) if s != seat and suit.letter in voids[s]
            )
            told += len(suit.void)
    assert told
