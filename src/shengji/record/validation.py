"""Validates records: replays a record and compares the result with its events."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec

from shengji.game import Event
from shengji.game.shares import JointDeal
from shengji.record.commitments import Commitments
from shengji.record.lines import LineError, RecordError
from shengji.record.misfit import Misfit, as_json
from shengji.record.order import check
from shengji.record.reader import (
    MOST_FAULTS,
    Lines,
    PlayersError,
    checked_reviews,
    empty_match,
    replayed_events,
    take_apart,
)
from shengji.record.replay import Replay
from shengji.record.version1 import completed, settled_in
from shengji.words import Phrase

"""Maximum number of problems listed; an early one may invalidate all that follows."""


class RecordProblem(msgspec.Struct, frozen=True):
    """A problem in a record.

    Attributes:
        line: number of the line, from 1.
        expected: the expected event as JSON, where known.
        found: the recorded event as JSON, when it is an event.
    """

    line: int
    message: str
    expected: str | None = None
    found: str | None = None

    def __str__(self) -> str:
        parts = [f"line {self.line}: {self.message}"]
        parts += [f"  expected: {self.expected}"] if self.expected is not None else []
        parts += [f"  found:    {self.found}"] if self.found is not None else []
        return "\n".join(parts)


class Report(msgspec.Struct, frozen=True):
    """The result of validating a record.

    Attributes:
        complete: whether everything could be checked; in a record of one seat's view only that
            seat's knowledge is.
        faults: the problems in the order of lines, up to `MOST_FAULTS`.
        more: whether there are more problems.
        deck_only: number of shown decks with a commitment that covers the deck alone, and not the
            first drawer, nor the table, deal and rules of the deck.
        seats: the names of the players at the start, from seat 0; empty: the header is invalid.
        joint: how the deals were made whose decks are shown and follow from shares, in order.
        unshown: number of deals with shares whose decks are not shown.
        unshared: number of deals without shares.
        torn: a sentence with the position when the file is cut short in the middle of a line; the
            lines before are valid.
    """

    path: Path
    events: int
    complete: bool
    faults: tuple[RecordProblem, ...]
    more: bool = False
    deck_only: int = 0
    torn: Phrase | None = None
    joint: tuple[JointDeal, ...] = ()
    unshown: int = 0
    unshared: int = 0
    seats: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there are no problems."""
        return not self.faults


def validate(path: Path | str) -> Report:
    """Check everything in a record that can be checked.

    A record that hides nothing is replayed: each event must follow from the event before, or from a
    legal command. In a record of one seat's view the order, the turns, the results and the cards of
    that seat are checked.

    Raises:
        RecordError: the file cannot be read at all.

    >>> report = validate("docs/example.jsonl")
    >>> report.ok, report.complete
    (True, True)
    """
    path = Path(path)
    try:
        lines = take_apart(path)
    except RecordError as error:
        if error.line is None:
            raise
        return Report(path, 0, False, (RecordProblem(error.line, error.reason.render("en")),))
    complete = lines.header.seen_by == "all"
    commitments = Commitments(lines.rules)
    found = (_replayed if complete else _checked)(lines, commitments)
    faults = list(islice(found, MOST_FAULTS + 1)) or list(_reviews(path, lines))
    told, more = tuple(faults[:MOST_FAULTS]), len(faults) > MOST_FAULTS
    return Report(
        path,
        len(lines.events),
        complete,
        told,
        more,
        commitments.deck_only,
        lines.torn,
        tuple(commitments.joint),
        commitments.shared - len(commitments.joint),
        commitments.deals - commitments.shared,
        lines.header.seats,
    )


def _reviews(path: Path, lines: Lines) -> Iterator[RecordProblem]:
    """Generate the problems of the reviews in a record that is otherwise valid."""
    if lines.reviews:
        events = tuple(replayed_events(path, lines, empty_match(lines.header, lines.rules)))
        for number, review in checked_reviews(lines, events):
            if isinstance(review, LineError):
                yield RecordProblem(number, str(review))


def _checked(lines: Lines, commitments: Commitments) -> Iterator[RecordProblem]:
    """Generate the first problem of a record of one seat's view."""
    match = empty_match(lines.header, lines.rules)
    for number, event in lines.events:
        if isinstance(event, LineError):
            yield RecordProblem(number, str(event))
            return
        try:
            if lines.header.version == 1:
                event = completed(event, settled_in(match, event))  # noqa: PLW2901 - the same one
            check(match, event, settled=True)
            commitments.take(event)
        except ValueError as error:
            yield RecordProblem(number, f"this cannot stand here: {error}", found=as_json(event))
            return
        match.apply(event)


def _replayed(lines: Lines, commitments: Commitments) -> Iterator[RecordProblem]:
    """Generate the problems of a record that hides nothing."""
    replay = Replay(empty_match(lines.header, lines.rules))
    events = [event for _, event in lines.events]
    for (number, event), after in zip(lines.events, [*events, None][1:], strict=True):
        if isinstance(event, LineError):
            if isinstance(event, PlayersError):  # The line takes the place of no event.
                yield RecordProblem(number, str(event))
                return
            yield RecordProblem(number, str(event), as_json(replay.due[0]) if replay.due else None)
            if not replay.due:
                return
            replay.advance()
            continue
        if lines.header.version == 1 and replay.due:
            event = completed(event, replay.due[0])  # noqa: PLW2901 - it is the same event
        right = replay.expect(event, after)
        if isinstance(right, str):
            yield RecordProblem(number, f"this cannot stand here: {right}", found=as_json(event))
            return
        if right != event:
            yield RecordProblem(number, _difference(right, event), as_json(right), as_json(event))
            if type(right) is not type(event):
                return
        else:
            try:
                commitments.take(event)
            except Misfit as error:
                yield RecordProblem(number, str(error), found=as_json(event))
        replay.advance()
    if replay.due and not lines.torn:
        yield RecordProblem(
            lines.end, "the record ends, but this must follow", as_json(replay.due[0])
        )


def _difference(right: Event, event: Event) -> str:
    """Describe the fields in which two events differ, or their different kinds."""
    if type(right) is not type(event):
        return "another event must stand here"
    fields = [f for f in right.__struct_fields__ if getattr(right, f) != getattr(event, f)]
    return f"wrong: {', '.join(fields)}"
