"""One player at a table of bots, as environments of Gymnasium; needs the extra `env`.

Importing this module registers one for each system: `shengji/Tractor-v0`,
`shengji/FindingFriends-v0` and so on. `gymnasium.make` imports it by itself where the name is
prefixed:

>>> import gymnasium
>>> env = gymnasium.make("shengji.env.solo:shengji/Tractor-v0", bots="basic")
>>> observation, info = env.reset(seed=1)
>>> done = False
>>> while not done:
...     action = env.action_space.sample(observation["action_mask"])
...     observation, reward, terminated, truncated, info = env.step(action)
...     done = terminated or truncated
>>> terminated, len(info["rewards"])
(True, 4)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from shengji.env.shengji_v0 import Observed, raw_env
from shengji.extras import require
from shengji.rules import SYSTEMS, Rules, rules_from

require("env", "gymnasium")
import gymnasium  # noqa: E402 - after the check that it is there


class SoloEnv(gymnasium.Env[Observed, np.int64]):
    """One seat of `shengji.env.shengji_v0`, with bots in the others.

    The observation has `observation`, `action_mask` and, with rows, `rows`. The reward is that of
    the seat, 0 until a hand ends. `info` has the decision that is due, and the `rewards` of all
    seats.

    Args:
        rules: as for `shengji_v0.env`.
        seat: the seat of the agent.
        bots: the name of the bot in the other seats, or the names by seat.
        options: further arguments of `shengji_v0.env`.
    """

    def __init__(
        self,
        rules: str | Mapping[str, object] | Rules = "tractor",
        *,
        seat: int = 0,
        bots: str | Mapping[int, str] = "medium",
        **options: Any,
    ) -> None:
        rules = rules_from(rules)
        rules.check_seat(seat)
        if isinstance(bots, str):
            bots = {other: bots for other in range(rules.players) if other != seat}
        self._table = raw_env(rules, bots=bots, **options)
        self._agent = self._table.possible_agents[seat]
        self.metadata = self._table.metadata
        self.render_mode = self._table.render_mode
        space: gymnasium.Space[Any] = self._table.observation_space(self._agent)
        self.observation_space = space
        self.action_space = self._table.action_space(self._agent)

    @property
    def table(self) -> raw_env:
        """The environment of all seats; `table.match` knows all cards."""
        return self._table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin an episode, as `raw_env.reset`."""
        super().reset(seed=seed)
        self._table.reset(seed, options)
        return self._table.observe(self._agent), self._info()

    def step(self, action: np.int64) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Take an action; the bots then decide until it is the agent's turn again.

        Raises:
            ValueError: the mask does not allow the action.
        """
        table, agent = self._table, self._agent
        table.step(int(action))
        told = table.observe(agent)
        ended, cut = table.terminations[agent], table.truncations[agent]
        return told, table.rewards[agent], ended, cut, self._info()

    def _info(self) -> dict[str, Any]:
        rewards = np.array(list(self._table.rewards.values()), dtype=np.float32)
        return {**self._table.infos[self._agent], "rewards": rewards}

    def render(self) -> Any:
        """Render the match, as `raw_env.render`."""
        return self._table.render()


def _register() -> None:
    for system in SYSTEMS:
        name = "".join(word.title() for word in system.split("-"))
        gymnasium.register(f"shengji/{name}-v0", entry_point=SoloEnv, kwargs={"rules": system})


_register()
