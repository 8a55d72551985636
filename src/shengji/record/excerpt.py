"""Extracts one hand from a recorded match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from shengji.game import Event, HandStarted
from shengji.record.changes import Change
from shengji.record.digests import digests, nameless
from shengji.record.header import Header
from shengji.record.order import check
from shengji.record.reader import Record, empty_match
from shengji.record.reviews import HandReviewed
from shengji.words import Phrase, SpokenError


def one_hand(record: Record, number: int) -> Record:
    """A hand of a match as a match of its own, with all its deals.

    The hand gets the number 1; the header names its players, their levels and the Dealer. The
    seats' laps and attempts are not recorded, nor is the seed of a match that began earlier.

    Args:
        record: the match.
        number: number of the hand, from 1.

    Raises:
        ValueError: there is no such hand.
    """
    events = record.events
    starts = [n for n, event in enumerate(events) if isinstance(event, HandStarted)]
    of_hand = [n for n in starts if _number(events, n) == number]
    if not of_hand:
        last = _number(events, starts[-1]) if starts else 0
        raise SpokenError(Phrase("usage", "no-hand", number=number, last=last))
    begin = of_hand[0]
    end = next((n for n in starts if n > of_hand[-1]), len(events))
    before = empty_match(record.header, record.rules)
    for event in events[:begin]:
        before.apply(event)
    levels = tuple(before.levels)
    usual = (record.rules.first_level,) * record.rules.players
    header = replace(
        record.header,
        seats=tuple(name or "" for name in record.players(begin)),
        levels=None if levels == usual else levels,
        dealer=before.dealer,
        seed=record.header.seed if begin == 0 else None,
    )
    changes = tuple(
        Change(change.after - begin, change.line)
        for change in record.changes
        if begin < change.after < end or (end == len(events) and change.after >= end)
    )
    match = empty_match(header, record.rules)
    told: list[Event] = []
    for event in events[begin:end]:
        own = replace(event, hand=1) if isinstance(event, HandStarted) else event
        check(match, own)
        match.apply(own)
        told.append(own)
    return Record(
        header,
        record.rules,
        tuple(told),
        match,
        changes=changes,
        reviews=tuple(_renumbered(record, number, header, told)),
    )


def _renumbered(
    record: Record, number: int, header: Header, events: Sequence[Event]
) -> Iterator[HandReviewed]:
    """Reviews of a hand, renumbered for the hand as a match of its own."""
    own = nameless(record.rules, header.levels, header.dealer, header.seen_by)
    found = [told for told in record.reviews if told.review.hand == number]
    if found:
        digest = digests(own, events)[1].hex()
        for told in found:
            yield replace(told, record=digest, review=replace(told.review, hand=1))


def _number(events: Sequence[Event], at: int) -> int:
    started = events[at]
    assert isinstance(started, HandStarted)
    return started.hand
