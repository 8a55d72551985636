"""Reviews of hands that are over, made in the background.

What lives here: `ReviewDesk`, where people ask for reviews, whose turn it is, and how far each has
come; `review_process`, a process of its own in which they are made, after whatever play needs; and
`hand_keys`, which review is meant. What may not: how a decision is weighed (`shengji.review`), who
may see a hand, SQL, and HTTP.
"""

from shengji.server.reviewing.hand_keys import keys_of, lines_to
from shengji.server.reviewing.review_desk import (
    Keys,
    ReviewDesk,
    ReviewRefusedError,
    ReviewSettings,
    ReviewStage,
)
from shengji.server.reviewing.review_process import ReviewFailedError, ReviewProcess

__all__ = [
    "Keys",
    "ReviewDesk",
    "ReviewFailedError",
    "ReviewProcess",
    "ReviewRefusedError",
    "ReviewSettings",
    "ReviewStage",
    "keys_of",
    "lines_to",
]
