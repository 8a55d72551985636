"""Reads records: decodes a file and builds the match from its events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import BinaryIO, Final, cast, get_args

import msgspec

from shengji.cards import Rank
from shengji.game import CardDrawn, Event, HandEnded, Match, MatchEnded
from shengji.record.changes import Change, PlayerChanged, Told
from shengji.record.digests import nameless
from shengji.record.faults import fault
from shengji.record.header import Header, rules_of
from shengji.record.lines import (
    LineError,
    RecordError,
    blocks_in,
    decode_header,
    lines_in,
    opened,
)
from shengji.record.order import check, expected_draws
from shengji.record.review_checks import check_review, hands_in
from shengji.record.reviews import HandReviewed
from shengji.record.version1 import completed, settled_in
from shengji.rules import Rules
from shengji.words import Phrase, SpokenError

_EVENTS = frozenset(get_args(Event))

MOST_FAULTS: Final = 10
"""Number of unreadable lines after which reading stops, as the file is no record."""


class Record(msgspec.Struct, frozen=True):
    """The contents of a record file.

    Attributes:
        events: all complete events, in order.
        match: the match after them, in the view of the header's `seen_by`.
        torn: a sentence with the position when the file is cut short in the middle of a line; else
            `None`.
        changes: the changes of players, in order.
        reviews: reviews of finished hands, in order; if two differ only in the version of the code
            that made them, the later one counts.

    >>> record = read_record("docs/example.jsonl")
    >>> len(record.header.seats), record.match.hand.result in record.events
    (4, True)
    """

    header: Header
    rules: Rules
    events: tuple[Event, ...]
    match: Match
    torn: Phrase | None = None
    changes: tuple[Change, ...] = ()
    reviews: tuple[HandReviewed, ...] = ()

    def players(self, events: int | None = None) -> tuple[str | None, ...]:
        """The player in each seat after a number of events, or at the end.

        `None` stands for an empty seat; no event follows until a player has taken it.
        """
        names: list[str | None] = list(self.header.seats)
        for change in self.changes:
            if events is None or change.after <= events:
                names[change.line.seat] = change.line.name
        return tuple(names)

    def match_lines(self) -> Iterator[Told]:
        """Iterate over the lines of the match: events and changes of players."""
        changes = iter((*self.changes, None))
        change = next(changes)
        for number, event in enumerate((*self.events, None)):
            while change is not None and change.after <= number:
                yield change.line
                change = next(changes)
            if event is not None:
                yield event


class PlayersError(LineError):
    """A well-formed line that contradicts the players in the seats."""


class Lines(msgspec.Struct, frozen=True):
    """The lines of a file, decoded but not yet checked for order.

    Attributes:
        events: each event with its line number; for an invalid line the error.
        reviews: each review with its line number, and the number of events before it.
        end: number of the line after the last complete one.
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
    """Decode a file: its header, and the lines after it with their numbers.

    Decoding stops after `MOST_FAULTS` unreadable lines.

    Args:
        path: path of the record.
        file: the open file, if the content is already at hand; `path` is then its name in messages.

    Raises:
        RecordError: the file cannot be read, or has no valid header.
    """
    with opened(path, file) as content:
        return _take_apart(path, content)


def _take_apart(path: Path, file: BinaryIO) -> Lines:
    header = _header(path, file)
    try:
        rules = rules_of(header)
    except SpokenError as error:
        raise RecordError(path, 1, error) from None
    events: list[tuple[int, Event | LineError]] = []
    changes: list[Change] = []
    reviews: list[tuple[int, int, HandReviewed]] = []
    torn, end, over, wrong = None, 2, False, 0
    for first, block in blocks_in(file, path, header):
        kinds = set(map(type, block))
        if kinds <= _EVENTS and _empty_seat(changes) is None:  # no line needs a closer look
            events += zip(count(first), cast("list[Event]", block))
            over = over or MatchEnded in kinds
            end = first + len(block)
            continue
        for number, told in enumerate(block, first):
            try:
                if isinstance(told, LineError):
                    raise told
                if not isinstance(told, HandReviewed):
                    check_players(told, changes, rules.players, over)
            except LineError as error:
                if error.cut_short:
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
    """Read only the header of a record.

    Raises:
        RecordError: the file cannot be read, or has no header.
    """
    with opened(path, None) as file:
        return _header(path, file)


def _header(path: Path, file: BinaryIO) -> Header:
    _, first = next(lines_in(file, path), (1, b""))
    if not first:
        raise RecordError(path, 1, fault("empty"))
    try:
        return decode_header(first)
    except SpokenError as error:
        raise RecordError(path, 1, error) from None


def check_players(told: Told, changes: list[Change], players: int, over: bool) -> None:
    """Check that a line can follow these changes of players; `over`: the match has ended.

    Raises:
        PlayersError: the seat does not exist, the match is over, or a seat is empty.
    """
    if isinstance(told, PlayerChanged):
        if not 0 <= told.seat < players:
            raise PlayersError(fault("no-seat", seat=told.seat))
        if over:
            raise PlayersError(fault("match-over"))
        return
    seat = _empty_seat(changes)
    if seat is not None:
        raise PlayersError(fault("nobody-plays", seat=seat))


def _empty_seat(changes: list[Change]) -> int | None:
    """A seat that nobody has taken after these changes of players; `None` if all are taken."""
    names = {change.line.seat: change.line.name for change in changes}
    return next((seat for seat, name in names.items() if name is None), None)


def empty_match(header: Header, rules: Rules) -> Match:
    """The match of a record before its first event."""
    match = Match(rules) if header.seen_by == "all" else Match.seen(rules, header.seen_by)
    match.begin_at(_first_levels(header, rules), header.dealer)
    return match


def _first_levels(header: Header, rules: Rules) -> tuple[Rank, ...]:
    return tuple(header.levels or (rules.first_level,) * rules.players)


def read_record(path: Path | str, file: BinaryIO | None = None) -> Record:
    """Read a record, up to its last complete event.

    Args:
        path: path of the record.
        file: the open file, if the content is already at hand; `path` is then its name in messages.

    Every event is checked for its place in the order before it is applied, as far as the viewer of
    the match can tell. Its legality is not checked, so that records of earlier versions can be read
    after corrections of the rules; `shengji.record.validate` checks that too.

    Raises:
        RecordError: the file cannot be read, or a line is invalid; with its number.

    >>> record = read_record("docs/example.jsonl")
    >>> type(record.events[0]).__name__, record.rules.players
    ('HandStarted', 4)
    """
    path = Path(path)
    parts = take_apart(path, file)
    match = empty_match(parts.header, parts.rules)
    events = tuple(replayed_events(path, parts, match))
    reviews = []
    for number, review in checked_reviews(parts, events):
        if isinstance(review, LineError):
            raise RecordError(path, number, review)
        reviews.append(review)
    return Record(
        parts.header, parts.rules, events, match, parts.torn, parts.changes, tuple(reviews)
    )


class Results(msgspec.Struct, frozen=True):
    """The results that a record states; its events are decoded, but not checked.

    Attributes:
        events: all complete events, in order.
        hands: the ends of the finished hands, in order.
        levels: the level of each seat after them.
        winners: the seats that won the match; `None` while it is not over.
        torn: as in `Record`.
    """

    header: Header
    rules: Rules
    events: tuple[Event, ...]
    hands: tuple[HandEnded, ...]
    levels: tuple[Rank, ...]
    winners: tuple[int, ...] | None
    torn: Phrase | None


def read_results(path: Path | str, file: BinaryIO | None = None) -> Results:
    """Read the results of a record, several times as fast as `read_record`.

    Use it for records that have been checked before, such as those of this program.

    Args:
        path: path of the record.
        file: the open file, if the content is already at hand; `path` is then its name in messages.

    Raises:
        RecordError: the file cannot be read, or a line is no event; with its number.

    >>> results = read_results("docs/example.jsonl")
    >>> [(hand.winner, hand.points) for hand in results.hands], results.winners
    ([('declarers', 5)], (1, 3))
    """
    path = Path(path)
    parts = take_apart(path, file)
    header, rules = parts.header, parts.rules
    for number, event in parts.events:
        if isinstance(event, LineError):
            raise RecordError(path, number, event)
    events = cast("tuple[Event, ...]", tuple([event for _, event in parts.events]))
    hands = tuple([event for event in events if type(event) is HandEnded])
    ends = [event.winners for event in events[-2:] if isinstance(event, MatchEnded)]
    levels = hands[-1].levels_after if hands else _first_levels(header, rules)
    return Results(header, rules, events, hands, levels, ends[0] if ends else None, parts.torn)


def checked_reviews(
    parts: Lines, events: Sequence[Event]
) -> Iterator[tuple[int, HandReviewed | LineError]]:
    """Generate the reviews of a record with line numbers; an error in place of an invalid one.

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


def replayed_events(path: Path, parts: Lines, match: Match) -> Iterator[Event]:
    """Generate the events of a record, each applied to the match, which starts empty.

    Raises:
        RecordError: an event is invalid; with its line.
    """
    place, lines, first_version = 0, parts.events, parts.header.version == 1
    while place < len(lines):
        number, event = lines[place]
        if isinstance(event, LineError):
            raise RecordError(path, number, event)
        drawn = expected_draws(match, lines, place) if type(event) is CardDrawn else 0
        if drawn and match.hand is not None:
            match.hand.draw_from_deck(drawn)
            yield from cast("list[Event]", [draw for _, draw in lines[place : place + drawn]])
            place += drawn
            continue
        try:
            if first_version:
                event = completed(event, settled_in(match, event))
            check(match, event)
        except ValueError as error:
            kind = event.__struct_config__.tag
            raise RecordError(path, number, fault("cannot-stand", kind=kind, why=error)) from None
        match.apply(event)
        yield event
        place += 1
