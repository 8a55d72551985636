"""Decisions judged by playing on, some deals at a time: so many processes share the work."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from benchmarks.review.figures import Verdict, verdict
from benchmarks.review.keeping import Hand, Kept, Work
from benchmarks.review.playing_on import Request, judged
from benchmarks.review.systems import own_seed, watched
from shengji.record import Record
from shengji.record.reviews import Choice, Reviewed
from shengji.review import DEPTH

DEALS = 8
"""The number of deals judged at a time."""
AHEAD = 4
"""The number of hands prepared for each process before they are judged."""


class Prepared(Protocol):
    """A line about a hand."""

    @property
    def hand(self) -> Hand:
        """The hand."""


OfHand = TypeVar("OfHand", bound=Prepared)
Replay = Callable[[Hand], Record]
"""Makes the record of a hand once more."""


class Piece(NamedTuple):
    """Some deals on which a decision of a hand is to be judged.

    Attributes:
        hand: the hand.
        found: the decision.
        better: the answer with which it is compared.
        number: which deals, from 0.
    """

    hand: Hand
    found: Reviewed
    better: Choice
    number: int


class Portion(msgspec.Struct, frozen=True, tag="judged"):
    """The results of a decision on some deals.

    Attributes:
        hand: the hand.
        event: the number of the event of the decision.
        number: which deals.
        judge: the bot that played on.
        ahead: by how much the other answer was better on each deal, in levels.
    """

    hand: Hand
    event: int
    number: int
    judge: str
    ahead: tuple[float, ...]


def pieces(
    hand: Hand, found: Reviewed, better: Choice, judge: str, deals: int, done: Iterable[object]
) -> Iterator[Piece]:
    """The pieces of a decision still to be judged, of so many deals in all."""
    before = {
        one.number
        for one in done
        if isinstance(one, Portion)
        and (one.hand, one.event, one.judge) == (hand, found.event, judge)
    }
    for number in range(-(-deals // DEALS)):
        if number not in before:
            yield Piece(hand, found, better, number)


def judged_piece(piece: Piece, judge: str, replay: Replay) -> Portion:
    """Judge a decision on some deals."""
    hand, found, better, portion = piece
    record, fresh = replay(hand), own_seed("judged", *hand, portion)
    for number, watching in watched(record, fresh, DEPTH):
        if number == found.event:
            tried = judged(
                record, found, better, watching[found.seat], Request(judge, DEALS, fresh)
            )
            ahead = (tried.worth[1] - tried.worth[0]).round(4).tolist()
            return Portion(hand, number, portion, judge, tuple(ahead))
    raise ValueError(f"the hand has no event {found.event}")


def verdicts(done: Iterable[object], judge: str, deals: int) -> dict[tuple[Hand, int], Verdict]:
    """The verdict on each decision that this bot has judged, on so many deals at most."""
    ahead = defaultdict[tuple[Hand, int], list[float]](list)
    for one in done:
        if isinstance(one, Portion) and one.judge == judge and one.number * DEALS < deals:
            ahead[one.hand, one.event] += one.ahead
    return {decision: verdict(found) for decision, found in ahead.items()}


def prepare_and_judge(
    asked: argparse.Namespace,
    hands: Sequence[Hand],
    prepare: Callable[[Hand], OfHand],
    replay: Replay,
    kept: Kept[OfHand | Portion],
    to_judge: Callable[[OfHand], Iterable[tuple[Reviewed, Choice]]],
) -> None:
    """Make a line of each hand, and judge decisions of it, as long as there is time.

    Args:
        asked: the options.
        hands: the hands.
        prepare: makes the line of a hand.
        replay: makes the record of a hand once more.
        kept: what came out so far, and what comes out.
        to_judge: each decision of a hand that is to be judged, with what it is compared with.
    """
    work = Work(asked.jobs, asked.minutes)
    judge = partial(judged_piece, judge=asked.judge, replay=replay)
    for begin in range(0, len(hands), AHEAD * asked.jobs):
        some = hands[begin : begin + AHEAD * asked.jobs]
        before = {line.hand for line in kept.done if not isinstance(line, Portion)}
        work.keep(prepare, [hand for hand in some if hand not in before], kept)
        lines = [line for line in kept.done if not isinstance(line, Portion) and line.hand in some]
        wanted = [
            piece
            for line in lines
            for found, better in to_judge(line)
            for piece in pieces(line.hand, found, better, asked.judge, asked.deals, kept.done)
        ]
        work.keep(judge, wanted, kept)
