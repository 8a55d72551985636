"""Which review is meant: of which hand, as it was played."""

from __future__ import annotations

from shengji.game import HandEnded, HandStarted
from shengji.record.digests import digests, nameless
from shengji.record.header import Header
from shengji.record.lines import encode
from shengji.review import code_of_reviews
from shengji.server.storage import ReviewKey
from shengji.server.table.records import PlayedMatch


def keys_of(match: PlayedMatch, depth: float, seed: int) -> dict[int, ReviewKey]:
    """The reviews of the hands of a match that are over, by the numbers of these.

    Whoever played, and whatever came after a hand, makes no difference to its review.
    """
    found = digests(_header(match), match.events)
    code = code_of_reviews()
    return {hand: ReviewKey(record, hand, depth, seed, code) for hand, record in found.items()}


def lines_to(match: PlayedMatch, hand: int) -> bytes:
    """The record of a match up to the end of a hand; `{0}` stands for who sits in seat 0."""
    lines = [encode(_header(match))]
    number = 0
    for event in match.events:
        lines.append(encode(event))
        if isinstance(event, HandStarted):
            number = event.hand
        elif isinstance(event, HandEnded) and number == hand:
            break
    return b"".join(lines)


def _header(match: PlayedMatch) -> Header:
    return nameless(match.rules, match.levels, match.dealer, match.seen_by)
