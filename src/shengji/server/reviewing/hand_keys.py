"""Which review is meant: of which hand, as it was played."""

from __future__ import annotations

import hashlib

from shengji.game import HandEnded, HandStarted
from shengji.record.header import header_of
from shengji.record.lines import encode
from shengji.review import code_of_reviews
from shengji.server.storage import ReviewKey
from shengji.server.table.records import PlayedMatch


def keys_of(match: PlayedMatch, depth: float, seed: int) -> dict[int, ReviewKey]:
    """The reviews of the hands of a match that are over, by the numbers of these.

    Whoever played, and whatever came after a hand, makes no difference to its review.
    """
    digest = hashlib.sha256(_header(match))
    found: dict[int, ReviewKey] = {}
    number = 0
    for event in match.events:
        digest.update(encode(event))
        if isinstance(event, HandStarted):
            number = event.hand
        elif isinstance(event, HandEnded):
            record = digest.copy().digest()
            found[number] = ReviewKey(record, number, depth, seed, code_of_reviews())
    return found


def lines_to(match: PlayedMatch, hand: int) -> bytes:
    """The record of a match up to the end of a hand; `{0}` stands for who sits in seat 0."""
    lines = [_header(match)]
    number = 0
    for event in match.events:
        lines.append(encode(event))
        if isinstance(event, HandStarted):
            number = event.hand
        elif isinstance(event, HandEnded) and number == hand:
            break
    return b"".join(lines)


def _header(match: PlayedMatch) -> bytes:
    names = [f"{{{seat}}}" for seat in range(match.rules.players)]
    header = header_of(
        match.rules,
        names,
        seen_by=match.seen_by,
        levels=match.levels,
        dealer=match.dealer,
    )
    return encode(header)
