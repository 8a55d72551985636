"""Response schemas of reviews of finished hands."""

from __future__ import annotations

from typing import Literal

from shengji.cards import Card
from shengji.game import Decision
from shengji.server.site.schemas import Schema, Text

ReviewStep = Literal["none", "waiting", "running", "failed", "done"]
"""State of a review."""


class ReviewedChoice(Schema, frozen=True):
    """A choice that would have been better than the actual one.

    Attributes:
        cards: the cards to play, bury, show or bid; empty to wait, to pass, or to call friends.
        ahead: average gain over the actual choice, in levels.
        error: standard error of `ahead`.
    """

    cards: tuple[Card, ...]
    ahead: float
    error: float


class ReviewedDecision(Schema, frozen=True):
    """A decision of a hand, evaluated by its player's information; `{0}` in texts is seat 0.

    Attributes:
        event: number of its event in the hand, from 1.
        trick: number of the trick, from 1; 0 before the first lead.
        cards: the cards that were played, buried, shown or bid; empty for other choices.
        made: the actual choice, in words.
        forced: whether there was no reasonable alternative; such decisions are not evaluated.
        cost: expected loss against the best choice, in levels; 0: certainly none.
        stake: expected gain of the best choice over the mean of all choices, in levels.
        better: better choices, the best first.
        instead: the best choice in words; `None`: the decision cost nothing.
        said: the best choice and its gain in words; `None`: the decision cost nothing.
        open: the result of perfect play with all hands visible, in words; `None`: too many cards
            were left.
        caution: the reason why the figures are less certain than usual, in words.
    """

    event: int
    trick: int
    seat: int
    decision: Decision
    cards: tuple[Card, ...]
    made: Text
    forced: bool
    cost: float
    stake: float
    better: tuple[ReviewedChoice, ...]
    instead: Text | None
    said: Text | None
    why: tuple[Text, ...]
    open: Text | None
    caution: Text | None


class ReviewedMoment(Schema, frozen=True):
    """The expected value of a hand after a trick.

    Attributes:
        trick: number of the trick, from 1; 0 before the first lead.
        event: number of the hand's last event before the evaluation.
        levels: levels that the Declarers gain; negative for levels of the Opponents.
        error: standard error of `levels`.
    """

    trick: int
    event: int
    levels: float
    error: float


class PlayerSummary(Schema, frozen=True):
    """Summary of a player's decisions.

    Attributes:
        decisions: number of evaluated decisions.
        cost: their total cost in levels.
        accuracy: from 0 (as good as random choices) to 100 (no loss); `None`: there was nothing to
            lose.
    """

    seat: int
    decisions: int
    cost: float
    accuracy: float | None


class ReviewedPlayer(PlayerSummary, frozen=True):
    """Summary of a player's decisions in a hand.

    Attributes:
        worst: up to three of the costliest decisions, the costliest first, as indexes into the
            hand's `decisions`; each costs at least 0.1 levels.
    """

    worst: tuple[int, ...]


class ReviewedHand(Schema, frozen=True):
    """The review of a hand.

    Attributes:
        players: summaries by seat.
        decisions: every decision, in order.
        curve: the expected value, trick by trick.
        result: levels that the Declarers gained; negative for levels of the Opponents.
        worst: as in `ReviewedPlayer`, over all players.
    """

    hand: int
    players: tuple[ReviewedPlayer, ...]
    decisions: tuple[ReviewedDecision, ...]
    curve: tuple[ReviewedMoment, ...]
    result: int | None
    worst: tuple[int, ...]


class ReviewStage(Schema, frozen=True, kw_only=False):
    """The stage of a review.

    Attributes:
        state: `none`: not requested; `waiting`: queued; `running`: in progress; `failed`: an error;
            `done`: finished.
        ahead: number of hands or matches before it in the queue.
        done: number of processed events, out of `of`.
        own: whether the caller has requested it and may withdraw the request.
    """

    state: ReviewStep
    ahead: int
    done: int
    of: int
    own: bool


class HandReviewState(ReviewStage, frozen=True, kw_only=True):
    """The state of the review of a hand.

    Attributes:
        review: the review; `null` until it is finished.
    """

    review: ReviewedHand | None


class MatchReviewPlayer(PlayerSummary, frozen=True):
    """Summary of a player's decisions in the reviewed hands of a match.

    Attributes:
        player: index into `seats` of the match's `MatchLine`.
        first: the hand since whose end the player held the seat; 0: from the start.
    """

    player: int
    first: int


class MatchMistake(Schema, frozen=True):
    """A costly decision of a match.

    Attributes:
        decision: the decision; its events are numbered within the hand.
    """

    hand: int
    decision: ReviewedDecision


class GoodDecisions(Schema, frozen=True):
    """The share of a player's decisions that cost nothing.

    Attributes:
        good: number of decisions that cost nothing.
        of: number of evaluated decisions.
    """

    good: int
    of: int


class MatchReviewView(Schema, frozen=True):
    """Summary of the reviews of a match.

    Attributes:
        players: summaries of the holders of the seats; empty while reviews are pending.
        worst: up to three of the costliest decisions of all hands, the costliest first, each with a
            cost of at least 0.1 levels; empty while reviews are pending.
        own_worst: up to three of the caller's costliest decisions; `null`: the caller made none, or
            reviews are pending.
        own_good: the share of the caller's decisions that cost nothing; `null`: the caller had no
            choice, or reviews are pending.
    """

    players: tuple[MatchReviewPlayer, ...]
    worst: tuple[MatchMistake, ...]
    own_worst: tuple[MatchMistake, ...] | None
    own_good: GoodDecisions | None


class MatchReviewState(MatchReviewView, frozen=True):
    """The state of the reviews of a match.

    Attributes:
        state: as in `HandReviewState`; `done` when no review is pending.
        hands: numbers of the reviewed hands.
        of: number of finished hands.
        own: whether the caller has requested any of the pending reviews.
    """

    state: ReviewStep
    hands: tuple[int, ...]
    of: int
    own: bool
