"""Prompts of a match: the pending decision, and the choices of the seat."""

from __future__ import annotations

from msgspec.structs import replace

from shengji.cards import Card, Rank, Suit
from shengji.game import Due, Hand, Match, Phase, callable_cards
from shengji.server.tables.core.obligations import owed_state, redeal_reason
from shengji.server.tables.core.units import units_of, units_owed
from shengji.server.tables.state import CallChoice, Now, Turn, Wait

_WAITS: dict[Phase, Wait] = {
    Phase.REDEAL: "redeal",
    Phase.BURY: "bury",
    Phase.LAND: "land",
    Phase.CALL: "call",
    Phase.AGAIN: "start",
}


def public_now(match: Match, unseen: tuple[int, ...], since: int) -> Now:
    """Return the public part of a match's prompt.

    It follows from public information alone: possible declarations are not included.

    Args:
        match: the match.
        unseen: the seats that still have to see the result, between hands.
        since: the version at which the prompt began.
    """
    hand = match.hand
    if hand is None:
        return Now(wait="start", since=since)
    now = Now(
        wait=_wait(match, hand, unseen),
        seats=(hand.turn,) if _is_open(match, hand) and hand.turn is not None else (),
        since=since,
        trump=_trump(hand),
        dealer=hand.dealer,
        winning=hand.ahead,
        points=hand.opponents_points,
        declarers=() if hand.dealer is None else hand.declarers,
        sides_known=hand.dealer is not None and hand.sides_known,
        taken=tuple(hand.taken),
        account=match.account,
    )
    return replace(now, seats=unseen) if now.wait == "next" else now


def _is_open(match: Match, hand: Hand) -> bool:
    """Whether the seat to decide is public."""
    return match.winners is None and hand.phase is not Phase.DRAW


def _wait(match: Match, hand: Hand, unseen: tuple[int, ...]) -> Wait:
    if match.winners is not None:
        return "over"
    if hand.phase is Phase.DRAW:
        return "declare" if not hand.cards_to_draw and hand.rules.pause_after_draw else "draw"
    if hand.phase is Phase.ENDED:
        return "next" if unseen else "start"
    if hand.phase is Phase.PLAY:
        return "lead" if hand.trick is None else "follow"
    return _WAITS[hand.phase]


def _trump(hand: Hand) -> tuple[Rank, Suit | None] | None:
    """Return the trump so far; `None` while not even its rank is known."""
    if hand.started.rank is None and hand.dealer is None:
        return None
    trump = hand.trump_so_far
    return trump.rank, trump.suit


def turn_of(hand: Hand, due: Due) -> Turn:
    """Return the choices of a seat for a due decision."""
    cards = hand.hands[due.seat]
    match due.decision:
        case "show" | "land":
            return Turn(options=due.options)
        case "redeal":
            return Turn(reason=redeal_reason(hand, cards))
        case "bury":
            return Turn(size=hand.rules.kitty_size)
        case "call":
            copies = hand.rules.deck_count
            choices = tuple(CallChoice(card, copies) for card in callable_cards(hand.space))
            return Turn(choices=choices, calls=hand.rules.calls)
        case "lead":
            return Turn(groups=units_of(hand.space, cards))
        case "follow":
            return _follow(hand, due.seat, cards)


def _follow(hand: Hand, seat: int, cards: list[Card]) -> Turn:
    assert hand.trick is not None, "a lead lies there"
    lead = hand.trick.lead_for(seat)
    owed = lead.owed(cards)
    return Turn(
        size=owed.size,
        forced=lead.forced(cards),
        groups=units_owed(lead, owed, cards),
        owed=owed_state(lead, owed, cards),
    )
