"""The searching player: legal, the same again, honest, and able to say why."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from shengji.bots.search.bot import MasterBot, StrongBot
from shengji.bots.thought import Thought
from shengji.game import (
    Bury,
    CallFriends,
    Event,
    HandStarted,
    Phase,
    Play,
    ThrowFailed,
    view,
)
from shengji.rules import Rules
from shengji.rules.chance import random_rules
from tests.bots.search.players import QuickBot, commands, table, turns
from tests.bots.test_honesty import exchanged

CASES = [Rules(), Rules(decks=3), Rules(teams="friends", players=5), Rules(land=True)]


@pytest.mark.parametrize("seed", range(6))
def test_a_hand_under_random_rules(seed: int) -> None:
    at = table(random_rules(Random(seed)), seed)
    assert at.play_hand().levels >= 0


@pytest.mark.parametrize("number", range(len(CASES)))
def test_same_seed_same_play(number: int) -> None:
    assert commands(table(CASES[number], 3)) == commands(table(CASES[number], 3))


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_decision_can_be_made_again_and_hidden_cards_do_not_matter(number: int) -> None:
    """A fresh bot, told the same or told of other hidden cards, decides the same."""
    rules, chance = CASES[number], Random(number)
    at = table(rules, 8)
    told: list[Event] = []
    at.told = told.append
    checked = differ = 0
    for bot in turns(at, (Phase.BURY, Phase.CALL, Phase.PLAY)):
        if bot.hand.phase is Phase.PLAY and chance.random() > 0.1:
            continue
        start = max(i for i, event in enumerate(told) if isinstance(event, HandStarted))
        past = told[start:]
        if any(isinstance(event, ThrowFailed) for event in past[-1:]):
            continue
        seed = 8 + bot.seat
        changed = exchanged(past, bot.seat, chance)
        differ += changed != past
        assert decision(rules, bot.seat, seed, changed) == decision(rules, bot.seat, seed, past)
        checked += 1
    assert checked > 3
    assert differ > 3


def decision(rules: Rules, seat: int, seed: int, events: list[Event]) -> object:
    bot = QuickBot(rules, seat, seed)
    for event in events:
        bot.observe(view(event, seat))
    match bot.hand.phase:
        case Phase.BURY:
            return bot.bury(), bot.thought
        case Phase.CALL:
            return bot.call_friends(), bot.thought
        case _:
            return bot.lead() if bot.hand.trick is None else bot.follow(), bot.thought


@pytest.mark.parametrize("number", range(len(CASES)))
def test_every_decision_says_why(number: int) -> None:
    at = table(CASES[number], 5)
    kinds = set()
    while at.match.hand is None or at.match.hand.phase is not Phase.ENDED:
        command = at.next_command()
        assert command is not None
        if isinstance(command, Play | Bury | CallFriends):
            thought = at.bots[command.seat].thought
            assert isinstance(thought, Thought)
            kinds.add(thought.decision)
            first = thought.options[0]
            if isinstance(command, CallFriends):
                assert first.calls == command.calls
            else:
                assert Counter(first.cards) == Counter(command.cards)
            if thought.decided == "search":
                assert thought.rule not in (None, 0)
                assert first.levels is not None
                assert first.deals > 0
            if thought.decided == "anchor":
                assert thought.rule == 0
        at.carry_out(command)
    assert {"bury", "lead", "follow"} <= kinds


def test_the_stronger_thinks_longer() -> None:
    assert StrongBot.effort.tricks < MasterBot.effort.tricks
    assert StrongBot.effort.bury < MasterBot.effort.bury
