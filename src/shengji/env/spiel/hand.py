"""The game `shengji`: a hand under any rules, as a game of OpenSpiel.

Chance deals the whole deck first, one card per chance node. This is equivalent to drawing each card
in its time, because the deck is hidden; and algorithms can enumerate, sample or condition on all
chance. Players are the seats, and actions are the steps of `shengji.env.actions.steps`.

>>> import pyspiel
>>> game = pyspiel.load_game("shengji(rules=forty-points)")
>>> game.num_players(), game.num_distinct_actions(), game.observation_tensor_size()
(4, 162, 1161)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from shengji.cards import CARDS, write_cards
from shengji.env.actions.question import Question
from shengji.env.actions.steps import CLAIM, READING, STOP, action_count
from shengji.env.layout import FIELDS, KIND_COUNT, Layout
from shengji.env.observation import observe
from shengji.env.rewards import REWARDS, Rewards, rewards_of
from shengji.env.spiel.asked import asks_recall, check_allowed
from shengji.env.spiel.bounds import most_deals, most_gain, most_steps
from shengji.env.spiel.course import Course, Setting, rules_written
from shengji.env.spiel.heard import heard
from shengji.env.spiel.resampling import resampled
from shengji.env.text import text_of
from shengji.game import Match

_TYPE = pyspiel.GameType
_PARAMETERS: dict[str, object] = {"rules": "tractor", "rewards": "levels", "dealer": -1}
"""The parameters and their defaults."""
_KIND: dict[str, object] = {
    "short_name": "shengji",
    "long_name": "Sheng Ji",
    "dynamics": _TYPE.Dynamics.SEQUENTIAL,
    "chance_mode": _TYPE.ChanceMode.EXPLICIT_STOCHASTIC,
    "information": _TYPE.Information.IMPERFECT_INFORMATION,
    "reward_model": _TYPE.RewardModel.TERMINAL,
    "max_num_players": 12,
    "min_num_players": 4,
    "provides_information_state_string": True,
    "provides_information_state_tensor": False,
    "provides_observation_string": True,
    "provides_observation_tensor": True,
    "parameter_specification": _PARAMETERS,
}
"""The properties of the game, except for its utility, which depends on the rules."""


def _kind(utility: object) -> pyspiel.GameType:
    return _TYPE(utility=utility, **_KIND)


class ShengjiGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A hand of Sheng Ji.

    Args:
        params: the parameters of the game; missing ones have their defaults. `rules`: a preset's
            name, and after it options as `name:value`, separated by spaces. `rewards`: `levels`,
            `points` or `both`, as in `shengji.env.rewards`. `dealer`: the Dealer's seat; -1: the
            draw decides, as in a match's first hand.

    Raises:
        RulesError: if there are no such rules.
        ValueError: if another parameter has no allowed value.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        self.setting = Setting(given["rules"], given["dealer"])
        self.rules = rules = rules_written(self.setting.rules)
        self.rewards: Rewards = given["rewards"]
        self.layout = Layout(rules)
        if self.rewards not in REWARDS:
            raise ValueError(f"rewards={self.rewards}: it must be levels, points or both")
        if self.setting.dealer not in range(-1, rules.players):
            last = rules.players - 1
            raise ValueError(f"dealer={self.setting.dealer}: it must be from -1 to {last}")
        self._deals = most_deals(rules, self.setting.dealer)
        gain = most_gain(rules, self.rewards)
        even = rules.teams == "fixed"
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(rules),
            max_chance_outcomes=max(KIND_COUNT, rules.players),
            num_players=rules.players,
            min_utility=-gain,
            max_utility=gain,
            utility_sum=0.0 if even else None,
            max_game_length=self._deals * most_steps(rules),
        )
        # With called friends the sides may be of different sizes.
        utility = _TYPE.Utility.ZERO_SUM if even else _TYPE.Utility.GENERAL_SUM
        super().__init__(_kind(utility), info, given)

    def max_chance_nodes_in_history(self) -> int:
        """The maximum number of chance nodes in a hand."""
        return 1 + self._deals * self.rules.card_count

    def new_initial_state(self) -> ShengjiState:
        """The state before the deal."""
        return ShengjiState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> ShengjiObserver | None:
        """An observer for a type of observation; `None` for an unsupported type.

        Args:
            iig_obs_type: the type of observation, with or without perfect recall.
            params: must be empty.
        """
        recalls = asks_recall(iig_obs_type, params)
        return None if recalls is None else ShengjiObserver(self.layout, recalls=recalls)


class ShengjiState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of the hand; created by `ShengjiGame.new_initial_state`."""

    def __init__(self, game: ShengjiGame) -> None:
        super().__init__(game)
        self.course = Course(game.setting)
        self._checks = True

    def current_player(self) -> int:
        """The seat whose turn it is, or the ids of chance or the end."""
        if self.course.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        question = self.course.question
        return int(pyspiel.PlayerId.CHANCE) if question is None else question.due.seat

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self.course.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.allowed

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, with their probabilities."""
        return [(action, probability) for action, probability in self.course.chances()]

    def _apply_action(self, action: int) -> None:
        if self._checks:
            check_allowed(action, self.course.allowed)
        self.course.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if action < KIND_COUNT:
            return str(CARDS[action].value)
        if action == STOP:
            return "stop"
        if action == CLAIM:
            return "claim"
        return f"reading {action - READING + 1}" if action >= READING else f"copy {action - CLAIM}"

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> ShengjiState:
        """A state with the same information-state string for a player, other cards hidden anew.

        Two states that the player cannot tell apart give the same state for the same numbers.

        Args:
            player: the seat that knows the string.
            rng: a source of random numbers, from 0 to below 1.

        Raises:
            RuntimeError: no such state was found.

        >>> from random import Random
        >>> state = pyspiel.load_game("shengji(rules=forty-points)").new_initial_state()
        >>> chance = Random(1)
        >>> while state.is_chance_node():
        ...     state.apply_action(chance.choice(state.legal_actions()))
        >>> player = state.current_player()
        >>> other = state.resample_from_infostate(player, chance.random)
        >>> one, two = (at.information_state_string(player) for at in (state, other))
        >>> one == two, state.history() == other.history()
        (True, False)
        """
        game = self.get_game()
        state = ShengjiState(game)
        chance = Random(int(rng() * 2**53))
        found = resampled(self.course, game.setting, player, chance)
        state._checks = False
        for action in found.actions:
            state.apply_action(action)
        state._checks = True
        return state

    def returns(self) -> list[float]:
        """The gain of each seat; 0 before the end of the hand, and for a hand that is given up."""
        game, ended = self.get_game(), self.course.ended
        if ended is None:
            return [0.0] * self.num_players()
        return rewards_of(game.rules, game.rewards, ended)

    def __str__(self) -> str:
        return "\n".join([_stands(self.course.match), *_decision_lines(self.course.question)])


def _stands(match: Match) -> str:
    """A match as text, as far as it is visible."""
    return "dealing" if match.hand is None else text_of(match)


def _decision_lines(question: Question | None) -> list[str]:
    """The named cards and calls of the current decision, as text."""
    if question is None:
        return []
    words = [write_cards(question.chosen), *(f"{c.ordinal} {c.card.value}" for c in question.calls)]
    return [f"{question.due.decision}: {', '.join(filter(None, words))}"]


class ShengjiObserver:
    """A seat's observations.

    Args:
        recalls: whether observations have perfect recall, as text only; else they are the present
            state, as text and as a tensor.

    Attributes:
        tensor: the numbers; `None` with perfect recall.
        dict: the fields of the layout as tables, which share the tensor's memory.
    """

    def __init__(self, layout: Layout, *, recalls: bool) -> None:
        self._layout = layout
        self._recalls = recalls
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[Any]] = {}
        if not recalls:
            self.tensor = tensor = np.zeros(layout.size, dtype=np.float32)
            tables: Any = tensor
            parts = {field.name: layout.part(tables, field.name) for field in FIELDS}
            self.dict = {name: part for name, part in parts.items() if part.size}

    def set_from(self, state: ShengjiState, player: int) -> None:
        """Write a seat's observation of a state to the tensor."""
        if self.tensor is None:
            return
        match = state.course.seen_by(player)
        if match.hand is None:
            self.tensor[:] = 0
            return
        question = state.course.question_of(player)
        chosen, calls = ((), ()) if question is None else (question.chosen, question.calls)
        self.tensor[:] = observe(self._layout, match, player, chosen, calls)

    def string_from(self, state: ShengjiState, player: int) -> str:
        """A seat's observation of a state as text."""
        course = state.course
        if self._recalls:
            steps = " ".join(map(str, course.steps[player]))
            lines = [*heard(course.events, player), f"steps: {steps}"]
        else:
            lines = [_stands(course.seen_by(player)), *_decision_lines(course.question_of(player))]
        return "\n".join([f"player {player}", *lines])


pyspiel.register_game(_kind(_TYPE.Utility.GENERAL_SUM), ShengjiGame)
