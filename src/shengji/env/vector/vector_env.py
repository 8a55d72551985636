"""Hands in lockstep as a vector environment of Gymnasium; needs the extra `env`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from shengji.env.layout import COLUMN_COUNT
from shengji.env.rewards import Rewards
from shengji.env.vector.hands import ROWS, Hands
from shengji.extras import require
from shengji.rules import Rules

require("env", "gymnasium")
from gymnasium import spaces  # noqa: E402 - after the check that it is there
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.vector import VectorEnv as GymnasiumVectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

Told = dict[str, npt.NDArray[Any]]
"""The parts of an observation, each an array over all lanes."""


class VectorEnv(GymnasiumVectorEnv[Told, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Hands in lockstep for Gymnasium: `Hands`, with one agent that plays all seats.

    An observation has three parts: `observation`, by the layout; `action_mask`, 1 for each allowed
    row; and `rows`, the plays. The reward is that of the seat that has just played. `infos` has the
    rewards of all seats (`rewards`), the seat whose turn it is (`seats`), the seat that has just
    played (`actors`), and the number of omitted plays (`left_out`). Where a hand ends, the next one
    begins in the same step; `infos["final_obs"]` then has the actor's final observation, in the
    lanes of `infos["_final_obs"]`.

    All arrays but the reward belong to `hands` and are overwritten by every step; copy them to keep
    them. The arguments are those of `Hands`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as it is declared there
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        rules: str | Mapping[str, object] | Rules = "tractor",
        lanes: int = 1024,
        seed: int = 0,
        *,
        threads: int = 1,
        rewards: Rewards = "levels",
        rows: int = ROWS,
    ) -> None:
        self.hands = Hands(rules, lanes, seed, threads=threads, rewards=rewards, rows=rows)
        self.num_envs = lanes
        low, high = self.hands.layout.bounds()
        copies = self.hands.rules.deck_count
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.int8),
                "action_mask": spaces.Box(0, 1, (rows,), dtype=np.int8),
                "rows": spaces.Box(0, copies, (rows, COLUMN_COUNT), dtype=np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(rows)
        self.observation_space = batch_space(self.single_observation_space, lanes)
        self.action_space = batch_space(self.single_action_space, lanes)
        self._each = np.arange(lanes)
        self._never = np.zeros(lanes, dtype=np.bool_)
        self._nothing = {
            name: np.broadcast_to(np.int8(0), array.shape) for name, array in self._told().items()
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Told, dict[str, Any]]:
        """Begin a hand in every lane, as `Hands.reset`; there are no options."""
        super().reset(seed=seed)
        self.hands.reset(seed)
        return self._told(), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Told, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play in every lane, as `Hands.step`; hands are never truncated."""
        self.hands.step(actions)
        infos = self._infos()
        ended = self.hands.ended
        if ended.any():
            infos["final_obs"] = {**self._nothing, "observation": self.hands.final_observations}
            infos["_final_obs"] = ended
        rewards = self.hands.rewards[self._each, self.hands.actors]
        return self._told(), rewards, ended, self._never, infos

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self.hands.close()

    def _told(self) -> Told:
        hands = self.hands
        return {
            "observation": hands.observations,
            "action_mask": hands.masks,
            "rows": hands.candidates,
        }

    def _infos(self) -> dict[str, Any]:
        hands = self.hands
        return {
            "rewards": hands.rewards,
            "seats": hands.seats,
            "actors": hands.actors,
            "left_out": hands.left_out,
        }
