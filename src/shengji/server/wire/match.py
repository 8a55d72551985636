"""A match as one of those at the table sees it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from shengji.cards import Card, Rank, Suit
from shengji.game import Event
from shengji.game.account import HandAccount
from shengji.server.wire.basics import Words

Wait = Literal[
    "start", "draw", "declare", "redeal", "bury", "land", "call", "lead", "follow", "next", "over"
]


class OwedState(msgspec.Struct, frozen=True):
    """What must be followed with; see `shengji.play.follows.Owed`.

    Attributes:
        suit: D, C, H, S, or T for trumps.
        words: the duty as one sentence.
    """

    suit: Literal["D", "C", "H", "S", "T"]
    size: int
    of_suit: int
    rung: tuple[tuple[int, int, int], ...]
    beat: bool
    words: Words


class CallChoice(msgspec.Struct, frozen=True):
    """A card that may be called, and how many copies there are."""

    card: Card
    copies: int


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """What the receiver must or may decide now.

    Attributes:
        options: what may be declared, or bid for the land, low to high.
        size: how many cards to choose: to bury, or to follow with; `None` where that is free.
        forced: the cards that are in every legal play.
        groups: units of the hand that belong together: touching one card of a pair or tractor that
            is owed, or could be led, selects them all; longest first.
        owed: what must be followed with.
        choices: the cards that may be called.
        calls: how many of them.
        reason: why a re-deal may be claimed.
    """

    options: tuple[tuple[Card, ...], ...] = ()
    size: int | None = None
    forced: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()
    owed: OwedState | None = None
    choices: tuple[CallChoice, ...] = ()
    calls: int = 0
    reason: Words | None = None


class ClockState(msgspec.Struct, frozen=True):
    """The time of the decision that is waited for, in milliseconds from when this was sent."""

    left: int
    bank: int


class Now(msgspec.Struct, frozen=True, kw_only=True):
    """What the table waits for, and what follows from the events by the rules.

    Attributes:
        wait: what for; `declare` is the last moment to declare.
        seats: for whom; of those who are asked at the last moment to declare only the receiver,
            since others must not learn who could.
        since: the version at which this wait began; what answers it must have seen that much.
        asleep: whether nobody is there, so that nothing happens until somebody comes.
        clock: the clock of the decision.
        trump: the trump rank and suit as far as they are declared.
        dealer: the Dealer, as far as decided.
        winning: who is winning the trick that lies on the table.
        points: the Opponents' points so far.
        declarers: the Declarers, as far as it is open.
        sides_known: whether all others are therefore Opponents.
        taken: the points that each seat has won, which its teams share.
        turn: what the receiver may decide, if anything.
        account: how the hand ended, between hands and when the match is over.
    """

    wait: Wait
    seats: tuple[int, ...] = ()
    since: int = 0
    asleep: bool = False
    clock: ClockState | None = None
    trump: tuple[Rank, Suit | None] | None = None
    dealer: int | None = None
    winning: int | None = None
    points: int = 0
    declarers: tuple[int, ...] = ()
    sides_known: bool = False
    taken: tuple[int, ...] = ()
    turn: Turn | None = None
    account: HandAccount | None = None


Layout: TypeAlias = tuple[tuple[tuple[Card, ...], ...], ...]
"""All cards in the order in which a hand is laid out under a trump: effective suits, trumps first,
each from high to low in lists of equals."""


class MatchStart(msgspec.Struct, frozen=True, kw_only=True):
    """Where the match stood before the hand under way, for who has not followed it.

    Attributes:
        levels: the level of each seat; `laps` likewise.
        hands: how many hands have started before.
        results: those that are over, in order.
    """

    levels: tuple[Rank, ...]
    laps: tuple[int, ...]
    hands: int
    results: tuple[HandAccount, ...] = ()


class Numbered(msgspec.Struct, frozen=True, gc=False):
    """An event of the match, and the version that the table had with it."""

    version: int
    event: Event
