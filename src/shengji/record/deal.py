"""Checks that an event before the first trick can come next: draw, re-deals, kitty, calls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

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
from shengji.record.dealt import check_dealt
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
    """Check the start of a hand, or of its next deal."""
    rules = match.rules
    need(match.between_hands, "under-way")
    need(not match.won, "won")
    number, _, redeals = match.next_hand
    need(event.hand == number, "next-hand", number=number)
    need(event.dealer == match.dealer, "dealer", dealer=match.dealer)
    need(event.redeals == redeals, "redeals", redeals=redeals)
    need(_DIGEST.fullmatch(event.commitment) is not None, "commitment")
    if event.deck is not None:
        need(Counter(event.deck) == rules.copies, "not-whole")
    if match.first is not None:
        need(event.first == match.first, "draws-first", seat=match.first)
        need(event.turned == (), "nothing-turned")
    need(0 <= event.first < rules.players, "no-seat", seat=event.first)


def check_deck(hand: Hand, event: DeckShown) -> None:
    """Check the deck shown after a hand: it must match the commitment and the cards dealt."""
    need(not hand.deck_shown, "deck-shown")
    need(Counter(event.deck) == hand.rules.copies, "not-whole")
    commitment = commitment_of(event.deck, event.salt)
    need(commitment == hand.started.commitment, "not-committed")
    check_dealt(hand, event.deck)


def _check_drawn(hand: Hand, event: CardDrawn) -> None:
    """Check that a card is drawn, and that it is the next one if the deck is known."""
    need(is_drawing(hand), "draw-over")
    need_turn(hand, event.seat)
    if event.card is None:
        return
    deck = hand.started.deck
    if deck is not None:
        if event.card is not deck[hand.drawn]:
            raise Misfit("next-card", card=deck[hand.drawn])
    else:
        need_copies(hand, [event.card], Counter(hand.hands[event.seat]))


def _check_shown(hand: Hand, event: Shown) -> None:
    need(is_drawing(hand), "draw-over")
    need_seat(hand, event.seat)
    need_seat(hand, event.dealer)
    need(bool(event.cards), "none-shown")
    need_held(hand, event.seat, event.cards)
    need(event.way != "reinforce" or bool(hand.shown), "nothing-declared")
    need(suit_of(event.cards) is event.suit, "other-suit")


def _check_closed(hand: Hand, event: TrumpMade | DealtAgain) -> None:
    """Check that the draw can end, and the cards then turned up."""
    need_seat(hand, event.dealer)
    if isinstance(event, DealtAgain):
        need_seat(hand, event.first)
        claims = hand.phase is Phase.REDEAL and hand.claimed is not None
        need(claims == (event.reason == "request"), "other-deal")
    else:
        claims = False
    need(claims or is_drawing(hand), "draw-over")
    need(not hand.cards_to_draw, "to-draw")
    need(len(event.turned) <= hand.rules.kitty_size, "turned-many")
    known = hand.kitty is None or hand.kitty[: len(event.turned)] == event.turned
    need(known, "not-in-kitty")


def _check_redeal(hand: Hand, event: RedealAnswered) -> None:
    need(hand.phase is Phase.REDEAL and hand.claimed is None, "redeal-asked")
    need_turn(hand, event.seat)
    if not event.wanted:
        need(event.cards == (), "shown-redeal")
        return
    need(len(event.cards) == hand.sizes[event.seat], "whole-hand")
    need_held(hand, event.seat, event.cards)


def _check_taken(hand: Hand, event: KittyTaken) -> None:
    """Check the seat that takes the kitty, and the cards of the kitty."""
    if hand.land_is_bid:
        taker: int | None = hand.land[-1].seat
    else:
        after_draw = hand.phase is Phase.DRAW and hand.trump is not None
        asked = hand.phase is Phase.REDEAL and hand.turn is None and hand.claimed is None
        need(after_draw or asked, "kitty-now")
        taker = hand.dealer
    need(event.seat == taker, "takes-kitty", seat=taker)
    shown = hand.rules.kitty_shown and not hand.land
    need(event.shown == shown, "shown-all" if shown else "shown-none")
    need(event.cards is not None or not shown, "known-cards")
    need_kitty_size(hand, event.cards)
    turned = hand.turned if event.cards is not None and not hand.land else ()
    need((event.cards or ())[: len(turned)] == turned, "other-kitty")
    known = hand.kitty is not None and event.cards is not None
    need(not known or event.cards == hand.kitty, "not-kitty")
    if not hand.all_seen:
        need_copies(hand, event.cards or (), Counter(hand.hands[event.seat]))


def _check_buried(hand: Hand, event: KittyBuried) -> None:
    need(hand.phase is Phase.BURY, "nobody-holds")
    need_turn(hand, event.seat)
    need_kitty_size(hand, event.cards)
    need_held(hand, event.seat, event.cards or ())


def _check_land(hand: Hand, event: LandPassed | LandBid) -> None:
    need(hand.phase is Phase.LAND and not hand.land_is_bid, "land-asked")
    need_turn(hand, event.seat)
    if isinstance(event, LandPassed):
        return
    need(bool(event.cards), "land-cards")
    need_held(hand, event.seat, event.cards)
    need(suit_of(event.cards) is event.suit, "other-suit")


def _check_called(hand: Hand, event: FriendsCalled) -> None:
    need(hand.phase is Phase.CALL, "no-calls")
    need_turn(hand, event.seat)
    copies = hand.rules.deck_count
    need(all(1 <= call.ordinal <= copies for call in event.calls), "call-copies", copies=copies)


def is_drawing(hand: Hand) -> bool:
    """Whether cards can be drawn and trump declared."""
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
"""Check for each event within a hand before its first trick."""
