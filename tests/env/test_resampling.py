"""OpenSpiel's states with hidden cards dealt again, and the search that needs them."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from tests.env.test_spiel import SHORT, load
from tests.seeds import trials

RULES = [
    *SHORT,
    "pagat kitty:60 land:true",
    "tractor kitty:60 redeal_points:20 redeal_limit:2",
    "wikipedia-2023 kitty:60 kitty_shown:true",
    "forty-points kitty:38 no_bid:first-card no_bid_joker:deal-again",
    "tractor kitty:60 consecutive:skip-played",
]
"""Systems with short hands, and options that hide or show cards otherwise."""


def moments(state: Any, chance: Random, share: float) -> Any:
    """Some states of a hand played at random; the player to act is asked."""
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
            continue
        if chance.random() < share:
            yield state
        state.apply_action(chance.choice(state.legal_actions()))


@pytest.mark.parametrize("seed", trials(60))
def test_a_state_with_other_hidden_cards_is_the_same_to_a_player(seed: int) -> None:
    """... and of two that are the same to the player come the same others."""
    chance = Random(seed)
    changed = 0
    for state in moments(load(RULES[seed % len(RULES)]).new_initial_state(), chance, 0.08):
        player = state.current_player()
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.current_player() == player
        assert other.legal_actions() == state.legal_actions()
        changed += other.history() != state.history()
        one, two = (
            at.resample_from_infostate(player, Random(seed).random).history()
            for at in (state, other)
        )
        assert one == two
    assert changed


def test_a_player_who_is_not_to_act_knows_no_part_of_the_decision() -> None:
    chance = Random(4)
    for state in moments(load("forty-points kitty:38").new_initial_state(), chance, 0.1):
        player = (state.current_player() + 1) % 4
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == state.information_state_string(player)


@pytest.mark.parametrize("seats", [2, 4])
def test_small_hands_are_dealt_anew_as_likely_as_by_chance(seats: int) -> None:
    deck = "10H 10H KH AH 5S QS" if seats == 2 else "10H 10H KH AH 5S QS 6S"
    game = pyspiel.load_game("shengji_mini", {"deck": deck, "seats": seats, "hand": 4 // seats})
    for seed in range(6):
        chance = Random(seed)
        for state in moments(game.new_initial_state(), chance, 0.5):
            for player in range(2):
                other = state.resample_from_infostate(player, chance.random)
                told = state.information_state_string(player)
                assert other.information_state_string(player) == told


@pytest.mark.parametrize(
    ("name", "parameters", "simulations"),
    [("shengji", {"rules": "forty-points kitty:38"}, 2), ("shengji_mini", {}, 20)],
)
def test_the_search_of_openspiel_plays_a_whole_hand(
    name: str, parameters: dict[str, object], simulations: int
) -> None:
    game, chance = pyspiel.load_game(name, parameters), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, simulations, random_state=chance)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(chance.choice(actions, p=weights)))
        else:
            state.apply_action(int(bot.step(state)))
    assert sum(state.returns()) == 0
