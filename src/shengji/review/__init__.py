"""A hand reviewed: what each decision was worth, from what its player could know.

What lives here: finding the decisions of a recorded hand, weighing what was done against what else
could be done on deals that the player could not rule out (`reviewer`, `weighing`), the course and
the accuracy that come of it (`review`), what perfect play makes of the last cards (`open_hands`),
and all that in words (`wording`); how a record carries it (`stored`); a process that does so for
others (`worker`), and how it is started and asked (`process`). What may not: naming why an answer
is better (`shengji.explain`); cards that the player did not see, except in telling what happened
and where it is said that all hands lie open; and ways of searching of its own
(`shengji.bots.search` has them).
"""

from shengji.record.reviews import (
    Choice,
    CurvePoint,
    Figure,
    HandReview,
    MatchReview,
    OpenHands,
    PlayerReview,
    Reviewed,
)
from shengji.review.code import code_of_reviews
from shengji.review.review import DEPTH, review_hand, review_match, worst_of
from shengji.review.stored import to_store

__all__ = [
    "DEPTH",
    "Choice",
    "CurvePoint",
    "Figure",
    "HandReview",
    "MatchReview",
    "OpenHands",
    "PlayerReview",
    "Reviewed",
    "code_of_reviews",
    "review_hand",
    "review_match",
    "to_store",
    "worst_of",
]
