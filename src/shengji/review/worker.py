"""The process that makes reviews: it reads orders, and writes progress and reviews.

`python -m shengji.review.worker NICENESS` is the `Child` of a `ReviewProcess`.
"""

from __future__ import annotations

import traceback
from pathlib import Path

import msgspec

from shengji.game import Event, HandStarted
from shengji.record import Record
from shengji.record.header import rules_of
from shengji.record.lines import decode_header, encode
from shengji.record.reader import empty_match
from shengji.review import DEPTH, review_hand
from shengji.review.child import Messages, Send, be_child
from shengji.review.stored import numbered

_decode_event = msgspec.json.Decoder(Event).decode
_write = msgspec.msgpack.Encoder().encode


class ReviewOrder(msgspec.Struct, frozen=True):
    """An order for a review.

    Attributes:
        lines: the record of the match up to the end of the hand, with all cards.
        depth: as in `review_hand`.
        seed: as in `review_hand`.
    """

    lines: bytes
    hand: int
    depth: float
    seed: int


def order_of(record: Record, hand: int, depth: float = DEPTH, seed: int = 0) -> ReviewOrder:
    """Create the order for a review of a hand, without any later events.

    Args:
        record: the match.
        hand: the number of the hand, which must be in the record.
        depth: as in `review_hand`.
        seed: as in `review_hand`.
    """
    lines, number = [encode(record.header)], 0
    for event in record.events:
        if isinstance(event, HandStarted):
            if number == hand < event.hand:
                break
            number = event.hand
        lines.append(encode(event))
    return ReviewOrder(b"".join(lines), hand, depth, seed)


_read = msgspec.msgpack.Decoder(ReviewOrder).decode


class ReviewProgress(msgspec.Struct, frozen=True, tag="progress"):
    """The progress of a review: `done` of `of` events."""

    done: int
    of: int


class ReviewMade(msgspec.Struct, frozen=True, tag="made"):
    """A finished review: a `HandReview` as JSON, with events numbered from the hand's first."""

    review: bytes


class ReviewFailed(msgspec.Struct, frozen=True, tag="failed"):
    """A failed review; `why` names places in the code, and no cards."""

    why: str


ReviewNews = ReviewProgress | ReviewMade | ReviewFailed
"""The messages of the process."""


def record_of(lines: bytes) -> Record:
    """Decode the lines of an order, without validation."""
    first, *rest = lines.splitlines(keepends=True)
    header = decode_header(first)
    rules = rules_of(header)
    events = tuple(_decode_event(line) for line in rest)
    match = empty_match(header, rules)
    for event in events:
        match.apply(event)
    return Record(header, rules, events, match)


def run_worker(orders: Messages, send: Send) -> None:
    """Worker loop: make reviews until the process is killed."""
    while True:
        order = _read(orders.get())
        try:
            record = record_of(order.lines)
            found = review_hand(
                record,
                order.hand,
                order.seed,
                order.depth,
                lambda done, of: send(_write(ReviewProgress(done, of))),
            )
        except Exception as error:
            # One failed review must not stop the loop.
            frames = traceback.extract_tb(error.__traceback__)
            places = " < ".join(f"{Path(at.filename).name}:{at.lineno}" for at in reversed(frames))
            send(_write(ReviewFailed(f"{type(error).__name__} ({places})")))
        else:
            send(_write(ReviewMade(msgspec.json.encode(numbered(found, record)))))


if __name__ == "__main__":
    be_child(run_worker)
