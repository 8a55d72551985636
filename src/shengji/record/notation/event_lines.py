"""Parsers for the lines of single events, by their first word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, get_args

from shengji.cards import Card
from shengji.game import (
    Call,
    DealtAgain,
    DeckShown,
    FriendsCalled,
    Hand,
    KittyBuried,
    KittyTaken,
    LandBid,
    LandPassed,
    MatchEnded,
    RedealAnswered,
    TrumpMade,
)
from shengji.game.events import Again, MatchEnd
from shengji.record.changes import PlayerChanged, Told, Why
from shengji.record.notation.tokens import Cursor


def player_change(line: Cursor) -> PlayerChanged:
    """Parse a change of players with its reason."""
    seat = line.seat()
    name = None if line.skip("nobody") else line.string("'nobody' or a name")
    line.need(",")
    return PlayerChanged(seat, name, cast(Why, line.one_of(get_args(Why))))


def _trump(line: Cursor, hand: Hand | None) -> TrumpMade:
    found = line.clauses(
        {"suit": line.suit, "dealer": line.seat, "turned": line.cards, "rank": line.rank},
        required=("suit", "dealer"),
    )
    turned = cast(Any, found.get("turned", ()))
    rank = cast(Any, found.get("rank"))
    return TrumpMade(cast(Any, found["suit"]), cast(int, found["dealer"]), turned, rank)


def _redeal(line: Cursor, hand: Hand | None) -> RedealAnswered:
    seat = line.seat()
    wanted = line.one_of(("yes", "no")) == "yes"
    return RedealAnswered(seat, wanted, line.cards() if not line.ended else ())


def _again(line: Cursor, hand: Hand | None) -> DealtAgain:
    reason = line.one_of(get_args(Again))
    line.need(",")
    found = line.clauses(
        {"first": line.seat, "dealer": line.seat_or_open, "turned": line.cards},
        required=("first", "dealer"),
    )
    turned = cast(Any, found.get("turned", ()))
    first = cast(int, found["first"])
    return DealtAgain(cast(Again, reason), first, cast(Any, found["dealer"]), turned)


def _taken(line: Cursor, hand: Hand | None) -> KittyTaken:
    seat = line.seat()
    lies = None if hand is None else hand.kitty
    cards = hidden_or_cards(line) if line.skip(":") else lies
    shown = line.skip(",")
    if shown:
        line.need("shown")
    return KittyTaken(seat, cards, shown)


def _buried(line: Cursor, hand: Hand | None) -> KittyBuried:
    seat = line.seat()
    line.need(":")
    return KittyBuried(seat, hidden_or_cards(line))


def hidden_or_cards(line: Cursor) -> tuple[Card, ...] | None:
    """Parse cards, or `hidden`."""
    if line.skip("hidden"):
        return None
    return line.cards() if not line.ended else ()


def _land(line: Cursor, hand: Hand | None) -> LandPassed | LandBid:
    seat = line.seat()
    if line.one_of(("passes", "bids")) == "passes":
        return LandPassed(seat)
    cards = line.cards()
    line.need(",", "suit")
    return LandBid(seat, cards, line.suit())


def _calls(line: Cursor, hand: Hand | None) -> FriendsCalled:
    seat = line.seat()
    line.need(":")
    calls: list[Call] = []
    while not calls or line.skip(","):
        card = line.card()
        calls.append(Call(card, line.number("which of its copies, from 1")))
    return FriendsCalled(seat, tuple(calls))


def _end(line: Cursor, hand: Hand | None) -> MatchEnded:
    reason = line.one_of(get_args(MatchEnd))
    return MatchEnded(line.numbers(), cast(MatchEnd, reason))


def _deck_shown(line: Cursor, hand: Hand | None) -> DeckShown:
    at = line.next
    if line.one_of(("shown", "salt")) == "salt":
        salt = line.text("the salt")
        line.need(",")
        return DeckShown(line.cards(), salt)
    if hand is None or hand.started.deck is None or hand.started.salt is None:
        raise at.error("expected 'salt' and the cards of the deck, which the hand does not tell")
    return DeckShown(hand.started.deck, hand.started.salt)


EVENTS: dict[str, Callable[[Cursor, Hand | None], Told]] = {
    "Trump": _trump,
    "Redeal": _redeal,
    "Again": _again,
    "Taken": _taken,
    "Buried": _buried,
    "Land": _land,
    "Calls": _calls,
    "End": _end,
    "Deck": _deck_shown,
    "Player": lambda line, hand: player_change(line),
}
