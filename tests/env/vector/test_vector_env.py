"""Hands in lock step as a vector environment of Gymnasium."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from shengji.env import vector
from shengji.env.vector import VectorEnv


def test_it_is_a_vector_environment_that_resets_in_the_same_step() -> None:
    env = VectorEnv("forty-points", lanes=6, seed=1)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    told, infos = env.reset(seed=4)
    over = 0
    while over < 6:
        assert env.observation_space.contains(told)
        seats = infos["seats"].copy()
        actions = env.hands.counts - 1
        assert env.action_space.contains(actions)
        told, rewards, ended, cut, infos = env.step(actions)
        assert (infos["actors"] == seats).all()
        assert not cut.any()
        assert ("final_obs" in infos) == ended.any()
        for lane in range(6):
            assert rewards[lane] == infos["rewards"][lane, seats[lane]]
            assert not infos["rewards"][lane].any() or ended[lane]
        if ended.any():
            assert env.observation_space.contains(infos["final_obs"])
            phase = env.hands.layout.part(infos["final_obs"]["observation"], "phase")[:, 0]
            assert (phase[infos["_final_obs"]][:, -2] == 1).all()
        over += int(ended.sum())
    env.close()


def test_what_is_told_is_not_copied() -> None:
    env = VectorEnv("tractor", lanes=2)
    told, _ = env.reset()
    again, *_ = env.step(np.zeros(2, dtype=np.int64))
    for name, array in told.items():
        assert np.shares_memory(array, again[name])


def test_a_seed_gives_the_same_hands() -> None:
    env = VectorEnv("tractor", lanes=3, seed=8)
    first = env.reset(seed=8)[0]["observation"].copy()
    assert (env.reset()[0]["observation"] != first).any()
    assert (env.reset(seed=8)[0]["observation"] == first).all()


def test_the_extra_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, VectorEnv.__module__)
    with pytest.raises(ImportError, match=r"pip install 'shengji\[env\]'"):
        _ = vector.VectorEnv
