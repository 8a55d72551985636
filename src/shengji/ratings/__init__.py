"""Ratings: Elo of individuals from the results of teams (Z16 §3); see docs/ratings-mathematics.md.

What lives here: which results count in which pool and season, the value of a hand and a match, the
changes of ratings by results, and the declared ratings of bots. All of it is pure: the same results
give the same numbers on every machine. What may not: storage of results and ratings, permission to
play rated, and display.
"""

from shengji.ratings.bots import bot_rating
from shengji.ratings.company import Company, Drift, Meeting
from shengji.ratings.elo import Change, Rating, expected, rate
from shengji.ratings.history import Ratings, rebuild
from shengji.ratings.matches import levels_to_pass, results_of
from shengji.ratings.pools import POOLS, Pool, pool_of, season_of
from shengji.ratings.result import Bot, Player, RatingError, Result
from shengji.ratings.scale import Counted, Scale, hand_scale, hand_score, match_scale, score_of

__all__ = [
    "POOLS",
    "Bot",
    "Change",
    "Company",
    "Counted",
    "Drift",
    "Meeting",
    "Player",
    "Pool",
    "Rating",
    "RatingError",
    "Ratings",
    "Result",
    "Scale",
    "bot_rating",
    "expected",
    "hand_scale",
    "hand_score",
    "levels_to_pass",
    "match_scale",
    "pool_of",
    "rate",
    "rebuild",
    "results_of",
    "score_of",
    "season_of",
]
