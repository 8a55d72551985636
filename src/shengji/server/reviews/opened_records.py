"""Records that people bring: read, told by moments, as text and as pictures; nothing is kept."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from shengji.game import HandStarted
from shengji.record import Record, RecordError, Viewing, read_record
from shengji.record.faults import fault
from shengji.record.header import VERSION
from shengji.record.lines import encode
from shengji.record.notation import NotationError, read_notation, write_notation
from shengji.review.stored import stored_in
from shengji.server.matches.schemas import TellHand
from shengji.server.reviews.hand_keys import digested
from shengji.server.reviews.review_view import review_view
from shengji.server.tables.core.records import FinishedRecord, PlayedHand, PlayedMatch, seat_named
from shengji.server.tables.replay_schemas import HandLines, ReplayMatch
from shengji.words import Spoken

_NAME: Final = Path("record")


class BroughtError(Exception):
    """A text that is no record, or has not what is wanted of it.

    Attributes:
        why: what is wrong.
        line: in which line, from 1; `None`: there is no such moment.
    """

    def __init__(self, why: Spoken | str, line: int | None = None) -> None:
        self.why = why
        self.line = line
        super().__init__(why, line)


def read_brought(text: str) -> Record:
    """The record that a text tells.

    Raises:
        BroughtError: it cannot be read.
    """
    try:
        if _has_lines(text):
            return read_record(_NAME, BytesIO(text.encode()))
        return read_notation(text)
    except RecordError as error:
        raise BroughtError(error.reason, error.line or 1) from None
    except NotationError as error:
        raise BroughtError(fault("notation", why=error.reason), error.line) from None


@dataclass(frozen=True)
class BroughtRecord(FinishedRecord):
    """A record that somebody brings.

    Whatever reads it raises `BroughtError` where it cannot be read.

    Attributes:
        text: the record.
        depth: of the review that is told with a hand, where the record has one.
        seed: likewise.
    """

    text: str
    depth: float
    seed: int

    def match(self) -> PlayedMatch:
        """The match that the record tells."""
        return _match_in(read_brought(self.text))

    def replay(self, wanted: int | None, asker: str) -> ReplayMatch:
        """The match, to be gone through, with what a browser needs to ask more of each hand."""
        record = read_brought(self.text)
        match = _match_in(record)
        listed = match.replay(wanted)
        digests = digested(match).hands
        # Lines of the first version are no lines of a record that is written now, and reviews may
        # stand between others.
        version = record.header.version
        cut = _has_lines(self.text) and version == VERSION and not record.reviews
        hands, begin = [], 0
        for line, hand in zip(listed.hands, match.hands(), strict=True):
            end = begin + len(hand.events)
            digest = digests.get(line.hand)
            hands.append(
                replace(
                    line,
                    # Who plays may have changed between two hands.
                    seats=tuple(seat_named(name or "") for name in record.players(end)),
                    lines=_lines_of(record, hand, begin, end) if cut else None,
                    review=None if digest is None else digest.hex(),
                )
            )
            begin = end
        shown = listed.opened
        if wanted is not None and shown is not None:
            stored = stored_in(record, wanted, self.depth, self.seed)
            if stored is not None:
                shown = replace(shown, reviewed=review_view(stored.review))
        return replace(listed, hands=tuple(hands), opened=shown)


def text_of(record: str) -> str:
    """A record in the notation.

    Raises:
        BroughtError: it cannot be read.
    """
    return write_notation(read_brought(record))


def picture_of(asked: TellHand) -> str:
    """A moment of a record as SVG.

    Raises:
        BroughtError: it cannot be read, or has no such seat.
    """
    record = read_brought(asked.record)
    numbered = tuple(
        replace(event, hand=asked.hand) if isinstance(event, HandStarted) else event
        for event in record.events
    )
    try:
        viewing = Viewing(
            replace(record, events=numbered), "all" if asked.seat is None else asked.seat
        )
    except ValueError as error:
        raise BroughtError(str(error)) from None
    viewing.go(asked.at)
    return viewing.picture("en" if asked.tongue == "en" else "zh")


def _match_in(record: Record) -> PlayedMatch:
    """The match that a record tells."""
    rules, header = record.rules, record.header
    levels = header.levels or (rules.first_level,) * rules.players
    return PlayedMatch(rules, header.seats, levels, header.dealer, record.events, header.seen_by)


def _has_lines(text: str) -> bool:
    """Tell whether a text is meant as JSON lines, and not as the notation."""
    return text.lstrip().startswith("{")


def _lines_of(record: Record, hand: PlayedHand, begin: int, end: int) -> HandLines:
    """Where a hand stands in a record, from one event of it to before another."""
    header = replace(record.header, seed=None, levels=hand.levels, dealer=hand.dealer)

    def line_of(event: int) -> int:
        return event + 2 + sum(change.after <= event for change in record.changes)

    return HandLines(
        header=encode(header).decode().rstrip(), first=line_of(begin), last=line_of(end - 1)
    )
