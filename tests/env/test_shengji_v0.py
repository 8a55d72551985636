"""The environment: PettingZoo's own tests, what it answers, and how it ends."""

from __future__ import annotations

import sys
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from shengji.env import shengji_v0
from shengji.env.actions import rows, steps
from shengji.env.layout import COLUMN_COUNT
from shengji.rules import SYSTEMS, RulesError
from tests.kit import SHORT_HANDS

SYSTEM_NAMES = [*SYSTEMS]


def short(system: str, **options: Any) -> Any:
    """The environment of a system with short hands."""
    return shengji_v0.env({"system": system, **SHORT_HANDS[system]}, **options)


def play(env: Any, seed: int, chance: Random) -> dict[str, list[float]]:
    """Play an episode at random; returns what each agent was given at each of its turns."""
    given: dict[str, list[float]] = {agent: [] for agent in env.possible_agents}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        told, reward, terminated, truncated, _ = env.last()
        given[agent].append(reward)
        over = terminated or truncated
        env.step(None if over else chance.choice(told["action_mask"].nonzero()[0].tolist()))
    return given


# Of these PettingZoo warns in all games that have masks, but for its own, which it knows by name.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize("system", SYSTEM_NAMES)
def test_it_keeps_to_the_interface(system: str) -> None:
    # Every other system says its decisions in steps.
    encoding = ("rows", "steps")[SYSTEM_NAMES.index(system) % 2]
    api_test(short(system, encoding=encoding), num_cycles=60)


@pytest.mark.parametrize("system", SYSTEM_NAMES)
def test_the_same_seed_and_actions_lead_to_the_same(system: str) -> None:
    encoding = ("steps", "rows")[SYSTEM_NAMES.index(system) % 2]
    seed_test(lambda: short(system, encoding=encoding), num_cycles=20)


def test_without_a_seed_chance_goes_on() -> None:
    env = short("tractor")
    env.reset(seed=1)
    first = env.match.hand.started.deck
    env.reset()
    second = env.match.hand.started.deck
    env.reset(seed=1)
    assert env.match.hand.started.deck == first != second


@pytest.mark.parametrize("system", ["tractor", "finding-friends"])
def test_each_side_is_rewarded_alike_at_the_end(system: str) -> None:
    env = short(system, rewards="both")
    given = play(env, 3, Random(3))
    ended = env.match.hand.result
    gain = ended.levels if ended.winner == "opponents" else -ended.levels
    gain += (ended.points - env.rules.threshold_points) / env.rules.step_points
    assert gain != 0
    for seat, rewards in enumerate(given.values()):
        assert sum(rewards) == pytest.approx(-gain if seat in ended.declarers else gain)
        assert not any(rewards[:-1])


def test_a_match_goes_on_until_somebody_has_won() -> None:
    rules = {"system": "tractor", "kitty": 60, "first_level": "K", "last_level": "K"}
    env = shengji_v0.env(rules, episode="match", skip_forced=True)
    given = play(env, 6, Random(6))
    assert env.match.winners
    assert env.match.hands > 1
    assert len({sum(rewards) for rewards in given.values()}) == 2
    assert env.agents == []


def test_a_hand_that_is_dealt_again_and_again_is_given_up() -> None:
    # Nobody declares, so each hand is thrown in.
    env = shengji_v0.env({"system": "tractor", "no_bid_first_hand": "deal-again"}, encoding="steps")
    env.reset(seed=1)
    for _ in range(100 * shengji_v0.MOST_DEALS):
        if any(env.truncations.values()):
            break
        env.step(steps.STOP)
    assert all(env.truncations.values())
    assert env.match.hand.result is None
    assert not any(env.terminations.values())
    assert all(reward == 0 for reward in env.rewards.values())


def test_a_match_that_nobody_wins_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shengji_v0, "MOST_HANDS", 2)
    env = short("tractor", episode="match", skip_forced=True)
    play(env, 1, Random(1))
    assert env.match.winners is None
    assert env.match.hands == 2


def test_a_level_that_nobody_comes_to_is_refused() -> None:
    env = shengji_v0.env({"system": "tractor", "last_level": "K"})
    with pytest.raises(ValueError, match="level = 'A': it must be"):
        env.reset(options={"level": "A"})


def test_what_is_told_is_the_players_own_copy() -> None:
    env = short("tractor")
    env.reset(seed=1)
    env.last()[0]["action_mask"][:] = 1
    with pytest.raises(ValueError, match="is not allowed by its mask"):
        env.step(rows.MOST - 1)


def test_who_has_no_choice_is_not_asked() -> None:
    asked = []
    for skip_forced in (False, True):
        env = short("tractor", skip_forced=skip_forced)
        given = play(env, 3, Random(3))
        asked.append(sum(map(len, given.values())))
    assert asked[1] < asked[0]


def test_an_action_that_the_mask_does_not_allow_is_refused_and_changes_nothing() -> None:
    env = short("tractor", encoding="steps")
    env.reset(seed=1)
    before = env.last()[0]
    wrong = int(np.flatnonzero(before["action_mask"] == 0)[0])
    for action in (wrong, -1, None, 10**6, 1.5, "1"):
        with pytest.raises(ValueError, match=f"action {action} of {env.agent_selection} is not"):
            env.step(action)
    after = env.last()[0]
    assert all((before[key] == after[key]).all() for key in before)


def test_only_who_is_asked_has_a_mask() -> None:
    env = short("finding-friends")
    env.reset(seed=1)
    for agent in env.agents:
        told = env.observe(agent)
        assert bool(env.infos[agent]) == (agent == env.agent_selection)
        assert told["action_mask"].any() == (agent == env.agent_selection)
        assert told["rows"].any() == (agent == env.agent_selection)


def test_it_says_how_many_decisions_have_no_row() -> None:
    env = shengji_v0.env("tractor", most_rows=8)
    env.reset(seed=1, options={"dealer": 2})
    while env.infos[env.agent_selection]["decision"] != "bury":
        env.step(0)
    assert env.agent_selection == "player_2"
    assert env.infos["player_2"]["left_out"] > 1000
    assert env.last()[0]["rows"].shape == (8, COLUMN_COUNT)
    assert env.last()[0]["action_mask"].sum() == 8


def test_an_episode_can_begin_at_a_level() -> None:
    env = short("tractor")
    env.reset(seed=1, options={"level": "9", "dealer": 3})
    assert env.match.hand.rank.value == "9"
    assert env.match.hand.dealer == 3


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"level": "1"}, "level = '1': it must be '2', '3'"),
        ({"level": ["2"]}, "level = ..2..: it must be '2', '3'"),
        ({"dealer": 4}, "dealer = 4: it must be None, 0, 1, 2 or 3"),
    ],
)
def test_options_of_an_episode_are_checked(options: dict[str, Any], said: str) -> None:
    env = short("tractor")
    with pytest.raises(ValueError, match=said):
        env.reset(options=options)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"encoding": "words"}, "encoding = 'words': it must be 'rows' or 'steps'"),
        ({"rewards": "money"}, "rewards = 'money': it must be 'levels', 'points' or 'both'"),
        ({"episode": "night"}, "episode = 'night': it must be 'hand' or 'match'"),
        ({"render_mode": "rgb_array"}, "render_mode = 'rgb_array': it must be None, 'human'"),
        ({"bots": "easy"}, "bots = 'easy': it must be a mapping, such as {1: 'medium'}"),
        ({"most_rows": 1}, "most_rows = 1: it must be from 2 to 10000"),
        ({"most_rows": 10**9}, "most_rows = 1000000000: it must be from 2 to 10000"),
    ],
)
def test_arguments_are_checked(options: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        shengji_v0.env(**options)
    with pytest.raises(RulesError):
        shengji_v0.env("no-such-rules")


def test_it_is_drawn_as_text_and_as_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = {}
    for mode in ("ansi", "svg", "human"):
        env = short("tractor", render_mode=mode)
        env.reset(seed=1)
        while env.infos[env.agent_selection].get("decision") != "follow":
            env.step(0)
        drawn[mode] = env.render()
    assert drawn["svg"].startswith("<svg")
    lines = drawn["ansi"].splitlines()
    assert lines[0].startswith("Hand 1")
    assert sum(line.startswith("* seat ") for line in map(str.lower, lines)) == 1
    assert "leads, ahead" in drawn["ansi"]
    assert drawn["human"] is None
    assert drawn["ansi"] in capsys.readouterr().out


def test_the_extra_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, shengji_v0.__name__)
    with pytest.raises(ImportError, match=r"pip install 'shengji\[env\]'"):
        import_module(shengji_v0.__name__)
