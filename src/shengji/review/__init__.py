"""Reviews of hands: the value of each decision, given the player's knowledge at the time.

`reviewer` and `weighing` find the decisions of a recorded hand and compare each with its
alternatives, on deals consistent with the player's knowledge. `review` computes the course of the
hand and each player's accuracy, `open_hands` solves the last cards with all hands open, and
`wording` puts a review into words. `stored` keeps reviews in a record; `worker` and `process` run
reviews in a separate process.

The reasons why an answer is better come from `shengji.explain`, and the search from
`shengji.bots.search`. Cards hidden from the player are used only for what happened, and where open
hands are mentioned.
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
