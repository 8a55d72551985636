"""The judge: every question, what it says of mistakes, and that it never stops."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from shengji import judge
from shengji.game.declarations import BidFault
from shengji.game.land import LandFault
from shengji.judge import judge_line, rulings
from shengji.judge.inputs import ASKS
from shengji.judge.lines import LONGEST_LINE
from shengji.judge.plays import MOST_FOLLOWS
from tests.commandkit import Command
from tests.play.test_units import MANY

ROOT = Path(__file__).parents[2]
HEARTS = {"rank": "2", "suit": "H"}


def ask(question: str, **fields: Any) -> Any:
    return json.loads(judge_line(json.dumps({"ask": question, **fields})))


def test_the_first_question_has_the_rules_compiled_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As the command does, so that nobody waits for the compiler; and once in a process."""
    begun: list[str] = []
    monkeypatch.setattr(rulings, "compile_meanwhile", lambda: begun.append("begun"))
    rulings._compile_meanwhile.cache_clear()
    for _ in range(2):
        ask("result", points=80)
    assert begun == ["begun"]


def at(question: str, **fields: Any) -> Any:
    return ask(question, **{"trump": HEARTS, **fields})


def error(answer: Any) -> tuple[str, str]:
    assert set(answer) == {"error"}, answer
    assert answer["error"]["message"]
    assert answer["error"]["code"] != "fault", answer
    return answer["error"]["code"], answer["error"]["field"]


# docs/judge.md


def _examples() -> list[tuple[str, str]]:
    page = (ROOT / "docs" / "judge.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```json\n(.*?)\n```", page, re.DOTALL)
    return [(question, answer) for question, answer in (block.split("\n") for block in blocks)]


@pytest.mark.parametrize(("question", "answer"), _examples())
def test_the_examples_of_the_page(question: str, answer: str) -> None:
    assert judge_line(question).decode() == answer


def test_the_page_has_an_example_of_every_question_and_every_code() -> None:
    page = (ROOT / "docs" / "judge.md").read_text(encoding="utf-8")
    asked = {json.loads(question)["ask"] for question, _ in _examples()}
    assert asked == set(ASKS)
    assert set(re.findall(r"^## (\w+)$", page, re.MULTILINE)) >= asked
    source = ""
    for file in Path(judge.__file__).parent.glob("*.py"):
        source += file.read_text(encoding="utf-8")
    codes = set(re.findall(r"(?:JudgeError|ErrorFound|cls)(?:\.at)?\(\s*\"([a-z-]+)\"", source))
    assert codes
    named = set(re.findall(r"`([a-z-]+)`", page.split("| code |")[1])) - {"shown", "field"}
    assert codes <= named
    # Those of a declaration or bid that cannot be are the game's; the questions ask for the others.
    of_bids = {*get_args(BidFault), *get_args(LandFault)} - {"bid-over"}
    assert named - codes == of_bids


# order


def test_order_of_the_cards_z21_3_3() -> None:
    answer = at("order", trump={"rank": "8", "suit": "H"}, cards="7H 9H 8S 8H SJ BJ 8C AC AH 8S")
    trumps = [["BJ"], ["SJ"], ["8H"], ["8S", "8S", "8C"], ["AH"], ["9H"], ["7H"]]
    assert answer == {"suits": [trumps, [["AC"]]]}


def test_order_without_a_trump_suit() -> None:
    answer = at("order", trump={"rank": "8", "suit": None}, cards="8D 8H SJ AH KD")
    assert answer == {"suits": [[["SJ"], ["8H", "8D"]], [["AH"]], [["KD"]]]}


def test_order_of_nothing() -> None:
    assert at("order", cards=[]) == {"suits": []}


# units


def test_readings_come_best_first_z21_6_5() -> None:
    answer = at("units", rules={"decks": 3}, cards="3S 3S 3S 4S 4S")
    shapes = [[(u["width"], u["length"]) for u in way] for way in answer["readings"]]
    assert shapes == [[(2, 2), (1, 1)], [(3, 1), (2, 1)]]
    assert answer["readings"][0][0]["cards"] == ["4S", "4S", "3S", "3S"]


def test_units_of_several_suits() -> None:
    assert error(at("units", cards="3S 3C")) == ("mixed-suits", "cards")
    assert error(at("units", cards="")) == ("no-cards", "cards")


# lead


def test_a_throw_that_fails_z21_4_2() -> None:
    answer = at("lead", cards="KS QS 10S 10S", others=["AS", "JS JS", []])
    assert not answer["legal"]
    assert answer["led"] == ["QS"]
    assert answer["taken_back"] == ["KS", "10S", "10S"]
    assert answer["challenger"] == 0
    assert answer["penalty"] == 0
    assert "single (QS)" in answer["reason"]
    assert "others[0]" in answer["reason"]


@pytest.mark.parametrize(
    ("rule", "points"),
    [("flat", 10), ("per-unit", 30), ("per-card", 40), ("per-card-withdrawn", 30)],
)
def test_what_a_failed_throw_costs_z21_3_7_5(rule: str, points: int) -> None:
    others = ["AS", "JS JS", []]
    answer = at("lead", rules={"throw_penalty": rule}, cards="KS QS 10S 10S", others=others)
    assert answer["penalty"] == points


def test_a_throw_that_stands() -> None:
    answer = at("lead", cards="AS KS KS", others=["AS QS QS", "JS JS", "3S"])
    assert answer["legal"]
    assert answer["led"] == ["AS", "KS", "KS"]
    assert answer["taken_back"] == []
    assert answer["challenger"] is None
    assert answer["reason"] is None


def test_a_lead_of_several_suits() -> None:
    answer = at("lead", cards="AS 2S", others=[])
    assert not answer["legal"]
    assert answer["led"] == []
    assert answer["code"] == "mixed-suits"


def test_no_throws_where_a_lead_is_one_unit() -> None:
    rules = {"throws": False}
    answer = at("lead", rules=rules, cards="AS KS", others=[])
    assert (answer["legal"], answer["led"], answer["code"]) == (False, [], "no-throws")
    assert at("lead", rules=rules, cards="KS KS QS QS", others=["AS AS KH KH"])["legal"]
    follow = {"lead": "AS KS", "hand": "3S 4S 5S", "play": "3S 4S"}
    assert error(at("follow", rules=rules, **follow)) == ("no-throws", "lead")
    assert error(at("trick", rules=rules, plays=["AS KS", "3S 4S"])) == ("no-throws", "plays[0]")


def test_the_reading_of_a_lead_decides_what_can_be_beaten() -> None:
    cards, others = "3S 3S 3S 4S 4S", ["5S 5S"]
    rules = {"decks": 3}
    single = at("lead", rules=rules, cards=cards, others=others)
    assert single["led"] == ["3S"]
    for reading in (1, [["3S", "3S", "3S"], "4S 4S"], [{"width": 3, "length": 1}, "4S,4S"]):
        answer = at("lead", rules=rules, cards=cards, others=others, reading=reading)
        assert answer["led"] == ["4S", "4S"], reading


@pytest.mark.parametrize("reading", [2, -1, [], ["3S"], [{"width": 5, "length": 1}], ["3S 3S"] * 3])
def test_a_reading_that_is_none(reading: object) -> None:
    fields = {"rules": {"decks": 3}, "cards": "3S 3S 3S 4S 4S", "others": []}
    assert error(at("lead", **fields, reading=reading)) == ("no-reading", "reading")


def test_readings_beyond_those_that_are_listed() -> None:
    rules = {"decks": 6, "consecutive": "nothing-between"}
    many = {"rules": rules, "trump": {"rank": "2", "suit": "S"}, "cards": MANY}
    listed = ask("units", **many)
    assert listed["more"] and 0 < len(listed["readings"]) <= 100
    tractor = "2D 2D 2H 2H"
    with_it = ask("units", **many, having=[tractor])
    assert all(
        tractor.split() in [sorted(unit["cards"]) for unit in reading]
        for reading in with_it["readings"]
    )
    (other, *_) = [way for way in with_it["readings"] if way not in listed["readings"]]
    cards_alone = [unit["cards"] for unit in other]
    for reading in (other, cards_alone):
        assert ask("lead", **many, others=[], reading=reading)["legal"]
    assert not ask("units", **many, having=cards_alone)["more"]
    # Which is meant can be hard to find by shapes alone; that is no reason to say there is none.
    shapes = [{"width": 1, "length": 1}] * 68
    found = ask("lead", **many, others=[], reading=shapes)["error"]
    assert found["code"] == "no-reading" and "give the cards of each unit" in found["message"]


def test_a_reading_that_may_not_be_named() -> None:
    rules = {"decks": 3, "throw_reading": "longest"}
    fields = {"rules": rules, "cards": "3S 3S 3S 4S 4S", "others": []}
    assert error(at("lead", **fields, reading=1)) == ("reading-not-named", "reading")
    assert "legal" in at("lead", **fields, reading=0)


# follow, follows


def test_a_tractor_is_owed() -> None:
    fields = {"lead": ["9S", "9S", "10S", "10S"], "hand": "3S 3S 4S 4S 6S 6S KS"}
    answer = at("follow", **fields, play=["3S", "3S", "6S", "6S"])
    assert not answer["legal"]
    assert "tractor" in answer["reason"]
    assert answer["owed"] == [{"width": 2, "length": 2}]
    assert at("follow", **fields, play="4S 3S 4S 3S")["legal"]


@pytest.mark.parametrize(
    ("hand", "owed", "of_suit"),
    [
        ("3S 3S 6S 6S KS", [(2, 1), (2, 1)], 4),
        ("3S 3S 6S KS QS", [(2, 1), (1, 1), (1, 1)], 4),
        ("3S 6S 4D 4D 5D", [(1, 1), (1, 1)], 2),
        ("4D 4D 5D 6D", [], 0),
    ],
)
def test_what_is_owed_on_a_tractor_z21_4_3(
    hand: str, owed: list[tuple[int, int]], of_suit: int
) -> None:
    cards = hand.split()[:4]
    answer = at("follow", lead="9S 9S 10S 10S", hand=hand, play=cards)
    assert [(unit["width"], unit["length"]) for unit in answer["owed"]] == owed
    assert answer["owed_of_suit"] == of_suit
    assert answer["legal"]


def test_suit_and_number() -> None:
    fields = {"lead": "9S 9S", "hand": "3S 6S 4D 4D"}
    assert at("follow", **fields, play="4D 4D")["code"] == "suit"
    assert at("follow", **fields, play="3S")["code"] == "count"
    assert error(at("follow", **fields, play="7S 3S")) == ("not-held", "play")
    assert error(at("follow", lead="9S 9S", hand="3S", play="3S")) == ("hand-too-short", "hand")


def test_plays_are_listed_and_counted() -> None:
    fields = {"lead": "9S 9S", "hand": "3S 3S 4S 4S KS"}
    assert at("follows", **fields) == {
        "count": 2,
        "plays": [["4S", "4S"], ["3S", "3S"]],
        "more": False,
    }
    assert at("follows", **fields, limit=1)["plays"] == [["4S", "4S"]]
    assert at("follows", **fields, limit=0) == {"count": 2, "plays": [], "more": False}


def test_plays_are_counted_so_far_and_no_further() -> None:
    hand = [f"{rank}{suit}" for suit in "DC" for rank in [*range(3, 11), *"JQKA"]]
    answer = at("follows", lead="AS KS QS JS 10S 9S 8S", hand=hand, limit=3)
    assert answer["count"] == MOST_FOLLOWS
    assert answer["more"]
    assert len(answer["plays"]) == 3


# trick, kitty


def test_a_trump_pair_takes_a_throw_z21_4_4() -> None:
    plays = ["AD KD KD", "7H 7H 9C", "8D 6D 4D", "7S 7S AC"]
    answer = at("trick", trump={"rank": "7", "suit": "C"}, plays=plays)
    assert answer["winner"] == 1
    assert answer["points"] == 20
    assert answer["unit"] == {"width": 2, "length": 1, "cards": ["KD", "KD"]}


def test_ties_go_to_the_earlier_play() -> None:
    assert at("trick", plays=["2S", "2D", "2C", "3H"])["winner"] == 0


def test_plays_of_different_sizes() -> None:
    assert error(at("trick", plays=["AS", "KS QS"])) == ("count", "plays[1]")
    assert error(at("trick", plays=[])) == ("count", "plays")
    assert error(at("trick", plays=["AS", "KS", "QS", "JS", "10S"])) == ("count", "plays")


@pytest.mark.parametrize(
    ("lead", "factor"), [("AS", 2), ("AS AS", 4), ("KS KS AS AS", 8), ("AS AS KS", 4)]
)
def test_the_factor_of_the_kitty_z21_3_8(lead: str, factor: int) -> None:
    fields = {"plays": [lead], "kitty": "5H 10H KH 3C"}
    assert at("kitty", **fields, winner=0) == {"factor": factor, "points": factor * 25}
    assert at("kitty", **fields) == at("kitty", **fields, winner="opponents")
    assert at("kitty", **fields, winner="declarers") == {"factor": 0, "points": 0}
    assert error(at("kitty", **fields, winner=1)) == ("bad-value", "winner")


def test_a_side_suit_halves_the_kitty() -> None:
    fields = {"rules": {"side_suit_halves": True}, "kitty": "5H 10H KH 3C"}
    assert at("kitty", **fields, plays=["AS"]) == {"factor": 2, "points": 25, "halved": True}
    assert at("kitty", **fields, plays=["AS", "BJ"]) == {"factor": 2, "points": 50}
    assert at("kitty", **fields, plays=["AS", "BJ"], winner=0)["points"] == 25
    assert at("kitty", **fields, plays=["AS"], winner="declarers") == {"factor": 0, "points": 0}


# result


@pytest.mark.parametrize(
    ("points", "winner", "levels"),
    [
        (-10, "declarers", 3), (0, "declarers", 3), (5, "declarers", 2), (35, "declarers", 2),
        (40, "declarers", 1), (75, "declarers", 1), (80, "opponents", 0), (115, "opponents", 0),
        (120, "opponents", 1), (160, "opponents", 2), (200, "opponents", 3),
        (655_480, "opponents", 16_385),
    ],
)  # fmt: skip
def test_the_table_of_levels_z21_3_8(points: int, winner: str, levels: int) -> None:
    answer = ask("result", points=points)
    assert (answer["winner"], answer["levels"]) == (winner, levels)
    assert answer["next_dealer"] == (2 if winner == "declarers" else 1)


def test_levels_come_back_as_they_were_given() -> None:
    sides = {"declarers": "7", "opponents": "10"}
    answer = ask("result", points=160, levels=sides, dealer=3)
    assert answer["levels_after"] == {"declarers": "7", "opponents": "Q"}
    assert answer["next_dealer"] == 0
    assert ask("result", points=0, levels=["7", "10"], dealer=1)["levels_after"] == ["7", "K"]
    seats = ["7", "10", "7", "10"]
    assert ask("result", points=0, levels=seats)["levels_after"] == ["10", "10", "10", "10"]
    assert ask("result", points=0)["levels_after"] == {"declarers": "5", "opponents": "2"}
    assert ask("result", points=0, trump=HEARTS | {"rank": "J"})["levels_after"] == {
        "declarers": "A",
        "opponents": "J",
    }


def test_winning_the_match_z21_3_9() -> None:
    assert ask("result", points=0, levels=["A", "2"])["match_won"]
    assert not ask("result", points=0, levels=["A", "2"], dealer=1)["match_won"]
    assert not ask("result", points=400, levels=["2", "A"])["match_won"]


def test_a_match_that_is_won_leaves_the_level_from_which_it_was_won_pag() -> None:
    """There is no level above the last one; whoever passes it stays where they were."""
    passed = ask("result", rules={"winning": "pass"}, points=0, levels=["K", "2"])
    assert (passed["match_won"], passed["levels_after"]) == (True, ["K", "2"])
    defended = ask("result", points=0, levels=["A", "2"])
    assert (defended["match_won"], defended["levels_after"]) == (True, ["A", "2"])


def test_laps_are_given_as_levels_are() -> None:
    rules = {"after_last_level": "wrap", "laps": 3}
    levels = {"declarers": "A", "opponents": "2"}
    laps = {"declarers": 1, "opponents": 0}
    answer = ask("result", rules=rules, points=0, levels=levels, laps=laps, dealer=1)
    assert answer["levels_after"] == {"declarers": "4", "opponents": "2"}
    assert answer["laps_after"] == {"declarers": 2, "opponents": 0}
    assert error(ask("result", rules=rules, points=0, laps=laps | {"declarers": 3}))[1] == "laps"


def test_laps_come_in_the_form_in_which_levels_do() -> None:
    """The laps of the sides, of each team, of each seat; and the Dealer's where they are others."""
    rules = {"after_last_level": "wrap", "laps": 3}

    def told(**fields: Any) -> tuple[object, object]:
        answer = ask("result", rules=rules | fields.pop("options", {}), points=0, **fields)
        return answer["levels_after"], answer["laps_after"]

    sides = {"declarers": "A", "opponents": "A"}
    assert told(levels=sides)[1] == {"declarers": 1, "opponents": 0}
    assert told(levels=["A", "5"]) == (["4", "5"], [1, 0])
    assert told(levels=["A", "5"] * 2) == (["4", "5"] * 2, [1, 0] * 2)
    for preset in "wikipedia-2014", "wikipedia-2023":
        options = {"preset": preset}
        assert told(options=options, levels=["A", "5"]) == (["4", "5"], [1, 0])
    assert told(options={"first_level": "A"})[1] == {"declarers": 1, "opponents": 0}
    friends = {"teams": "friends", "players": 5, "first_level": "A"}
    assert told(options=friends, declarers=[0, 2])[1] == [1, 0, 1, 0, 0]
    assert told(options=friends)[1] == {"declarers": 1, "opponents": 0}
    # A bonus for missing friends takes only the Dealer past the last level.
    alone = {"teams": "friends", "players": 9, "decks": 4, "first_level": "K"}
    alone |= {"winning": "pass"}
    answer = ask("result", rules=rules | alone, points=140, team_sizes=[2, 7])
    assert answer["laps_after"] == {"declarers": 0, "opponents": 0}
    assert (answer["dealer_after"], answer["dealer_laps_after"]) == ("3", 1)
    assert "laps_after" not in ask("result", points=0)


def test_how_many_cards_are_called_z21_6_5() -> None:
    rules = {"preset": "finding-friends", "players": 5}
    calls = [{"card": "AS", "ordinal": 1}, {"card": "KS", "ordinal": 1}]
    answer = at("calls", rules=rules, calls=calls)
    assert answer["reason"] == "The number of cards to call is 1; you called 2."


def test_must_play_levels_z21_6_1_2() -> None:
    rules = {"must_play": ["5"]}
    assert ask("result", rules=rules, points=0, levels=["4", "2"])["levels_after"] == ["5", "2"]
    assert ask("result", rules=rules, points=200, levels=["2", "5"])["levels_after"] == ["2", "5"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"dealer": 4}, "dealer"),
        ({"dealer": -1}, "dealer"),
        ({"levels": ["2"]}, "levels"),
        ({"levels": ["2", "3", "4", "3"]}, "levels"),
        ({"levels": ["A", "2"], "rules": {"last_level": "K"}}, "levels"),
        ({"levels": ["7", "2"], "trump": HEARTS}, "trump.rank"),
        ({"levels": ["1", "2"]}, "levels[0]"),
        ({"levels": {"declarers": "2"}}, "levels.opponents"),
        ({"team_sizes": [3, 1]}, "team_sizes"),
        ({"last_trick": ["AS", "KS QS"]}, "last_trick[1]"),
        ({"points": 10**20}, "points"),
        ({"points": 7.5}, "points"),
    ],
)
def test_results_that_cannot_be(fields: dict[str, object], field: str) -> None:
    assert error(ask("result", **{"points": 80, **fields}))[1] == field


def test_sizes_and_a_last_trick_that_can_be() -> None:
    answer = ask("result", points=80, team_sizes=[2, 2], last_trick=["AS", "KS", "3S", "4S"])
    assert answer == ask("result", points=80)


# bids


def test_bids_z21_3_5_5() -> None:
    fields: dict[str, Any] = {"hand": "8H 8H 8C SJ SJ 5D", "seat": 0, "rank": "8"}
    assert ask("bids", **fields)["bids"] == [["8C"], ["8H"], ["8H", "8H"], ["SJ", "SJ"]]
    shown = [{"seat": 2, "cards": ["8S"]}]
    assert ask("bids", **fields, shown=shown)["bids"] == [["8H", "8H"], ["SJ", "SJ"]]
    own = [{"seat": 0, "cards": "8H"}]
    assert ask("bids", **fields, shown=own)["bids"] == [["8H", "8H"]]
    jokers = [*own, {"seat": 1, "cards": "BJ BJ"}]
    assert ask("bids", **fields, shown=jokers)["bids"] == []
    del fields["rank"]
    assert ask("bids", **fields, trump={"rank": "8", "suit": None})["bids"]


def test_a_reinforcement_may_stand_twice_or_once() -> None:
    fields: dict[str, Any] = {"hand": "8H 8H SJ SJ", "seat": 0, "rank": "8"}
    twice = [{"seat": 1, "cards": "8S"}, {"seat": 1, "cards": "8S 8S"}]
    assert ask("bids", **fields, shown=twice) == ask("bids", **fields, shown=twice[1:])


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"phase": "land"}, "not-played", "phase"),
        ({"phase": "play"}, "bad-value", "phase"),
        ({"seat": 4}, "no-seat", "seat"),
        ({"rank": "1"}, "bad-value", "rank"),
        ({"trump": HEARTS}, "bad-value", "rank"),
        ({"shown": [{"seat": 1, "cards": "7S"}]}, "bid-cards", "shown[0]"),
        ({"shown": [{"seat": 0, "cards": "8S"}]}, "bid-not-held", "shown[0]"),
        (
            {"shown": [{"seat": 1, "cards": "8S"}, {"seat": 2, "cards": "8C"}]},
            "bid-too-low",
            "shown[1]",
        ),
        ({"shown": [{"seat": 9, "cards": "8S"}]}, "no-seat", "shown[0].seat"),
    ],
)
def test_bids_that_cannot_be(fields: dict[str, object], code: str, field: str) -> None:
    question = {"hand": "8H 8H 5D", "seat": 0, "rank": "8", **fields}
    assert error(ask("bids", **question)) == (code, field)


# Mistakes


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        (b"nonsense", "not-json", ""),
        (b'{"ask": "order"', "not-json", ""),
        (b"\xff", "not-json", ""),
        (b'{"ask": "\xff"}', "not-json", ""),
        (b'{"ask": "order", "rules": {"a": ' + b"[" * 5000, "not-json", ""),
        (b"[" * 5000, "not-an-object", ""),
        (b"[]", "not-an-object", ""),
        (b"null", "not-an-object", ""),
        (b"{}", "missing-field", "ask"),
        (b'{"ask": "order"}', "missing-field", "trump"),
        (b'{"ask": "foolow"}', "unknown-ask", "ask"),
        (b'{"ask": 1}', "unknown-ask", "ask"),
    ],
)
def test_lines_that_are_no_questions(line: bytes, code: str, field: str) -> None:
    assert error(json.loads(judge_line(line))) == (code, field)


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"cards": "5H 5X"}, "bad-card", "cards"),
        ({"cards": ["5H", ""]}, "bad-card", "cards"),
        ({"cards": ["5H 6H"]}, "bad-card", "cards"),
        ({"cards": 5}, "wrong-type", "cards"),
        ({"cards": [5]}, "wrong-type", "cards[0]"),
        ({"cards": "5H 5H 5H"}, "too-many-copies", "cards"),
        ({"crads": "5H"}, "unknown-field", "crads"),
        ({"trump": {"rank": "8"}}, "missing-field", "trump.suit"),
        ({"trump": {"rank": "8", "suit": "X"}}, "bad-value", "trump.suit"),
        ({"trump": {"rank": "1", "suit": "S"}}, "bad-value", "trump.rank"),
        ({"trump": {"rank": "8", "suit": "S", "x": 1}}, "unknown-field", "trump.x"),
        ({"rules": "zhang2021"}, "bad-rules", "rules"),
        ({"rules": {"decks": 9}}, "bad-rules", "rules.decks"),
        ({"rules": {"dekcs": 2}}, "bad-rules", "rules.dekcs"),
        ({"rules": {"preset": []}}, "bad-rules", "rules.preset"),
        ({"rules": {"kitty": 9}}, "bad-rules", "rules.kitty"),
        ({"rules": 5}, "wrong-type", "rules"),
    ],
)
def test_fields_that_cannot_be(fields: dict[str, object], code: str, field: str) -> None:
    assert error(at("order", **{"cards": "5H", **fields})) == (code, field)


def test_a_bad_card_has_its_position() -> None:
    found = at("order", cards="5H, 6H 7X")["error"]
    assert found["position"] == 3
    assert "7X" in found["message"]
    assert at("trick", plays=["5H", "XX"])["error"]["field"] == "plays[1]"


def test_copies_are_counted_together() -> None:
    assert error(at("lead", cards="AS", others=["AS", "AS"])) == ("too-many-copies", "others[1]")
    assert error(at("trick", plays=["AS", "3S", "AS", "AS"])) == ("too-many-copies", "plays[3]")
    assert error(at("lead", cards="AS", others=["3S"] * 4)) == ("too-many-hands", "others")
    assert error(at("lead", cards="", others=[])) == ("no-cards", "cards")


def test_cards_are_read_in_every_spelling() -> None:
    answer = at("order", cards=["5♥", "ts", "大王", " 10S"])
    assert answer == {"suits": [[["BJ"], ["5H"]], [["10S", "10S"]]]}
    assert at("order", cards="5♥, ts 大王,10S") == answer


# The command


def test_questions_are_answered_in_order_and_none_stops_the_next(command: Command) -> None:
    lines = ['{"ask": "result", "points": 80}', "", "nonsense", " ", "x" * (LONGEST_LINE + 5)]
    lines += ['{"ask": "result", "points": 120}']
    ran = command("judge", given="\ufeff" + "\n".join(lines))
    assert ran.status == 0
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer.get("levels", "error") for answer in answers] == [0, "error", "error", 1]
    assert answers[2]["error"]["code"] == "too-long"


def test_a_file_of_questions(command: Command, tmp_path: Path) -> None:
    (tmp_path / "q").write_text('{"ask": "result", "points": 80}\n', encoding="utf-8")
    ran = command("judge", tmp_path / "q")
    assert ran.status == 0
    assert ran.out == command("judge", "-", given='{"ask": "result", "points": 80}').out


def test_input_that_cannot_be_read(command: Command, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        ran = command("judge", path)
        assert ran.status == 2
        assert ran.out == ""
        assert "cannot read" in ran.err


def test_no_questions_no_answers(command: Command) -> None:
    assert command("judge") == (0, "", "")
