"""Reading a record: the events of a file, and the match that they make."""

from __future__ import annotations

from pathlib import Path

import msgspec

from shengji.game import Event, Match
from shengji.record.header import Header, rules_of
from shengji.record.lines import (
    Line,
    LineError,
    RecordError,
    decode_event,
    decode_header,
    read_lines,
)
from shengji.record.order import check
from shengji.rules import Rules


class Record(msgspec.Struct, frozen=True):
    """What stands in a record file.

    Attributes:
        header: the first line.
        rules: the rules that it names.
        events: all whole events, in order.
        match: the match after them, as the header's `seen_by` saw it.
        torn: when the file is cut short in the middle of a line, a sentence that says where; else
            `None`.
    """

    header: Header
    rules: Rules
    events: tuple[Event, ...]
    match: Match
    torn: str | None = None


class Lines(msgspec.Struct, frozen=True):
    """A file taken apart, before anything is asked of the order of its events.

    `events` has for each line after the header its number and the event, or what is wrong with it.
    """

    header: Header
    rules: Rules
    events: tuple[tuple[int, Event | LineError], ...]
    torn: str | None


def take_apart(path: Path) -> Lines:
    """The header and the events of a file, each with its line.

    Raises:
        RecordError: when the file cannot be read, or has no header that can be used.
    """
    header: Header | None = None
    events: list[tuple[int, Event | LineError]] = []
    rules, torn = Rules(), None
    for line in read_lines(path):
        try:
            if header is None:
                header = decode_header(line.text)
                rules = rules_of(header)
            else:
                events.append((line.number, decode_event(line.text)))
        except ValueError as error:
            if header is None or not isinstance(error, LineError):
                raise RecordError(path, line.number, str(error)) from None
            if is_torn(line, error):
                torn = f"the record is cut short in line {line.number}"
            else:
                events.append((line.number, error))
    if header is None:
        raise RecordError(path, 1, "the file is empty")
    return Lines(header, rules, tuple(events), torn)


def is_torn(line: Line, error: LineError) -> bool:
    """Whether a line is not garbage but was not written to its end."""
    return not line.ended and error.garbled


def empty_match(header: Header, rules: Rules) -> Match:
    """The match of a record before its first event."""
    match = Match(rules) if header.seen_by == "all" else Match.seen(rules, header.seen_by)
    levels = header.levels or [rules.first_level] * rules.players
    match.begin_at(levels, header.dealer)
    return match


def read_record(path: Path | str) -> Record:
    """Read a record, up to its last whole event.

    Every event is checked for whether it can come next before it is applied, as far as whoever saw
    the match can tell; `shengji.record.validate` checks all that can be checked.

    Raises:
        RecordError: when the file cannot be read, or something in it cannot be; it names the line.
    """
    path = Path(path)
    parts = take_apart(path)
    match = empty_match(parts.header, parts.rules)
    events: list[Event] = []
    for number, event in parts.events:
        if isinstance(event, LineError):
            raise RecordError(path, number, str(event))
        try:
            check(match, event)
        except ValueError as error:
            kind = event.__struct_config__.tag
            raise RecordError(path, number, f"{kind} cannot stand here: {error}") from None
        match.apply(event)
        events.append(event)
    return Record(parts.header, parts.rules, tuple(events), match, parts.torn)
