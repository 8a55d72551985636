"""Many hands in lockstep, from the first lead to the last trick.

>>> import numpy as np
>>> hands = Hands("tractor", lanes=100, seed=1)
>>> while not hands.ended.any():
...     hands.step(np.zeros(100, dtype=np.int64))
>>> hands.rewards[hands.ended].sum(axis=1)[:1]
array([0.], dtype=float32)
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from types import TracebackType
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from shengji.bots.policy.numbers import FloatTable
from shengji.bots.policy.payoff import payoff_of
from shengji.bots.ruled.burial import weights_for
from shengji.cards import CARDS, Card
from shengji.env.actions.listing import PlayListing
from shengji.env.actions.room import new_room
from shengji.env.bytes import Bytes
from shengji.env.decisions import Decision, Decisions
from shengji.env.layout import COLUMN_COUNT, KIND_COUNT, Layout, Observation
from shengji.env.rewards import REWARDS, Rewards
from shengji.env.vector.beginnings import bids_of, looks_of, trumps_of
from shengji.env.vector.lanes import (
    DEALER_DECLARES,
    FIRST_RANK,
    KITTY_SHOWN,
    MUST_BEAT,
    OBSERVED,
    OPTIONS,
    SIDE_PLACES,
    TRUMP_NUMBER,
    Bools,
    Game,
    new_lanes,
)
from shengji.env.vector.lockstep import step_lanes
from shengji.env.vector.setups import Setups
from shengji.game import Match
from shengji.play.chance import seeded
from shengji.play.jit import Words
from shengji.play.space import CARD, KINDS, PLACE, TRUMP, space_of
from shengji.rules import Rules, rules_from

ROWS: Final = 64
"""Default number of rows."""
LEAST_ROWS, MOST_ROWS = 16, 4096
MOST_LANES: Final = 1 << 20
MOST_TOGETHER: Final = 1 << 26
"""Maximum number of rows of all lanes together: some gigabytes."""
MOST_THREADS: Final = 256


class Hands:
    """Hands in lockstep, one per lane; where one ends, the next begins in the same step.

    Args:
        rules: the rules, or an argument of `rules_from`.
        lanes: the number of simultaneous hands.
        seed: determines, with the number of a lane, all deals of the lane, independent of the play.
        threads: the number of threads; each always steps the same lanes.
        rewards: the measure of rewards (`shengji.env.rewards`). Opponents' points are clipped to
            -1,000 to 4,000 before their conversion to levels.
        rows: the maximum number of plays offered at a decision.
        observe: whether observations are written.
        setup: whether declarations, burying and calls are decided, too, as rows of
            `shengji.env.actions.rows`; slower, since they are Python.

    Each step overwrites the arrays in place; tensors that share their memory change too.

    Attributes:
        arrays: all arrays, for other modules of this package.
        setups: the hands in setup, if these are decided.

    Raises:
        ValueError: the rules are not supported (see `refusal_of`), or a number is out of its
            bounds.
    """

    def __init__(
        self,
        rules: str | Mapping[str, object] | Rules = "tractor",
        lanes: int = 1024,
        seed: int = 0,
        *,
        threads: int = 1,
        rewards: Rewards = "levels",
        rows: int = ROWS,
        observe: bool = True,
        setup: bool = False,
    ) -> None:
        self.rules = rules_from(rules)
        if (refusal := refusal_of(self.rules)) is not None:
            raise ValueError(refusal)
        if rewards not in REWARDS:
            raise ValueError(f"rewards is {rewards!r}; it must be one of {', '.join(REWARDS)}")
        self.lanes = _within("lanes", lanes, 1, MOST_LANES)
        self.rows = _within("rows", rows, LEAST_ROWS, MOST_ROWS)
        _within("lanes times rows", lanes * rows, 1, MOST_TOGETHER)
        self.threads = min(_within("threads", threads, 1, MOST_THREADS), self.lanes)
        self.layout = Layout(self.rules)
        self._game = _game_of(self.rules, self.layout, rewards, observe=observe)
        size = self.layout.size if observe else 0
        self.arrays = new_lanes(self.rules, self.lanes, self.rows, size)
        ends = [self.lanes * number // self.threads for number in range(self.threads + 1)]
        self._slices = [(new_room(self.rules), first, end) for first, end in pairwise(ends)]
        self._decisions = Decisions(self.rules, self.rows)
        self._others = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self.setups: Setups | None = None
        if setup:
            room, listing = self._slices[0][0], PlayListing(self.rules, self.rows)
            self.setups = Setups(self.rules, self.arrays, self._game, room, listing)
        self._actions: Words = np.zeros(self.lanes, dtype=np.int64)
        self.reset(seed)

    # Output

    @property
    def observations(self) -> Observation:
        """The knowledge of the seat whose turn it is, by `layout`; (lanes, layout.size), int8."""
        return self.arrays.observations

    @property
    def masks(self) -> Bytes:
        """1 for each allowed row, else 0; (lanes, rows), int8."""
        return self.arrays.masks

    @property
    def candidates(self) -> Bytes:
        """The offered plays: copies of each kind of card; (lanes, rows, COLUMN_COUNT), int8."""
        return self.arrays.rows.reshape(self.lanes, self.rows, COLUMN_COUNT)

    @property
    def counts(self) -> Words:
        """The number of allowed rows, which are the first ones; (lanes,), int64."""
        return self.arrays.counts

    @property
    def left_out(self) -> Words:
        """The number of plays omitted for lack of rows; (lanes,), int64.

        See `shengji.env.actions.plays`, also for plays that are never offered.
        """
        return self.arrays.left_out

    @property
    def seats(self) -> Words:
        """The seat whose turn it is; (lanes,), int64."""
        return self.arrays.seats

    @property
    def actors(self) -> Words:
        """The seat that played in the last step; (lanes,), int64."""
        return self.arrays.actors

    @property
    def rewards(self) -> FloatTable:
        """The reward of each seat: 0 unless a hand has just ended; (lanes, players), float32."""
        return self.arrays.rewards

    @property
    def ended(self) -> Bools:
        """Whether a hand ended in the last step, and another began; (lanes,), bool."""
        return self.arrays.ended

    @property
    def final_observations(self) -> Observation:
        """The actor's knowledge at the end of its hand, where `ended`; else undefined.

        As `observations`. The levels are those before the hand.
        """
        return self.arrays.finals

    def all_cards(self) -> Bytes:
        """All cards, for critics: copies in each hand and in the kitty; (lanes, players + 1, 54).

        The first hand is that of the seat whose turn it is, and the next ones follow it in playing
        order. Unlike the other arrays it is a new one.
        """
        arrays, players = self.arrays, self.rules.players
        each = np.arange(self.lanes)[:, None]
        order = (self.seats[:, None] + np.arange(players)) % players
        cards = np.zeros((self.lanes, players + 1, KIND_COUNT), dtype=np.int8)
        cards[:, :players] = arrays.held.reshape(self.lanes, players, KIND_COUNT)[each, order]
        kinds = self._game.spaces[arrays.notes[:, TRUMP_NUMBER], CARD]
        in_kitty = arrays.kitties[:, :, None] >> np.arange(KIND_COUNT) & 1
        cards[each, players, kinds] = in_kitty.sum(axis=1)
        return cards

    # Steps

    def reset(self, seed: int | None = None) -> None:
        """Begin a hand in every lane: the first one of a seed, or without a seed the next one.

        Args:
            seed: as for the class.
        """
        if seed is not None:
            for lane in range(self.lanes):
                self.arrays.chance[lane] = seeded(f"{seed}:{lane}")
            if self.setups is not None:
                self.setups.seed(seed)
        self._run(fresh=True)
        if self.setups is not None:
            for lane in range(self.lanes):
                self.setups.begin(lane)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play in every lane.

        Args:
            actions: the chosen row for each lane; integers, (lanes,).

        Raises:
            ValueError: an action is not allowed by `masks`; no lane is changed.
        """
        given = np.asarray(actions)
        if given.shape != (self.lanes,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"actions are {given.dtype} of shape {given.shape}; "
                f"expected whole numbers of shape ({self.lanes},)"
            )
        self._actions[:] = given
        wrong = (self._actions < 0) | (self._actions >= self.arrays.counts)
        if wrong.any():
            lane = int(wrong.argmax())
            raise ValueError(
                f"action {given[lane]} in lane {lane} is no row that is offered; "
                f"expected 0 to {self.arrays.counts[lane] - 1} (see masks)"
            )
        in_setup = self.arrays.in_setup.nonzero()[0].tolist()
        self._run(fresh=False)
        if self.setups is not None:
            for lane in in_setup:
                self.setups.take(lane, int(self._actions[lane]))
            for lane in self.ended.nonzero()[0].tolist():
                self.setups.begin(lane)

    def rows_of(self, match: Match, seat: int) -> Decision:
        """The decision of a seat of any match of these rules, as a lane would offer it.

        Args:
            match: the table's match, or the seat's view of it.
            seat: the seat.

        Raises:
            ValueError: the seat has nothing to decide, or the match does not know its cards.

        >>> from shengji.env.vector.matches import match_of
        >>> hands = Hands("tractor", lanes=1, seed=1)
        >>> decision = hands.rows_of(match_of(hands, 0), int(hands.seats[0]))
        >>> bool((decision.rows == hands.candidates[0]).all())
        True
        """
        return self._decisions.decide(match, seat)

    def cards(self, lane: int, row: int) -> tuple[Card, ...]:
        """The cards of an offered row."""
        counts = self.candidates[lane, row].tolist()
        return tuple(card for card in CARDS for _ in range(counts[card.index]))

    def close(self) -> None:
        """Stop the threads."""
        if self._others is not None:
            self._others.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _run(self, *, fresh: bool) -> None:
        """Run the compiled step in all lanes, on all threads."""
        step = partial(step_lanes, self._game, self.arrays)
        first, *others = self._slices
        waiting = [
            self._others.submit(step, *each, fresh, self._actions)
            for each in others
            if self._others is not None
        ]
        step(*first, fresh, self._actions)
        for each in waiting:
            each.result()


def refusal_of(rules: Rules) -> str | None:
    """The reason why rules are not supported in lockstep, or `None`.

    Captured red fives, and tractors that skip played ranks, are not in the compiled functions.
    """
    if rules.consecutive == "skip-played":
        return "consecutive = skip-played cannot be played in lock step; choose another value"
    if rules.red_fives != "none":
        return f"red_fives = {rules.red_fives} cannot be played in lock step; choose none"
    return None


def _within(name: str, value: int, least: int, most: int) -> int:
    """Return a number if it is within its bounds, else raise `ValueError`."""
    if not least <= value <= most:
        raise ValueError(f"{name} is {value}; it must be from {least} to {most}")
    return value


def _game_of(rules: Rules, layout: Layout, rewards: Rewards, *, observe: bool) -> Game:
    """Create the data shared by all lanes."""
    spaces = [space_of(rules, trump) for trump in trumps_of(rules)]
    trump_kinds = [
        sum(1 << card.index for card in CARDS if space.suit(card) == TRUMP) for space in spaces
    ]
    options = np.zeros(OPTIONS, dtype=np.int64)
    options[FIRST_RANK] = rules.lowest_level.order
    fixed = rules.teams == "fixed"
    beside = [place for place in range(rules.players) if rules.team_of(place) == rules.team_of(0)]
    options[SIDE_PLACES] = sum(1 << place for place in (beside if fixed else (0,)))
    options[KITTY_SHOWN] = rules.kitty_shown
    options[DEALER_DECLARES] = rules.later_dealer == "draw"
    options[MUST_BEAT] = rules.failed_throw == "must-beat"
    options[OBSERVED] = observe
    measure = {"levels": (1.0, 0.0), "points": (0.0, 1.0), "both": (1.0, 1 / rules.step_points)}[
        rewards
    ]
    plain = np.zeros((KINDS + 5, KIND_COUNT), dtype=np.int64)
    plain[PLACE] = np.arange(KIND_COUNT)
    return Game(
        spaces=np.array([space.table for space in spaces]),
        looks=looks_of(rules),
        bids=bids_of(rules),
        trump_kinds=np.array(trump_kinds, dtype=np.int64),
        deck=np.array([card.index for card in rules.deck], dtype=np.int64),
        plain=plain,
        weights=weights_for(rules),
        payoff=payoff_of(rules),
        measure=np.array(measure),
        starts=layout.starts,
        options=options,
    )
