"""`LearnedBot`: plays as `medium`, but a trained net chooses among the candidate plays."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from shengji.bots.learned.net import Player, read_player
from shengji.bots.learned.served import FEATURES, SERVED, serve
from shengji.bots.ruled.player import RuledBot
from shengji.bots.thought import Option, Thought
from shengji.cards import Card
from shengji.game import Decision
from shengji.rules import Rules

PREFIX = "learned:"
"""The prefix of a checkpoint's path as a bot's name."""


class LearnedBot(RuledBot):
    """Plays leads and follows by a net; otherwise, and under rules without training, as `medium`.

    Its play depends on the events alone; the seed makes no difference.

    Args:
        path: the checkpoint file.

    Raises:
        CheckpointError: when the checkpoint cannot be used.
    """

    name = "learned"

    def __init__(self, rules: Rules, seat: int, seed: int = 0, *, path: Path) -> None:
        super().__init__(rules, seat, seed)
        self._player: Player | None = read_player(path) if is_taught(rules) else None
        self._served = np.zeros(SERVED, dtype=np.int64)
        self._room = np.zeros(FEATURES, dtype=np.float32)
        self._rows = np.zeros((SERVED, FEATURES), dtype=np.int8)

    def _play(self, decision: Decision) -> tuple[Card, ...]:
        """The net's choice of play."""
        rule = super()._play(decision)
        pad, player = self._pad, self._player
        if pad is None or player is None:
            return rule
        count = serve(pad, self._served, self._room, self._rows)
        chosen = player.choose(self._rows[:count]) if count else 0
        if chosen == 0:
            return rule
        cards = tuple(self.hand.space.cards(pad.options[self._served[chosen]]))
        self._thought = Thought(decision, (Option(cards), Option(rule)), 1, "rule")
        return cards


def is_taught(rules: Rules) -> bool:
    """Whether nets are trained for such games: two decks, four players in fixed teams.

    >>> is_taught(Rules()), is_taught(Rules(decks=3))
    (True, False)
    """
    return rules.players == 4 and rules.deck_count == 2 and rules.teams == "fixed"
