"""Reviews of hands that are over, made in the background.

What lives here: `ReviewDesk`, where people ask for reviews, whose turn it is, and how far each has
come; and `hand_keys`, which review is meant. What may not: how a decision is weighed, and the
process of its own in which that is done, after whatever play needs (`shengji.review`), who may see
a hand, SQL, and HTTP.
"""

from shengji.server.reviewing.hand_keys import keys_of, lines_to
from shengji.server.reviewing.review_desk import (
    Keys,
    ReviewDesk,
    ReviewRefusedError,
    ReviewSettings,
    ReviewStage,
)

__all__ = [
    "Keys",
    "ReviewDesk",
    "ReviewRefusedError",
    "ReviewSettings",
    "ReviewStage",
    "keys_of",
    "lines_to",
]
