"""Reading a record: what a file tells, and the match that its events make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from shengji.game import Event, Match, MatchEnded
from shengji.record.changes import Change, PlayerChanged, Told
from shengji.record.digests import nameless
from shengji.record.faults import fault
from shengji.record.header import Header, rules_of
from shengji.record.lines import (
    LineError,
    RecordError,
    decode_header,
    decode_told,
    lines_in,
    read_lines,
)
from shengji.record.order import check
from shengji.record.review_checks import check_review, hands_in
from shengji.record.reviews import HandReviewed
from shengji.record.version1 import completed, settled_in
from shengji.rules import Rules
from shengji.words import Phrase, SpokenError

MOST_FAULTS: Final = 10
"""The number of unreadable lines after which reading stops: the file is no record."""


class Record(msgspec.Struct, frozen=True):
    """The contents of a record file.

    Attributes:
        header: the first line.
        rules: the rules that it names.
        events: all whole events, in order.
        match: the match after them, as the header's `seen_by` saw it.
        torn: when the file is cut short in the middle of a line, a sentence that says where; else
            `None`.
        changes: where somebody else has begun to play in a seat, in order.
        reviews: reviews of its hands that are over, in order; of two that differ in nothing but
            the code by which they were made the later one counts.
    """

    header: Header
    rules: Rules
    events: tuple[Event, ...]
    match: Match
    torn: Phrase | None = None
    changes: tuple[Change, ...] = ()
    reviews: tuple[HandReviewed, ...] = ()

    def players(self, events: int | None = None) -> tuple[str | None, ...]:
        """The player in each seat after so many events, or at the end.

        `None` stands for nobody; then no event follows before somebody has taken the seat.
        """
        names: list[str | None] = list(self.header.seats)
        for change in self.changes:
            if events is None or change.after <= events:
                names[change.line.seat] = change.line.name
        return tuple(names)

    def told(self) -> Iterator[Told]:
        """The lines after the header: events, and where somebody else has begun to play."""
        changes = iter((*self.changes, None))
        change = next(changes)
        for number, event in enumerate((*self.events, None)):
            while change is not None and change.after <= number:
                yield change.line
                change = next(changes)
            if event is not None:
                yield event


class PlayersError(LineError):
    """A line can be read, and does not agree with who plays."""


class Lines(msgspec.Struct, frozen=True):
    """A file taken apart, before anything is asked of the order of its events.

    Attributes:
        header: the first line.
        rules: the rules that it names.
        events: each event with the number of its line; in the place of a line that is wrong, why.
        changes: where somebody else has begun to play in a seat.
        reviews: each review with the number of its line, and of how many events it follows.
        end: the number of the line that comes after the last whole one.
        torn: as in `Record`.
    """

    header: Header
    rules: Rules
    events: tuple[tuple[int, Event | LineError], ...]
    changes: tuple[Change, ...]
    reviews: tuple[tuple[int, int, HandReviewed], ...]
    end: int
    torn: Phrase | None


def take_apart(path: Path, file: BinaryIO | None = None) -> Lines:
    """The header and what is told after it, each event with its line.

    What stands after `MOST_FAULTS` lines that cannot be read is left out.

    Args:
        path: where the record is.
        file: what stands in it, where that is read already; `path` is what faults call it then.

    Raises:
        RecordError: when the file cannot be read, or has no header that can be used.
    """
    lines = read_lines(path) if file is None else lines_in(file, path)
    header = _header(path, lines)
    try:
        rules = rules_of(header)
    except SpokenError as error:
        raise RecordError(path, 1, error) from None
    events: list[tuple[int, Event | LineError]] = []
    changes: list[Change] = []
    reviews: list[tuple[int, int, HandReviewed]] = []
    torn, end, over, wrong = None, 2, False, 0
    for number, text in lines:
        try:
            told = decode_told(text)
            if not isinstance(told, HandReviewed):
                check_players(told, changes, rules.players, over)
        except LineError as error:
            if error.garbled and not text.endswith(b"\n"):  # It was not written to its end.
                torn = fault("cut-short", line=number)
                break
            events.append((number, error))
            wrong += 1
        else:
            if isinstance(told, PlayerChanged):
                changes.append(Change(len(events), told))
            elif isinstance(told, HandReviewed):
                reviews.append((number, len(events), told))
            else:
                events.append((number, told))
                over = over or isinstance(told, MatchEnded)
        end = number + 1
        if wrong == MOST_FAULTS:
            break
    return Lines(header, rules, tuple(events), tuple(changes), tuple(reviews), end, torn)


def header_in(path: Path) -> Header:
    """The header of a record, which alone is read.

    Raises:
        RecordError: when the file cannot be read, or has no header.
    """
    return _header(path, read_lines(path))


def _header(path: Path, lines: Iterator[tuple[int, bytes]]) -> Header:
    _, first = next(lines, (1, b""))
    if not first:
        raise RecordError(path, 1, fault("empty"))
    try:
        return decode_header(first)
    except SpokenError as error:
        raise RecordError(path, 1, error) from None


def check_players(told: Told, changes: list[Change], players: int, over: bool) -> None:
    """Check that a line can follow these changes of players, and the end of the match when `over`.

    Raises:
        PlayersError: when a seat is not there, or nobody is left to play on.
    """
    if isinstance(told, PlayerChanged):
        if not 0 <= told.seat < players:
            raise PlayersError(fault("no-seat", seat=told.seat))
        if over:
            raise PlayersError(fault("match-over"))
        return
    if not changes:
        return
    names = {change.line.seat: change.line.name for change in changes}
    for seat, name in names.items():
        if name is None:
            raise PlayersError(fault("nobody-plays", seat=seat))


def empty_match(header: Header, rules: Rules) -> Match:
    """The match of a record before its first event."""
    match = Match(rules) if header.seen_by == "all" else Match.seen(rules, header.seen_by)
    levels = header.levels or [rules.first_level] * rules.players
    match.begin_at(levels, header.dealer)
    return match


def read_record(path: Path | str, file: BinaryIO | None = None) -> Record:
    """Read a record, up to its last whole event.

    Args:
        path: where the record is.
        file: what stands in it, where that is read already; `path` is what faults call it then.

    Every event is checked for whether it can come next before it is applied, as far as whoever saw
    the match can tell. What the rules say of it is believed, so that a record that an earlier
    version wrote is read whatever has been mended since; `shengji.record.validate` checks that too.

    Raises:
        RecordError: when the file cannot be read, or something in it cannot be; it names the line.
    """
    path = Path(path)
    parts = take_apart(path, file)
    match = empty_match(parts.header, parts.rules)
    events = tuple(believed(path, parts, match))
    reviews = []
    for number, review in checked_reviews(parts, events):
        if isinstance(review, LineError):
            raise RecordError(path, number, review)
        reviews.append(review)
    return Record(
        parts.header, parts.rules, events, match, parts.torn, parts.changes, tuple(reviews)
    )


def checked_reviews(
    parts: Lines, events: Sequence[Event]
) -> Iterator[tuple[int, HandReviewed | LineError]]:
    """The reviews of a record with their lines; in the place of one that is wrong, why.

    Args:
        parts: the record.
        events: all its events, complete.
    """
    if not parts.reviews:
        return
    header, rules = parts.header, parts.rules
    own = nameless(rules, header.levels, header.dealer, header.seen_by)
    hands = hands_in(own, events)
    for number, after, told in parts.reviews:
        try:
            check_review(told, rules, hands, after)
        except ValueError as error:
            yield number, LineError(fault("review-cannot-stand", why=error))
        else:
            yield number, told


def believed(path: Path, parts: Lines, match: Match) -> Iterator[Event]:
    """The events of a record, each applied to the match that was empty before.

    Raises:
        RecordError: when something in it cannot be; it names the line.
    """
    for number, event in parts.events:
        if isinstance(event, LineError):
            raise RecordError(path, number, event)
        try:
            if parts.header.version == 1:
                event = completed(event, settled_in(match, event))  # noqa: PLW2901 - the same one
            check(match, event)
        except ValueError as error:
            kind = event.__struct_config__.tag
            raise RecordError(path, number, fault("cannot-stand", kind=kind, why=error)) from None
        match.apply(event)
        yield event
