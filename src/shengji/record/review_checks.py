"""Checks that a review fits a hand of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shengji.game import Event, HandEnded, HandStarted
from shengji.record.digests import digests
from shengji.record.header import Header
from shengji.record.misfit import need
from shengji.record.reviews import HandReview, HandReviewed, Reviewed
from shengji.rules import Rules, rules_from
from shengji.words import texts


class ReviewedHand(NamedTuple):
    """A finished hand of a record.

    Attributes:
        digest: as in `HandReviewed`.
        begin: index of its first event, in the first deal.
        end: index after its last event.
    """

    digest: str
    begin: int
    end: int


def hands_in(header: Header, events: Sequence[Event]) -> dict[int, ReviewedHand]:
    """The finished hands, by number; `header` comes from `nameless`."""
    begins: dict[int, int] = {}
    ends: dict[int, int] = {}
    number = 0
    for place, event in enumerate(events):
        if isinstance(event, HandStarted):
            number = event.hand
            begins.setdefault(number, place)
        elif isinstance(event, HandEnded):
            ends[number] = place + 1
    found = digests(header, events)
    return {
        hand: ReviewedHand(digest.hex(), begins[hand], ends[hand]) for hand, digest in found.items()
    }


def check_review(
    told: HandReviewed, rules: Rules, hands: dict[int, ReviewedHand], after: int
) -> None:
    """Check that a review can stand in a record, and that its references are valid.

    Its findings on the decisions are not checked.

    Args:
        told: the review.
        rules: the rules of the match.
        hands: the finished hands of the record, by number.
        after: number of events before it.

    Raises:
        ValueError: the review does not fit; with the reason.
    """
    review = told.review
    hand = hands.get(review.hand)
    need(hand is not None and hand.end <= after, "review-hand", hand=review.hand)
    assert hand is not None
    need(told.record == hand.digest, "review-record", hand=review.hand)
    need(rules_from(review.rules, stored=True) == rules, "review-rules")
    need(review.depth > 0, "review-depth")
    names = tuple((player.seat, player.name) for player in review.players)
    expected = tuple((seat, f"{{{seat}}}") for seat in range(rules.players))
    need(names == expected, "review-players")
    length = hand.end - hand.begin
    for found in review.decisions:
        _check_decision(found, rules, length)
    need(
        all(0 < point.event <= length for point in review.curve),
        "review-curve",
    )
    need(_costly(review), "review-worst")


def _check_decision(found: Reviewed, rules: Rules, length: int) -> None:
    need(0 <= found.seat < rules.players, "no-seat", seat=found.seat)
    need(0 < found.event <= length, "review-event", event=found.event)
    need(all(choice.ahead is not None for choice in found.better), "review-choice")
    need(bool(found.better) or not found.cost > 0, "review-better")
    known = texts("lessons")
    for lesson in found.lessons:
        need(lesson.key in known, "review-lesson", lesson=lesson.key)


def _costly(review: HandReview) -> bool:
    decisions = review.decisions
    return all(0 <= place < len(decisions) and decisions[place].cost > 0 for place in review.worst)
