"""Whether an event before the first trick can come next: the draw, re-deals, the kitty, calls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Any

from shengji.cards import Card
from shengji.game import (
    CardDrawn,
    DealtAgain,
    DeckShown,
    FriendsCalled,
    Hand,
    HandStarted,
    KittyBuried,
    KittyTaken,
    LandBid,
    LandPassed,
    Match,
    Phase,
    RedealAnswered,
    Shown,
    TrumpMade,
    commitment_of,
)
from shengji.game.hand import suit_of
from shengji.record.misfit import (
    Misfit,
    need,
    need_copies,
    need_held,
    need_kitty_size,
    need_seat,
    need_turn,
)

_DIGEST = re.compile("[0-9a-f]{64}")


def check_start(match: Match, event: HandStarted) -> None:
    """Check the start of a hand, or of the same hand once more."""
    rules = match.rules
    need(match.between_hands, "a hand is under way")
    need(not match.won, "the match has been won")
    number, _, redeals = match.next_hand
    need(event.hand == number, f"the next hand is number {number}")
    need(event.dealer == match.dealer, f"the Dealer is {match.dealer}")
    need(event.redeals == redeals, f"the hand has been dealt again on request {redeals} times")
    need(_DIGEST.fullmatch(event.commitment) is not None, "the commitment is no SHA-256 in hex")
    if event.deck is not None:
        need(Counter(event.deck) == rules.copies, "the deck is not whole")
    if match.first is not None:
        need(event.first == match.first, f"seat {match.first} draws first")
        need(event.turned == (), "nothing is turned up when it is known who draws first")
    need(0 <= event.first < rules.players, f"there is no seat {event.first}")


def check_deck(hand: Hand, event: DeckShown) -> None:
    """Check the deck that is shown after a hand: that it was committed to, and was dealt."""
    need(not hand.deck_shown, "the deck has been shown")
    need(Counter(event.deck) == hand.rules.copies, "the deck is not whole")
    commitment = commitment_of(event.deck, event.salt)
    need(commitment == hand.started.commitment, "this deck was not committed to")
    kitty = event.deck[hand.to_draw :]
    need(kitty[: len(hand.kitty_seen)] == hand.kitty_seen, "another kitty was turned up")
    for seat in range(hand.players):
        dealt = Counter(event.deck[(seat - hand.first) % hand.players : hand.drawn : hand.players])
        held = _dealt_to(hand, seat)
        need(held is None or held == dealt, f"seat {seat} was dealt other cards")


def _dealt_to(hand: Hand, seat: int) -> Counter[Card] | None:
    """The cards that a seat has drawn, when the hand is over; `None` where that cannot be told."""
    took = {bid.seat for bid in hand.land}
    if hand.buried_by is not None and hand.dealer is not None:
        took.add(hand.dealer)
    if seat in took or not (hand.tricks or hand.knows(seat)):
        return None
    played = (trick.plays[(seat - trick.leader) % hand.players] for trick in hand.tricks)
    return Counter(chain(hand.hands[seat], *played))


def _check_drawn(hand: Hand, event: CardDrawn) -> None:
    """Check that a card is drawn, and that it is the next one of a deck that is known."""
    need(_drawing(hand), "the draw is over")
    need_turn(hand, event.seat)
    if event.card is None:
        return
    deck = hand.started.deck
    if deck is not None:
        if event.card is not deck[hand.drawn]:
            raise Misfit(f"the next card of the deck is {deck[hand.drawn]}")
    else:
        need_copies(hand, [event.card], Counter(hand.hands[event.seat]))


def _check_shown(hand: Hand, event: Shown) -> None:
    """Check a declaration: its cards, and whom it names."""
    need(_drawing(hand), "the draw is over")
    need_seat(hand, event.seat)
    need_seat(hand, event.dealer)
    need(bool(event.cards), "no cards are shown")
    need_held(hand, event.seat, event.cards)
    need(event.way != "reinforce" or bool(hand.shown), "nothing has been declared to add to")
    need(suit_of(event.cards) is event.suit, "these cards make another trump suit")


def _check_closed(hand: Hand, event: TrumpMade | DealtAgain) -> None:
    """Check that the draw can end, and the cards that are turned up then."""
    need_seat(hand, event.dealer)
    if isinstance(event, DealtAgain):
        need_seat(hand, event.first)
        claims = hand.phase is Phase.REDEAL and hand.claimed is not None
        need(claims == (event.reason == "request"), "a new deal for another reason must come")
    else:
        claims = False
    need(claims or _drawing(hand), "the draw is over")
    need(not hand.cards_to_draw, "cards are still to be drawn")
    need(len(event.turned) <= hand.rules.kitty_size, "so many cards cannot be turned up")
    known = hand.kitty is None or hand.kitty[: len(event.turned)] == event.turned
    need(known, "these cards do not lie in the kitty")


def _check_redeal(hand: Hand, event: RedealAnswered) -> None:
    """Check a claim of a re-deal, or that none is made."""
    need(hand.phase is Phase.REDEAL and hand.claimed is None, "nobody is asked for a re-deal")
    need_turn(hand, event.seat)
    if not event.wanted:
        need(event.cards == (), "a hand is shown only to claim a re-deal")
        return
    need(len(event.cards) == hand.sizes[event.seat], "the whole hand is shown")
    need_held(hand, event.seat, event.cards)


def _check_taken(hand: Hand, event: KittyTaken) -> None:
    """Check who takes the kitty, and that it is the one which lies there."""
    if hand.land_is_bid:
        taker: int | None = hand.land[-1].seat
    else:
        after_draw = hand.phase is Phase.DRAW and hand.trump is not None
        asked = hand.phase is Phase.REDEAL and hand.turn is None and hand.claimed is None
        need(after_draw or asked, "the kitty is not to be taken now")
        taker = hand.dealer
    need(event.seat == taker, f"seat {taker} takes the kitty")
    shown = hand.rules.kitty_shown and not hand.land
    need(event.shown == shown, "everybody was shown it" if shown else "nobody was shown it")
    need(event.cards is not None or not shown, "the cards are missing, which everybody knows")
    need_kitty_size(hand, event.cards)
    turned = hand.turned if event.cards is not None and not hand.land else ()
    need((event.cards or ())[: len(turned)] == turned, "another kitty was turned up")
    known = hand.kitty is not None and event.cards is not None
    need(not known or event.cards == hand.kitty, "this is not what the kitty is")
    need_copies(hand, event.cards or (), Counter(hand.hands[event.seat]))


def _check_buried(hand: Hand, event: KittyBuried) -> None:
    """Check what is buried as the kitty."""
    need(hand.phase is Phase.BURY, "nobody holds the kitty")
    need_turn(hand, event.seat)
    need_kitty_size(hand, event.cards)
    need_held(hand, event.seat, event.cards or ())


def _check_land(hand: Hand, event: LandPassed | LandBid) -> None:
    """Check a bid for the land, or a pass."""
    need(hand.phase is Phase.LAND and not hand.land_is_bid, "nobody is asked for the land")
    need_turn(hand, event.seat)
    if isinstance(event, LandPassed):
        return
    need(bool(event.cards), "no cards bid for the land")
    need_held(hand, event.seat, event.cards)
    need(suit_of(event.cards) is event.suit, "these cards make another trump suit")


def _check_called(hand: Hand, event: FriendsCalled) -> None:
    """Check the calls of the Dealer."""
    need(hand.phase is Phase.CALL, "no friends are called now")
    need_turn(hand, event.seat)
    copies = hand.rules.deck_count
    need(all(1 <= call.ordinal <= copies for call in event.calls), f"there are {copies} copies")


def _drawing(hand: Hand) -> bool:
    return hand.phase is Phase.DRAW and hand.trump is None


CHECKS: dict[type, Callable[[Hand, Any], None]] = {
    CardDrawn: _check_drawn,
    Shown: _check_shown,
    TrumpMade: _check_closed,
    DealtAgain: _check_closed,
    RedealAnswered: _check_redeal,
    KittyTaken: _check_taken,
    KittyBuried: _check_buried,
    LandPassed: _check_land,
    LandBid: _check_land,
    FriendsCalled: _check_called,
}
"""What asks of each event within a hand, before its first trick, whether it can come next."""
