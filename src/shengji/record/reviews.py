"""Findings of a review: plain data, stored with a record and sent as JSON."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from shengji.game import Call, Decision
from shengji.rules.bounds import PER_SEAT, Cards, Count, GivenRules, Line, Seat, Whole, Word

MANY_DECISIONS: Final = msgspec.Meta(max_length=5000)
"""Bound on the decisions of a hand, above the number in any hand with its draw."""

MANY_CHOICES: Final = msgspec.Meta(max_length=100)
"""Bound on the choices and lessons of a decision, above any real number."""

SURE = 2.0
"""Number of standard errors from which a choice counts as better."""


class Figure(msgspec.Struct, frozen=True):
    """A mean over deals, and its standard error."""

    mean: float
    error: float

    @property
    def sure(self) -> bool:
        """Whether it is significantly greater than 0."""
        return self.mean > SURE * self.error


class Choice(msgspec.Struct, frozen=True):
    """A possible choice, and its expected result.

    Attributes:
        cards: the cards to play, bury, show or bid; empty to wait or to pass.
        calls: the friends to call.
        levels: the levels that the seat's side gains in the hand, minus the other side's.
        points: the points that the seat's side gets, minus the other side's.
        ahead: advantage over the actual choice, over the same deals and as far as two playout
            policies agree: in levels, with a small weight for points that decide no level.
        deals: number of deals on which it was tried.
    """

    cards: Cards
    calls: Annotated[tuple[Call, ...], PER_SEAT] = ()
    levels: Figure | None = None
    points: Figure | None = None
    ahead: Figure | None = None
    deals: Count = 0


class Lesson(msgspec.Struct, frozen=True):
    """A lesson that a player can learn from a decision.

    Attributes:
        key: key of its text in the area `lessons`.
        cards: the cards in question.
        points: the points in question, or a number of cards.
        higher: the cards that are higher than these, if the text names them.
    """

    key: Word
    cards: Cards = ()
    points: Whole = 0
    higher: Cards = ()


class OpenHands(msgspec.Struct, frozen=True):
    """The outcome of a play near the end under perfect play, with all hands open.

    Attributes:
        made: the Opponents' points at the end of the hand after the actual choice.
        best: the Opponents' points after the best choice.
        cards: the best choice, or one as good.
    """

    made: Whole
    best: Whole
    cards: Cards


class Reviewed(msgspec.Struct, frozen=True):
    """A decision of a hand, evaluated.

    Attributes:
        event: number of the event in the record, from 1.
        trick: number of the trick, from 1; 0 before the first lead.
        seat: the deciding seat.
        decision: the kind of decision.
        made: the actual choice.
        better: better choices, led by the one that was found best before the comparison on these
            deals; `ahead` gives the advantage and its error.
        cost: expected loss against the best choice, in levels, as far as two playout policies
            agree; 0 unless it was significant on the deals that chose the best.
        weight: the cost on the deals that chose the best, used to select the worst decisions;
            `cost` is measured on other deals.
        stake: the advantage of the best choice over a random one, in levels.
        forced: whether there was no other choice worth trying; the decision is then not evaluated.
        lessons: lessons from a decision with a cost.
        open: result of perfect play with all hands open; where the record shows all hands and few
            enough cards are left.
        unsolved: whether perfect play of the last cards was searched for but not found in time, so
            that the cost comes from playouts alone.
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
    """The expected result of the hand at a point of the play.

    Attributes:
        trick: number of the last complete trick, from 1; 0 before the first lead.
        event: number of the last event included.
        levels: the levels that the Declarers gain, or minus the Opponents'.
    """

    trick: Count
    event: Count
    levels: Figure


class PlayerReview(msgspec.Struct, frozen=True):
    """A player's decisions, summarized.

    Attributes:
        seat: the seat.
        name: the player's name.
        decisions: number of decisions evaluated.
        cost: total cost of the decisions, in levels.
        accuracy: from 0 for random choices to 100 for no loss; `None` where there was no stake.
    """

    seat: Seat
    name: Line
    decisions: Count
    cost: float
    accuracy: float | None


class HandReview(msgspec.Struct, frozen=True):
    """The review of a hand.

    Attributes:
        hand: the number of the hand.
        rules: as in the header of a record.
        depth: amount of thinking per decision, as a multiple of the bot `strong`.
        seed: seed of the random numbers.
        players: by seat; players without a recorded view have no decisions.
        decisions: every decision, in order.
        curve: the expected result, trick by trick.
        result: the levels that the Declarers gained, or minus the Opponents'; `None` for an
            unfinished hand.
        worst: indexes into `decisions` of the three costliest, or fewer; each costs at least 0.1
            levels.
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
    """The review of a match.

    Attributes:
        hands: the reviews of the hands, in order.
        players: each player's decisions over all hands: by seat, and within a seat in the order of
            the players.
        worst: the three costliest decisions of the match, or fewer: each as an index into `hands`
            and one into its decisions.
    """

    hands: tuple[HandReview, ...]
    players: tuple[PlayerReview, ...]
    worst: tuple[tuple[int, int], ...]


class HandReviewed(msgspec.Struct, frozen=True, tag="hand_reviewed", tag_field="event", gc=False):
    """A record line with the review of a finished hand.

    Attributes:
        record: the SHA-256, in hex, of the record up to the end of the hand, without names.
        code: version of the code that made it, from `shengji.review.code_of_reviews`.
        review: the review; events are numbered from the first of the hand, and `{0}` stands for the
            name of the player in seat 0.
    """

    record: Word
    code: Word
    review: HandReview
