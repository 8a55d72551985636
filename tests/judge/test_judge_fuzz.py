"""Whatever a line holds, the judge answers it with one JSON object and no fault of its own."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.cards import CARDS, full_deck
from shengji.judge import judge_line
from shengji.judge.inputs import ASKS
from shengji.rules import PRESETS, describe_rules, random_rules
from tests.seeds import trials

_RANKS = st.sampled_from(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"])
_SUITS = st.sampled_from([*"DCHS", None])
_TRUMPS = st.fixed_dictionaries({"rank": _RANKS, "suit": _SUITS})
_CARDS = st.lists(st.sampled_from([card.value for card in CARDS]), max_size=8)
_SPADES = st.lists(st.sampled_from(["3S", "4S", "5S", "6S", "7S", "KS", "AS"]), max_size=6)
_LISTS = _CARDS | _SPADES | _SPADES.map(" ".join)
_RULES = st.sampled_from(
    [
        *PRESETS,
        {"decks": 3},
        {"players": 6},
        {"decks": 6},
        {"must_play": ["5"], "must_play_win": False},
        {"teams": "friends", "players": 5, "land": True, "redeal_points": 10},
        {"land": True, "decks": 3, "joker_additions": "any", "late_reinforcement": True},
        {"hooks": ["J", "Q", "A"], "hook_card": "capture", "after_last_level": "wrap"},
        {"red_fives": "hearts", "red_five_penalty": "levels", "failed_throw": "must-beat"},
        {"teams": "friends", "players": 4, "friends_called": 0, "jokers_removed": 2},
        {"consecutive": "skip-played", "free_leads": "full-tuples", "decks": 3},
    ]
) | st.integers(0, 10_000).map(lambda seed: describe_rules(random_rules(Random(seed))))
_SEATS = st.integers(-1, 6)
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
    "seat": _SEATS,
    "played": _LISTS,
    "challenger": st.booleans(),
    "laps": st.lists(st.integers(-1, 3), max_size=6),
    "tried": st.lists(_SEATS, max_size=3),
    "declarers": st.lists(_SEATS, max_size=4),
    "leader": _SEATS,
    "captured": st.lists(st.fixed_dictionaries({"owner": _SEATS, "taker": _SEATS}), max_size=2),
    "ranks": st.lists(_RANKS, max_size=6),
    "drawn": st.integers(-1, 3),
    "over": st.booleans(),
    "land": _SHOWN,
    "redeals": st.integers(-1, 3),
    "calls": st.lists(
        st.fixed_dictionaries(
            {"card": st.sampled_from(["AS", "KS", "2D", "X"])},
            optional={"ordinal": st.integers(-1, 4)},
        ),
        max_size=3,
    ),
    "shown": _SHOWN,
    "rank": _RANKS,
    "phase": st.sampled_from(["draw", "land"]),
    "first": _SEATS,
    "number": st.integers(-1, 3),
    "turned": _LISTS,
    "shuffler": _SEATS,
    "buried_by": _SEATS,
    "declarer": _SEATS,
    "bids": st.integers(-1, 3),
    "tricks": st.lists(
        st.fixed_dictionaries(
            {"leader": _SEATS, "plays": st.lists(_LISTS, max_size=5)},
            optional={"reading": _READINGS},
        ),
        max_size=2,
    ),
    "penalties": st.lists(
        st.fixed_dictionaries({"seat": _SEATS, "points": st.integers(-5, 40)}), max_size=2
    ),
}
_OF = {
    "order": "rules trump cards",
    "units": "rules trump played cards",
    "lead": "rules trump played cards others reading",
    "follow": "rules trump played lead hand play reading challenger",
    "follows": "rules trump played lead hand limit reading challenger",
    "trick": "rules trump played plays reading",
    "kitty": "rules trump played plays kitty winner reading",
    "result": "rules trump points levels laps tried dealer declarers team_sizes last_trick leader "
    "reading captured",
    "bids": "rules trump hand seat shown rank ranks phase drawn over land dealer",
    "redeal": "rules trump hand redeals",
    "calls": "rules trump calls",
    "made": "rules shown rank ranks dealer first number kitty",
    "first": "rules turned shuffler",
    "land": "rules buried_by declarer bids",
    "joins": "rules trump calls seat cards played declarers",
    "bury": "rules hand cards",
    "points": "rules trump tricks declarers calls penalties",
}
_NEEDED = {"trump", "cards", "others", "lead", "hand", "play", "plays", "kitty", "points", "seat"}


@st.composite
def questions(draw: st.DrawFn) -> dict[str, Any]:
    """Questions that are nearly right; now and then one field is junk."""
    asked = draw(st.sampled_from(ASKS))
    question: dict[str, Any] = {"ask": asked}
    for field in _OF[asked].split():
        if field in _NEEDED or draw(st.booleans()):
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


@settings(max_examples=len(trials(600)))
@given(questions())
def test_questions(question: dict[str, Any]) -> None:
    _answered(json.dumps(question).encode())


@settings(max_examples=len(trials(150)))
@given(st.binary(max_size=60) | _JUNK.map(lambda junk: json.dumps(junk).encode()))
def test_lines(line: bytes) -> None:
    _answered(line)


@settings(max_examples=len(trials(150)))
@given(questions(), st.integers(0, 400), st.binary(min_size=1, max_size=2))
def test_damaged_questions(question: dict[str, Any], at: int, noise: bytes) -> None:
    line = json.dumps(question).encode()
    at %= len(line)
    _answered(line[:at] + noise + line[at + len(noise) :])


@settings(max_examples=len(trials(100)))
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
