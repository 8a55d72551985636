"""What a match waits for, and what whoever is asked may decide."""

from __future__ import annotations

from msgspec.structs import replace

from shengji.cards import Card, Rank, Suit
from shengji.game import Hand, Match, Phase, callable_cards, land_bids, may_redeal
from shengji.play.tricks import winner
from shengji.play.units import Reading, readings
from shengji.server.table.duties import owed_state, redeal_reason
from shengji.server.table.units import units_of, units_owed
from shengji.server.wire import CallChoice, Now, Turn, Wait

_WAITS: dict[Phase, Wait] = {
    Phase.REDEAL: "redeal",
    Phase.BURY: "bury",
    Phase.LAND: "land",
    Phase.CALL: "call",
    Phase.AGAIN: "start",
}


def public_now(match: Match, unseen: tuple[int, ...], since: int) -> Now:
    """What everyone may know of what a match waits for.

    It follows from what lies open alone: whether somebody holds anything to declare is not in it.

    Args:
        match: the match.
        unseen: the seats that have still to see the result, between hands.
        since: the version at which the wait began.
    """
    hand = match.hand
    if hand is None:
        return Now(wait="start", since=since)
    now = Now(
        wait=_wait(match, hand, unseen),
        seats=() if hand.phase is Phase.DRAW or hand.turn is None else (hand.turn,),
        since=since,
        trump=_trump(hand),
        dealer=hand.dealer,
        winning=_winning(hand),
        points=hand.opponents_points,
        declarers=() if hand.dealer is None else hand.declarers,
        sides_known=hand.dealer is not None and hand.sides_known,
        taken=tuple(hand.taken),
        account=match.account,
    )
    return replace(now, seats=unseen) if now.wait == "next" else now


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
    """The trump so far; `None` while not even its rank is known."""
    if hand.started.rank is None and hand.dealer is None:
        return None
    trump = hand.trump_so_far
    return trump.rank, trump.suit


def _winning(hand: Hand) -> int | None:
    """Who would win the trick as it lies."""
    trick = hand.trick
    if trick is None:
        return None
    row = winner(trick.lead.space, trick.lead.reading, trick.plays)
    return (trick.leader + row) % hand.players


# The draw


def may_declare(hand: Hand, seat: int) -> list[tuple[Card, ...]]:
    """What a seat may declare now, low to high."""
    if hand.phase is not Phase.DRAW:
        return []
    rank = hand.ranks[seat]
    if not any(card.rank is rank or card.rank is None for card in hand.hands[seat]):
        return []
    return hand.bidding.options(seat, hand.hands[seat])


def is_last_moment(hand: Hand, seat: int) -> bool:
    """Whether a seat could not declare any more, or not the same, once the draw goes on."""
    if not hand.cards_to_draw:
        return True
    if hand.cards_to_draw == 1 and not hand.rules.pause_after_draw:
        return True
    if not hand.rules.late_reinforcement or len(hand.shown) != 2 or hand.shown[0].seat != seat:
        return False
    bidding, cards = hand.bidding, hand.hands[seat]
    ways = (bidding.judge(seat, cards, option) for option in may_declare(hand, seat))
    return any(not isinstance(way, str) and way[0] == "late-reinforce" for way in ways)


# Decisions in turn


def has_nothing_to_decide(hand: Hand) -> bool:
    """Whether the seat whose turn it is has no choice: no right to a re-deal, or no bid to make."""
    seat = hand.turn
    if seat is None:
        return False
    if hand.phase is Phase.REDEAL:
        return not may_redeal(hand, hand.hands[seat])
    if hand.phase is Phase.LAND:
        return not land_bids(hand.rank, hand.last_bid, hand.hands[seat])
    return False


def turn_of(hand: Hand) -> Turn:
    """What the seat whose turn it is must decide; after the draw."""
    assert hand.turn is not None, "somebody decides"
    cards = hand.hands[hand.turn]
    match hand.phase:
        case Phase.REDEAL:
            return Turn(reason=redeal_reason(hand, cards))
        case Phase.BURY:
            return Turn(size=hand.rules.kitty_size)
        case Phase.LAND:
            return Turn(options=tuple(land_bids(hand.rank, hand.last_bid, cards)))
        case Phase.CALL:
            copies = hand.rules.deck_count
            choices = tuple(CallChoice(card, copies) for card in callable_cards(hand.space))
            return Turn(choices=choices, calls=hand.rules.calls)
        case _ if hand.trick is None:
            return Turn(groups=units_of(hand.space, cards))
        case _:
            return _follow(hand, hand.turn, cards)


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


def readings_to_choose(hand: Hand, cards: tuple[Card, ...]) -> list[Reading]:
    """The ways to read a lead, where its leader must choose among several; else none."""
    if hand.phase is not Phase.PLAY or hand.trick is not None:
        return []
    if hand.rules.throw_reading != "named":
        return []
    ways = readings(hand.space, cards)
    return ways if len(ways) > 1 else []
