"""Decides on commands within a hand: returns events or a refusal, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from shengji.cards import Card, lacking, points_of, write_cards
from shengji.game.commands import (
    AnswerRedeal,
    BidLand,
    Bury,
    CallFriends,
    ClaimRest,
    CloseDraw,
    Command,
    Draw,
    Play,
    Show,
)
from shengji.game.draw_end import close_draw, dealer_after, may_redeal
from shengji.game.events import (
    CardDrawn,
    Event,
    FriendsCalled,
    KittyBuried,
    KittyTaken,
    LandBid,
    LandPassed,
    Played,
    RedealAnswered,
    RestClaimed,
    Shown,
    ThrowFailed,
)
from shengji.game.friends import judge_calls
from shengji.game.hand import Hand, Phase, suit_of
from shengji.game.land import judge_land
from shengji.game.refusals import Refusal, rung_params, suit_letter
from shengji.game.rest import proven_rest, was_declined
from shengji.play.follows import Lead
from shengji.play.jit import Words
from shengji.play.readings import named_reading, readings
from shengji.play.throws import judge_lead, penalty
from shengji.play.units import Reading, default_reading
from shengji.rules import Rules

PHASES: dict[type, Phase] = {
    Draw: Phase.DRAW,
    Show: Phase.DRAW,
    CloseDraw: Phase.DRAW,
    AnswerRedeal: Phase.REDEAL,
    Bury: Phase.BURY,
    BidLand: Phase.LAND,
    CallFriends: Phase.CALL,
    Play: Phase.PLAY,
    ClaimRest: Phase.PLAY,
}
"""Phase in which each command within a hand is accepted."""
_OF_TABLE = frozenset((Draw, CloseDraw))
"""Commands that belong to the table, not to a seat."""


def decide(hand: Hand, command: Command) -> Refusal | tuple[Event, ...]:
    """The response to a command in its own phase of the hand (`PHASES`)."""
    kind = type(command)
    if kind not in _OF_TABLE:
        seat: int = command.seat  # type: ignore[union-attr, assignment]
        if seat != hand.turn:
            if not 0 <= seat < hand.players:
                return Refusal("no-seat", {"seat": seat})
            if kind is not Show:
                return _not_your_turn(hand)
    return _ANSWERS[kind](hand, command)


def _not_your_turn(hand: Hand) -> Refusal:
    turn = hand.turn if hand.turn is not None else -1
    if hand.phase is Phase.BURY:
        return Refusal("not-dealer", {"dealer": turn})
    return Refusal("not-your-turn", {"turn": turn})


def _not_held(held: Sequence[Card], cards: Sequence[Card]) -> str:
    """The cards that are missing from a hand, in notation; empty when none is."""
    missing = lacking(cards, held)
    return write_cards(missing) if missing else ""


def _draw(hand: Hand, command: Draw) -> Refusal | tuple[Event, ...]:
    seat, deck = hand.turn, hand.started.deck
    if seat is None:
        return Refusal("draw-over")
    assert deck is not None, "only the table draws"
    drawn = deck[hand.drawn : min(hand.drawn + command.cards, hand.to_draw)]
    players = hand.players
    return tuple([CardDrawn(turn % players, card) for turn, card in enumerate(drawn, seat)])


def _show(hand: Hand, command: Show) -> Refusal | tuple[Event, ...]:
    seat = command.seat
    judged = hand.bidding.judge(seat, hand.hands[seat], command.cards)
    if isinstance(judged, str):
        return Refusal(
            judged,
            {
                "cards": _not_held(hand.hands[seat], command.cards) or write_cards(command.cards),
                "rank": hand.ranks[seat].value,
                "shown": write_cards(hand.shown[-1].cards if hand.shown else ()),
                "least": hand.rules.least_shown,
            },
        )
    way, cards = judged
    event = Shown(seat, way, cards, suit_of(cards), dealer_after(hand, seat, cards))
    return (event,)


def _close_draw(hand: Hand, command: CloseDraw) -> Refusal | tuple[Event, ...]:
    if hand.cards_to_draw:
        return Refusal("draw-not-over", {"left": hand.cards_to_draw})
    return (close_draw(hand),)


def _answer_redeal(hand: Hand, command: AnswerRedeal) -> Refusal | tuple[Event, ...]:
    seat = command.seat
    if command.wanted and not may_redeal(hand, hand.hands[seat]):
        held = points_of(hand.hands[seat])
        return Refusal("no-redeal", {"given": held, "limit": hand.rules.redeal_points or 0})
    cards = tuple(hand.space.sort(hand.hands[seat])) if command.wanted else ()
    return (RedealAnswered(seat, command.wanted, cards),)


def _bury(hand: Hand, command: Bury) -> Refusal | tuple[Event, ...]:
    refusal = refuse_burial(hand.rules, hand.hands[command.seat], command.cards)
    if refusal is not None:
        return refusal
    cards = tuple(hand.space.sort(command.cards))
    return (KittyBuried(command.seat, cards),)


def _bid_land(hand: Hand, command: BidLand) -> Refusal | tuple[Event, ...]:
    seat, cards = command.seat, tuple(command.cards)
    if not cards:
        return (LandPassed(seat),)
    held = hand.hands[seat]
    fault = judge_land(hand.rank, hand.last_bid, held, cards)
    if fault is not None:
        return Refusal(
            fault,
            {
                "cards": _not_held(held, cards) or write_cards(cards),
                "rank": hand.rank.value,
                "shown": write_cards(hand.last_bid),
            },
        )
    return LandBid(seat, cards, suit_of(cards)), KittyTaken(seat, hand.kitty)


def _call_friends(hand: Hand, command: CallFriends) -> Refusal | tuple[Event, ...]:
    fault = judge_calls(hand.rules, hand.space, command.calls)
    if fault is not None:
        return Refusal(
            fault,
            {
                "size": hand.rules.calls,
                "given": len(command.calls),
                "decks": hand.rules.deck_count,
            },
        )
    return (FriendsCalled(command.seat, command.calls),)


def _claim_rest(hand: Hand, command: ClaimRest) -> Refusal | tuple[Event, ...]:
    seat, takes = command.seat, command.takes
    if proven_rest(hand, seat) != takes:
        return Refusal(f"claim-{takes}")
    if was_declined(hand, seat, takes):
        return Refusal("claim-declined")
    return (RestClaimed(seat, takes, command.accepted),)


def _play(hand: Hand, command: Play) -> Refusal | tuple[Event, ...]:
    seat, cards, held = command.seat, command.cards, hand.hands[command.seat]
    if len(cards) > 1:
        cards = tuple(hand.space.sort(cards))
    elif not cards:
        return Refusal("no-cards")
    missing = lacking(cards, held)
    if missing:
        return Refusal("not-held", {"cards": write_cards(missing)})
    trick = hand.trick
    if trick is not None:
        refusal = refuse_follow(trick.lead_for(seat), held, cards, hand.position.hands[seat])
        return refusal or (Played(seat, cards),)
    reading = _reading(hand, command)
    if not isinstance(reading, tuple):
        return reading
    return refuse_throw(hand.rules, reading) or _lead(hand, seat, reading)


def _reading(hand: Hand, command: Play) -> Reading | Refusal:
    """The reading of a lead, or a refusal when the cards cannot be led."""
    space, cards = hand.space, command.cards
    if len(cards) > 1 and len({space.suit(card) for card in cards}) > 1:
        return Refusal("mixed-suits")
    if command.reading is None:
        return default_reading(space, command.cards)
    if hand.rules.throw_reading == "longest":
        return Refusal("reading-not-named")
    if not isinstance(command.reading, int):
        named = named_reading(space, command.cards, command.reading)
        return Refusal("not-a-reading") if named is None else named
    ways = readings(space, command.cards)
    if not 0 <= command.reading < len(ways):
        return Refusal("no-reading", {"reading": command.reading, "count": len(ways)})
    return ways[command.reading]


def _lead(hand: Hand, seat: int, reading: Reading) -> tuple[Event, ...]:
    """The events of a lead of one suit; a throw may fail (Z21 §3.7.5)."""
    players = hand.rules.players
    others = [*hand.hands[seat + 1 :], *hand.hands[:seat]]
    throw = judge_lead(hand.space, reading, others)
    units = tuple([unit.cards for unit in throw.led])
    cards = units[0] if len(units) == 1 else tuple(hand.space.sort(chain.from_iterable(units)))
    played = Played(seat, cards, units)
    if throw.challenger is None:
        return (played,)
    thrown = tuple(card for unit in reading for card in unit.cards)
    failed = ThrowFailed(
        seat,
        tuple(hand.space.sort(thrown)),
        (seat + 1 + throw.challenger) % players,
        penalty(hand.rules, throw),
        tuple([unit.cards for unit in reading]),
    )
    return failed, played


def refuse_throw(rules: Rules, reading: Reading) -> Refusal | None:
    """The refusal of a throw where the rules allow none, or `None`.

    A lead of one unit is no throw.
    """
    return None if rules.throws or len(reading) == 1 else Refusal("no-throws")


def refuse_burial(rules: Rules, held: Sequence[Card], cards: Sequence[Card]) -> Refusal | None:
    """The refusal of a burial, or `None` when these cards may be buried (Z21 §3.5.6)."""
    if len(cards) != rules.kitty_size:
        return Refusal("bury-count", {"size": rules.kitty_size, "given": len(cards)})
    missing = _not_held(held, cards)
    return Refusal("not-held", {"cards": missing}) if missing else None


def refuse_follow(
    lead: Lead, held: Sequence[Card], cards: Sequence[Card], words: Words | None = None
) -> Refusal | None:
    """The refusal of a follow, or `None` when it is legal.

    `words` are the bit words of the cards held.
    """
    fault = lead.fault(held, cards, words)
    if fault is None:
        return None
    if fault == "not-held":
        return Refusal(fault, {"cards": _not_held(held, cards)})
    owed = lead.owed(held)
    return Refusal(
        fault,
        {
            "size": owed.size,
            "given": len(cards),
            "of_suit": owed.of_suit,
            "suit": suit_letter(lead.space, owed.suit),
            "owed": rung_params(owed),
        },
    )


_ANSWERS: dict[type, Callable[[Hand, Any], Refusal | tuple[Event, ...]]] = {
    Draw: _draw,
    Show: _show,
    CloseDraw: _close_draw,
    AnswerRedeal: _answer_redeal,
    Bury: _bury,
    BidLand: _bid_land,
    CallFriends: _call_friends,
    Play: _play,
    ClaimRest: _claim_rest,
}
"""Function that decides on each command."""
