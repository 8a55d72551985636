"""Response schemas of reviews, with texts in all languages and without search details."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from shengji.record import HandReviewed
from shengji.record.lines import encode
from shengji.review import Choice, HandReview, Reviewed, worst_of
from shengji.review.wording import describe_mistake, told_made, told_open
from shengji.server.matches.records import FinishedRecord
from shengji.server.matches.schemas import MatchPlayer
from shengji.server.reviews.schemas import (
    GoodDecisions,
    MatchMistake,
    MatchReviewPlayer,
    MatchReviewView,
    ReviewedChoice,
    ReviewedDecision,
    ReviewedHand,
    ReviewedMoment,
    ReviewedPlayer,
)
from shengji.server.site.schemas import Text
from shengji.server.site.words import words

_read = msgspec.json.Decoder(HandReview).decode


def hand_view(body: bytes) -> ReviewedHand:
    """Return the response for a review, given the output of a `ReviewProcess`."""
    return review_view(_read(body))


def review_view(review: HandReview) -> ReviewedHand:
    """Return the response for a review, with `{0}` in texts for the name of seat 0."""
    return ReviewedHand(
        hand=review.hand,
        players=tuple(
            ReviewedPlayer(
                seat=player.seat,
                decisions=player.decisions,
                cost=player.cost,
                accuracy=player.accuracy,
                worst=_worst_of(review, player.seat),
            )
            for player in review.players
        ),
        decisions=tuple(_decision(review, found) for found in review.decisions),
        curve=tuple(
            ReviewedMoment(
                trick=point.trick,
                event=point.event,
                levels=point.levels.mean,
                error=point.levels.error,
            )
            for point in review.curve
        ),
        result=review.result,
        worst=review.worst,
    )


def _worst_of(review: HandReview, seat: int) -> tuple[int, ...]:
    """Return the costliest decisions of a seat, as indexes into all decisions."""
    places = [place for place, found in enumerate(review.decisions) if found.seat == seat]
    own = [review.decisions[place] for place in places]
    return tuple(places[at] for _, at in worst_of([own]))


def with_reviews(kept: FinishedRecord, made: Sequence[tuple[bytes, str, bytes]]) -> bytes | None:
    """Return the lines of a record, followed by the reviews of its hands.

    Args:
        kept: the match.
        made: the digest of the hand, the code and the JSON of each review.

    Returns:
        The lines, or `None` if no hand of the match is finished.
    """
    lines = kept.lines()
    reviews = (HandReviewed(digest.hex(), code, _read(body)) for digest, code, body in made)
    return None if lines is None else lines + b"".join(map(encode, reviews))


def match_view(
    bodies: Mapping[int, bytes | None], seats: Sequence[MatchPlayer], reader: str | None = None
) -> MatchReviewView:
    """Summarize the reviewed hands of a match, by holder of a seat.

    Args:
        bodies: the reviews as JSON, by number of the hand.
        seats: the holders of the seats.
        reader: public id of the viewer.
    """
    reviews = [_read(body) for _, body in sorted(bodies.items()) if body is not None]
    found = []
    mine: list[set[int]] = [set() for _ in reviews]
    for place, player in enumerate(seats):
        until = min(
            (one.first for one in seats if one.seat == player.seat and one.first > player.first),
            default=None,
        )
        theirs = []
        for review, own in zip(reviews, mine, strict=True):
            if review.hand < player.first or (until is not None and review.hand >= until):
                continue
            if reader is not None and player.person == reader:
                own.add(player.seat)
            theirs += [d for d in review.decisions if d.seat == player.seat and not d.forced]
        if theirs:
            cost, stake = sum(d.cost for d in theirs), sum(d.stake for d in theirs)
            found.append(
                MatchReviewPlayer(
                    player=place,
                    seat=player.seat,
                    first=player.first,
                    decisions=len(theirs),
                    cost=cost,
                    accuracy=max(0.0, 100 * (1 - cost / stake)) if stake else None,
                )
            )
    own_decisions = [
        [d for d in review.decisions if d.seat in own]
        for review, own in zip(reviews, mine, strict=True)
    ]
    free = [found for hand in own_decisions for found in hand if not found.forced]
    good = GoodDecisions(good=sum(not found.cost for found in free), of=len(free))
    return MatchReviewView(
        players=tuple(found),
        worst=_mistakes(reviews, [review.decisions for review in reviews]),
        own_worst=_mistakes(reviews, own_decisions) if any(own_decisions) else None,
        own_good=good if free else None,
    )


def _mistakes(
    reviews: Sequence[HandReview], decisions: Sequence[Sequence[Reviewed]]
) -> tuple[MatchMistake, ...]:
    return tuple(
        MatchMistake(
            hand=reviews[place].hand,
            decision=_decision(reviews[place], decisions[place][at]),
        )
        for place, at in worst_of(decisions)
    )


def _decision(review: HandReview, found: Reviewed) -> ReviewedDecision:
    name = review.players[found.seat].name
    instead, said, why, caution = None, None, tuple[Text, ...](), None
    if found.cost:
        english, chinese = (
            describe_mistake(review, found, "en"),
            describe_mistake(review, found, "zh"),
        )
        instead = words(english.instead, chinese.instead)
        said = words(english.better, chinese.better)
        why = tuple(map(words, english.why, chinese.why))
        if english.caution is not None and chinese.caution is not None:
            caution = words(english.caution, chinese.caution)
    opened = None
    if found.open is not None:
        opened = words(told_open(found.open, "en"), told_open(found.open, "zh"))
    return ReviewedDecision(
        event=found.event,
        trick=found.trick,
        seat=found.seat,
        decision=found.decision,
        cards=found.made.cards,
        made=words(told_made(found, name, "en"), told_made(found, name, "zh")),
        forced=found.forced,
        cost=found.cost,
        stake=found.stake,
        better=tuple(_choice(choice) for choice in found.better) if found.cost else (),
        instead=instead,
        said=said,
        why=why,
        open=opened,
        caution=caution,
    )


def _choice(choice: Choice) -> ReviewedChoice:
    assert choice.ahead is not None  # better choices are always compared with the actual one
    return ReviewedChoice(cards=choice.cards, ahead=choice.ahead.mean, error=choice.ahead.error)
