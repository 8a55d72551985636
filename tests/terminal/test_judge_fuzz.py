"""Whatever a line holds, the judge answers it with one JSON object and no fault of its own."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.cards import CARDS, full_deck
from shengji.terminal.judging import judge_line
from shengji.terminal.judging.reading import ASKS

_RANKS = st.sampled_from(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"])
_SUITS = st.sampled_from([*"DCHS", None])
_TRUMPS = st.fixed_dictionaries({"rank": _RANKS, "suit": _SUITS})
_CARDS = st.lists(st.sampled_from([card.value for card in CARDS]), max_size=8)
_SPADES = st.lists(st.sampled_from(["3S", "4S", "5S", "6S", "7S", "KS", "AS"]), max_size=6)
_LISTS = _CARDS | _SPADES | _SPADES.map(" ".join)
_RULES = st.sampled_from(
    ["zhang-2021", {"decks": 3}, {"players": 6}, {"decks": 1}, {"decks": 6}, {"must_play": ["5"]}]
)
_JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
_READINGS = (
    st.integers(-1, 4)
    | st.lists(_SPADES, max_size=3)
    | st.lists(
        st.fixed_dictionaries({"width": st.integers(0, 3), "length": st.integers(0, 3)}),
        max_size=3,
    )
)
_SHOWN = st.lists(st.fixed_dictionaries({"seat": st.integers(-1, 5), "cards": _LISTS}), max_size=3)
_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "rules": _RULES,
    "trump": _TRUMPS,
    "cards": _LISTS,
    "others": st.lists(_LISTS, max_size=4),
    "reading": _READINGS,
    "lead": _LISTS,
    "hand": _LISTS,
    "play": _LISTS,
    "limit": st.integers(-1, 50),
    "plays": st.lists(_LISTS, max_size=5),
    "kitty": _LISTS,
    "winner": st.integers(-1, 5) | st.sampled_from(["declarers", "opponents"]),
    "points": st.integers(),
    "levels": st.lists(_RANKS, max_size=6)
    | st.fixed_dictionaries({"declarers": _RANKS, "opponents": _RANKS}),
    "dealer": st.integers(-1, 6),
    "team_sizes": st.lists(st.integers(0, 4), max_size=3),
    "last_trick": st.lists(_LISTS, max_size=4),
    "seat": st.integers(-1, 6),
    "shown": _SHOWN,
    "rank": _RANKS,
    "phase": st.sampled_from(["draw", "land"]),
}
_OF = {
    "order": "rules trump cards",
    "units": "rules trump cards",
    "lead": "rules trump cards others reading",
    "follow": "rules trump lead hand play reading",
    "follows": "rules trump lead hand limit reading",
    "trick": "rules trump plays reading",
    "kitty": "rules trump plays kitty winner reading",
    "result": "rules trump points levels dealer team_sizes last_trick",
    "bids": "rules trump hand seat shown rank phase",
}
_OPTIONAL = {"rules", "reading", "limit", "winner", "levels", "dealer", "team_sizes", "last_trick"}
_OPTIONAL |= {"shown", "phase"}


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    """Questions that are nearly right; now and then one field is junk."""
    asked = draw(st.sampled_from(ASKS))
    question: dict[str, Any] = {"ask": asked}
    for field in _OF[asked].split():
        if field not in _OPTIONAL or draw(st.booleans()):
            question[field] = draw(_FIELDS[field])
    if draw(st.integers(0, 5)) == 0:
        question[draw(st.sampled_from([*question, "other"]))] = draw(_JUNK)
    return question


def _answered(line: bytes) -> Any:
    answer = json.loads(judge_line(line))
    assert isinstance(answer, dict)
    if "error" in answer:
        assert answer["error"]["code"] != "fault", (line, answer)
        assert answer["error"]["message"]
    return answer


@settings(max_examples=600, deadline=None)
@given(questions())
def test_questions(question: dict[str, Any]) -> None:
    _answered(json.dumps(question).encode())


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60) | _JUNK.map(lambda junk: json.dumps(junk).encode()))
def test_lines(line: bytes) -> None:
    _answered(line)


@settings(max_examples=150, deadline=None)
@given(questions(), st.integers(0, 400), st.binary(min_size=1, max_size=2))
def test_damaged_questions(question: dict[str, Any], at: int, noise: bytes) -> None:
    line = json.dumps(question).encode()
    at %= len(line)
    _answered(line[:at] + noise + line[at + len(noise) :])


@settings(max_examples=100, deadline=None)
@given(st.randoms(use_true_random=False), _TRUMPS)
def test_every_play_that_is_listed_is_legal(chance: Any, trump: dict[str, Any]) -> None:
    deck = [card.value for card in full_deck(2)]
    chance.shuffle(deck)
    hand = deck[:12]
    for size in (1, 2, 3, 4):
        question = {"trump": trump, "lead": deck[12 : 12 + size], "hand": hand}
        listed = _answered(json.dumps({"ask": "follows", **question, "limit": 20}).encode())
        if "error" in listed:
            assert listed["error"]["code"] == "mixed-suits"
            continue
        assert listed["count"] >= len(listed["plays"]) > 0
        for play in listed["plays"]:
            line = json.dumps({"ask": "follow", **question, "play": play}).encode()
            assert _answered(line)["legal"]
