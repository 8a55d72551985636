"""Drills: what is right is what `shengji judge` answers, under any rules, and cannot be guessed."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from shengji.judge import judge_line
from shengji.judge.inputs import space_for
from shengji.practice.drills import (
    KINDS,
    Choice,
    Drill,
    DrillError,
    DrillKind,
    a_drill,
    kinds_for,
    make_drill,
)
from shengji.rules import Rules, option_of, random_rules, rules_from
from tests.seeds import trials

SEVERAL = {"tractor", "follow", "show"}


def asked(drill: Drill) -> list[dict[str, Any]]:
    """The judge's answers to the questions of a drill, asked as programs ask them."""
    lines = [msgspec.json.encode(ask) for ask in drill.asks]
    return [json.loads(judge_line(line)) for line in lines]


def is_right(drill: Drill, index: int, choice: Choice, answers: list[dict[str, Any]]) -> bool:
    """Whether a choice is right, read from the judge's answers alone."""
    cards = sorted(card.value for card in choice.cards)
    said = "" if choice.label is None else choice.label.en
    first = answers[0]
    match drill.kind:
        case "order":
            return cards[0] in first["suits"][0][0]
        case "tractor":
            units = answers[index]["readings"][0]
            return len(units) == 1 and units[0]["length"] > 1
        case "follow":
            return bool(answers[index]["legal"])
        case "throw":
            return cards == sorted(first["led"])
        case "trick":
            return bool(first["winner"] == index)
        case "kitty":
            return said == f"{first['points']} points"
        case "result":
            number = "".join(filter(str.isdigit, said)) or "0"
            return said.startswith(f"the {first['winner'].title()}") and first["levels"] == int(
                number
            )
        case "level":
            if first["match_won"]:
                return said == "They have won the match"
            after = first["levels_after"]
            if isinstance(after, list):
                return said == f"At level {after[first['winner'] == 'opponents']}"
            return said == f"At level {after[first['winner']]}"
        case "show":
            return cards in [sorted(bid) for bid in first["bids"]]


def check(drill: Drill) -> None:
    answers = asked(drill)
    found = [is_right(drill, i, c, answers) for i, c in enumerate(drill.choices)]
    assert [choice.right for choice in drill.choices] == found
    assert 0 < sum(found) < len(found)
    assert drill.several == (drill.kind in SEVERAL)
    assert drill.several or len(drill.right) == 1
    shown = [(c.label, sorted(card.value for card in c.cards)) for c in drill.choices]
    assert all(shown.count(one) == 1 for one in shown)
    texts = [drill.prompt, drill.explanation, *(c.reason for c in drill.choices if c.reason)]
    assert all(text.en and text.zh and "{" not in text.en + text.zh for text in texts)


@pytest.mark.parametrize("seed", trials(14))
def test_what_is_right_is_what_the_judge_answers(seed: int) -> None:
    rules = random_rules(Random(seed))
    made = 0
    for kind in kinds_for(rules):
        try:
            drill = make_drill(rules, kind, seed)
        except DrillError:
            continue
        check(drill)
        made += 1
    assert made >= len(kinds_for(rules)) - 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_gives_the_same_drill_and_another_one_another(kind: DrillKind) -> None:
    rules = Rules()
    assert make_drill(rules, kind, 7) == make_drill(rules, kind, 7)
    assert len({msgspec.json.encode(make_drill(rules, kind, seed)) for seed in range(6)}) == 6


def test_no_two_parts_of_a_throw_are_equally_high() -> None:
    """Else either could be led when both are beaten, as of two trump ranks of plain suits."""
    rules = Rules()
    ranks = 0
    for seed in range(50):
        drill = make_drill(rules, "throw", seed)
        assert drill.trump is not None
        space = space_for(rules, drill.trump)
        whole = max(len(choice.cards) for choice in drill.choices)
        parts = [choice.cards for choice in drill.choices if len(choice.cards) < whole]
        columns = Counter(tuple(map(space.column, part)) for part in parts)
        assert max(columns.values()) == 1, drill.choices
        ranks += any(card.rank is drill.trump.rank for part in parts for card in part)
    assert ranks, "some are of trump ranks"


@pytest.mark.parametrize("kind", KINDS)
def test_where_the_right_answer_stands_tells_nothing(kind: DrillKind) -> None:
    drills = [make_drill(Rules(), kind, seed) for seed in range(100, 124)]
    if kind in SEVERAL:
        rights = Counter(len(drill.right) for drill in drills)
        assert set(rights) == {1, 2, 3}
        assert max(rights.values()) <= 14
    else:
        places = Counter(drill.right[0] for drill in drills)
        assert len(places) == 4
        assert max(places.values()) <= 12


def test_the_options_named_are_those_on_which_the_answer_hangs() -> None:
    """PAG has tractors only where no rank lies between: 7s and 9s are none when 8 is trump."""
    rules = rules_from({"consecutive": "nothing-between"})
    drills = [make_drill(rules, "tractor", seed) for seed in range(12)]
    named = [hinge for drill in drills for hinge in drill.hinges]
    assert {hinge.option for hinge in named} == {"consecutive"}
    assert {hinge.source for hinge in named} == {option_of("consecutive").text.source}
    for drill in drills:
        others = [
            make
            for value in option_of("consecutive").values
            if value != "nothing-between"
            and (make := rights_under(drill, rules, {"consecutive": value})) != drill.right
        ]
        assert bool(others) == bool(drill.hinges)


def rights_under(drill: Drill, rules: Rules, changes: dict[str, object]) -> tuple[int, ...]:
    """The choices that the judge finds right under other rules."""
    named = {**drill.rules, **changes}
    asks = tuple(msgspec.structs.replace(ask, rules=named) for ask in drill.asks)
    other = msgspec.structs.replace(drill, asks=asks)
    answers = asked(other)
    return tuple(i for i, c in enumerate(other.choices) if is_right(other, i, c, answers))


def test_only_what_is_played_can_be_asked() -> None:
    without = Rules(throws=False)
    assert "throw" not in kinds_for(without)
    with pytest.raises(DrillError, match="nothing can be asked about 'throw'; there are order"):
        make_drill(without, "throw", 1)
    with pytest.raises(DrillError, match="'throw'"):
        a_drill(without, ["throw"], 1)
    assert a_drill(without, ["throw", "trick"], 1).kind == "trick"


def test_all_kinds_come_when_none_is_named() -> None:
    assert {a_drill(Rules(), (), seed).kind for seed in range(60)} == set(KINDS)


def test_an_answer_is_right_when_all_that_is_right_was_chosen_and_nothing_else() -> None:
    drill = next(
        d for seed in range(20) if len((d := make_drill(Rules(), "follow", seed)).right) == 2
    )
    assert drill.is_right(drill.right)
    assert not drill.is_right(drill.right[:1])
    assert not drill.is_right(range(len(drill.choices)))
