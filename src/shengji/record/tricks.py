"""Whether an event of the tricks and of the end of a hand can come next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from shengji.cards import Card, lacking
from shengji.game import (
    FriendJoined,
    Hand,
    HandEnded,
    Match,
    Phase,
    Played,
    ThrowFailed,
    TrickTaken,
)
from shengji.game.decisions import refuse_follow
from shengji.game.endings import end_hand, joined, take_trick
from shengji.play.units import arrange, unit_of
from shengji.record.misfit import (
    Misfit,
    as_json,
    need,
    need_fields,
    need_held,
    need_kitty_size,
    need_seat,
    need_turn,
)


def _check_throw(hand: Hand, event: ThrowFailed) -> None:
    """Check a failed throw. Who can beat what is hidden, so it is only what can have been."""
    _need_play(hand)
    need(hand.trick is None and hand.failed is None, "this is no throw")
    need_turn(hand, event.seat)
    need_seat(hand, event.challenger)
    need(event.challenger != event.seat, "nobody challenges themselves")
    need_held(hand, event.seat, event.thrown)
    _need_one_suit(hand, event.thrown)
    one = hand.rules.throws or unit_of(hand.space, event.thrown) is not None
    need(one, "a lead is one unit, since there are no throws")
    once = hand.rules.throw_penalty_points
    if hand.rules.throw_penalty in ("none", "flat"):
        possible = event.penalty == (once if hand.rules.throw_penalty == "flat" else 0)
    else:
        possible = event.penalty in range(once, once * len(event.thrown) + 1, once)
    need(possible, "the penalty is not one of these rules")


def _check_played(hand: Hand, event: Played) -> None:
    """Check a lead or a follow."""
    _need_play(hand)
    need_turn(hand, event.seat)
    need_held(hand, event.seat, event.cards)
    if hand.trick is None:
        _check_lead(hand, event)
    else:
        _check_follow(hand, event)


def _check_lead(hand: Hand, event: Played) -> None:
    _need_one_suit(hand, event.cards)
    units = [unit_of(hand.space, cards) for cards in event.units]
    whole = [unit for unit in units if unit is not None]
    need(len(whole) == len(units) > 0, "its units are none")
    one = hand.rules.throws or len(units) == 1
    need(one, "a lead is one unit, since there are no throws")
    ordered = tuple(unit.cards for unit in arrange(hand.space, whole))
    need(ordered == event.units, "its units are not in order, the longest first")
    need(
        Counter(chain.from_iterable(event.units)) == Counter(event.cards), "units and cards differ"
    )
    if hand.failed is not None:
        need(len(units) == 1, "after a failed throw one unit is led")
        need(not lacking(event.cards, hand.failed.thrown), "this was not in the throw")


def _check_follow(hand: Hand, event: Played) -> None:
    assert hand.trick is not None
    need(event.units == (), "only a lead has units")
    lead = hand.trick.lead_for(event.seat)
    need(len(event.cards) == lead.size, f"{lead.size} cards were led")
    if hand.knows(event.seat):
        refusal = refuse_follow(lead, hand.hands[event.seat], event.cards)
        if refusal is not None:
            raise Misfit(refusal.sentence())
    elif event.seat == hand.trick.challenger:
        # Whoever has challenged a throw holds something higher; whether this is, lies open.
        need(lead.owed(event.cards).beat, "the failed throw must be beaten")


def _check_joined(hand: Hand, event: FriendJoined) -> None:
    """Check that the last play answers this call, and the points that are thrown away."""
    due = _due_to_join(hand)
    need(bool(due), "nobody joins the Declarers now")
    need_fields(event, due[0])


def _due_to_join(hand: Hand) -> list[FriendJoined]:
    """Who is still to join by the play that was just made."""
    trick = hand.trick
    if trick is None:
        return []
    seat = (trick.leader + len(trick.plays) - 1) % hand.players
    found = joined(hand, Played(seat, trick.plays[-1]))
    return [event for event in found if hand.answers[event.call] is None]


def _check_taken(hand: Hand, event: TrickTaken) -> None:
    """Check who takes a trick, and what is in it."""
    need(_full(hand), "no trick is complete")
    _need_joined(hand)
    assert hand.ahead is not None
    right = take_trick(hand, hand.ahead)
    need(
        event == right,
        f"seat {right.seat} takes {right.points} points, the Opponents have {right.opponents}",
    )


def _check_ended(hand: Hand, event: HandEnded) -> None:
    """Check that a hand can end, and that its end says something of every seat."""
    trick = hand.last_trick
    need(hand.trick is None and not any(hand.sizes), "cards are still to be played")
    if trick is None or hand.dealer is None or hand.phase is not Phase.PLAY:
        raise Misfit("no trick has been taken")
    need((event.kitty is None) == (event.kitty_points is None), "half of the kitty is missing")
    need_kitty_size(hand, event.kitty)
    used, cards = hand.played + Counter(event.kitty), Counter(hand.rules.deck)
    fits = used <= cards if event.kitty is None else used == cards
    need(fits, "the cards that were played and the kitty are not those of the decks")
    if event.kitty is not None:
        known = hand.kitty is None or hand.kitty == event.kitty
        need(known, "these cards were not buried")
    seats = range(hand.players)
    need(len(event.levels_after) == hand.players, "levels_after has no entry for each seat")
    need(len(event.laps_after) in (0, hand.players), "laps_after has no entry for each seat")
    named = (event.next_dealer, event.next_first, *event.tried_after, *event.winners)
    need(all(seat is None or seat in seats for seat in named), "it names a seat that is not there")


def check_settled(match: Match, hand: Hand, event: HandEnded) -> None:
    """Settle a hand again, and check that its end says what the rules make of it."""
    right = end_hand(hand, match.standings, event.kitty)
    need(event.factor == right.factor, f"the factor of the kitty is {right.factor}")
    need(event.kitty is not None or not right.factor, "the kitty has been opened and is missing")
    for field in HandEnded.__struct_fields__:
        said, made = getattr(event, field), getattr(right, field)
        need(said == made, f"{field} is {as_json(said)}, and by the rules {as_json(made)}")


def _need_play(hand: Hand) -> None:
    need(hand.phase is Phase.PLAY, "the play has not begun")
    _need_joined(hand)
    need(not _full(hand), "the trick is complete and must be taken first")
    need(any(hand.sizes), "all cards have been played")


def _need_joined(hand: Hand) -> None:
    need(not _due_to_join(hand), "a called card was played, and its player joins first")


def _full(hand: Hand) -> bool:
    return hand.trick is not None and len(hand.trick.plays) == hand.players


def _need_one_suit(hand: Hand, cards: Sequence[Card]) -> None:
    need(len({hand.space.suit(card) for card in cards}) == 1, "a lead is of one suit")


CHECKS: dict[type, Callable[[Hand, Any], None]] = {
    ThrowFailed: _check_throw,
    Played: _check_played,
    FriendJoined: _check_joined,
    TrickTaken: _check_taken,
    HandEnded: _check_ended,
}
"""What asks of each event of the tricks, and of the end, whether it can come next."""
