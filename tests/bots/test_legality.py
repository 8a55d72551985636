"""Every bot answers every decision legally, whatever is played."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from shengji.bots import BOTS, Table, make_bot
from shengji.game import Event, HandEnded
from shengji.rules import Rules, RulesError, rules_from
from shengji.rules.rules import ThrowPenalty

CASES = 24


def some_rules(chance: Random) -> Rules:
    while True:
        try:
            return rules_from(
                {
                    "players": chance.choice((4, 4, 6, 8)),
                    "decks": chance.randint(1, 6),
                    "throw_reading": chance.choice(("named", "longest")),
                    "throw_penalty": chance.choice(get_args(ThrowPenalty)),
                    "first_drawer": chance.choice(("counted", "random")),
                    "kitty": chance.choice((None, None, 2, 4, 8, 18, 26, 34)),
                }
            )
        except RulesError:
            continue


def play(rules: Rules, names: list[str], seed: int) -> tuple[HandEnded, list[Event]]:
    told: list[Event] = []
    bots = {s: make_bot(names[s % len(names)], rules, s, seed + s) for s in range(rules.players)}
    table = Table(rules, bots, Random(seed), told.append)
    table.play_hand()
    return table.play_hand(), told


@pytest.mark.parametrize("seed", range(CASES))
def test_two_hands_under_random_rules(seed: int) -> None:
    """`play_hand` raises when an answer is refused."""
    rules = some_rules(Random(seed))
    names = list(BOTS) if seed % 2 else ["basic"]
    ended, told = play(rules, names, seed)
    assert ended.points >= -rules.total_points
    assert sum(isinstance(event, HandEnded) for event in told) == 2


@pytest.mark.parametrize("name", ["basic", "random"])
def test_same_seed_same_play(name: str) -> None:
    rules = Rules(decks=3)
    assert play(rules, [name], 5)[1] == play(rules, [name], 5)[1]


def test_basic_needs_no_chance() -> None:
    rules = Rules()
    tables = [
        Table(rules, {s: make_bot("basic", rules, s, k + s) for s in range(4)}, Random(3))
        for k in (0, 100)
    ]
    assert tables[0].play_hand() == tables[1].play_hand()


def test_unknown_bot_names_the_nearest() -> None:
    with pytest.raises(ValueError, match="did you mean basic"):
        make_bot("basik", Rules(), 0)
