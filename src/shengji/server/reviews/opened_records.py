"""Uploaded records: reading, replay, conversion to text and pictures; nothing is stored."""

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
from shengji.server.matches.records import FinishedRecord, PlayedHand, PlayedMatch, seat_named
from shengji.server.matches.replay_schemas import HandLines, ReplayMatch
from shengji.server.matches.schemas import TellHand
from shengji.server.reviews.hand_keys import digested
from shengji.server.reviews.review_view import review_view
from shengji.words import Spoken

_NAME: Final = Path("record")


class BroughtError(Exception):
    """A text is not a valid record, or lacks the requested moment.

    Attributes:
        line: line number, from 1; `None`: there is no such moment.
    """

    def __init__(self, why: Spoken | str, line: int | None = None) -> None:
        self.why = why
        self.line = line
        super().__init__(why, line)


def read_brought(text: str) -> Record:
    """Parse a record.

    Raises:
        BroughtError: the text is not a valid record.
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
    """An uploaded record.

    Methods that read it raise `BroughtError` if it is not valid.

    Attributes:
        depth: depth of an included review to show with a hand.
        seed: seed of an included review to show with a hand.
    """

    text: str
    depth: float
    seed: int

    def match(self) -> PlayedMatch:
        """Return the match of the record."""
        return _match_in(read_brought(self.text))

    def replay(self, wanted: int | None, viewer: str) -> ReplayMatch:
        """Return the match for replay, with the data that later requests about each hand need."""
        record = read_brought(self.text)
        match = _match_in(record)
        listed = match.replay(wanted)
        digests = digested(match).hands
        # Lines of the first version are not valid in a record of the current version, and reviews
        # may stand between other lines.
        version = record.header.version
        cut = _has_lines(self.text) and version == VERSION and not record.reviews
        hands, begin = [], 0
        for line, hand in zip(listed.hands, match.hands(), strict=True):
            end = begin + len(hand.events)
            digest = digests.get(line.hand)
            hands.append(
                replace(
                    line,
                    # Players may have changed between two hands.
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
    """Convert a record to the notation.

    Raises:
        BroughtError: the record is not valid.
    """
    return write_notation(read_brought(record))


def picture_of(request: TellHand) -> str:
    """Draw a moment of a record as SVG.

    Raises:
        BroughtError: the record is not valid, or has no such seat.
    """
    record = read_brought(request.record)
    numbered = tuple(
        replace(event, hand=request.hand) if isinstance(event, HandStarted) else event
        for event in record.events
    )
    try:
        viewing = Viewing(
            replace(record, events=numbered), "all" if request.seat is None else request.seat
        )
    except ValueError as error:
        raise BroughtError(str(error)) from None
    viewing.go(request.at)
    return viewing.picture("en" if request.tongue == "en" else "zh")


def _match_in(record: Record) -> PlayedMatch:
    rules, header = record.rules, record.header
    levels = header.levels or (rules.first_level,) * rules.players
    return PlayedMatch(rules, header.seats, levels, header.dealer, record.events, header.seen_by)


def _has_lines(text: str) -> bool:
    return text.lstrip().startswith("{")


def _lines_of(record: Record, hand: PlayedHand, begin: int, end: int) -> HandLines:
    """Return the lines of a hand in a record, from event `begin` to before event `end`."""
    header = replace(record.header, seed=None, levels=hand.levels, dealer=hand.dealer)

    def line_of(event: int) -> int:
        return event + 2 + sum(change.after <= event for change in record.changes)

    return HandLines(
        header=encode(header).decode().rstrip(), first=line_of(begin), last=line_of(end - 1)
    )
