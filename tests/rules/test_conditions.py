"""Options that need others, and rules that contradict themselves."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest
from hypothesis import given

from shengji.cards import CARDS, Rank
from shengji.rules import (
    PRESETS,
    Rules,
    RulesError,
    changed_rules,
    describe_rules,
    difference,
    effective,
    options,
    random_rules,
    rules_from,
)
from shengji.rules.conditions import NEEDS, Given
from shengji.rules.domain import plain
from tests.rules.kinds import any_rules

MET: dict[str, dict[str, object]] = {
    "laps": {"laps": 3, "after_last_level": "wrap"},
    "red_five_penalty": {"red_five_penalty": "levels", "red_fives": "hearts"},
    "red_five_points": {"red_five_points": 30, "red_fives": "hearts"},
    "red_five_levels": {
        "red_five_levels": 2,
        "red_fives": "hearts",
        "red_five_penalty": "levels",
    },
    "least_shown": {"least_shown": 2, "decks": 2},
    "suit_overrides": {"suit_overrides": True},
    "bid_jokers": {"bid_jokers": "none", "decks": 2},
    "joker_additions": {"joker_additions": "any"},
    "late_reinforcement": {"late_reinforcement": True, "decks": 2},
    "override_partner": {"override_partner": False, "decks": 2},
    "reinforce_partner": {"reinforce_partner": False, "decks": 3},
    "coming_back": {"coming_back": False, "decks": 2},
    "override_own": {"override_own": True, "decks": 2},
    "rank_overrides": {"rank_overrides": "once", "decks": 1, "joker_additions": "any"},
    "first_dealer": {"first_dealer": "first", "decks": 2},
    "no_bid_joker": {"no_bid_joker": "no-trump", "no_bid": "first-card"},
    "redeal_trumps": {"redeal_trumps": 2, "redeal_no_trumps": True},
    "redeal_limit": {"redeal_limit": 2, "redeal_points": 10},
    "redeal_starter": {"redeal_starter": "next", "redeal_no_trumps": True},
    "redeal_dealer": {"redeal_dealer": "open", "redeal_points": 5},
    "land_bidders": {"land_bidders": "all", "land": True, "decks": 2},
    "friends_called": {"friends_called": 2, "teams": "friends"},
    "consecutive": {"consecutive": "skip-played", "decks": 2},
    "free_leads": {"free_leads": "full-tuples", "decks": 3},
    "throw_units": {"throw_units": "tuples", "decks": 2},
    "throw_reading": {"throw_reading": "longest", "decks": 2},
    "partner_stops_throws": {"partner_stops_throws": False},
    "failed_throw": {"failed_throw": "must-beat"},
    "throw_penalty": {"throw_penalty": "flat"},
    "throw_penalty_points": {"throw_penalty_points": 20, "throw_penalty": "flat"},
    "trumped_throws": {"trumped_throws": "every-unit"},
    "following": {"following": "tuples", "decks": 2},
    "exempt_tractors": {"exempt_tractors": True, "decks": 2},
    "tractors_pulled": {"tractors_pulled": "as-many-as-fit", "decks": 2},
    "follow_order": {"follow_order": "most-cards", "decks": 3},
    "protected_tuples": {"protected_tuples": True, "decks": 3},
    "protected_tractors": {"protected_tractors": True, "decks": 2},
    "side_suit_halves": {"side_suit_halves": True},
    "step": {"step": 20, "threshold": 40},
    "negative_scores": {"negative_scores": True, "red_fives": "hearts"},
    "most_levels": {"most_levels": 3},
    "must_play_win": {"must_play_win": False, "must_play": ["K"]},
    "no_trump_rank_cards": {"no_trump_rank_cards": "ordinary", "decks": 2},
    "hook_card": {"hook_card": "capture", "hooks": ["J"]},
    "hook_needs_win": {"hook_needs_win": False, "hooks": ["A"]},
    "missing_friend_bonus": {"missing_friend_bonus": False, "teams": "friends"},
}
UNMET: dict[str, dict[str, object]] = {
    "least_shown": {"declarations": "call-then-pair", "decks": 2},
    "suit_overrides": {"least_shown": 2, "decks": 2},
    "joker_additions": {"declarations": "call-then-pair", "decks": 2},
    "override_partner": {"teams": "friends"},
    "partner_stops_throws": {"teams": "friends", "decks": 2},
    "failed_throw": {"throws": False, "decks": 2, "free_leads": "tractors"},
    "throw_penalty": {"throws": False, "decks": 3},
    "trumped_throws": {"throws": False, "decks": 2},
    "side_suit_halves": {"kitty_factor": "none"},
    "step": {"results": "declarers-only"},
    "most_levels": {"results": "declarers-only"},
    "missing_friend_bonus": {"teams": "friends", "friends_called": 0},
}


def _frame(given: dict[str, object]) -> dict[str, object]:
    return {"decks": 1, **given}


@pytest.mark.parametrize("name", NEEDS)
def test_an_option_is_accepted_with_what_it_needs(name: str) -> None:
    rules = rules_from(_frame(MET[name]))
    assert rules.in_effect(name)
    assert plain(getattr(rules, name)) == MET[name][name]
    assert getattr(rules_from(describe_rules(rules)), name) == getattr(rules, name)


@pytest.mark.parametrize("name", NEEDS)
def test_an_option_is_refused_without_what_it_needs(name: str) -> None:
    alone = _frame({name: MET[name][name], **UNMET.get(name, {})})
    with pytest.raises(RulesError, match=f"^{name} = .* changes nothing here: it needs ") as caught:
        rules_from(alone)
    assert caught.value.field == name
    assert plain(caught.value.value) == MET[name][name]
    # The message names an option to set, or the decks.
    ways = [way for need in NEEDS[name] for way in need]
    named = [way.option if isinstance(way, Given) else "decks" for way in ways]
    named += ["must_play"] if name == "must_play_win" else []
    assert any(option in str(caught.value) for option in named)
    # What a text has lying ready is no fault, and neither is saying it again.
    assert not Rules(decks=1, results="declarers-only").in_effect("step")
    rest = {option: value for option, value in alone.items() if option != name}
    base = changed_rules(Rules(), rest)
    assert changed_rules(base, {name: plain(getattr(base, name))}) == base


@pytest.mark.parametrize("option", options(), ids=lambda option: option.name)
def test_conditions_are_said_in_both_languages(option: object) -> None:
    assert hasattr(option, "condition")
    named = option.name in NEEDS  # type: ignore[attr-defined]
    for words in (option.condition(), option.condition("zh")):
        assert bool(words) == named
    if named:
        assert option.condition() != option.condition("zh")


def test_needs_are_followed_through() -> None:
    # The penalty itself is idle without red fives, and so are its points.
    rules = Rules(red_five_penalty="levels", red_five_levels=2)
    assert not rules.in_effect("red_five_levels")
    assert effective(rules) == Rules()


def test_a_preset_may_have_idle_values() -> None:
    rules = rules_from({"preset": "pagat", "hook_card": "capture"})
    assert rules == PRESETS["pagat"].rules
    assert not rules.in_effect("hook_card")
    assert rules_from({"preset": "pagat", "hooks": ["J"]}).in_effect("hook_card")
    with pytest.raises(RulesError, match="hooks set"):
        rules_from({"preset": "pagat", "hook_card": "any-trump"})


@pytest.mark.parametrize(
    ("given", "field", "needs"),
    [
        ({"must_play": ["A"], "must_play_win": False}, "must_play_win", "another level"),
        ({"bid_jokers": "none", "first_dealer": "last-not-jokers"}, "first_dealer", "bid_jokers"),
        ({"throws": False, "following": "lone-tractors"}, "following", "throws = true"),
        ({"throws": False, "throw_reading": "longest"}, "throw_reading", "throws = true"),
        ({"throws": False, "exempt_tractors": True}, "exempt_tractors", "throws = true"),
        (
            {"throws": False, "decks": 1, "kitty_factor": "two-or-three"},
            "kitty_factor",
            "throws = true",
        ),
        ({"decks": 1, "kitty_factor": "pairs-plus-one-or-two"}, "kitty_factor", "decks"),
        (
            {"bid_jokers": "none", "no_trump_rank_cards": "ordinary"},
            "no_trump_rank_cards",
            "land = true",
        ),
    ],
)
def test_what_can_never_come_to_bear_is_refused(
    given: dict[str, object], field: str, needs: str
) -> None:
    with pytest.raises(RulesError, match="changes nothing here") as caught:
        rules_from(given)
    assert caught.value.field == field
    # Rules that have been played with it are still read.
    played = rules_from(given, stored=True)
    assert {name: plain(getattr(played, name)) for name in given} == given
    assert needs in str(caught.value)


@pytest.mark.parametrize(
    "given",
    [
        {"must_play": ["A", "K"], "must_play_win": False},
        {"must_play": ["A"], "must_play_win": False, "winning": "pass"},
        {"bid_jokers": "none", "first_dealer": "first"},
        {"throws": False, "decks": 3, "free_leads": "full-tuples", "throw_penalty": "flat"},
        {"throws": False, "kitty_factor": "two-or-three"},
        {"decks": 1, "kitty_factor": "two-or-three"},
        {"bid_jokers": "none", "no_trump_rank_cards": "ordinary", "land": True},
        {"bid_jokers": "none", "no_trump_rank_cards": "ordinary", "kitty": 4},
        {"preset": "zhang-2016", "bid_jokers": "none"},
        {"preset": "zhang-2016", "system": "three-deck"},
    ],
)
def test_what_can_come_to_bear_is_not(given: dict[str, object]) -> None:
    rules = rules_from(given)
    assert effective(rules_from(describe_rules(rules))) == effective(rules)


def test_a_value_that_does_nothing_plays_as_the_default() -> None:
    rules = Rules(bid_jokers="none", first_dealer="last-not-jokers")
    assert effective(rules) == Rules(bid_jokers="none")
    assert describe_rules(rules) == {"preset": "zhang-2021", "bid_jokers": "none"}


@given(any_rules())
def test_rules_are_described_as_they_play(rules: Rules) -> None:
    again = rules_from(describe_rules(rules))
    assert effective(again) == effective(rules)
    assert all(again.in_effect(o.name) == rules.in_effect(o.name) for o in options())


@given(any_rules())
def test_effective_rules_play_the_same(rules: Rules) -> None:
    assert effective(effective(rules)) == effective(rules)
    assert not any(found.matters for found in difference(rules, effective(rules)))


def test_the_difference_of_two_texts() -> None:
    found = {
        one.option.name: (one.first, one.second, one.matters)
        for one in difference(PRESETS["zhang-2021"].rules, PRESETS["zhang-2016"].rules)
    }
    assert found["kitty_factor"] == ("pairs", "power-of-cards", True)
    assert found["hook_card"] == ("trump-suit-in-unit", "any-trump", False)
    assert found["following"] == ("tractors", "lone-tractors", True)
    assert len(found) == 9
    assert difference(Rules(), Rules()) == []


@pytest.mark.parametrize(
    ("given", "field", "allowed"),
    [
        ({"players": 5}, "players", "teams = friends"),
        ({"players": 11}, "players", "4, 6, 8, 10, 12"),
        ({"kitty": 9}, "kitty", "4, 8, 12"),
        ({"decks": 1, "kitty": 54}, "kitty", "2, 6, 10"),
        ({"decks": 1, "kitty": 42}, "kitty", "2, 6, 10"),
        ({"decks": 1, "players": 12, "jokers_removed": 2}, "decks", "2 to 6"),
        ({"decks": 1, "jokers_removed": 3}, "jokers_removed", "0 to 2"),
        ({"players": 8, "kitty": 1, "jokers_removed": "to-fit", "decks": 1}, "jokers_removed", ""),
        ({"first_level": "8", "last_level": "7"}, "last_level", "8 and above"),
        ({"must_play": ["5"], "first_level": "8"}, "must_play", "8 to A"),
        ({"must_play": ["5", "5"]}, "must_play", "once"),
        ({"must_play": ["K"], "last_level": "Q"}, "must_play", "2 to Q"),
        ({"hooks": ["J", "J"]}, "hooks", "once"),
        ({"hooks": ["A"], "last_level": "K"}, "hooks", "J, Q"),
        ({"hooks": ["J"], "first_level": "K"}, "hooks", "A"),
        ({"threshold": 90}, "threshold", "40, 80"),
        ({"threshold": 90, "step": 40}, "step", "5, 10, 15"),
        ({"step": 30}, "step", "20, 40"),
        ({"threshold": 240}, "threshold", "200"),
        ({"decks": 1, "land": True}, "land", "decks = 2"),
        ({"decks": 1, "least_shown": 2}, "least_shown", "1"),
        ({"decks": 1, "joker_additions": "to-pairs"}, "joker_additions", "any"),
        ({"joker_additions": "any", "jokers_removed": 4}, "joker_additions", "none"),
        ({"teams": "friends", "friends_called": 3}, "friends_called", "0 to 2"),
        ({"teams": "friends", "players": 7, "auto_level": True}, "auto_level", "false"),
    ],
)
def test_a_contradiction_is_refused(given: dict[str, object], field: str, allowed: str) -> None:
    with pytest.raises(RulesError, match="cannot be") as caught:
        rules_from(given)
    assert caught.value.field == field
    assert allowed in caught.value.allowed
    assert caught.value.allowed in str(caught.value)


@pytest.mark.parametrize(
    "given",
    [
        {"hooks": ["J", "A"], "first_level": "K"},  # Ace to Jack, Jack to 2
        {"must_play": ["3"], "first_level": "8", "hooks": ["J"]},
        {"must_play": ["3"], "first_level": "8", "after_last_level": "wrap"},
        {"must_play": ["2", "A"]},
        {"first_level": "A"},
        {"first_level": "A", "after_last_level": "wrap"},
        {"last_level": "2"},
        {"threshold": 90, "results": "declarers-only"},
        {"threshold": 200},
        {"jokers_removed": 4},
        {"teams": "friends", "players": 5, "decks": 1},
        {"teams": "friends", "friends_called": 0},
        {"teams": "friends", "players": 12, "decks": 6, "friends_called": 5},
    ],
)
def test_what_is_unusual_is_no_contradiction(given: dict[str, object]) -> None:
    assert rules_from(given).hand_size


@pytest.mark.parametrize("players", range(4, 13))
@pytest.mark.parametrize("decks", range(1, 7))
@pytest.mark.parametrize("jokers", [0, "to-fit"])
def test_any_number_of_players_and_decks(players: int, decks: int, jokers: object) -> None:
    """W14, W23, note 1: "the number of jokers may be adjusted so the kitty is exactly six"."""
    given = {"teams": "friends", "players": players, "decks": decks, "jokers_removed": jokers}
    try:
        rules = rules_from(given)
    except RulesError as error:
        assert jokers == "to-fit"
        assert error.field == "jokers_removed"
        assert (54 * decks - 6) % players > 2 * decks
        return
    assert rules.hand_size * players + rules.kitty_size == len(rules.deck) == rules.card_count
    assert all(rules.copies[card] == rules.deck.count(card) for card in CARDS)
    assert rules.hand_size >= 4
    if jokers == "to-fit":
        assert rules.kitty_size == 6


def test_the_lowest_level_is_where_hooks_and_laps_lead() -> None:
    assert Rules(first_level=Rank.EIGHT).lowest_level is Rank.EIGHT
    assert Rules(first_level=Rank.EIGHT, hooks=("Q",)).lowest_level is Rank.SIX
    assert Rules(first_level=Rank.KING, hooks=("A",)).lowest_level is Rank.JACK
    assert Rules(first_level=Rank.KING, hooks=("J", "A")).lowest_level is Rank.TWO


def test_chance_gives_every_value_of_every_option_in_effect() -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    for seed in range(250):  # the rarest comes after 102
        rules = random_rules(random.Random(seed))
        for option in options():
            if rules.in_effect(option.name):
                seen[option.name].add(str(plain(getattr(rules, option.name))))
    for option in options():
        if option.kind in ("choice", "flag"):
            assert seen[option.name] == {str(value) for value in option.values}, option.name
        else:
            assert len(seen[option.name]) >= min(
                4, (option.high or 4) // option.step - (option.low or 0) // option.step
            ), option.name
        if option.unset:
            assert "None" in seen[option.name]
        assert {*option.words} <= seen[option.name]
