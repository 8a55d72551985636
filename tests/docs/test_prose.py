"""The prose check: which wordings it counts, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.prose import matches, sentences_of

COUNTED = (
    "FIRST What waits to be written is written together.",
    "FIRST Whether what was proposed is not any more, because a seat has played.",
    "FIRST A value by which the place is found.",
    "FIRST With whose eyes a table is looked at.",
    "FIRST Let a guest be another.",
    "Those who have left are not drawn.",
    "The table is told that the hand has ended.",
    "Somebody else has the seat.",
    "It is built anew from its log.",
    "FIRST So many hands are played at most.",
)
LEFT_ALONE = (
    "FIRST Subscribe permanently to this actor's notifications.",
    "FIRST Optimistic concurrency: rejects actions based on a stale version.",
    "FIRST Maximum number of hands in a match.",
    "FIRST The cards that a seat may play.",
    "Players at the same table share one log.",
    "A lease ends after three seconds without a heartbeat.",
    "The client letter is part of the credential.",
    "Return the version at which the checkpoint was written.",
    "The worker retries a failed transaction twice.",
    "The other seats keep their cards.",
)


@pytest.mark.parametrize("sentence", COUNTED)
def test_a_riddle_is_counted(sentence: str) -> None:
    assert matches(sentence)


@pytest.mark.parametrize("sentence", LEFT_ALONE)
def test_a_plain_sentence_is_not(sentence: str) -> None:
    assert matches(sentence) == []


def test_docstrings_and_comments_are_read_without_their_code(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    file.write_text(
        '"""First sentence. Second one, of `what`.\n\nArgs:\n    seat: a whole number.\n"""\n'
        "x = 'what is told'  # A comment here.\n"
    )
    found = [sentence.text for sentence in sentences_of(file)]
    assert found == [
        "FIRST First sentence.",
        "Second one, of X.",
        "a whole number.",
        "A comment here.",
    ]
