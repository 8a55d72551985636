"""Findings of a review, as plain data that is stored with a record and sent as JSON."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from shengji.game import Call, Decision
from shengji.rules.bounds import PER_SEAT, Cards, Count, GivenRules, Line, Seat, Whole, Word

MANY_DECISIONS: Final = msgspec.Meta(max_length=5000)
"""More than there are in any hand, every card of the draw counted."""

MANY_CHOICES: Final = msgspec.Meta(max_length=100)
"""More than are ever told of one decision."""

SURE = 2.0
"""The standard errors by which something must be ahead to be called better."""


class Figure(msgspec.Struct, frozen=True):
    """A mean over deals, and its standard error."""

    mean: float
    error: float

    @property
    def sure(self) -> bool:
        """Whether it is more than 0 by more than chance."""
        return self.mean > SURE * self.error


class Choice(msgspec.Struct, frozen=True):
    """Something that could be done, and what it promised.

    Attributes:
        cards: the cards to play, bury, show or bid; none to wait or to pass.
        calls: the friends to call.
        levels: the levels that the seat's side gains in the hand, less those of the others.
        points: the points that the seat's side gets, less those of the others.
        ahead: by how much it is better than what was done, over the same deals and as far as two
            ways of playing on agree: levels, in which a point that decides none counts a little.
        deals: on how many deals it was tried.
    """

    cards: Cards
    calls: Annotated[tuple[Call, ...], PER_SEAT] = ()
    levels: Figure | None = None
    points: Figure | None = None
    ahead: Figure | None = None
    deals: Count = 0


class Lesson(msgspec.Struct, frozen=True):
    """Something about a decision that a player can learn from.

    Attributes:
        key: which text of the area `lessons` tells it.
        cards: the cards that it is about.
        points: the points that it is about, or how many cards are.
        higher: what is higher than these cards, where it is told.
    """

    key: Word
    cards: Cards = ()
    points: Whole = 0
    higher: Cards = ()


class OpenHands(msgspec.Struct, frozen=True):
    """The outcome of a play near the end when all play perfectly, with all hands open.

    Attributes:
        made: the Opponents' points at the end of the hand after what was done.
        best: the same after the best that could be done.
        cards: the best that could be done, or something as good.
    """

    made: Whole
    best: Whole
    cards: Cards


class Reviewed(msgspec.Struct, frozen=True):
    """A decision of a hand, weighed.

    Attributes:
        event: the number of the event in the record, from 1.
        trick: in which trick, from 1; 0 before the first lead.
        seat: who decided.
        decision: what was to be decided.
        made: what was done.
        better: what promised more, that first which was found to be the best before it was
            compared on the deals told here; `ahead` says by how much, and how surely.
        cost: how much less was to be expected than with the best, in levels, as far as two ways of
            playing on agree; 0 unless that was surer than chance on the deals that chose the best.
        weight: the cost on the deals that chose the best, by which the worst decisions are chosen:
            what is told as the cost comes from others.
        stake: how much there was to lose: by how much the best is better than anything at random,
            in levels.
        forced: whether there was nothing else worth trying; then nothing is weighed.
        lessons: what can be learned from it, where it cost something.
        open: what perfect play makes of it with all hands open, which nobody could know; where the
            record shows all hands and few enough cards are left.
        unsolved: whether perfect play of the last cards was looked for and not found in time, so
            that playouts alone say what it cost.
    """

    event: Count
    trick: Count
    seat: Seat
    decision: Decision
    made: Choice
    better: Annotated[tuple[Choice, ...], MANY_CHOICES] = ()
    cost: float = 0.0
    weight: float = 0.0
    stake: float = 0.0
    forced: bool = False
    lessons: Annotated[tuple[Lesson, ...], MANY_CHOICES] = ()
    open: OpenHands | None = None
    unsolved: bool = False


class CurvePoint(msgspec.Struct, frozen=True):
    """The expectation of the hand at some time.

    Attributes:
        trick: after which trick, from 1; 0 before the first lead.
        event: the number of the last event that it takes in.
        levels: the levels that the Declarers gain, or minus those that the Opponents do.
    """

    trick: Count
    event: Count
    levels: Figure


class PlayerReview(msgspec.Struct, frozen=True):
    """How a player decided.

    Attributes:
        seat: the seat.
        name: who played there.
        decisions: how many decisions were weighed.
        cost: the levels that they cost altogether.
        accuracy: from 0, as good as choosing at random, to 100, nothing lost; `None` where there
            was nothing to lose.
    """

    seat: Seat
    name: Line
    decisions: Count
    cost: float
    accuracy: float | None


class HandReview(msgspec.Struct, frozen=True):
    """A hand reviewed.

    Attributes:
        hand: the number of the hand.
        rules: as in the header of a record.
        depth: how many times as much as `strong` thinks every decision was thought about.
        seed: where chance started.
        players: by seat; those whose view the record does not show have no decisions.
        decisions: every decision, in order.
        curve: what was to be expected, trick by trick.
        result: the levels that the Declarers gained, or minus those that the Opponents did; `None`
            where the hand is not over.
        worst: the decisions that cost most, three at most, by their places in `decisions`; none
            that cost less than 0.1 levels.
    """

    hand: Count
    rules: GivenRules
    depth: float
    seed: Whole
    players: Annotated[tuple[PlayerReview, ...], PER_SEAT]
    decisions: Annotated[tuple[Reviewed, ...], MANY_DECISIONS]
    curve: Annotated[tuple[CurvePoint, ...], MANY_DECISIONS]
    result: Whole | None
    worst: Annotated[tuple[Count, ...], MANY_CHOICES]


class MatchReview(msgspec.Struct, frozen=True):
    """A match reviewed.

    Attributes:
        hands: the hands in order, each as it is reviewed by itself.
        players: how each player decided over all hands: by seat, and in a seat in the order in
            which they came to it.
        worst: the decisions that cost most in all the match, three at most: of each the place of
            its hand in `hands`, and its own among the decisions of that.
    """

    hands: tuple[HandReview, ...]
    players: tuple[PlayerReview, ...]
    worst: tuple[tuple[int, int], ...]


class HandReviewed(msgspec.Struct, frozen=True, tag="hand_reviewed", tag_field="event", gc=False):
    """A hand that is over was reviewed.

    Attributes:
        record: the SHA-256, in hex, of the record up to the end of the hand, without names.
        code: by which code, as `shengji.review.code_of_reviews` names it.
        review: what was found; its events are numbered from the first of the hand on, and `{0}`
            stands for the name of who sat in seat 0.
    """

    record: Word
    code: Word
    review: HandReview
