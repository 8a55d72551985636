"""Observations: they say what a seat knows, and nothing that it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shengji.cards import CARDS, Card
from shengji.env import shengji_v0
from shengji.env.actions import steps
from shengji.env.layout import PHASES, Layout, Observation
from shengji.env.observation import observe
from shengji.game import Event, Hand, Match, Phase, Play, due_of, view
from shengji.rules import SYSTEMS, Rules, rules_from
from tests.env.kit import turns
from tests.env.test_actions import short_rules
from tests.game.kit import Game, position, steady
from tests.kit import SHORT_HANDS, cards


class Seen:
    """An observation, read by names."""

    def __init__(self, game: Game, seat: int) -> None:
        self.layout = Layout(game.match.rules)
        self.all = observe(self.layout, game.match, seat)

    def part(self, name: str) -> Observation:
        return self.layout.part(self.all, name)

    def cards(self, name: str, row: int = 0) -> str:
        counted = {CARDS[kind]: int(n) for kind, n in enumerate(self.part(name)[row]) if n}
        return " ".join(card.value for card in Counter(counted).elements())

    def seats(self, name: str) -> list[int]:
        return np.flatnonzero(self.part(name)[:, 0]).tolist()


@steady(200)
@given(short_rules(), st.integers(0, 2**32))
def test_an_observation_follows_from_the_events_that_the_seat_was_shown(
    rules: Rules, seed: int
) -> None:
    events: list[Event] = []
    layout, watcher = Layout(rules), seed % rules.players
    low, high = layout.bounds()
    own, heard = Match.seen(rules, watcher), 0
    for turn in turns(rules, Random(seed), events.append):
        for event in events[heard:]:
            own.apply(view(event, watcher))
        heard = len(events)
        told = observe(layout, turn.table.bots[watcher].match, watcher)
        assert (told == observe(layout, own, watcher)).all()
        assert (low <= told).all()
        assert (told <= high).all()


@pytest.mark.parametrize("encoding", ["rows", "steps"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_changes_when_the_hidden_cards_do(
    system: str, encoding: shengji_v0.Encoding
) -> None:
    rules = rules_from({"system": system, **SHORT_HANDS[system]})
    chance = Random(1)
    env = shengji_v0.raw_env(rules, encoding=encoding)
    env.reset(seed=1)
    while not env.terminations[env.agent_selection]:
        seat = env.possible_agents.index(env.agent_selection)
        before = env.observe(env.agent_selection)
        assert env.match.hand is not None
        with hidden_shuffled(env.match.hand, seat, chance):
            after = env.observe(env.agent_selection)
        assert all((before[key] == after[key]).all() for key in before)
        env.step(chance.choice(before["action_mask"].nonzero()[0].tolist()))


@contextmanager
def hidden_shuffled(hand: Hand, seat: int, chance: Random) -> Iterator[None]:
    """Deal the cards that a seat does not know anew, for a while."""
    was, kitty = [list(held) for held in hand.hands], hand.kitty
    others = [held for other, held in enumerate(hand.hands) if other != seat]
    bottom = [] if kitty is None or hand.buried_by == seat else list(kitty)
    hidden = [card for held in (*others, bottom) for card in held]
    chance.shuffle(hidden)
    for held in (*others, bottom):
        count = len(held)
        held[:], hidden = hidden[:count], hidden[count:]
    if bottom:
        hand.kitty = tuple(bottom)
    yield
    for held, before in zip(hand.hands, was, strict=True):
        held[:] = before
    hand.kitty = kitty


def test_a_hand_in_play_is_told_from_where_the_observer_sits() -> None:
    held = ["5H 5H KH 3D", "3H 4H 6H 7H", "8H 8C 9C JC", "QH QC KC AC"]
    game = position(held, "2S", dealer=3, taken={0: 20, 1: 15})
    game.play(3, "QH")
    game.play(0, "KH")
    seen = Seen(game, 1)
    assert seen.cards("hand") == "3H 4H 6H 7H"
    assert seen.cards("played", 2) == seen.cards("trick", 2) == "QH"
    assert seen.cards("played", 3) == seen.cards("trick", 3) == "KH"
    assert seen.cards("trick", 0) == ""
    assert seen.seats("leader") == seen.seats("dealer") == seen.seats("buried_by") == [2]
    assert seen.seats("ahead") == [3]
    assert seen.seats("turn") == [0]
    assert seen.seats("declarer") == [0, 2]
    assert seen.part("sizes")[:, 0].tolist() == [4, 4, 3, 3]
    assert seen.part("taken")[:, 0].tolist() == [3, 0, 0, 4]
    assert seen.part("points")[0, 0] == 4
    assert seen.part("trick_points")[0, 0] == 2
    assert PHASES[int(seen.part("phase")[0].argmax())] is Phase.PLAY
    assert seen.part("rank")[0].tolist() == [1] + [0] * 12
    assert seen.part("suit")[0].tolist() == [0, 0, 0, 1, 0]
    assert seen.part("units")[0].tolist() == [1] + [0] * 17
    suits, strengths = seen.part("suits")[0], seen.part("strengths")[0]
    assert suits[Card("2H").index] == suits[Card("AS").index] == 4
    assert strengths[Card("2H").index] == strengths[Card("2D").index]
    assert strengths[Card("BJ").index] > strengths[Card("2S").index] > strengths[Card("2H").index]


def test_kitty_is_known_to_who_has_buried_it() -> None:
    rules, layout = rules_from("tractor"), Layout(rules_from("tractor"))
    turn = next(turn for turn in turns(rules, Random(1)) if turn.due.decision == "lead")
    told = [observe(layout, bot.match, seat) for seat, bot in turn.table.bots.items()]
    counts = [int(layout.part(one, "kitty").sum()) for one in told]
    assert counts == [rules.kitty_size if seat == turn.due.seat else 0 for seat in range(4)]


def test_voids_and_the_shape_of_a_lead_are_told() -> None:
    held = ["5H 5H 6H 6H", "3H 3H 7H 9D", "8H 8C 9C JC", "QH QC KC AC"]
    game = position(held, "2S")
    game.play(0, "5H 5H 6H 6H")
    seen = Seen(game, 1)
    assert seen.part("units")[0].reshape(-1, 3)[1].tolist() == [0, 1, 2]
    game.play(1, "3H 3H 7H 9D")
    seen = Seen(game, 2)
    assert seen.part("voids")[3].tolist() == [0, 0, 1, 0, 0]
    assert seen.part("voids").sum() == 1


def test_calls_are_told_with_who_has_answered() -> None:
    rules = rules_from({"system": "finding-friends", "players": 6})
    held = ["3H 4D", "AS 5D", "AS 6D", "AS 7D", "8C 9C", "JC QC"]
    game = position(held, "2D", rules=rules, called="2 AS, 1 KC")
    game.play(0, "3H")
    for seat, text in enumerate(["AS", "AS", "AS", "8C", "JC"], 1):
        game.play(seat, text)
    seen = Seen(game, 1)
    assert seen.part("call_kind")[:, 0].tolist() == [Card("AS").index, Card("KC").index]
    assert seen.part("call_need")[:, 0].tolist() == [0, 1]
    assert seen.part("call_seat")[:, 0].tolist() == [1, -1]
    assert seen.seats("declarer") == [1, 5]
    assert not seen.part("sides_known").any()


def test_a_throw_that_failed_is_told() -> None:
    held = ["KH QH 3D", "3H 4H 6H", "AH 8C 9C", "QC KC AC"]
    game = position(held, "2S")
    game.play(0, "KH QH")
    seen = Seen(game, 1)
    assert seen.cards("thrown") == "QH KH"
    assert seen.cards("trick", 3) == "QH"
    assert seen.seats("challenger") == [1]


def test_cards_named_so_far_are_told_to_who_names_them() -> None:
    game = position(["5H 5H KH 3D", "3H 4H 6H 7H", "8H 8C 9C JC", "QH QC KC AC"], "2S")
    due = due_of(game.hand, 0)
    assert due is not None
    naming = steps.naming_of(game.hand, due)
    naming.take(Card("5H").index)
    layout = Layout(game.match.rules)
    told = observe(layout, game.match, 0, naming.chosen)
    assert layout.part(told, "chosen")[0, Card("5H").index] == 1
    assert layout.part(told, "hand")[0, Card("5H").index] == 2
    naming.take(Card("5H").index)
    answered = naming.take(steps.STOP)
    assert answered is not None
    assert answered.answer == Play(0, tuple(cards("5H 5H")))
