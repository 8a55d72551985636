"""Conversion of a lane's hand to a match and its events."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from shengji.cards import CARDS, RANKS, Card
from shengji.env.layout import KIND_COUNT
from shengji.env.vector.beginnings import TRUMPS
from shengji.env.vector.hands import Hands
from shengji.env.vector.lanes import BIDDER, TRUMP_NUMBER
from shengji.game import (
    Bury,
    Call,
    CallFriends,
    CloseDraw,
    Command,
    Draw,
    Event,
    Match,
    Phase,
    Show,
    StartHand,
)
from shengji.game.due import passing
from shengji.play.position import DEALER, PLACE


def match_of(hands: Hands, lane: int, told: Callable[[Event], None] = lambda event: None) -> Match:
    """A match at the first lead of the present hand of a lane.

    Args:
        hands: the hands in lockstep.
        lane: the number of the lane.
        told: called with each event up to the first lead.

    Returns:
        The table's match, with all cards visible. It begins at the level and with the Dealer of the
        hand; a match that follows its events must begin there too (`Match.begin_at`).
    """
    rules, lanes = hands.rules, hands.arrays
    notes = lanes.notes[lane]
    dealer = int(lanes.facts[lane, DEALER])
    rank = RANKS[rules.lowest_level.order + int(notes[TRUMP_NUMBER]) // TRUMPS]
    match = Match(rules)
    match.begin_at([rank] * rules.players, dealer)

    def do(command: Command) -> None:
        match.do(command, told)

    bidder = int(notes[BIDDER])
    counts = lanes.shown[lane, bidder * KIND_COUNT : (bidder + 1) * KIND_COUNT].tolist()
    shown = tuple(card for card in CARDS for _ in range(counts[card.index]))
    do(StartHand(_deck_of(hands, lane, dealer, bidder, shown)))
    do(Draw(rules.hand_size * rules.players - 1))
    do(Show(bidder, shown))
    do(Draw())
    do(CloseDraw())
    hand = match.hand
    assert hand is not None
    while hand.phase is not Phase.PLAY:
        if hand.phase is Phase.BURY:
            do(Bury(dealer, tuple(hand.space.cards(lanes.kitties[lane]))))
        elif hand.phase is Phase.CALL:
            places, ordinals = lanes.calls[lane, :, PLACE], lanes.ordinals[lane]
            calls = (
                Call(hand.space.card_at(int(place)), int(ordinal))
                for place, ordinal in zip(places, ordinals, strict=True)
            )
            do(CallFriends(dealer, tuple(calls)))
        else:
            passed = passing(hand)
            assert passed is not None
            do(passed)
    return match


def _deck_of(
    hands: Hands, lane: int, first: int, bidder: int, shown: tuple[Card, ...]
) -> tuple[Card, ...]:
    """The deck in the order of drawing; the declaring seat draws its shown cards first."""
    rules = hands.rules
    dealt = [CARDS[kind] for kind in hands.arrays.dealt[lane].tolist()]
    size = rules.hand_size
    each = [dealt[seat * size : (seat + 1) * size] for seat in range(rules.players)]
    for card in shown:
        each[bidder].remove(card)
    each[bidder] = [*shown, *each[bidder]]
    drawn = chain.from_iterable(zip(*(each[first:] + each[:first]), strict=True))
    return (*drawn, *dealt[size * rules.players :])
