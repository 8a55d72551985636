"""One player at a table of bots, for Gymnasium; and all cards, for critics."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import shengji.env.solo
from shengji.env import shengji_v0
from shengji.env.observation import cards_of
from shengji.env.vector import Hands
from shengji.rules import SYSTEMS
from tests.env.vector.kit import played_beside
from tests.kit import SHORT_HANDS

NAMES = [name for name in gymnasium.registry if name.startswith("shengji/")]


def play(env: gymnasium.Env[Any, Any], seed: int) -> float:
    """Play an episode with the last action that is allowed; returns the sum of the rewards."""
    observation, _ = env.reset(seed=seed)
    total, done = 0.0, False
    while not done:
        action = int(np.flatnonzero(observation["action_mask"])[-1])
        observation, reward, terminated, truncated, _ = env.step(action)
        total += float(reward)
        done = terminated or truncated
    return total


def test_every_system_has_an_environment() -> None:
    assert len(NAMES) == len(SYSTEMS)
    for name in ("shengji/Tractor-v0", "shengji/FindingFriends-v0"):
        play(gymnasium.make(name, bots="easy"), 1)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_it_keeps_to_the_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    env = gymnasium.make("shengji/FortyPoints-v0", bots="random").unwrapped
    # Gymnasium's check samples actions without the mask.
    monkeypatch.setattr(env.action_space, "sample", lambda: np.int64(0))
    check_env(env, skip_render_check=True)


def test_the_agent_alone_is_asked_and_is_given_the_reward_of_its_seat() -> None:
    env = shengji.env.solo.SoloEnv("tractor", seat=2, bots={0: "easy", 1: "random", 3: "easy"})
    observation, info = env.reset(seed=5)
    done, reward = False, 0.0
    while not done:
        assert env.table.agent_selection == "player_2"
        assert info["decision"]
        action = np.flatnonzero(observation["action_mask"])[0]
        observation, reward, done, _, info = env.step(action)
    hand = env.table.match.hand
    assert hand is not None
    assert hand.result is not None
    gain = hand.result.levels if hand.result.winner == "opponents" else -hand.result.levels
    assert reward == (-gain if 2 in hand.result.declarers else gain)


def test_a_seed_gives_the_same_episode_again() -> None:
    env = gymnasium.make("shengji/FortyPoints-v0", bots="random")
    assert [play(env, seed) for seed in (1, 2, 3)] == [play(env, seed) for seed in (1, 2, 3)]


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"bots": "mediun"}, "medium"),
        ({"seat": 4}, "seat"),
        ({"bots": dict.fromkeys(range(4), "easy")}, "every seat"),
    ],
)
def test_wrong_bots_and_seats_are_refused(options: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        shengji.env.solo.SoloEnv("tractor", **options)


def test_a_critic_is_given_all_cards_from_the_seat_whose_turn_it_is() -> None:
    hands = Hands("finding-friends", 2, 3)
    for moment in played_beside(hands, Random(2), 1):
        if not moment.ended:
            seat = int(hands.seats[moment.lane])
            expected = cards_of(moment.beside.match, seat)
            assert (hands.all_cards()[moment.lane] == expected).all()


def test_the_state_of_a_table_has_each_card_once() -> None:
    env = shengji_v0.env({"system": "tractor", **SHORT_HANDS["tractor"]})
    env.reset(seed=1)
    table = env.unwrapped
    deck = Counter(card.index for card in table.match.hand.started.deck)
    for _ in range(40):
        hand, state = table.match.hand, table.state()
        assert table.state_space.contains(state)
        seat = int(env.agent_selection[-1])
        assert state[0].sum() == len(hand.hands[seat])
        left = deck - Counter(card.index for card in hand.played.elements())
        if hand.to_draw == hand.drawn and hand.kitty is not None:
            assert {kind: int(n) for kind, n in enumerate(state.sum(axis=0)) if n} == left
        if env.terminations[env.agent_selection]:
            break
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
