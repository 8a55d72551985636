"""The game `shengji_mini`: a hand of a few cards between two players, small enough to be solved.

Player 0 plays for the Declarers and player 1 for the Opponents; each sees the hands of its own
seats. A single chance node deals, with one outcome per distinct deal; undealt cards of the deck
stay hidden. Player 1 gains the Opponents' points, and player 0 loses them. See
`shengji.env.spiel.small` for the rules.

>>> import pyspiel
>>> game = pyspiel.load_game("shengji_mini")
>>> game.num_players(), game.new_initial_state().chance_outcomes()[0]
(2, (0, 0.03333333333333333))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from shengji.cards import CARDS, Card, points_of, write_cards
from shengji.env.actions.steps import STOP
from shengji.env.spiel.asked import asks_recall, check_allowed
from shengji.env.spiel.bounds import most_factor, steps_of_play
from shengji.env.spiel.small import KEPT, Moment, SmallSetting, small_table

PLAYERS = 2
"""The Declarers' player, and the Opponents'."""
_TRIES = 100_000
"""Maximum number of deals that are tried."""

_TYPE = pyspiel.GameType
_PARAMETERS: dict[str, object] = {
    "deck": "10H 10H KH AH 5S QS",
    "trump": "2S",
    "hand": 2,
    "kitty": 1,
    "seats": 2,
    "open": False,
}
"""The parameters and their defaults."""
_KIND: dict[str, object] = {
    "short_name": "shengji_mini",
    "long_name": "Sheng Ji, a few cards",
    "dynamics": _TYPE.Dynamics.SEQUENTIAL,
    "chance_mode": _TYPE.ChanceMode.EXPLICIT_STOCHASTIC,
    "utility": _TYPE.Utility.ZERO_SUM,
    "reward_model": _TYPE.RewardModel.TERMINAL,
    "max_num_players": PLAYERS,
    "min_num_players": PLAYERS,
    "provides_information_state_string": True,
    "provides_information_state_tensor": True,
    "provides_observation_string": True,
    "provides_observation_tensor": True,
    "parameter_specification": _PARAMETERS,
}
"""The properties of the game, except for its information."""


def _kind(*, is_open: bool) -> pyspiel.GameType:
    ways = _TYPE.Information
    information = ways.PERFECT_INFORMATION if is_open else ways.IMPERFECT_INFORMATION
    return _TYPE(information=information, **_KIND)


class MiniGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A hand of a few cards.

    Args:
        params: the parameters of the game; missing ones have their defaults. `deck`, `trump`,
            `hand`, `kitty`, `seats`: as in `SmallSetting`. `open`: whether all hands and the kitty
            lie open.

    Attributes:
        table: all hands that can be dealt.
        is_open: whether all cards lie open.

    Raises:
        ValueError: if a parameter has no allowed value, or there are too many deals.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        self.is_open = bool(given["open"])
        setting = SmallSetting(*(given[name] for name in SmallSetting._fields))
        self.table = table = small_table(setting)
        total = points_of(table.deck)
        most = float(total + total * most_factor(table.rules, setting.hand))
        info = pyspiel.GameInfo(
            num_distinct_actions=STOP + 1,
            max_chance_outcomes=len(table.deals),
            num_players=PLAYERS,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=setting.kitty + steps_of_play(setting.hand, setting.seats),
        )
        super().__init__(_kind(is_open=self.is_open), info, given)

    def max_chance_nodes_in_history(self) -> int:
        """The number of chance nodes in a hand."""
        return 1

    def new_initial_state(self) -> MiniState:
        """The state before the deal."""
        return MiniState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> MiniObserver | None:
        """An observer for a type of observation; `None` for an unsupported type.

        Args:
            iig_obs_type: the type of observation; the observer has perfect recall in any case.
            params: must be empty.
        """
        return None if asks_recall(iig_obs_type, params) is None else MiniObserver(self)


class MiniState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A state of the hand; created by `MiniGame.new_initial_state`."""

    def __init__(self, game: MiniGame) -> None:
        super().__init__(game)
        self.moment = game.table.start

    def current_player(self) -> int:
        """The player whose turn it is, or the ids of chance or the end."""
        if self.moment.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self.moment.seat
        return int(pyspiel.PlayerId.CHANCE) if seat is None else seat % PLAYERS

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self.moment.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.allowed

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, with their probabilities."""
        deals = self.moment.table.deals
        total = sum(deal.weight for deal in deals)
        return [(number, deal.weight / total) for number, deal in enumerate(deals)]

    def _apply_action(self, action: int) -> None:
        check_allowed(action, self.moment.allowed)
        self.moment = self.moment.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return " | ".join(map(write_cards, self.moment.table.deals[action].hands))
        return "stop" if action == STOP else CARDS[action].value

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> MiniState:
        """A state with the same information-state string for a player, other cards hidden anew.

        Deals are as likely as by chance, and so are the cards that the other player may have
        buried.

        Args:
            player: the player who knows the string.
            rng: a source of random numbers, from 0 to below 1.

        Raises:
            RuntimeError: no such state was found.

        >>> from random import Random
        >>> state = pyspiel.load_game("shengji_mini").new_initial_state()
        >>> while not state.information_state_string(1).count("plays"):
        ...     state.apply_action(state.legal_actions()[-1])
        >>> other = state.resample_from_infostate(1, Random(1).random)
        >>> other.information_state_string(1) == state.information_state_string(1)
        True
        """
        game = self.get_game()
        state = MiniState(game)
        state.moment = self.moment
        if self.moment.deal is not None and not game.is_open:
            state.moment = _resampled(self.moment, player, Random(int(rng() * 2**53)))
        return state

    def returns(self) -> list[float]:
        """The Opponents' points, as a loss and a gain; 0 before the end."""
        points = float(self.moment.points) if self.moment.is_over else 0.0
        return [-points, points]

    def __str__(self) -> str:
        return information_state(self.moment, None)


@lru_cache(maxsize=KEPT)
def information_state(moment: Moment, player: int | None) -> str:
    """A player's knowledge of a hand, as text; `None`: complete information."""
    if moment.deal is None:
        return "dealing"
    lines = [
        f"{seat} was dealt {write_cards(cards)}"
        for seat, cards in enumerate(moment.deal.hands)
        if player in (None, seat % PLAYERS)
    ]
    if moment.buried and player in (None, 0):
        lines.append(f"0 buries {write_cards(moment.buried)}")
    for seat, tried, cards in moment.plays:
        failed = f", of which {write_cards(cards)} stands" if cards != tried else ""
        lines.append(f"{seat} plays {write_cards(tried)}{failed}")
    if moment.named and moment.seat is not None and player in (None, moment.seat % PLAYERS):
        lines.append(f"{moment.seat} names {write_cards(moment.named)}")
    return "\n".join(lines)


def _resampled(moment: Moment, player: int, chance: Random) -> Moment:
    """Another moment that a player cannot tell from this one, of which only that is used."""
    table, told = moment.table, information_state(moment, player)
    assert moment.deal is not None
    own = range(player, table.setting.seats, PLAYERS)
    hands = [moment.deal.hands[seat] for seat in own]
    fits = [n for n, deal in enumerate(table.deals) if [deal.hands[seat] for seat in own] == hands]
    weights = [table.deals[number].weight for number in fits]
    begun = 1 + len(moment.buried)
    plays = moment.actions[begun:]
    if moment.seat is not None and moment.seat % PLAYERS != player:
        plays = plays[: len(plays) - len(moment.named)]
    for _ in range(_TRIES):
        found = table.start.after(chance.choices(fits, weights)[0])
        if player == 0:
            found = _after_all(found, moment.actions[1:begun]) or found
        while moment.position is not None and found.position is None:
            found = found.after(chance.choice(found.allowed))
        played = _after_all(found, plays)
        if played is not None and information_state(played, player) == told:
            return played
    raise RuntimeError(f"no other deal was found that player {player} cannot tell from this one")


def _after_all(moment: Moment, actions: Iterable[int]) -> Moment | None:
    """The moment after some actions; `None` when one is not allowed."""
    for action in actions:
        if action not in moment.allowed:
            return None
        moment = moment.after(action)
    return moment


class MiniObserver:
    """A player's observations, with perfect recall.

    Attributes:
        tensor: all numbers, part after part.
        dict: the parts, which share the tensor's memory; cards are counted by kind, in the order of
            `Card.index`. `player`: 1 for the player; `hands`: the cards dealt to each seat, the
            kitty's included; `buried`; `named`: the cards named so far; `plays`: a row per play,
            with a 1 for the seat, then the cards attempted and the cards played.
    """

    def __init__(self, game: MiniGame) -> None:
        setting = game.table.setting
        self._open = game.is_open
        self._kinds = {card: n for n, card in enumerate(sorted(set(game.table.deck), key=_index))}
        kinds = len(self._kinds)
        shapes = {
            "player": (PLAYERS,),
            "hands": (setting.seats, kinds),
            "buried": (kinds,),
            "named": (kinds,),
            "plays": (setting.hand * setting.seats, setting.seats + 2 * kinds),
        }
        sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
        self.tensor = np.zeros(sum(sizes.values()), dtype=np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size].reshape(shapes[name])
            start += size

    def set_from(self, state: MiniState, player: int) -> None:
        """Write a player's observation of a state to the tensor."""
        moment, parts = state.moment, self.dict
        self.tensor[:] = 0
        parts["player"][player] = 1
        if moment.deal is None:
            return
        for seat, cards in enumerate(moment.deal.hands):
            if self._open or seat % PLAYERS == player:
                self._count(parts["hands"][seat], cards)
        if self._open or player == 0:
            self._count(parts["buried"], moment.buried)
        if moment.seat is not None and (self._open or moment.seat % PLAYERS == player):
            self._count(parts["named"], moment.named)
        seats = len(moment.deal.hands)
        kinds = len(self._kinds)
        for row, (seat, tried, cards) in zip(parts["plays"], moment.plays, strict=False):
            row[seat] = 1
            self._count(row[seats : seats + kinds], tried)
            self._count(row[seats + kinds :], cards)

    def _count(self, row: NDArray[np.float32], cards: Iterable[Card]) -> None:
        for card in cards:
            row[self._kinds[card]] += 1

    def string_from(self, state: MiniState, player: int) -> str:
        """A player's observation of a state as text."""
        told = information_state(state.moment, None if self._open else player)
        return f"player {player}\n{told}"


def _index(card: Card) -> int:
    return card.index


pyspiel.register_game(_kind(is_open=False), MiniGame)
