"""The seats of a table share what lies open: each sees what its own events say, and no more."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from shengji.bots import RandomBot, Table
from shengji.game import Event, HandEnded, Match, Phase, view
from shengji.rules import PRESETS, SYSTEMS, Rules
from shengji.rules.random_rules import random_rules
from tests.game.kit import public
from tests.seeds import trials

EVERY = [
    *(PRESETS[name].rules for name in (*SYSTEMS, *PRESETS)),
    *map(random_rules, map(Random, trials(30))),
]


def same(shared: Match, alone: Match) -> None:
    """Two views of a seat are alike in all that can be asked of them."""
    assert public(shared) == public(alone)
    one, other = shared.hand, alone.hand
    assert (one is None) == (other is None)
    if one is None or other is None:
        return
    assert (one.hands, one.kitty, one.result) == (other.hands, other.kitty, other.result)
    assert (one.started, one.seen_by, one.all_seen) == (other.started, other.seen_by, False)
    if one.phase is Phase.PLAY and one.played:
        for array, wanted in zip(one.position, other.position, strict=True):
            assert np.array_equal(array, wanted)


@pytest.mark.parametrize("number", range(len(EVERY)))
def test_a_seat_sees_what_its_events_say(number: int) -> None:
    rules: Rules = EVERY[number]
    alone = {seat: Match.seen(rules, seat) for seat in range(rules.players)}
    looked = 0

    def told(event: Event) -> None:
        for seat, match in alone.items():
            match.apply(view(event, seat))

    bots = {seat: RandomBot(rules, seat, number + seat) for seat in range(rules.players)}
    table = Table(rules, bots, Random(number), told)
    for step in range(10_000):
        events = table.step()
        assert events is not None
        if step % 7 == 0 or isinstance(events[-1], HandEnded):
            looked += 1
            for seat, match in alone.items():
                same(bots[seat].match, match)
        if any(isinstance(event, HandEnded) for event in events):
            break
    assert looked > 3
