"""Checks that an event was legal and states the consequences by the rules.

Readers of a record trust it, since the rules may have been corrected after it was written. Only
validation runs these checks, on events that can come next (`shengji.record.order`).
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from msgspec import UNSET

from shengji.cards import Card
from shengji.game import (
    DealtAgain,
    FriendJoined,
    FriendsCalled,
    Hand,
    HandEnded,
    HandStarted,
    LandBid,
    Match,
    Played,
    RedealAnswered,
    Refusal,
    RestClaimed,
    Shown,
    StartHand,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
    may_redeal,
    proven_rest,
)
from shengji.game.decisions import refuse_follow
from shengji.game.draw_end import again_on_request, close_draw, dealer_after
from shengji.game.endings import end_hand, joining_friends, take_trick
from shengji.game.friends import judge_calls
from shengji.game.land import judge_land
from shengji.play.units import arrange, unit_of
from shengji.record.misfit import Misfit, as_json, held_by, need, need_fields
from shengji.rules.bounds import Units


def check_started(match: Match, event: HandStarted) -> None:
    """Check the trump rank of a hand, and the first drawer of a match's first deal."""
    _, rank, _ = match.next_hand
    if rank is None:
        need(event.rank is None, "own-rank")
    else:
        need(event.rank is rank, "rank", rank=rank.value)
    if match.first is None:
        first = _first_drawer(match, event)
        need(first is not None, "turned")
        need(event.first == first, "draws-first", seat=first)


def check_settled(match: Match, hand: Hand, event: HandEnded) -> None:
    """Settle a hand again and compare the result with its recorded end."""
    right = end_hand(hand, match.standings, event.kitty)
    need(event.factor == right.factor, "factor", factor=right.factor)
    need(event.kitty is not None or not right.factor, "kitty-opened")
    for field in HandEnded.__struct_fields__:
        said, made = getattr(event, field), getattr(right, field)
        need(said == made, "by-rules", field=field, said=as_json(said), right=as_json(made))


def _first_drawer(match: Match, event: HandStarted) -> int | None:
    """The first drawer of a match's first deal, given the turned-up cards."""
    named = event.first if match.rules.first_drawer == "random" else None
    command = StartHand(tuple(match.rules.deck), event.turned, named)
    answer = Match(match.rules).try_do(command)
    if isinstance(answer, Refusal):
        return None
    (started,) = answer
    assert isinstance(started, HandStarted)
    return started.first


# Before the tricks


def _check_shown(hand: Hand, event: Shown) -> None:
    """Check that a declaration was legal, and its result."""
    lying = hand.shown[-1].cards if hand.shown else ()
    held = held_by(hand, event.seat, (*event.cards, *lying))
    judged = hand.bidding.judge(event.seat, held, event.cards)
    if isinstance(judged, str):
        raise Misfit("shown", fault=judged)
    way, cards = judged
    need((way, cards) == (event.way, event.cards), "way", way=way)
    dealer = dealer_after(hand, event.seat, cards)
    need(event.dealer == dealer, "dealer", dealer=dealer)


def _check_closed(hand: Hand, event: TrumpMade | DealtAgain) -> None:
    if hand.claimed is not None:
        right: TrumpMade | DealtAgain = again_on_request(hand, hand.claimed)
    else:
        right = _closed(hand, event.turned)
    need(type(event) is type(right), "draw-ends")
    need_fields(event, right)


def _closed(hand: Hand, turned: tuple[Card, ...]) -> TrumpMade | DealtAgain:
    """The event that closes the draw when the kitty begins with the turned-up cards.

    The cards after them may be unknown and do not matter: cards are turned up until one decides,
    and that must be the last one, unless the whole kitty was turned up.
    """
    guess = copy(hand)
    if guess.kitty is None:
        guess.kitty = (*turned, *[Card.SMALL_JOKER] * (hand.rules.kitty_size - len(turned)))
    return close_draw(guess)


def _check_redeal(hand: Hand, event: RedealAnswered) -> None:
    """Check that a hand may claim a re-deal, and is shown sorted."""
    if event.wanted:
        need(may_redeal(hand, event.cards), "no-redeal")
        need(tuple(hand.space.sort(event.cards)) == event.cards, "not-in-order")


def _check_land(hand: Hand, event: LandBid) -> None:
    held = held_by(hand, event.seat, event.cards)
    fault = judge_land(hand.rank, hand.last_bid, held, event.cards)
    need(fault is None, "land", fault=fault)


def _check_called(hand: Hand, event: FriendsCalled) -> None:
    fault = judge_calls(hand.rules, hand.space, event.calls)
    need(fault is None, "call", fault=fault)


# Tricks


def _check_throw(hand: Hand, event: ThrowFailed) -> None:
    """Check a failed throw for plausibility, since the cards that beat it are hidden."""
    once = hand.rules.throw_penalty_points
    if hand.rules.throw_penalty in ("none", "flat"):
        possible = event.penalty == (once if hand.rules.throw_penalty == "flat" else 0)
    else:
        possible = event.penalty in range(once, once * len(event.thrown) + 1, once)
    need(possible, "penalty")
    if event.units is not UNSET:
        _need_units(hand, event.units)


def _check_played(hand: Hand, event: Played) -> None:
    _need_joined(hand)
    if hand.trick is None:
        _check_lead(hand, event)
    else:
        _check_follow(hand, event)


def _check_lead(hand: Hand, event: Played) -> None:
    _need_units(hand, event.units)
    if hand.failed is not None:
        need(len(event.units) == 1, "one-unit")


def _need_units(hand: Hand, units: Units) -> None:
    whole = [unit for cards in units if (unit := unit_of(hand.space, cards)) is not None]
    need(len(whole) == len(units), "no-units")
    ordered = tuple(unit.cards for unit in arrange(hand.space, whole))
    need(ordered == units, "units-order")


def _check_follow(hand: Hand, event: Played) -> None:
    assert hand.trick is not None
    lead = hand.trick.lead_for(event.seat)
    if hand.knows(event.seat):
        refusal = refuse_follow(lead, hand.hands[event.seat], event.cards)
        if refusal is not None:
            raise Misfit("refused", why=refusal)
    elif event.seat == hand.trick.challenger:
        # The challenger of a throw must beat it; whether this play does is public.
        need(lead.owed(event.cards).beat, "must-beat")


def _check_joined(hand: Hand, event: FriendJoined) -> None:
    """Check that the last play answers this call, and the discarded points."""
    due = _due_to_join(hand)
    need(bool(due), "joins")
    need_fields(event, due[0])


def _due_to_join(hand: Hand) -> list[FriendJoined]:
    """The remaining events of friends who join by the last play."""
    trick = hand.trick
    if trick is None:
        return []
    seat = (trick.leader + len(trick.plays) - 1) % hand.players
    found = joining_friends(hand, Played(seat, trick.plays[-1]))
    return [event for event in found if hand.answers[event.call] is None]


def _need_joined(hand: Hand) -> None:
    need(not _due_to_join(hand), "joins-first")


def _check_taken(hand: Hand, event: TrickTaken) -> None:
    """Check the winner of a trick and its points."""
    _need_joined(hand)
    assert hand.ahead is not None
    right = take_trick(hand, hand.ahead)
    need(
        event == right,
        "takes",
        seat=right.seat,
        points=right.points,
        opponents=right.opponents,
    )


def _check_claimed(hand: Hand, event: RestClaimed) -> None:
    """Check that a claim was proven, where the viewer knows the claimer's hand."""
    if hand.knows(event.seat):
        need(proven_rest(hand, event.seat) == event.takes, "not-proven")


CHECKS: dict[type, Callable[[Hand, Any], None]] = {
    Shown: _check_shown,
    TrumpMade: _check_closed,
    DealtAgain: _check_closed,
    RedealAnswered: _check_redeal,
    LandBid: _check_land,
    FriendsCalled: _check_called,
    ThrowFailed: _check_throw,
    Played: _check_played,
    FriendJoined: _check_joined,
    TrickTaken: _check_taken,
    RestClaimed: _check_claimed,
}
"""Check of each event within a hand against the rules."""
