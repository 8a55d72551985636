"""Digests of hands, which are the keys of their reviews."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from shengji.game import Event, HandEnded, HandStarted
from shengji.record.digests import digests, nameless
from shengji.record.header import Header
from shengji.record.lines import encode
from shengji.server.matches.records import FinishedRecord, PlayedMatch

_read_event = msgspec.json.Decoder(Event).decode


class DigestedMatch(NamedTuple):
    """A match with the digests of its finished hands, by number.

    A digest does not depend on the players' names or on later events.
    """

    match: PlayedMatch
    hands: dict[int, bytes]


def digested(match: PlayedMatch) -> DigestedMatch:
    """Return a match with the digests of its finished hands."""
    return DigestedMatch(match, digests(_header(match), match.events))


def digested_in(kept: FinishedRecord) -> DigestedMatch | None:
    """Return a stored match with the digests of its hands, or `None` if no hand is finished."""
    match = kept.match()
    return None if match is None else digested(match)


def lines_of(match: PlayedMatch) -> bytes:
    """Return the record of a match; `{0}` stands for the name of the player in seat 0."""
    return b"".join([encode(_header(match)), *map(encode, match.events)])


def lines_to(lines: bytes, hand: int) -> bytes:
    """Return the lines of such a record up to the end of a hand."""
    header, *events = lines.splitlines(keepends=True)
    kept, number = [header], 0
    for line in events:
        kept.append(line)
        event = _read_event(line)
        if isinstance(event, HandStarted):
            number = event.hand
        elif isinstance(event, HandEnded) and number == hand:
            break
    return b"".join(kept)


def _header(match: PlayedMatch) -> Header:
    return nameless(match.rules, match.levels, match.dealer, match.seen_by)
