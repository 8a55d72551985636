"""The judge under the rules of the whole family: what each system and option asks of it."""

from __future__ import annotations

from typing import Any

import pytest

from shengji.rules import PRESETS
from tests.judge.test_judge import HEARTS, ask, at, error

SIX = {"preset": "finding-friends", "players": 6}


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_known_by_name_and_in_a_mapping(name: str) -> None:
    asked = at("order", rules=name, cards="AS 3H SJ")
    assert "suits" in asked
    assert asked == at("order", rules={"preset": name}, cards="AS 3H SJ")


def test_a_system_laid_over_a_text() -> None:
    rules = {"preset": "pagat", "system": "finding-friends", "players": 7}
    assert at("calls", rules=rules)["count"] == 2
    assert error(at("calls", rules={**rules, "system": "find"})) == ("bad-rules", "rules.system")


# The order of the cards


def test_permanent_twos_z21_footnote_2() -> None:
    answer = at("order", rules={"permanent_twos": True}, trump={"rank": "8", "suit": "H"},
                cards="AH 2H 2S 8C 8H 3H")  # fmt: skip
    assert answer["suits"] == [[["8H"], ["8C"], ["2H"], ["2S"], ["AH"], ["3H"]]]


def test_rank_cards_without_a_trump_suit_pag() -> None:
    answer = at("order", rules="pagat", trump={"rank": "8", "suit": None}, cards="SJ 9H 8H 7H")
    assert answer["suits"] == [[["SJ"]], [["9H"], ["8H"], ["7H"]]]


def test_red_fives_are_highest_w14() -> None:
    rules = {"red_fives": "hearts-and-diamonds"}
    answer = at("order", rules=rules, cards="BJ SJ 5D 5H 5S 2H")
    assert answer["suits"][0] == [["5H"], ["5D"], ["BJ"], ["SJ"], ["2H"]]


def test_jokers_that_are_removed() -> None:
    rules = {"jokers_removed": 2}
    assert error(at("order", rules=rules, cards="BJ BJ"))[0] == "too-many-copies"
    assert "suits" in at("order", rules=rules, cards="BJ SJ")


# Units, leads, follows


def test_ranks_that_are_gone_are_skipped_pag() -> None:
    rules = {"consecutive": "skip-played"}
    cards = "9S 9S JS JS"
    assert len(at("units", rules=rules, cards=cards)["readings"][0]) == 2
    (tractor,) = at("units", rules=rules, cards=cards, played="10S 10S")["readings"][0]
    assert (tractor["width"], tractor["length"]) == (2, 2)
    # Elsewhere it changes nothing, but must be possible.
    assert len(at("units", cards=cards, played="10S 10S")["readings"][0]) == 2
    assert error(at("units", cards=cards, played="9S"))[0] == "too-many-copies"


def test_who_challenged_a_throw_must_beat_it_pag() -> None:
    """PAG, Leading a set of top cards: it must be beaten by the player who can."""
    fields: dict[str, Any] = {
        "lead": "JH",
        "hand": "KH 10H 3C",
        "trump": {"rank": "4", "suit": "C"},
    }
    answer = ask("follow", rules="pagat", **fields, play="10H", challenger=True)
    assert (answer["legal"], answer["code"], answer["beat"]) == (False, "beat", True)
    assert ask("follow", rules="pagat", **fields, play="KH", challenger=True)["legal"]
    assert ask("follow", rules="pagat", **fields, play="10H")["legal"]
    assert "beat" not in ask("follow", rules="pagat", **fields, play="10H")
    assert ask("follows", rules="pagat", **fields, challenger=True)["plays"] == [["KH"]]


def test_nobody_must_beat_elsewhere() -> None:
    fields = {"lead": "JH", "hand": "KH 10H", "play": "KH", "challenger": True}
    assert error(at("follow", **fields)) == ("not-played", "challenger")
    rules = {"failed_throw": "must-beat"}
    fields |= {"lead": "JS 9S", "play": "KH 10H"}
    assert error(at("follow", rules=rules, **fields)) == ("bad-value", "challenger")


def test_tractors_need_not_be_followed_pag() -> None:
    fields = {"lead": "9S 9S 10S 10S", "hand": "3S 3S 4S 4S 6S 6S KS", "play": "3S 3S 6S 6S"}
    assert at("follow", rules="pagat", **fields)["legal"]
    assert not at("follow", rules={"preset": "pagat", "system": "three-deck"}, **fields)["legal"]


def test_narrow_tractors_are_not_free_to_lead_w23() -> None:
    fields: dict[str, Any] = {"cards": "9S 9S 10S 10S", "others": ["AS AS", "", ""]}
    assert at("lead", rules={"decks": 3}, **fields)["legal"]
    answer = at("lead", rules={"decks": 3, "free_leads": "full-tuples"}, **fields)
    assert (answer["legal"], answer["led"], answer["challenger"]) == (False, ["9S", "9S"], 0)


# Tricks and the kitty


def test_captured_red_fives() -> None:
    rules = {"red_fives": "hearts"}
    answer = at("trick", rules=rules, plays=["BJ", "5H", "3C", "5H"])
    assert (answer["winner"], answer["red_fives"]) == (1, [3])
    assert "red_fives" not in at("trick", plays=["BJ", "5H", "3C", "5H"])


@pytest.mark.parametrize(
    ("rules", "factor"),
    [
        ({}, 4),
        ("zhang-2016", 4),
        ("pagat", 6),
        ("wikipedia-2014", 6),
        ("wikipedia-2023", 4),
        ({"kitty_factor": "two"}, 2),
        ({"kitty_factor": "twice-cards"}, 4),
    ],
)
def test_the_factor_of_a_throw_in_every_text(rules: object, factor: int) -> None:
    answer = at("kitty", rules=rules, plays=["AS AS KS"], kitty="5D 10C")
    assert answer == {"factor": factor, "points": 15 * factor}


# Results


def test_scores_below_zero_w23() -> None:
    assert ask("result", points=-45)["levels"] == 3
    assert ask("result", rules={"negative_scores": True, "throw_penalty": "flat"}, points=-45)[
        "levels"
    ] == 5  # fmt: skip


@pytest.mark.parametrize(
    ("points", "winner", "levels"), [(0, "declarers", 3), (40, "opponents", 0)]
)
def test_forty_points_z21_6_3(points: int, winner: str, levels: int) -> None:
    answer = ask("result", rules="forty-points", points=points)
    assert (answer["winner"], answer["levels"]) == (winner, levels)


def test_friends_go_up_one_by_one_z21_6_5() -> None:
    """The Dealer lacks a friend, and goes up twice as far; the others keep their levels."""
    levels = ["5", "7", "9", "2", "3", "K"]
    answer = ask("result", rules=SIX, points=0, dealer=2, declarers=[5, 2], levels=levels)
    assert answer["levels_after"] == ["5", "7", "A", "2", "3", "A"]
    assert (answer["missing"], answer["next_dealer"]) == (1, 5)
    lost = ask("result", rules=SIX, points=180, dealer=2, declarers=[2, 3, 5], levels=levels)
    assert lost["levels_after"] == ["6", "8", "9", "2", "4", "K"]
    assert lost["next_dealer"] == 4
    assert "missing" not in lost


def test_friends_by_the_sizes_of_the_sides() -> None:
    sides = {"declarers": "5", "opponents": "7"}
    whole = ask("result", rules=SIX, points=0, levels=sides)
    assert whole["levels_after"] == {"declarers": "8", "opponents": "7"}
    assert whole["next_dealer"] is None
    short = ask("result", rules=SIX, points=0, levels=sides, team_sizes=[2, 4])
    assert short["levels_after"] == {"declarers": "8", "opponents": "7"}
    assert (short["dealer_after"], short["missing"]) == ("J", 1)
    # Alone it is known who plays on which side.
    alone = ask("result", rules=SIX, points=120, levels=["5"] * 6, dealer=3, team_sizes=[1, 5])
    assert alone["next_dealer"] == 4
    assert ask("result", rules=SIX, points=0, levels=sides, team_sizes=[1, 5])["levels_after"] == [
        "A", "7", "7", "7", "7", "7"
    ]  # fmt: skip


def test_winning_as_a_friend() -> None:
    levels = ["A", "7", "A", "2", "3", "A"]
    answer = ask("result", rules=SIX, points=100, dealer=0, declarers=[0, 2, 3], levels=levels)
    assert answer["match_won"]
    assert answer["winners"] == [0, 2]


def test_the_draw_decides_who_deals() -> None:
    assert ask("result", rules={"later_dealer": "draw"}, points=0)["next_dealer"] is None


def test_hooks_z21_6_1_3() -> None:
    """A Jack of trumps in the longest unit of the last trick takes the Declarers to 2."""
    fields: dict[str, Any] = {
        "points": 120,
        "levels": ["J", "8"],
        "trump": {"rank": "J", "suit": "S"},
        "last_trick": ["AH", "3D", "4D", "JS"],
        "leader": 2,
    }
    hooked = ask("result", rules={"hooks": ["J"]}, **fields)
    assert hooked["levels_after"] == ["2", "9"]
    assert hooked["hooked"] == [0, 2]
    own = ask("result", rules={"hooks": ["J"]}, **{**fields, "leader": 3})
    assert own["levels_after"] == ["J", "9"]
    lost = ask("result", rules={"hooks": ["J"]}, **{**fields, "points": 40})
    assert lost["levels_after"] == ["Q", "8"]
    for field in ("trump", "leader"):
        less = {name: value for name, value in fields.items() if name != field}
        assert error(ask("result", rules={"hooks": ["J"]}, **less)) == ("missing-field", field)
        assert "hooked" not in ask("result", **less)
    few = {**fields, "last_trick": fields["last_trick"][:3]}
    assert error(ask("result", rules={"hooks": ["J"]}, **few)) == ("count", "last_trick")


def test_captured_red_fives_that_cost_levels() -> None:
    rules = {"red_fives": "hearts", "red_five_penalty": "levels", "red_five_levels": 2}
    captured = [{"owner": 1, "taker": 2}, {"owner": 0, "taker": 2}]
    answer = ask("result", rules=rules, points=80, levels=["7", "9"], captured=captured)
    assert answer["levels_after"] == ["7", "7"]
    assert answer["fined"] == [1, 3]
    assert error(ask("result", points=80, captured=captured)) == ("not-played", "captured")


def test_levels_that_wrap_w23() -> None:
    rules = {"after_last_level": "wrap", "laps": 3}
    answer = ask("result", rules=rules, points=0, levels=["A", "5"])
    assert (answer["levels_after"], answer["laps_after"]) == (["4", "5"], [1, 0])
    last = ask("result", rules=rules, points=0, levels=["A", "5"], laps=[2, 0])
    assert last["match_won"]
    assert error(ask("result", points=0, laps=[0, 0])) == ("not-played", "laps")
    assert error(ask("result", rules=rules, points=0, laps=[3, 0])) == ("bad-value", "laps")


def test_must_play_levels_that_were_tried() -> None:
    rules = {"must_play": ["5"], "must_play_win": False}
    fields: dict[str, Any] = {"rules": rules, "points": 160, "levels": ["2", "5"]}
    assert ask("result", **fields)["levels_after"] == ["2", "5"]
    assert ask("result", **fields, tried=[1])["levels_after"] == ["2", "7"]
    assert error(ask("result", points=160, tried=[1])) == ("not-played", "tried")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"declarers": [1, 2]}, "declarers"),
        ({"declarers": [0, 0]}, "declarers"),
        ({"declarers": [0, 9]}, "declarers[1]"),
        ({"declarers": [0, 1, 2, 3]}, "declarers"),
        ({"declarers": [0, 1], "team_sizes": [3, 3]}, "team_sizes"),
        ({"team_sizes": [4, 2]}, "team_sizes"),
        ({"team_sizes": [0, 6]}, "team_sizes"),
        ({"levels": ["2"] * 6}, "declarers"),
        ({"levels": ["2", "3"], "declarers": [0]}, "levels"),
        ({"levels": ["2", *["3"] * 5], "declarers": [0], "trump": {**HEARTS, "rank": "3"}},
         "trump.rank"),
    ],
)  # fmt: skip
def test_results_of_friends_that_cannot_be(fields: dict[str, object], field: str) -> None:
    assert error(ask("result", rules=SIX, points=80, **fields))[1] == field


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"declarers": [0, 1]}, "declarers"),
        ({"leader": 1}, "leader"),
        ({"reading": 0}, "reading"),
        ({"last_trick": ["AS"], "leader": 4}, "leader"),
        ({"last_trick": [[]]}, "last_trick[0]"),
    ],
)
def test_results_of_teams_that_cannot_be(fields: dict[str, object], field: str) -> None:
    assert error(ask("result", points=80, **fields))[1] == field


def test_declarers_of_fixed_teams_change_nothing() -> None:
    assert ask("result", points=80, dealer=1, declarers=[3, 1]) == ask(
        "result", points=80, dealer=1
    )


# Bids


def bids(**fields: Any) -> list[str]:
    answer = ask("bids", **{"seat": 0, "rank": "8", **fields})
    assert "bids" in answer, answer
    return [" ".join(bid) for bid in answer["bids"]]


def test_which_jokers_may_be_shown() -> None:
    hand = "SJ SJ BJ BJ"
    assert bids(hand=hand) == ["SJ SJ", "BJ BJ"]
    assert bids(hand=hand, rules={"bid_jokers": "big-only"}) == ["BJ BJ"]
    assert bids(hand=hand, rules="wikipedia-2023") == []
    assert bids(hand=hand, rules="three-deck") == []


def test_jokers_added_to_a_pair_pag() -> None:
    shown = [{"seat": 2, "cards": "8S 8S"}]
    fields: dict[str, Any] = {"hand": "8H 8H SJ BJ", "shown": shown}
    assert bids(**fields) == []
    assert bids(**fields, rules={"joker_additions": "to-pairs"}) == ["8H 8H SJ", "8H 8H BJ"]


def test_a_partner_may_not_be_overridden_w23() -> None:
    shown = [{"seat": 2, "cards": "8S"}]
    assert bids(hand="8H 8H", shown=shown) == ["8H 8H"]
    assert bids(hand="8H 8H", shown=shown, rules={"override_partner": False}) == []


def test_late_reinforcement_z21_3_5_5() -> None:
    shown = [{"seat": 0, "cards": "8H"}, {"seat": 1, "cards": "8S 8S"}]
    rules = {"late_reinforcement": True}
    assert bids(hand="8H 8H", shown=shown) == []
    assert bids(hand="8H 8H", shown=shown, rules=rules) == ["8H 8H"]
    assert bids(hand="8H 8H", shown=shown, rules=rules, drawn=1) == []


def test_after_the_last_card() -> None:
    assert bids(hand="8H", over=True) == ["8H"]
    assert bids(hand="8H", over=True, rules={"pause_after_draw": False}) == []


def test_everyone_bids_their_own_rank_z21_6_5() -> None:
    ranks = ["7", "8", "9", "10"]
    answer = ask("bids", hand="7H 8H", seat=0, ranks=ranks, shown=[])
    assert answer["bids"] == [["7H"]]
    shown = [{"seat": 1, "cards": "8S"}]
    assert ask("bids", hand="7H 7H", seat=0, ranks=ranks, shown=shown)["bids"] == [["7H", "7H"]]
    assert error(ask("bids", hand="7H", seat=0, ranks=ranks, rank="7")) == ("bad-value", "rank")
    assert error(ask("bids", hand="7H", seat=0, ranks=ranks[1:])) == ("count", "ranks")


LAND: dict[str, Any] = {"rules": {"land": True}, "phase": "land", "hand": "8S 8S 8D 8D SJ SJ 3C"}


def test_bids_for_the_land_z21_6_2() -> None:
    """Spades are higher than hearts, hearts than clubs, clubs than diamonds; Jokers above all."""
    shown = [{"seat": 3, "cards": "8H 8H"}]
    assert bids(**LAND, shown=shown) == ["8S 8S", "SJ SJ"]
    assert bids(**LAND) == ["8D 8D", "8S 8S", "SJ SJ"]
    since = [{"seat": 1, "cards": "8S 8S"}]
    assert bids(**{**LAND, "hand": "8D 8D SJ SJ"}, shown=shown, land=since) == ["SJ SJ"]
    # What was bid since may stand there as well.
    both = [{"seat": 3, "cards": "8D 8D"}, {"seat": 1, "cards": "8H 8H"}]
    assert bids(**{**LAND, "hand": "8S 8S"}, shown=both) == ["8S 8S"]


def test_who_is_asked_for_the_land() -> None:
    own = [{"seat": 0, "cards": "8D"}]
    assert bids(**LAND, shown=own) == []
    everybody = {"land": True, "land_bidders": "all"}
    assert bids(**{**LAND, "rules": everybody}, shown=own)
    assert bids(**{**LAND, "rules": everybody}, shown=own, dealer=0) == []
    after = [{"seat": 2, "cards": "8H 8H"}]
    assert bids(**LAND, shown=own, land=after) == ["8S 8S", "SJ SJ"]
    assert bids(**LAND, shown=own, land=[{"seat": 0, "cards": "8D 8D"}]) == []


def test_land_with_ranks_of_their_own() -> None:
    fields = {**LAND, "rank": None, "ranks": ["7", "8", "9", "10"]}
    assert bids(**fields, dealer=1) == ["8D 8D", "8S 8S", "SJ SJ"]
    assert bids(**{**fields, "rank": "8"}) == ["8D 8D", "8S 8S", "SJ SJ"]
    assert error(ask("bids", **{"seat": 0, **fields})) == ("missing-field", "rank")


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"land": [{"seat": 1, "cards": "8H"}]}, "land-cards", "land[0]"),
        ({"land": [{"seat": 1, "cards": "8S 8S"}, {"seat": 2, "cards": "8H 8H"}]},
         "land-too-low", "land[1]"),
        ({"drawn": 2}, "bad-value", "drawn"),
        ({"dealer": 4}, "no-seat", "dealer"),
        ({"phase": "draw", "dealer": 1}, "bad-value", "dealer"),
        ({"phase": "draw", "land": [{"seat": 1, "cards": "8H 8H"}]}, "bad-value", "land"),
        ({"rules": {}}, "not-played", "phase"),
    ],
)  # fmt: skip
def test_land_that_cannot_be_bid_for(fields: dict[str, object], code: str, field: str) -> None:
    question = {**LAND, "hand": "3C", "seat": 0, "rank": "8", **fields}
    assert error(ask("bids", **question)) == (code, field)


# Re-deals and calls


def test_redeals_z21_3_5_7() -> None:
    fields: dict[str, Any] = {"hand": "3D 4D 5D 6C KC", "rules": {"redeal_no_trumps": True}}
    assert at("redeal", **fields) == {"allowed": True, "reason": None}
    assert not at("redeal", **{**fields, "hand": "3D 4D 3H"})["allowed"]
    again = at("redeal", **fields, redeals=1)
    assert not again["allowed"] and again["reason"] == "Only one re-deal is allowed for a hand."
    few = {"hand": "3H 5D", "rules": {"redeal_points": 10, "redeal_limit": 3}}
    assert at("redeal", **few, redeals=2)["allowed"]
    assert not at("redeal", **{**few, "hand": "KH 3D"})["allowed"]
    assert error(at("redeal", hand="3D")) == ("not-played", "ask")


@pytest.mark.parametrize(
    ("calls", "code"),
    [
        ([("AS", 2), ("KS", 1)], None),
        ([("AS", 2), ("AS", 1)], None),
        ([("AS", 1)], "call-count"),
        ([("AS", 1), ("3H", 1)], "call-trump"),
        ([("AS", 1), ("BJ", 1)], "call-trump"),
        ([("AS", 4), ("KS", 1)], "call-ordinal"),
        ([("AS", 0), ("KS", 1)], "call-ordinal"),
        ([("AS", 2), ("AS", 2)], "call-twice"),
    ],
)
def test_calls_z21_6_5(calls: list[tuple[str, int]], code: str | None) -> None:
    given = [{"card": card, "ordinal": ordinal} for card, ordinal in calls]
    answer = at("calls", rules=SIX, calls=given)
    assert (answer["legal"], answer["code"]) == (code is None, code)
    assert (answer["reason"] is None) == (code is None)
    assert answer["count"] == 2
    assert "AS" in answer["cards"]
    assert "3H" not in answer["cards"]


def test_calls_that_are_none() -> None:
    assert at("calls", rules=SIX)["legal"] is None
    assert error(at("calls")) == ("not-played", "ask")
    assert error(at("calls", rules=SIX, calls=[{"card": "XX"}])) == ("bad-card", "calls[0].card")
    assert error(at("calls", rules=SIX, calls=[{"card": "AS KS"}])) == (
        "bad-card", "calls[0].card"
    )  # fmt: skip
