"""Bots that decide by a policy trained on `shengji.env.vector.Hands`.

>>> import numpy as np, shengji
>>> def first_row(observations, masks, candidates):  # a low card
...     return np.zeros(len(masks), dtype=int)
>>> result = shengji.duel(policy_bot(first_row), "basic", "tractor", deals=2)
>>> result.levels.mean < 0
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from shengji.bots.bot import BotError
from shengji.bots.ruled import RuledBot
from shengji.env.bytes import Bytes
from shengji.env.decisions import Decisions
from shengji.env.layout import Observation
from shengji.env.vector.hands import ROWS
from shengji.game import Command, Due
from shengji.rules import Rules

Policy: TypeAlias = Callable[[Observation, Bytes, Bytes], npt.ArrayLike]
"""Chooses rows from `Hands.observations`, `Hands.masks` and `Hands.candidates`: one for each lane.

A bot calls it with arrays of one lane.
"""


def policy_bot(
    policy: Policy, *, rows: int = ROWS, setup: bool = False, name: str = "policy"
) -> type[RuledBot]:
    """Make the class of a bot that leads and follows by a policy, and otherwise plays as `medium`.

    The class can be used wherever a bot's class can: in `shengji.duel`, in `shengji.Table`, and
    by `run_bot`, so that any table can seat the program (docs/bots.md).

    Args:
        policy: chooses among the rows, as for `Hands` with one lane.
        rows: the number of rows with which it was trained.
        setup: whether the policy makes all other decisions too, as in `Hands` with `setup`.
        name: the bot's name in reports.

    Returns:
        The class. Its bots raise `BotError` where the policy chooses a row that is not offered.
    """

    class PolicyBot(_PolicyBot):
        choose, most_rows, decides_all = staticmethod(policy), rows, setup

    PolicyBot.name = PolicyBot.__name__ = PolicyBot.__qualname__ = name
    return PolicyBot


class _PolicyBot(RuledBot):
    """A bot with a policy, which the class made for it has as an attribute."""

    steady = False
    choose: Policy
    most_rows: int
    decides_all: bool

    def __init__(self, rules: Rules, seat: int, seed: int = 0) -> None:
        super().__init__(rules, seat, seed)
        self._decisions = Decisions(rules, self.most_rows)

    def decide(self, due: Due) -> Command | None:
        """The policy's choice, or that of `medium`."""
        if not self.decides_all and due.decision not in ("lead", "follow"):
            return super().decide(due)
        asked = self._decisions.decide(self.match, self.seat, due)
        told = asked.observation[None], asked.mask[None], asked.rows[None]
        chosen = np.asarray(self.choose(*told))
        if chosen.size != 1:
            raise BotError(f"{self.name} chose {chosen.size} rows for one decision")
        self._thought = None
        try:
            return asked.answer(int(chosen.reshape(-1)[0]))
        except ValueError as error:
            raise BotError(f"{self.name}: {error}") from None
