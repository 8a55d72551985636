"""The review of a hand: its decisions, its course, and each player's accuracy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import sqrt
from typing import NamedTuple

from msgspec.structs import replace

from shengji.cards import Card
from shengji.explain.lessons import lessons
from shengji.game import (
    Call,
    Decision,
    Event,
    FriendsCalled,
    HandEnded,
    HandStarted,
    KittyBuried,
    LandBid,
    LandPassed,
    Played,
    Shown,
    ThrowFailed,
    TrumpMade,
    due_of,
    view,
)
from shengji.record import Record
from shengji.record.reader import empty_match
from shengji.record.reviews import (
    Choice,
    CurvePoint,
    Figure,
    HandReview,
    Lesson,
    MatchReview,
    PlayerReview,
    Reviewed,
)
from shengji.review.open_hands import open_hands
from shengji.review.reviewer import Reviewer
from shengji.review.stored import from_store, stored_in
from shengji.rules import describe_rules
from shengji.words import Phrase, SpokenError

MOST_WORST = 3
"""Maximum number of decisions listed as the costliest."""

LISTED = 0.1
"""Minimum cost of a listed decision, in levels; smaller differences are insignificant."""

DEPTH = 2.0
"""Default multiple of the effort of `strong` per decision."""

Progress = Callable[[int, int], None]
"""Progress callback with the number of reviewed events and their total; it can raise to cancel."""


def _nothing(done: int, of: int) -> None:
    """Ignore the progress."""


class _SeatDecision(NamedTuple):
    """A seat's decision."""

    seat: int
    decision: Decision
    cards: tuple[Card, ...] = ()
    calls: tuple[Call, ...] = ()


def review_hand(
    record: Record,
    hand: int | None = None,
    seed: int = 0,
    depth: float = DEPTH,
    progress: Progress = _nothing,
) -> HandReview:
    """Review every decision of a hand, given each player's knowledge at the time.

    The result depends on the record, seed and depth only, so a stored review of the record is
    returned if the present code has made it with these. If a hand was dealt again, its last deal is
    reviewed. If the record shows one seat's view, only that seat's decisions are reviewed.

    Args:
        record: the match.
        hand: the number of the hand, from 1; by default the last one.
        seed: the random seed.
        depth: the multiple of the effort of `strong` per decision.
        progress: called from time to time.

    Raises:
        ValueError: there is no such hand, or the depth is not above 0.
    """
    if not depth > 0:  # nor NaN
        raise SpokenError(Phrase("usage", "depth", given=depth))
    begin, end = _span(record.events, hand)
    started = record.events[begin]
    assert isinstance(started, HandStarted)
    stored = stored_in(record, started.hand, depth, seed)
    if stored is not None:
        return from_store(stored, record)
    walk = _Walk(record, begin, seed, depth)
    decisions: list[Reviewed] = []
    for number in range(begin, end):
        decisions += walk.advance(number)
        progress(number + 1 - begin, end - begin)
    return _summed(record, begin, end, walk, decisions)


def review_match(
    record: Record, seed: int = 0, depth: float = DEPTH, progress: Progress = _nothing
) -> MatchReview:
    """Review every hand of a match as `review_hand` does, and sum up the results.

    Args:
        record: the match.
        seed: the random seed of each hand.
        depth: the multiple of the effort of `strong` per decision.
        progress: called from time to time.

    Raises:
        ValueError: there is no hand, or the depth is not above 0.
    """
    numbers = dict.fromkeys(e.hand for e in record.events if isinstance(e, HandStarted))
    if not numbers:
        raise SpokenError(Phrase("usage", "nothing-to-review"))
    spans = [_span(record.events, number) for number in numbers]
    total = sum(end - begin for begin, end in spans)
    before, hands = 0, list[HandReview]()
    for number, (begin, end) in zip(numbers, spans, strict=True):
        progress_of = partial(_further, progress, before, total)
        hands.append(review_hand(record, number, seed, depth, progress_of))
        before += end - begin
    of_player: dict[tuple[int, str], list[Reviewed]] = {}
    for review in hands:
        for player in review.players:
            of_player.setdefault((player.seat, player.name), [])
        for found in review.decisions:
            of_player[found.seat, review.players[found.seat].name].append(found)
    # The sort is stable: the players of a seat stay in the order of their arrival.
    in_order = sorted(of_player.items(), key=lambda item: item[0][0])
    return MatchReview(
        hands=tuple(hands),
        players=tuple(_player(*who, decisions) for who, decisions in in_order),
        worst=worst_of([review.decisions for review in hands]),
    )


def worst_of(hands: Sequence[Sequence[Reviewed]]) -> tuple[tuple[int, int], ...]:
    """The costliest decisions of some hands, at most `MOST_WORST`, the costliest first.

    Each costs at least `LISTED`. They are selected by weight, so that the costs, which are
    estimated on other deals, are not biased by the selection.

    Args:
        hands: the decisions of each hand; of equal weights the earlier one comes first.

    Returns:
        For each, the index of its hand in `hands`, and its index among the decisions of the hand.
    """
    costly = [
        (-found.weight, place, at, found.cost)
        for place, decisions in enumerate(hands)
        for at, found in enumerate(decisions)
        if found.cost >= LISTED
    ]
    worst = sorted(sorted(costly)[:MOST_WORST], key=lambda one: -one[-1])
    return tuple((place, at) for _, place, at, _ in worst)


def _further(progress: Progress, before: int, total: int, done: int, _: int) -> None:
    """Convert the progress of one hand to that of all hands."""
    progress(before + done, total)


def _span(events: Sequence[Event], hand: int | None) -> tuple[int, int]:
    """The index of the first event of a hand's last deal, and the index after its last event."""
    starts = [(n, e.hand) for n, e in enumerate(events) if isinstance(e, HandStarted)]
    last = starts[-1][1] if starts else 0
    of_hand = [place for place, number in starts if number == (last if hand is None else hand)]
    if not of_hand:
        raise SpokenError(Phrase("usage", "no-hand", number=hand, last=last))
    after = (place for place, _ in starts if place > of_hand[-1])
    return of_hand[-1], next(after, len(events))


class _Walk:
    """Replays a hand, with a reviewer in each seat that the record shows."""

    def __init__(self, record: Record, begin: int, seed: int, depth: float) -> None:
        self.record = record
        self.seed, self.depth = seed, depth
        seen_by = record.header.seen_by
        seats = range(record.rules.players)
        before = empty_match(record.header, record.rules)
        for event in record.events[:begin]:
            before.apply(event)
        self.begin = begin
        self.match = before
        self.reviewers = {
            seat: Reviewer(record.rules, seat, seed, depth)
            for seat in seats
            if seen_by in ("all", seat)
        }
        for reviewer in self.reviewers.values():
            reviewer.catch_up(before.standings)

    def advance(self, number: int) -> Iterator[Reviewed]:
        """Review the decisions of an event, then pass the event to all reviewers."""
        event = self.record.events[number]
        for made in self._decided(number):
            reviewer = self.reviewers.get(made.seat)
            if reviewer is not None:
                found = self._reviewed(reviewer, made, number)
                if found is not None:
                    yield found
        self.match.apply(event)
        for seat, reviewer in self.reviewers.items():
            reviewer.observe(view(event, seat))

    def _decided(self, number: int) -> Iterator[_SeatDecision]:
        """Yield the decisions of an event; a failed throw and its remaining lead are one decision.

        After an accepted claim of the rest there are no more decisions.
        """
        event, hand = self.record.events[number], self.match.hand
        if hand is not None and any(claim.accepted for claim in hand.claims):
            return
        match event:
            case Shown():
                yield _SeatDecision(event.seat, "show", event.cards)
            case TrumpMade():
                # Seats that could have declared over the last declaration, and waited.
                for seat, reviewer in self.reviewers.items():
                    shown = reviewer.hand.shown
                    if shown and shown[-1].seat != seat and due_of(reviewer.hand, seat):
                        yield _SeatDecision(seat, "show")
            case KittyBuried() if event.cards is not None:
                yield _SeatDecision(event.seat, "bury", event.cards)
            case LandBid():
                yield _SeatDecision(event.seat, "land", event.cards)
            case LandPassed():
                yield _SeatDecision(event.seat, "land")
            case FriendsCalled():
                yield _SeatDecision(event.seat, "call", calls=event.calls)
            case ThrowFailed():
                yield _SeatDecision(event.seat, "lead", event.thrown)
            case Played() if not isinstance(self.record.events[number - 1], ThrowFailed):
                yield _SeatDecision(
                    event.seat, "follow" if not event.units else "lead", event.cards
                )

    def _reviewed(self, reviewer: Reviewer, made: _SeatDecision, number: int) -> Reviewed | None:
        """Review a decision; `None` if it cannot be reviewed."""
        hand = reviewer.hand
        if made.decision == "land" and due_of(hand, made.seat) is None:
            return None
        case = reviewer.case(made.decision, made.cards, made.calls, number - self.begin)
        if case is None:
            return None
        playing = made.decision in ("lead", "follow")
        found = Reviewed(
            event=number + 1,
            trick=len(hand.tricks) + 1 if playing else 0,
            seat=made.seat,
            decision=made.decision,
            made=Choice(made.cards, made.calls),
        )
        if case.forced:
            return replace(found, forced=True)
        if playing and self.match.all_seen and self.match.hand is not None:
            found = replace(found, open=open_hands(self.match.hand, made.cards))
        weighed = case.weigh()
        done, *others = case.choices(weighed)
        learned: tuple[Lesson, ...] = ()
        if weighed.cost:
            failed = isinstance(self.record.events[number], ThrowFailed)
            learned = lessons(reviewer, made.decision, done, others[0], failed=failed)
        return replace(
            found,
            made=done,
            better=tuple(c for c in others if c.ahead is not None and c.ahead.mean > 0),
            cost=weighed.cost,
            weight=weighed.weight if weighed.cost else 0.0,
            stake=weighed.stake,
            lessons=learned,
            unsolved=weighed.unsolved,
        )


def _summed(
    record: Record, begin: int, end: int, walk: _Walk, decisions: Sequence[Reviewed]
) -> HandReview:
    """Build the review from the decisions."""
    ended = next((e for e in record.events[begin:end] if isinstance(e, HandEnded)), None)
    started = record.events[begin]
    assert isinstance(started, HandStarted)
    declarers = _declarers(walk) if ended is None else ended.declarers
    result = None
    if ended is not None:
        result = ended.levels if ended.winner == "declarers" else -ended.levels
    names = record.players(begin)
    return HandReview(
        hand=started.hand,
        rules=describe_rules(record.rules),
        depth=walk.depth,
        seed=walk.seed,
        players=tuple(
            _player(seat, names[seat] or "", [d for d in decisions if d.seat == seat])
            for seat in range(record.rules.players)
        ),
        decisions=tuple(decisions),
        curve=tuple(_curve(decisions, declarers)),
        result=result,
        worst=tuple(at for _, at in worst_of([decisions])),
    )


def _declarers(walk: _Walk) -> tuple[int, ...]:
    """The seats on the Declarers' side of an unfinished hand, as far as they are known."""
    hands = [reviewer.hand for reviewer in walk.reviewers.values()]
    return hands[0].declarers if hands and hands[0].dealer is not None else ()


def _player(seat: int, name: str, decisions: Sequence[Reviewed]) -> PlayerReview:
    weighed = [found for found in decisions if not found.forced]
    cost = sum((found.cost for found in weighed), 0.0)
    stake = sum(found.stake for found in weighed)
    accuracy = max(0.0, 100 * (1 - cost / stake)) if stake else None
    return PlayerReview(seat, name, len(weighed), cost, accuracy)


def _curve(decisions: Sequence[Reviewed], declarers: Sequence[int]) -> Iterator[CurvePoint]:
    """For each trick, the mean expected result over all decisions made in it."""
    tricks = sorted({found.trick for found in decisions})
    for trick in tricks:
        weighed = [f for f in decisions if f.trick == trick and f.made.levels is not None]
        if not weighed:
            continue
        signs = [1 if found.seat in declarers else -1 for found in weighed]
        expected = [found.made.levels for found in weighed]
        mean = sum(s * f.mean for s, f in zip(signs, expected, strict=True) if f) / len(weighed)
        error = sqrt(sum(f.error**2 for f in expected if f)) / len(weighed)
        yield CurvePoint(trick, weighed[-1].event, Figure(mean, error))
