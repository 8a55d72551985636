"""A hand as a game of OpenSpiel: its tests, what chance deals, what is told, what is gained."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel
import pytest

from shengji.cards import CARDS
from shengji.env.actions.steps import STOP
from shengji.env.rewards import rewards_of
from shengji.env.spiel import ShengjiGame
from shengji.env.spiel.bounds import most_deals, most_gain
from shengji.env.spiel.course import MOST_DEALS, rules_written
from shengji.game import Phase
from shengji.rules import PRESETS, RulesError
from tests.env.playthroughs import FOLDER, OFTEN, SELDOM, playthrough
from tests.kit import SHORT_HANDS

SHORT = [
    " ".join([system, *(f"{name}:{value}" for name, value in given.items())])
    for system, given in SHORT_HANDS.items()
]
"""Each system with short hands, as parameters of the game."""


def load(rules: str, **parameters: object) -> Any:
    """The game under these rules."""
    return pyspiel.load_game("shengji", {"rules": rules, **parameters})


def deal(state: Any, deck: list[int]) -> None:
    """Deal this deck, from the top."""
    for kind in deck:
        state.apply_action(kind)


def shuffled(game: Any, chance: Random) -> list[int]:
    """A deck, as kinds of cards."""
    deck = [card.index for card in game.rules.deck]
    chance.shuffle(deck)
    return deck


def play(state: Any, chance: Random) -> None:
    """Play to the end, at random."""
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))


@pytest.mark.parametrize("rules", ["forty-points kitty:30", "finding-friends decks:1 kitty:12"])
def test_it_passes_the_random_simulations_of_openspiel(rules: str) -> None:
    pyspiel.random_sim_test(load(rules), num_sims=1, serialize=True, verbose=False)


@pytest.mark.campaign
@pytest.mark.parametrize("rewards", ["levels", "points", "both"])
@pytest.mark.parametrize("rules", [*SHORT, *PRESETS])
def test_it_passes_them_under_all_rules(rules: str, rewards: str) -> None:
    game = load(rules, rewards=rewards)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "name", [*OFTEN, *(pytest.param(name, marks=pytest.mark.campaign) for name in SELDOM)]
)
def test_a_playthrough_goes_as_it_is_kept(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    again = "python -m tests.env.playthroughs writes it anew"
    assert playthrough(name).splitlines() == kept.splitlines(), again


def test_chance_deals_each_card_of_the_deck_as_likely() -> None:
    state = load("tractor", dealer=2).new_initial_state()
    assert state.chance_outcomes() == [(card.index, pytest.approx(2 / 108)) for card in CARDS]
    for _ in range(2):
        state.apply_action(CARDS[0].index)
    assert state.chance_outcomes() == [(c.index, pytest.approx(2 / 106)) for c in CARDS[1:]]


def test_chance_says_first_who_draws_first() -> None:
    # A card is turned up until one counts: neither a Joker nor an Ace.
    state = load("forty-points").new_initial_state()
    turned = dict(state.chance_outcomes())
    assert len(turned) == 48
    assert [*turned.values()] == pytest.approx([1 / 48] * 48)
    state.apply_action(next(card.index for card in CARDS if card.value == "4C"))
    deal(state, shuffled(state.get_game(), Random(1)))
    assert state.course.match.hand.first == 3
    state = load("forty-points first_drawer:random").new_initial_state()
    assert state.chance_outcomes() == [(seat, 0.25) for seat in range(4)]
    state.apply_action(2)
    deal(state, shuffled(state.get_game(), Random(1)))
    assert state.course.match.hand.first == 2


def test_nothing_that_a_seat_is_told_changes_when_the_hidden_cards_do() -> None:
    game, chance = load("forty-points kitty:30", dealer=1), Random(2)
    own = 0
    deck = shuffled(game, chance)
    # Seat 1 draws first; what is neither the seat's nor turned up from the kitty is shuffled.
    fixed = {place for place in range(24) if (1 + place) % 4 == own} | set(range(24, 54))
    free = [place for place in range(54) if place not in fixed]
    told = []
    for _ in range(5):
        state = game.new_initial_state()
        deal(state, deck)
        while state.course.match.hand.phase is Phase.DRAW:
            state.apply_action(STOP)
        assert state.current_player() == 1
        tensor = state.observation_tensor(own)
        told.append((state.information_state_string(own), state.observation_string(own), tensor))
        kinds = [deck[place] for place in free]
        chance.shuffle(kinds)
        for place, kind in zip(free, kinds, strict=True):
            deck[place] = kind
    assert all(one == told[0] for one in told)
    assert any(told[0][2])


def test_a_seat_is_told_all_that_it_has_heard_and_what_it_has_named() -> None:
    game = load("forty-points kitty:30", dealer=1)
    state = game.new_initial_state()
    deal(state, shuffled(game, Random(3)))
    while state.course.match.hand.phase is not Phase.PLAY:
        state.apply_action(state.legal_actions()[-1])
    before = [state.information_state_string(seat) for seat in range(4)]
    state.apply_action(state.legal_actions()[0])
    after = [state.information_state_string(seat) for seat in range(4)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [
        seat != 1 for seat in range(4)
    ]
    state.apply_action(STOP)
    assert all(state.information_state_string(seat) != after[seat] for seat in range(4))
    lines = before[1].splitlines()
    assert sum(line.startswith("card_drawn seat=1 card=") for line in lines) == 6
    assert not any("commitment" in text or "seat=2 card=" in text for text in before[:2])


def test_a_hand_is_worth_what_its_rewards_say() -> None:
    game = load("forty-points", rewards="both")
    state = game.new_initial_state()
    play(state, Random(4))
    ended = state.course.ended
    assert state.returns() == rewards_of(game.rules, "both", ended)
    assert sum(state.returns()) == 0
    assert any(state.returns())
    assert state.course.match.hand.result == ended


def test_a_hand_that_is_dealt_again_and_again_is_worth_nothing() -> None:
    game = load("forty-points no_bid_first_hand:deal-again")
    state, chance = game.new_initial_state(), Random(5)
    deals = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
            deals += state.course.match.hand is not None and not state.is_chance_node()
        else:
            state.apply_action(STOP)
    thrown_in = [event for event in state.course.events if type(event).__name__ == "DealtAgain"]
    assert len(thrown_in) == MOST_DEALS == most_deals(game.rules, -1)
    assert state.returns() == [0.0] * 4


@pytest.mark.parametrize(
    ("rules", "dealer", "deals"),
    [
        ("tractor", -1, 1),
        ("tractor no_bid_first_hand:deal-again", -1, MOST_DEALS),
        ("tractor no_bid_first_hand:deal-again", 0, 1),
        ("tractor redeal_points:20", 0, MOST_DEALS),
        ("wikipedia-2023 no_bid:first-card no_bid_joker:deal-again", 0, MOST_DEALS),
    ],
)
def test_a_deck_is_dealt_again_only_where_the_rules_have_it(
    rules: str, dealer: int, deals: int
) -> None:
    game = load(rules, dealer=dealer)
    assert most_deals(game.rules, dealer) == deals
    assert game.max_chance_nodes_in_history() == 1 + 108 * deals


def test_sides_of_friends_are_no_zero_sum() -> None:
    zero = pyspiel.GameType.Utility.ZERO_SUM
    assert load("tractor").get_type().utility == zero
    assert load("finding-friends").get_type().utility != zero


def test_the_most_that_can_be_gained_is_bounded() -> None:
    # The kitty counts once, so the Opponents have 200 points at most, 120 above the threshold.
    once = rules_written("tractor kitty_factor:one")
    assert most_gain(once, "points") == 120
    assert most_gain(once, "levels") == 3
    assert most_gain(once, "both") == 3 + 120 / 40
    # It counts twice, with 80 points in it; and there are two red fives.
    more = rules_written("tractor kitty_factor:two red_fives:hearts red_five_penalty:points")
    assert most_gain(more, "points") == 120 + 80 + 2 * more.red_five_points


def test_rules_are_written_as_a_name_and_options() -> None:
    rules = rules_written("pagat kitty:12 first_level:8 first_drawer:random")
    assert (rules.kitty_size, rules.first_level.value, rules.first_drawer) == (12, "8", "random")
    assert rules.following == PRESETS["pagat"].rules.following
    game = load("tractor kitty:12", dealer=3)
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"rewards": "money"}, "rewards=money: it must be levels, points or both"),
        ({"dealer": 4}, "dealer=4: it must be from -1 to 3"),
        ({"rules": "tracktor"}, "did you mean tractor"),
        ({"rules": "tractor kity:8"}, "did you mean kitty"),
        ({"rules": ""}, "there is no preset ''"),
    ],
)
def test_parameters_are_checked(parameters: dict[str, object], said: str) -> None:
    with pytest.raises((ValueError, RulesError), match=said):
        ShengjiGame(parameters)


def test_an_action_that_is_not_allowed_is_refused() -> None:
    game = load("forty-points", dealer=0)
    state = game.new_initial_state()
    deck = shuffled(game, Random(6))
    deal(state, deck)
    before = str(state)
    wrong = next(a for a in range(game.num_distinct_actions()) if a not in state.legal_actions())
    with pytest.raises(ValueError, match=f"action {wrong} is not allowed; allowed are "):
        state.apply_action(wrong)
    assert str(state) == before
    other = game.new_initial_state()
    for _ in range(2):
        with pytest.raises(ValueError, match="action 54 is not allowed"):
            other.apply_action(STOP)


def test_no_kinds_of_knowledge_are_told_but_a_players_own() -> None:
    game = load("tractor")
    nobody = pyspiel.PrivateInfoType.NONE
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=nobody)
    assert game.make_py_observer(kind) is None
    with pytest.raises(ValueError, match="observation parameters"):
        game.make_py_observer(None, {"size": 1})
    assert game.make_py_observer().dict["hand"].shape == (1, 54)
