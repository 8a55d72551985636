"""Records carry the reviews of their hands: what is written is read, and nothing else passes."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from msgspec.structs import replace

from shengji.record import (
    HandReviewed,
    Record,
    RecordError,
    RecordWriter,
    add_reviews,
    one_hand,
    read_record,
    validate,
    write_record,
)
from shengji.record.lines import LONGEST_REVIEW
from shengji.review import Choice, HandReview, review_hand, review_match, to_store
from shengji.review.reviewer import Reviewer
from shengji.rules import rules_from
from tests.commandkit import Command
from tests.record.kit import some_hands

SHALLOW = 0.01
Json = dict[str, Any]


@pytest.fixture(scope="module")
def record() -> Record:
    """Two short hands."""
    rules = rules_from({"decks": 1, "kitty": 38})
    header, events, match = some_hands(rules, 1, 2)
    return Record(header, rules, events, match)


@pytest.fixture(scope="module")
def reviews(record: Record) -> tuple[HandReview, ...]:
    return review_match(record, 7, SHALLOW).hands


def test_reviews_are_written_and_read_and_not_made_again(
    record: Record, reviews: tuple[HandReview, ...], tmp_path: Path
) -> None:
    kept = replace(record, reviews=tuple(to_store(review, record) for review in reviews))
    path = tmp_path / "match"
    write_record(path, kept)
    assert validate(path).ok
    read = read_record(path)
    assert (read.reviews, read.events) == (kept.reviews, record.events)
    assert [player.name for player in read.reviews[0].review.players] == [
        "{0}",
        "{1}",
        "{2}",
        "{3}",
    ]
    with patch.object(Reviewer, "case", side_effect=AssertionError("it was made again")):
        assert review_match(read, 7, SHALLOW).hands == reviews
        for seed, depth in ((8, SHALLOW), (7, 2 * SHALLOW)):
            with pytest.raises(AssertionError, match="made again"):
                review_hand(read, 1, seed, depth)
        older = tuple(replace(told, code="0123456789abcdef") for told in kept.reviews)
        with pytest.raises(AssertionError, match="made again"):
            review_hand(replace(read, reviews=older), 1, 7, SHALLOW)
    # A hand that is cut out takes its reviews with it; more can be played and written after them.
    second = one_hand(read, 2)
    assert [told.review.hand for told in second.reviews] == [1]
    write_record(tmp_path / "second", second)
    assert read_record(tmp_path / "second").reviews == second.reviews
    with RecordWriter.resume(path) as writer:
        writer.write(kept.reviews[0])
    assert read_record(path).reviews == (*kept.reviews, kept.reviews[0])


def spoilt(told: HandReviewed, *path: str | int, value: object) -> bytes:
    """The line of a review with something else at a place of it."""
    raw = msgspec.to_builtins(told)
    at = raw
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return msgspec.json.encode(raw) + b"\n"


_MADE = ("review", "decisions", 0)


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("record",), "00", "it is of another record than this hand 1"),
        (("review", "hand"), 3, "hand 3 is not over before it"),
        (("review", "rules", "first_level"), "3", "it is of a hand by other rules"),
        (("review", "rules", "decks"), 99, "decks cannot be 99"),
        (("review", "depth"), 0, "its depth is not more than 0"),
        (("review", "players", 1, "name"), "Ann", "each named {0} and so on"),
        (("review", "worst"), [999], "none of those that cost something"),
        (("review", "curve", 0, "event"), 9999, "its curve tells of an event"),
        ((*_MADE, "seat"), 4, "there is no seat 4"),
        ((*_MADE, "event"), 9999, "the hand has no event 9999"),
        ((*_MADE, "lessons"), [{"key": "nonsense"}], "there is no lesson 'nonsense'"),
        ((*_MADE, "cost"), "much", "Expected `float`"),
        ((*_MADE, "fun"), 1, "hand_reviewed has no field 'fun'"),
        (("review",), [], "this is not an event"),
    ],
)
def test_what_cannot_be_a_review_of_the_hand_is_refused_with_its_line(
    record: Record,
    reviews: tuple[HandReview, ...],
    tmp_path: Path,
    path: tuple[str | int, ...],
    value: object,
    reason: str,
) -> None:
    file = tmp_path / "match"
    write_record(file, record)
    number = file.read_bytes().count(b"\n") + 1
    with file.open("ab") as out:
        out.write(spoilt(to_store(reviews[0], record), *path, value=value))
    with pytest.raises(RecordError, match=f"line {number}: ") as refused:
        read_record(file)
    assert reason in str(refused.value)
    report = validate(file)
    assert [fault.line for fault in report.faults] == [number]
    assert reason in report.faults[0].message


def test_a_decision_that_cost_something_names_what_was_better(
    record: Record, reviews: tuple[HandReview, ...], tmp_path: Path
) -> None:
    told = to_store(reviews[0], record)
    for decision, reason in (
        ({"cost": 1.0, "better": ()}, "a decision cost something, and none was better"),
        ({"better": (Choice(()),)}, "a choice is compared to none"),
    ):
        found = replace(told.review.decisions[0], **decision)
        review = replace(told.review, decisions=(found,), worst=())
        file = tmp_path / reason
        write_record(file, replace(record, reviews=(replace(told, review=review),)))
        with pytest.raises(RecordError, match=reason):
            read_record(file)


def test_a_line_with_a_review_is_longer_than_others_but_not_endless(
    record: Record, reviews: tuple[HandReview, ...], tmp_path: Path
) -> None:
    told = to_store(reviews[0], record)
    long = replace(told.review, decisions=told.review.decisions * 40)
    file = tmp_path / "match"
    write_record(file, replace(record, reviews=(replace(told, review=long),)))
    assert len(file.read_bytes().splitlines()[-1]) > 64 * 1024
    assert len(read_record(file).reviews[0].review.decisions) == len(long.decisions)
    with file.open("ab") as out:
        out.write(b'{"event":"hand_reviewed"' + b" " * LONGEST_REVIEW + b"}\n")
    with pytest.raises(RecordError, match=f"the line is longer than {LONGEST_REVIEW} bytes"):
        read_record(file)


def test_reviews_are_added_to_whole_records_of_hands_that_are_over(
    record: Record, reviews: tuple[HandReview, ...], tmp_path: Path
) -> None:
    file = tmp_path / "match"
    write_record(file, record)
    whole = file.read_bytes()
    told = to_store(reviews[0], record)
    file.write_bytes(whole.rstrip(b"\n"))
    add_reviews(file, [told])
    assert file.read_bytes().startswith(whole) and read_record(file).reviews == (told,)
    file.write_bytes(whole[:-5])
    with pytest.raises(RecordError, match="so nothing can be added to it"):
        add_reviews(file, [told])
    under_way = replace(record, events=record.events[:-5])
    with pytest.raises(ValueError, match="hand 2 is not over, so its review cannot be stored"):
        to_store(reviews[1], under_way)


def test_the_command_stores_what_it_finds_once(
    command: Command, record: Record, tmp_path: Path
) -> None:
    file = tmp_path / "match"
    write_record(file, record)
    wanted = ("review", file, "--all", "--depth", SHALLOW, "--store", "--json")
    first = command(*wanted)
    assert first.status == 0, first.err
    assert [told.review.hand for told in read_record(file).reviews] == [1, 2]
    stored = file.read_bytes()
    assert command(*wanted).out == first.out and file.read_bytes() == stored
