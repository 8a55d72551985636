"""Reviews stored in a record: conversion in both directions."""

from __future__ import annotations

from msgspec.structs import replace

from shengji.game import HandStarted
from shengji.record import HandReviewed, Record
from shengji.record.digests import digests, nameless
from shengji.record.reviews import HandReview
from shengji.review.code import code_of_reviews


def numbered(review: HandReview, record: Record) -> HandReview:
    """A review with its events numbered from the first of the hand, including earlier deals."""
    return _moved(review, -_begin(record, review.hand))


def numbered_again(review: HandReview, record: Record) -> HandReview:
    """A review from `numbered`, with its events numbered as in the record again."""
    return _moved(review, _begin(record, review.hand))


def to_store(review: HandReview, record: Record) -> HandReviewed:
    """Convert a review, made by the present code, to a line of its record.

    Raises:
        ValueError: the hand is not over.
    """
    header = record.header
    own = nameless(record.rules, header.levels, header.dealer, header.seen_by)
    digest = digests(own, record.events).get(review.hand)
    if digest is None:
        raise ValueError(f"hand {review.hand} is not over, so its review cannot be stored")
    players = (replace(player, name=f"{{{player.seat}}}") for player in review.players)
    named = replace(numbered(review, record), players=tuple(players))
    return HandReviewed(digest.hex(), code_of_reviews(), named)


def stored_in(record: Record, hand: int, depth: float, seed: int) -> HandReviewed | None:
    """The stored review of a hand; `None` if the present code has made none with these values."""
    code = code_of_reviews()
    for told in reversed(record.reviews):
        review = told.review
        if told.code == code and (review.hand, review.depth, review.seed) == (hand, depth, seed):
            return told
    return None


def from_store(told: HandReviewed, record: Record) -> HandReview:
    """Convert a stored review to the result of `review_hand`."""
    review = told.review
    names = record.players(_begin(record, review.hand, last=True))
    players = (replace(player, name=names[player.seat] or "") for player in review.players)
    return replace(numbered_again(review, record), players=tuple(players))


def _begin(record: Record, hand: int, *, last: bool = False) -> int:
    starts = enumerate(record.events)
    deals = [n for n, e in starts if isinstance(e, HandStarted) and e.hand == hand]
    return deals[-1 if last else 0]


def _moved(review: HandReview, by: int) -> HandReview:
    return replace(
        review,
        decisions=tuple(replace(found, event=found.event + by) for found in review.decisions),
        curve=tuple(replace(point, event=point.event + by) for point in review.curve),
    )
