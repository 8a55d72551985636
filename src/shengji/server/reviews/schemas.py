"""Reviews of hands that are over."""

from __future__ import annotations

from typing import Literal

from shengji.cards import Card
from shengji.game import Decision
from shengji.server.site.schemas import Shape, Text

ReviewStep = Literal["none", "waiting", "running", "failed", "done"]
"""How it stands with a review."""


class ReviewedChoice(Shape, frozen=True):
    """Something that would have been better than what was done.

    Attributes:
        cards: the cards to play, bury, show or bid; none to wait, to pass, or to call friends.
        ahead: by how many levels it is better, on average.
        error: the standard error of that.
    """

    cards: tuple[Card, ...]
    ahead: float
    error: float


class ReviewedDecision(Shape, frozen=True):
    """A decision of a hand, weighed by what its player could know. `{0}` in texts is seat 0.

    Attributes:
        event: with which of the hand's events it was made, from 1.
        trick: in which trick, from 1; 0 before the first lead.
        seat: who decided.
        decision: what was to be decided.
        cards: what was played, buried, shown or bid; none where nothing was, or friends were
            called.
        made: what was done, in words.
        forced: whether there was nothing else worth trying; then nothing is weighed.
        cost: how many levels less were to be expected than with the best; 0: none for certain.
        stake: how many levels the best promises more than the mean of all answers.
        better: what promised more, the best first.
        instead: the best answer in words; `None`: the decision cost nothing.
        said: the same with the levels that it gains; `None`: the decision cost nothing.
        why: what can be learned from it.
        open: what perfect play makes of it with all hands open, which nobody could know, in words;
            `None`: too many cards were left.
        caution: why the figure is less certain than usual, in words.
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


class ReviewedMoment(Shape, frozen=True):
    """The value to be expected of a hand at some time.

    Attributes:
        trick: after which trick, from 1; 0 before the first lead.
        event: the number of the last of the hand's events that it takes in.
        levels: the levels that the Declarers gain, or minus those that the Opponents do.
        error: the standard error of that.
    """

    trick: int
    event: int
    levels: float
    error: float


class ReviewedPlayer(Shape, frozen=True):
    """How somebody decided.

    Attributes:
        seat: the seat.
        decisions: how many decisions were weighed.
        cost: the levels that they cost altogether.
        accuracy: from 0, as good as choosing at random, to 100, nothing lost; `None`: there was
            nothing to lose.
        worst: the decisions that cost most, three at most, the costliest first, by their places in
            the hand's `decisions`; none that cost less than 0.1 levels.
    """

    seat: int
    decisions: int
    cost: float
    accuracy: float | None
    worst: tuple[int, ...]


class ReviewedHand(Shape, frozen=True):
    """A hand reviewed.

    Attributes:
        hand: its number in the match.
        players: by seat.
        decisions: every decision, in order.
        curve: what was to be expected, trick by trick.
        result: the levels that the Declarers gained, or minus those that the Opponents did.
        worst: as in `ReviewedPlayer`, of all players.
    """

    hand: int
    players: tuple[ReviewedPlayer, ...]
    decisions: tuple[ReviewedDecision, ...]
    curve: tuple[ReviewedMoment, ...]
    result: int | None
    worst: tuple[int, ...]


class HandReviewState(Shape, frozen=True):
    """How it stands with the review of a hand.

    Attributes:
        state: `none`: nobody has asked for it; `waiting`: others come first; `running`: it is being
            made; `failed`: it could not be made; `done`: here it is.
        ahead: how many hands or matches come before it, while it waits.
        done: how many of the `of` events of the hand have been looked at.
        own: whether one waits for it oneself, and so can take the wish back.
        review: the review, once it is done.
    """

    state: ReviewStep
    ahead: int
    done: int
    of: int
    own: bool
    review: ReviewedHand | None


class MatchReviewPlayer(Shape, frozen=True):
    """How somebody decided in a match, over the hands that are reviewed.

    Attributes:
        player: who, by the place in the `seats` of the match's `MatchLine`.
        seat: the seat; `first`: the hand from which on they held it, 0 for the beginning.
        decisions: as in `ReviewedPlayer`; `cost` and `accuracy` likewise.
    """

    player: int
    seat: int
    first: int
    decisions: int
    cost: float
    accuracy: float | None


class MatchMistake(Shape, frozen=True):
    """A decision that cost much in a match.

    Attributes:
        hand: the number of its hand.
        decision: the decision; its events are numbered from the first of its hand.
    """

    hand: int
    decision: ReviewedDecision


class GoodDecisions(Shape, frozen=True):
    """The share of somebody's decisions that were as good as any.

    Attributes:
        good: how many cost nothing.
        of: how many were weighed.
    """

    good: int
    of: int


class MatchReviewState(Shape, frozen=True):
    """How it stands with the reviews of the hands of a match.

    Attributes:
        state: as in `HandReviewState`: `done` once no hand is left to be reviewed, or none can be.
        hands: the numbers of the hands that are reviewed.
        of: how many hands are over.
        own: whether one waits for any of them oneself.
        players: how those decided who held the seats; empty while hands wait for their reviews.
        worst: the decisions that cost most in all these hands, three at most, the costliest first,
            and none that cost less than 0.1 levels; empty while hands wait for their reviews.
        own_worst: likewise of one's own decisions; `None`: one has decided nothing in these hands,
            or they wait.
        own_good: how many of one's own decisions cost nothing; `None` likewise.
    """

    state: ReviewStep
    hands: tuple[int, ...]
    of: int
    own: bool
    players: tuple[MatchReviewPlayer, ...]
    worst: tuple[MatchMistake, ...]
    own_worst: tuple[MatchMistake, ...] | None
    own_good: GoodDecisions | None
