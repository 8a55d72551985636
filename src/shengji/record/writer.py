"""Writes records so that a killed process loses no written line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import IO

from shengji.game import Event, LandBid, Match, MatchEnded, ThrowFailed, TrumpMade
from shengji.record.changes import Line
from shengji.record.faults import fault
from shengji.record.header import Header
from shengji.record.lines import RecordError, encode
from shengji.record.reader import Lines, Record, empty_match, replayed_events, take_apart
from shengji.record.replay import Replay, last_decision
from shengji.record.reviews import HandReviewed


class RecordWriter:
    """Writer of a record: the header, then a line for each event, change of players or review.

    Every line is passed to the operating system before `write` returns. If the header names a
    viewer, events must have passed through `shengji.game.view`.

    Args:
        path: the file; a new one, or an empty one.

    Raises:
        FileExistsError: the file is not empty.
        OSError: the file cannot be written.

    >>> from random import Random
    >>> from tempfile import TemporaryDirectory
    >>> from shengji.bots import Table, make_bot
    >>> from shengji.record import RecordWriter, header_of, read_record, validate
    >>> bots = {seat: make_bot("easy", "tractor", seat) for seat in range(4)}
    >>> with TemporaryDirectory() as folder:
    ...     file = f"{folder}/one.jsonl"
    ...     with RecordWriter(file, header_of("tractor", "ABCD")) as writer:
    ...         result = Table("tractor", bots, Random(1), writer.write).play_hand()
    ...     events = read_record(file).events
    >>> isinstance(events[-1], type(result))
    True
    """

    def __init__(self, path: Path | str, header: Header) -> None:
        self.path = Path(path)
        self._file: IO[bytes] = self.path.open("ab")
        if self._file.tell():
            self._file.close()
            raise FileExistsError(f"{path} is not empty; a record would be appended to it")
        self._put(encode(header))

    @classmethod
    def resume(cls, path: Path | str) -> RecordWriter:
        """Continue a record that was cut short, in the middle of a line or between two.

        An incomplete last line is removed. Events that must follow (such as the taking of a
        complete trick) are added, so that `read_record` then returns a match in which a player is
        to act.

        Raises:
            RecordError: the file is no record, or has an invalid line.
            OSError: the file cannot be written.
        """
        writer = cls.__new__(cls)
        writer.path = Path(path)
        lines = take_apart(writer.path)
        missing = _missing(writer.path, lines)
        writer._file = writer.path.open("r+b")
        writer._mend(lines)
        for event in missing:
            writer.write(event)
        return writer

    def _mend(self, lines: Lines) -> None:
        """Remove an incomplete last line, or add a missing line end."""
        text = self._file.read()
        if lines.torn is not None:
            self._file.truncate(self._file.seek(text.rindex(b"\n") + 1))
        elif not text.endswith(b"\n"):
            self._put(b"\n")

    def write(self, told: Line) -> None:
        """Append an event, a change of players, or a review.

        Raises:
            ValueError: the writer has been closed.
            OSError: the line cannot be written.
        """
        self._put(encode(told))

    def _put(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()

    def close(self) -> None:
        """Close the file; closing again does nothing."""
        self._file.close()

    def __enter__(self) -> RecordWriter:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def write_record(path: Path | str, record: Record) -> None:
    """Write a whole record to a new or empty file.

    Raises:
        FileExistsError: the file is not empty.
        OSError: the file cannot be written.
    """
    with RecordWriter(path, record.header) as writer:
        for line in (*record.match_lines(), *record.reviews):
            writer.write(line)


def add_reviews(path: Path | str, reviews: Iterable[HandReviewed]) -> None:
    """Append reviews to a record; its other lines stay unchanged.

    Raises:
        RecordError: the file is cut short in the middle of a line, or is no record.
        OSError: the file cannot be written.
    """
    path = Path(path)
    torn = take_apart(path).torn
    if torn is not None:
        raise RecordError(path, None, fault("torn", torn=torn))
    with path.open("r+b") as file:
        text = file.read()
        lines = b"".join(map(encode, reviews))
        file.write(lines if text.endswith(b"\n") else b"\n" + lines)


def _missing(path: Path, lines: Lines) -> tuple[Event, ...]:
    """The events that must follow the end of a record, if known.

    The record is trusted; only its last decision is executed again, for its consequences.
    """
    whole = empty_match(lines.header, lines.rules)
    events = tuple(replayed_events(path, lines, whole))
    if lines.header.seen_by != "all" or not events:
        return ()
    at = last_decision(events)
    match = empty_match(lines.header, lines.rules)
    for event in events[:at]:
        match.apply(event)
    replay = Replay(match)
    for place in range(at, len(events)):
        right = replay.expect(events[place], (*events, None)[place + 1])
        if right != events[place]:
            return _missing_otherwise(path, lines, whole)
        replay.advance()
    return tuple(replay.due)


def _missing_otherwise(path: Path, lines: Lines, match: Match) -> tuple[Event, ...]:
    """The events that must follow a last decision that the present rules would not reproduce.

    The function fails if the decision was cut in two.

    Raises:
        RecordError: the decision was cut in two, so its consequences are unknown.
    """
    hand, (number, last) = match.hand, lines.events[-1]
    assert hand is not None
    taken = hand.trick is None or len(hand.trick.plays) < hand.players
    if isinstance(last, ThrowFailed | LandBid | TrumpMade) or not taken:
        raise RecordError(path, number, fault("today"))
    return (MatchEnded(match.won),) if match.between_hands and match.won else ()
