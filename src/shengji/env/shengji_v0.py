"""The game as a PettingZoo environment with agents that act in turn (AEC).

>>> env = env(rules="forty-points", encoding="steps")
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     done = termination or truncation
...     env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from shengji.bots import make_bot
from shengji.cards import Rank
from shengji.env import layout
from shengji.env.actions import rows, steps
from shengji.env.actions.listing import PlayListing
from shengji.env.actions.question import Question, only_answer
from shengji.env.asking import AskingTable
from shengji.env.observation import Observer, cards_of
from shengji.env.rewards import Rewards, rewards_of
from shengji.env.text import text_of
from shengji.extras import require
from shengji.game import DealtAgain, Due, Event, HandEnded, Match
from shengji.game.scene import picture_of
from shengji.rules import Rules, rules_from
from shengji.rules.derived import reachable_levels

require("env", "pettingzoo")
from gymnasium import spaces  # noqa: E402 - after the check that it is there
from pettingzoo import AECEnv  # noqa: E402
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # noqa: E402

Encoding = Literal["rows", "steps"]
"""The two encodings of decisions as actions: `shengji.env.actions.rows` and `.steps`."""
Episode = Literal["hand", "match"]
"""The length of an episode: one hand, redeals included, or a whole match."""
RenderMode = Literal["human", "ansi", "svg"]
"""The output of `render`: printed text, text, or SVG."""
Observed: TypeAlias = dict[str, NDArray[np.int8]]
"""An observation with its action mask, and with the table of rows in that encoding."""

MOST_DEALS = 100
"""Maximum number of deals of a hand before the episode is truncated."""
MOST_HANDS = 1000
"""Maximum number of hands of a match before the episode is truncated."""
MOST_ROWS = 10_000
"""Maximum of the argument `most_rows`."""


class raw_env(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """The environment without the wrapper that enforces the order of calls; see `env`.

    Args:
        rules: the name of a preset or system, options as `shengji.rules_from` reads them, or rules.
        encoding: the encoding of decisions as actions.
        most_rows: the number of rows, 2 to 10,000; only for the encoding `rows`.
        episode: one hand, or a whole match.
        render_mode: the output of `render`.
        bots: the seats that are played by bots, with the bots' names; their agents are never asked.

    Attributes:
        match: the current match, with all cards visible.

    Raises:
        RulesError: if there are no such rules.
        ValueError: if another argument has no allowed value.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - so the interface has it
        "name": "shengji_v0",
        "render_modes": list(get_args(RenderMode)),
        "is_parallelizable": False,
        "layout_version": layout.VERSION,
        "rows_version": rows.VERSION,
        "steps_version": steps.VERSION,
    }

    def __init__(
        self,
        rules: str | Mapping[str, object] | Rules = "tractor",
        *,
        encoding: Encoding = "rows",
        most_rows: int = rows.MOST,
        rewards: Rewards = "levels",
        episode: Episode = "hand",
        skip_forced: bool = False,
        render_mode: RenderMode | None = None,
        bots: Mapping[int, str] = MappingProxyType({}),
    ) -> None:
        super().__init__()
        _check("encoding", encoding, get_args(Encoding))
        _check("rewards", rewards, get_args(Rewards))
        _check("episode", episode, get_args(Episode))
        _check("render_mode", render_mode, (None, *get_args(RenderMode)))
        if most_rows not in range(2, MOST_ROWS + 1):
            raise ValueError(f"most_rows = {most_rows!r}: it must be from 2 to {MOST_ROWS}")
        self.rules = rules_from(rules)
        self.layout = layout.Layout(self.rules)
        self._observer = Observer(self.layout)
        self.render_mode = render_mode
        self._encoding, self._most_rows = encoding, most_rows
        self._listing = PlayListing(self.rules, most_rows)
        self._measure, self._episode, self._skips = rewards, episode, skip_forced
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {agent: self._observations() for agent in self._seats}
        self._action_spaces = {agent: spaces.Discrete(self._action_count) for agent in self._seats}
        self._chance = Random()
        if not isinstance(bots, Mapping):
            raise ValueError(f"bots = {bots!r}: it must be a mapping, such as {{1: 'medium'}}")
        self._bots = dict(bots)
        for seat, name in bots.items():
            make_bot(name, self.rules, seat)
        if len(bots) == self.rules.players:
            raise ValueError("bots has every seat: one must be left to decide")
        low, high = np.zeros(self._state_shape, np.int8), np.full(self._state_shape, 127, np.int8)
        self.state_space = spaces.Box(low, high, dtype=np.int8)

    @property
    def match(self) -> Match:
        """The current match, with all cards visible."""
        return self._table.match

    @property
    def _action_count(self) -> int:
        return self._most_rows if self._encoding == "rows" else steps.action_count(self.rules)

    def _observations(self) -> spaces.Dict:
        low, high = self.layout.bounds()
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(low, high, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (self._action_count,), dtype=np.int8),
        }
        if self._encoding == "rows":
            shape = self._most_rows, layout.COLUMN_COUNT
            parts["rows"] = spaces.Box(0, 127, shape, dtype=np.int8)
        return spaces.Dict(parts)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations, a dict of their parts."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of the actions of an agent."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode.

        Args:
            seed: the seed of all chance; without one, the present random state is continued.
            options: `level`: the starting level of all seats, as a rank or its text; `dealer`: the
                first Dealer, whom otherwise the draw decides. Other options are ignored, as the
                interface requires.

        Raises:
            ValueError: if there is no such level or seat.
        """
        if seed is not None:
            self._chance = Random(seed)
        bots = {
            seat: make_bot(name, self.rules, seat, self._chance.getrandbits(62))
            for seat, name in self._bots.items()
        }
        self._table = AskingTable(self.rules, self._chance, self._hear, bots)
        if options:
            self._begin(options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._deals = self._hands = 0
        self._question: Question | None = None
        self._advance()
        self._show()

    def _begin(self, options: Mapping[str, Any]) -> None:
        levels = {rank.value: rank for rank in reachable_levels(self.rules)}
        level = options.get("level", self.rules.first_level)
        level = level.value if isinstance(level, Rank) else level
        _check("level", level, list(levels))
        dealer = options.get("dealer")
        _check("dealer", dealer, (None, *range(self.rules.players)))
        self._table.begin_at([levels[level]] * self.rules.players, dealer)

    def _hear(self, event: Event) -> None:
        """Count deals and hands, and add the rewards of a finished hand."""
        if isinstance(event, DealtAgain):
            self._deals += 1
        elif isinstance(event, HandEnded):
            self._hands += 1
            self._deals = 0
            for agent, gain in zip(
                self.possible_agents, rewards_of(self.rules, self._measure, event), strict=True
            ):
                self.rewards[agent] += gain

    def _stops(self) -> bool:
        """Whether the episode's hand is over, or a limit is reached."""
        return self._is_endless() or (self._episode == "hand" and self._hands > 0)

    def _is_endless(self) -> bool:
        """Whether a limit is reached, so that the episode is truncated."""
        won = self._table.match.winners is not None
        return self._deals >= MOST_DEALS or (self._hands >= MOST_HANDS and not won)

    def _advance(self) -> None:
        """Advance until a decision is due or the episode is over."""
        while True:
            due = self._table.next_due(self._stops)
            if due is None:
                self._end()
                return
            answer = only_answer(self._table.bots[due.seat].hand, due) if self._skips else None
            if answer is None:
                self._ask(due)
                return
            self._table.do(answer)

    def _ask(self, due: Due) -> None:
        """Offer a decision to a seat."""
        hand = self._table.bots[due.seat].hand
        agent = self.possible_agents[due.seat]
        info: dict[str, Any] = {"decision": due.decision}
        if self._encoding == "rows":
            self._question = choosing = rows.Choosing(hand, due, self._listing)
            info["left_out"] = choosing.left_out
        else:
            self._question = steps.naming_of(hand, due)
        self._mask = self._question.mask()
        self.agent_selection = agent
        self.infos = {one: info if one == agent else {} for one in self.agents}

    def _end(self) -> None:
        self._question = None
        over = self.truncations if self._is_endless() else self.terminations
        for agent in self.agents:
            over[agent] = True
            self.infos[agent] = {}

    def step(self, action: int | None) -> None:
        """Take an action of the agent whose turn it is.

        Raises:
            ValueError: if the mask does not allow it.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        question = self._question
        assert question is not None
        space = self._action_spaces[agent]
        if action is None or not space.contains(action) or not self._mask[action]:
            allowed = np.flatnonzero(self._mask).tolist()
            raise ValueError(
                f"action {action} of {agent} is not allowed by its mask; allowed are {allowed}"
            )
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        answered = question.take(int(action))
        if answered is None:
            self._mask = question.mask()
        else:
            if answered.answer is not None:
                self._table.do(answered.answer)
            self._advance()
        self._accumulate_rewards()
        self._show()

    def observe(self, agent: str) -> Observed:
        """The observation of an agent; its mask is empty unless it is the agent's turn."""
        seat = self._seats[agent]
        question = self._question
        own = question if question is not None and question.due.seat == seat else None
        bot = self._table.bots[seat]
        chosen, calls = ((), ()) if own is None else (own.chosen, own.calls)
        told = {
            "observation": self._observer.observe(bot.match, seat, chosen, calls),
            "action_mask": (
                np.zeros(self._action_count, np.int8) if own is None else self._mask.copy()
            ),
        }
        if self._encoding == "rows":
            shown = (
                own.rows() if isinstance(own, rows.Choosing) else rows.table((), self._most_rows)
            )
            told["rows"] = shown
        return told

    @property
    def _state_shape(self) -> tuple[int, int]:
        return self.rules.players + 1, layout.KIND_COUNT

    def state(self) -> NDArray[np.int8]:
        """All cards, for critics: copies in each hand and in the kitty; (players + 1, 54).

        The first row is the hand of the agent whose turn it is, the next ones follow it in playing
        order, and the last is the kitty as it lies.
        """
        return cards_of(self.match, self._seats[self.agent_selection])

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Render the match with all hands open, as text or SVG; `None` in the mode `human`."""
        match self.render_mode:
            case "human":
                print(text_of(self.match), end="\n\n")
                return None
            case "ansi":
                return text_of(self.match)
            case "svg":
                return picture_of(self.match)
            case _:
                return None

    def close(self) -> None:
        """Do nothing; the environment holds no resources."""


def env(
    rules: str | Mapping[str, object] | Rules = "tractor", **options: Any
) -> OrderEnforcingWrapper:
    """Create the environment, with the order of calls enforced; arguments as for `raw_env`."""
    return OrderEnforcingWrapper(raw_env(rules, **options))


def _check(name: str, value: object, allowed: Any) -> None:
    if value not in allowed:
        *others, last = map(repr, allowed)
        raise ValueError(f"{name} = {value!r}: it must be {', '.join(others)} or {last}")
