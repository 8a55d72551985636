"""The small game for OpenSpiel: its deals, what is known of it, and that it can be solved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability, gambit, minimax
from open_spiel.python.policy import UniformRandomPolicy

from shengji.bots.endings.ending import solve_ending
from shengji.cards import CARDS, Card, read_cards
from shengji.env.actions.steps import STOP
from shengji.env.spiel import MiniGame
from shengji.env.spiel.small import Deal, Moment, SmallSetting, moment_after, small_table
from shengji.play.follows import choices

FOUR = {"seats": 4, "hand": 1, "kitty": 1}
"""Two seats a side, a card each."""


def load(**parameters: object) -> Any:
    return pyspiel.load_game("shengji_mini", parameters)


def states(state: Any) -> Iterator[Any]:
    """The states of a game, those at which a player decides."""
    if state.is_terminal():
        return
    if not state.is_chance_node():
        yield state
    for action in state.legal_actions():
        yield from states(state.child(action))


def moment(deck: str, *actions: str, **setting: int) -> Moment:
    """A moment of the hand in which the seats hold the cards of the deck in their order."""
    given = SmallSetting(deck, "2S", **{"hand": 2, "kitty": 0, "seats": 2, **setting})
    left, hands = read_cards(deck), []
    for seat in range(given.seats):
        size = given.hand + (0 if seat else given.kitty)
        hands.append(Counter(left[:size]))
        left = left[size:]
    numbers = enumerate(small_table(given).deals)
    dealt = next(n for n, deal in numbers if [*map(Counter, deal.hands)] == hands)
    steps = [STOP if word == "stop" else Card(word).index for word in actions]
    return moment_after(given, [dealt, *steps])


def allowed(at: Moment) -> list[str]:
    """The steps that are allowed."""
    return ["stop" if action == STOP else CARDS[action].value for action in at.allowed]


@pytest.mark.parametrize("parameters", [{}, {"open": True}, FOUR])
def test_it_passes_the_random_simulations_of_openspiel(parameters: dict[str, object]) -> None:
    pyspiel.random_sim_test(load(**parameters), num_sims=2, serialize=True, verbose=False)


def test_each_deal_is_as_likely_as_there_are_ways_to_it() -> None:
    setting = SmallSetting("10H 10H KH AH AH", "2S", hand=1, kitty=1, seats=2)
    deck = read_cards(setting.deck)
    ways = Counter((tuple(sorted(order[:2], key=str)), order[2:3]) for order in permutations(deck))
    deals = {
        (tuple(sorted(one, key=str)), other): weight
        for (one, other), weight in small_table(setting).deals
    }
    total = sum(deals.values())
    assert deals == {hands: number * total / ways.total() for hands, number in ways.items()}


@pytest.mark.parametrize("parameters", [{}, FOUR])
def test_states_that_are_one_to_a_player_have_one_past_and_one_choice(
    parameters: dict[str, object],
) -> None:
    game = load(**parameters)
    past, choice, numbers = defaultdict(set), defaultdict(set), defaultdict(set)
    for state in states(game.new_initial_state()):
        player = state.current_player()
        known = state.information_state_string(player)
        choice[known].add(tuple(state.legal_actions()))
        numbers[known].add(tuple(state.information_state_tensor(player)))
        # What it knew when it decided before, and what it did.
        before, own = game.new_initial_state(), []
        for action in state.history():
            if before.current_player() == player:
                own.append((before.information_state_string(player), action))
            before.apply_action(action)
        past[known].add(tuple(own))
    assert all(len(found[known]) == 1 for found in (past, choice, numbers) for known in found)
    assert len({numbers_ for found in numbers.values() for numbers_ in found}) == len(numbers)
    # Something is hidden, or each state would be alone.
    assert len(past) < sum(1 for _ in states(game.new_initial_state()))


def test_it_can_be_solved() -> None:
    game = load()
    tree = pyspiel.load_efg_game(gambit.export_gambit(game))
    uniform = exploitability.nash_conv(game, UniformRandomPolicy(game))
    assert uniform == pytest.approx(pyspiel.nash_conv(tree, pyspiel.UniformRandomPolicy(tree)))
    assert uniform > 10
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    assert 0 <= pyspiel.nash_conv(tree, found) < 0.05
    worth = pyspiel.expected_returns(tree.new_initial_state(), found, -1, True)
    assert sum(worth) == pytest.approx(0)
    assert worth[1] == pytest.approx(3.5, abs=0.05)


@pytest.mark.parametrize(
    "parameters",
    [{"kitty": 0}, {"kitty": 1}, {**FOUR, "hand": 2, "deck": "10H 10H KH AH 5S QS 3C 10C AC"}],
)
def test_with_open_cards_it_is_worth_what_perfect_play_finds(
    parameters: dict[str, object],
) -> None:
    game = load(open=True, **parameters)
    table = game.table
    deals = table.deals[:: max(1, len(table.deals) // 20)]
    for number, deal in enumerate(table.deals):
        if deal not in deals:
            continue
        start = game.new_initial_state()
        start.apply_action(number)
        worth, _ = minimax.expectiminimax(start, game.max_game_length(), None, 1)
        assert worth == perfect(table, deal), deal


def perfect(table: Any, deal: Deal) -> int:
    """The Opponents' points when all play perfectly, the burial included."""
    found = []
    for buried in choices(deal.hands[0], table.setting.kitty):
        solved = solve_ending(table.opened(deal, buried))
        assert solved is not None
        found.append(solved.points)
    return min(found)


def test_a_lead_is_followed_as_the_rules_have_it() -> None:
    assert allowed(moment("KH 10H AH 5S", "KH", "stop")) == ["AH"]
    # A pair is owed, and named high to low.
    pairs = "KH KH 3H QH 10H 10H"
    assert allowed(moment(pairs, "KH", "KH", "stop", hand=3)) == ["10H"]
    assert allowed(moment(pairs, "KH", hand=3)) == ["3H", "KH", "stop"]
    assert allowed(moment(pairs, "3H", "stop", hand=3)) == ["10H", "QH"]
    assert allowed(moment(pairs, "3H", hand=3)) == ["stop"]


def test_a_throw_that_fails_leads_its_lowest_card_and_is_seen_by_all() -> None:
    at = moment("KH QH AH 3D", "KH", "QH", "stop")
    assert at.plays == ((0, (Card.HK, Card.HQ), (Card.HQ,)),)
    assert allowed(at) == ["AH"]
    standing = moment("AH KH QH 3D", "AH", "KH", "stop")
    assert standing.plays[0].cards == (Card.HA, Card.HK)


def test_the_kitty_counts_for_the_opponents_when_they_win_the_last_trick() -> None:
    won = moment("10H 3D KS", "10H", "3D", "stop", "KS", hand=1, kitty=1)
    assert (won.is_over, won.points, allowed(won)) == (True, 10 + 2 * 10, [])
    lost = moment("10H AS KS", "10H", "AS", "stop", "KS", hand=1, kitty=1)
    assert (lost.is_over, lost.points) == (True, 0)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"seats": 3}, "seats=3: it must be 2 or 4"),
        ({"hand": 0}, "hand=0: it must be 1 or more"),
        ({"kitty": -1}, "kitty=-1: it must be 0 or more"),
        ({"hand": 3}, "deck=.*: it must be at least 7 cards, so many are dealt"),
        ({"deck": "AH " * 7}, "at most 6 of each"),
        ({"deck": "AH KH " * 13}, "1 to 24 cards"),
        ({"deck": "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H", "hand": 4}, "at most 20000 deals"),
        ({"deck": "1H"}, "'1H' .* is not a card"),
        ({"trump": "BJ"}, "trump=BJ: it must be a card whose rank and suit are trump"),
    ],
)
def test_parameters_are_checked(parameters: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        MiniGame(parameters)


def test_an_action_that_is_not_allowed_is_refused() -> None:
    state = load().new_initial_state()
    for action in (38, 99):
        with pytest.raises(ValueError, match=f"action {action} is not allowed"):
            state.apply_action(action)
    state.apply_action(0)
    with pytest.raises(ValueError, match="action 54 is not allowed; allowed are "):
        state.apply_action(STOP)
    assert not state.is_terminal()
