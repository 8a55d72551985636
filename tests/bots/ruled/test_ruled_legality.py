"""The ruled bots answer every decision legally, whatever is played."""

from __future__ import annotations

from random import Random

import pytest

from shengji.bots import Bot, Table
from shengji.bots.ruled import EasyBot, RuledBot
from shengji.game import Event, FriendsCalled, HandEnded, LandPassed, RedealAnswered
from shengji.rules import PRESETS, SYSTEMS, Rules, rules_from
from shengji.rules.random_rules import random_rules
from tests.seeds import trials

CASES = 24


def play(rules: Rules, kinds: list[type[Bot]], seed: int, hands: int = 1) -> list[Event]:
    """The events of the first hands of a match; `play_hand` raises when an answer is refused."""
    told: list[Event] = []
    bots = {s: kinds[s % len(kinds)](rules, s, seed + s) for s in range(rules.players)}
    table = Table(rules, bots, Random(seed), told.append)
    for _ in range(hands):
        if table.match.winners is None:
            table.play_hand()
    return told


@pytest.mark.parametrize("seed", trials(CASES))
def test_a_hand_under_random_rules(seed: int) -> None:
    rules = random_rules(Random(1000 + seed))
    told = play(rules, [RuledBot, EasyBot], seed)
    assert any(isinstance(event, HandEnded) for event in told)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_text(preset: str) -> None:
    told = play(PRESETS[preset].rules, [RuledBot, EasyBot], 3)
    assert any(isinstance(event, HandEnded) for event in told)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system(system: str) -> None:
    told = play(rules_from({"preset": system}), [EasyBot, RuledBot], 4)
    assert any(isinstance(event, HandEnded) for event in told)


@pytest.mark.parametrize("bot", [RuledBot, EasyBot])
@pytest.mark.parametrize(
    ("rules", "kind"),
    [
        (Rules(teams="friends", players=8), FriendsCalled),
        (Rules(teams="friends", players=12, decks=6), FriendsCalled),
        (Rules(teams="friends", players=7, land=True), LandPassed),
        (Rules(land=True, land_bidders="all"), LandPassed),
        (Rules(redeal_points=50, redeal_limit=9), RedealAnswered),
    ],
)
def test_early_decisions_are_made(bot: type[Bot], rules: Rules, kind: type[Event]) -> None:
    seeds = range(1 if rules.players > 8 else 3)
    told = [event for seed in seeds for event in play(rules, [bot], seed)]
    assert any(isinstance(event, kind) for event in told)


@pytest.mark.parametrize("bot", [RuledBot, EasyBot])
@pytest.mark.parametrize("rules", [Rules(decks=3), Rules(teams="friends", players=5, land=True)])
def test_same_seed_same_play(bot: type[Bot], rules: Rules) -> None:
    assert play(rules, [bot], 5) == play(rules, [bot], 5)


def test_ruled_needs_no_chance() -> None:
    rules = Rules(teams="friends", players=6)
    tables = [
        Table(rules, {s: RuledBot(rules, s, k + s) for s in range(6)}, Random(3)) for k in (0, 100)
    ]
    assert tables[0].play_hand() == tables[1].play_hand()
