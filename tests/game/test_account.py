"""The account of a hand adds up to its result (Z21 §3.8)."""

from __future__ import annotations

from random import Random

import pytest

from shengji.game import Match, Phase, view
from shengji.rules import SYSTEMS, rules_from
from tests.game.kit import random_hand


@pytest.mark.parametrize("system", list(SYSTEMS))
@pytest.mark.parametrize("seed", range(3))
def test_what_counts_adds_up_to_the_points(system: str, seed: int) -> None:
    rules = rules_from({"system": system})
    assert Match(rules).account is None
    match = random_hand(rules, Random(seed)).match
    account = match.account
    assert account is not None and match.hand is not None and match.hand.phase is Phase.ENDED
    ended = account.ended
    won = sum(t.points for t in account.tricks if t.seat not in ended.declarers)
    assert won + account.penalty - account.discarded <= ended.tricks <= won + account.penalty
    kitty = (ended.kitty_points or 0) * ended.factor
    assert ended.tricks + kitty == ended.points
    assert account.after == tuple(match.standings) and account.before == match.before
    all_points = sum(t.points for t in account.tricks) + (ended.kitty_points or 0)
    assert all_points == 100 * rules.deck_count


def test_a_seat_has_the_account_of_its_own_view() -> None:
    rules = rules_from("zhang-2021")
    events = random_hand(rules, Random(5)).events
    for seat in (0, 1, 2, 3, None):
        match = Match.seen(rules, seat)
        for event in events:
            match.apply(view(event, seat))
        account = match.account
        assert account is not None and account.ended == view(events[-1], seat)
