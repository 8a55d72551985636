"""Throws that a good player would never make are not offered as better: a part surely fails."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from shengji.cards import read_cards
from shengji.game import Played, ThrowFailed
from shengji.practice.puzzles.trying import seer
from shengji.record import read_record

DATA = Path(__file__).parents[1] / "data" / "throws"

HOPELESS = [
    ("default-2", 142, "KD 10D"),
    ("default-2", 152, "SJ AC 5C"),
    ("default-2", 157, "KD 8D"),
    ("default-3", 157, "10D 8D"),
    ("default-3", 172, "10D 8D"),
    ("default-3", 177, "2S 9H"),
    ("default-4", 151, "AH 8H 7H 6H"),
    ("default-4", 151, "AH 8H"),
    ("default-4", 156, "AH 8H"),
]
"""Hands that `medium` has played: the record, the number of a lead in it, and a throw of which a
part is beaten for certain, or by four cards that are out and more."""


@pytest.mark.parametrize(("name", "number", "throw"), HOPELESS)
def test_a_throw_that_surely_fails_is_not_tried(name: str, number: int, throw: str) -> None:
    record = read_record(DATA / f"{name}.jsonl")
    event = record.events[number - 1]
    assert isinstance(event, Played | ThrowFailed)
    made = event.thrown if isinstance(event, ThrowFailed) else event.cards
    case = seer(record, event.seat, number - 1, 0, 1.0).case("lead", made, (), number)
    assert case is not None
    tried = [Counter(answer.cards) for answer in case.answers]
    assert len(tried) > 1 and Counter(read_cards(throw)) not in tried
