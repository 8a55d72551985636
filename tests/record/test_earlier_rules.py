"""A record that an earlier version wrote is read by what it says, whatever was mended since.

The kept file is of three decks: on a tractor of two triples a hand with two triples has followed
with a tractor of two pairs, as was owed then. Now the triples come first (Z21 §6.5), so that the
play would be refused.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shengji.cards import write_cards
from shengji.game import HandEnded, Match, view
from shengji.record import RecordError, RecordWriter, header_of, read_record, validate
from shengji.record.lines import encode
from shengji.server.matches.match_reader import played_match
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.match import MatchBegan
from shengji.server.tables.acts.seating import opening
from shengji.server.tables.core.entries import Body
from shengji.server.tables.core.table import Table
from shengji.server.tables.state import Settings
from shengji.terminal.account import Account
from tests.record.kit import state, write

Lines = list[dict[str, Any]]
Change = Callable[[Lines], object]

KEPT = Path(__file__).parents[1] / "data" / "earlier" / "pairs-before-triples.jsonl"
FOLLOW = 111
"""The place of the follow among the lines; the header is line 0."""
REVOKE = 118
"""The revoke in the last play of the second trick, to trumps, by a seat that holds some."""


def changed(path: Path, change: Change) -> Path:
    """The kept record with something changed in the objects of its lines."""
    lines = [json.loads(line) for line in KEPT.read_text().splitlines()]
    change(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_it_is_read_replayed_and_shown() -> None:
    record = read_record(KEPT)
    hand = record.match.hand
    assert hand is not None and hand.result is not None
    assert write_cards(hand.tricks[0].plays[1]) == "8S 8S 7S 7S 3S 3S"
    match = Match(record.rules)
    for event in record.events:
        match.apply(event)
    assert state(match) == state(record.match)
    ended = next(event for event in record.events if isinstance(event, HandEnded))
    assert match.standings == list(ended.after)
    Account(record, "en").render(None)


def test_only_validating_holds_it_against_the_rules_of_today() -> None:
    (fault,) = validate(KEPT).faults
    assert fault.line == FOLLOW + 1
    assert fault.message.endswith("among your spades you must play 2 triples.")


@pytest.mark.parametrize("seat", [0, 1, None])
def test_as_a_seat_has_seen_it(tmp_path: Path, seat: int | None) -> None:
    record = read_record(KEPT)
    header = header_of(record.rules, record.header.seats, seen_by=seat)
    path = write(tmp_path / "r", header, [view(event, seat) for event in record.events])
    assert len(read_record(path).events) == len(record.events)
    # Who sees only the play cannot tell that it was none.
    assert validate(path).ok == (seat != 1)


def test_a_table_of_the_server_tells_it() -> None:
    record = read_record(KEPT)
    first = opening("t1", Actor("p1", "Ann"), record.rules, Settings())
    log: list[Body] = [*first, MatchBegan(), *record.events]
    assert Table.of(log).match is not None
    match = played_match(log)
    assert match is not None and match.hand(1) is not None


@pytest.mark.parametrize("kept", [60, FOLLOW + 1, FOLLOW + 3, 140, 217, 218])
def test_it_is_continued(tmp_path: Path, kept: int) -> None:
    """The events that follow the last decision are added, and earlier ones are left as they are."""
    path = tmp_path / "r"
    path.write_text("".join(KEPT.read_text().splitlines(keepends=True)[:kept]))
    RecordWriter.resume(path).close()
    assert len(read_record(path).events) >= kept - 1


def test_a_decision_that_was_cut_in_two_and_would_be_refused(tmp_path: Path) -> None:
    """Nobody can tell what followed from it, so the file stays as it is."""
    path = changed(tmp_path / "r", _cut_after_a_revoke)
    before = path.read_text()
    with pytest.raises(RecordError, match="the rules of today would not have it so"):
        RecordWriter.resume(path)
    assert path.read_text() == before


def _cut_after_a_revoke(lines: Lines) -> None:
    lines[REVOKE].update(cards=["AC"])
    del lines[REVOKE + 1 :]


def test_the_arrays_of_the_play_say_what_the_events_say(tmp_path: Path) -> None:
    """The kernels count the points of a trick themselves, by the rules."""

    def change(lines: Lines) -> None:
        lines[114].update(points=35)
        del lines[115:]

    hand = read_record(changed(tmp_path / "r", change)).match.hand
    assert hand is not None
    assert hand.taken == [35, 0, 0, 0] == hand.position.taken.tolist()


def _set(place: int, **fields: object) -> Change:
    return lambda lines: lines[place].update(fields)


@pytest.mark.parametrize(
    "change",
    [
        _set(114, points=35, opponents=5),
        _set(-2, points=5, levels_after=["A"] * 4),
    ],
    ids=["trick", "end"],
)
def test_what_followed_is_believed(tmp_path: Path, change: Change) -> None:
    path = changed(tmp_path / "r", change)
    read = read_record(path)
    written = [json.loads(line) for line in path.read_text().splitlines()][1:]
    # What events have got since has its default.
    for line, event in zip(written, read.events, strict=True):
        assert {**json.loads(encode(event)), **line} == json.loads(encode(event))
    assert not validate(path).ok


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (_set(FOLLOW, cards=["8S", "8S", "8S", "8S", "3S", "3S"]), "does not hold 8S 8S"),
        (_set(FOLLOW, cards=["8S", "8S", "7S", "7S", "3S"]), "6 cards were led"),
        (_set(FOLLOW, seat=2), "it is the turn of 1"),
        (_set(FOLLOW, seat=2**64), r"Expected `int` <= 11 - at `\$.seat`"),
        (_set(FOLLOW - 1, units=[["9S", "9S", "10S"], ["9S", "10S", "10S"]]), "its units are none"),
        (lambda lines: lines.pop(FOLLOW), "it is the turn of 1"),
        (_set(3, card="AC"), "the next card of the deck"),
    ],
)
def test_what_cannot_have_been_is_refused(tmp_path: Path, change: Change, reason: str) -> None:
    path = changed(tmp_path / "r", change)
    with pytest.raises(RecordError, match=reason):
        read_record(path)
    assert not validate(path).ok
