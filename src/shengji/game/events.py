"""What can happen in a match: the one vocabulary of log, wire, record file and bots.

A match is the list of its events, and its state is what comes of applying them in order. Fields
marked *hidden* are `None` for those who may not know them (`shengji.game.view`).

Seats count counter-clockwise from 0, so the player to the right of seat s is s + 1.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from shengji.cards import Card, Rank, Suit

Way = Literal["declare", "reinforce", "override"]
Side = Literal["declarers", "opponents"]


class _Event(msgspec.Struct, frozen=True, tag_field="event"):
    pass


class HandStarted(_Event, tag="hand_started", frozen=True):
    """A hand begins.

    Attributes:
        hand: its number in the match, from 1.
        rank: the trump rank.
        dealer: the Dealer; `None` in the first hand, where the draw decides (Z21 §3.5.5).
        first: the seat that draws first.
        turned: the cards that were turned up to count it (Z21 §3.5.3).
        deck: the order of the deck. Hidden from everyone.
        salt: what was joined to the deck before hashing. Hidden from everyone.
        commitment: SHA-256, in hex, of the salt, a space, and the deck as written by
            `shengji.cards.write_cards`.
    """

    hand: int
    rank: Rank
    dealer: int | None
    first: int
    turned: tuple[Card, ...]
    commitment: str
    deck: tuple[Card, ...] | None = None
    salt: str | None = None


class CardDrawn(_Event, tag="card_drawn", frozen=True):
    """A player drew a card; the card is hidden from the others."""

    seat: int
    card: Card | None = None


class Shown(_Event, tag="shown", frozen=True):
    """A player showed cards during the draw.

    Attributes:
        seat: who.
        way: first declaration, reinforcement of one's own, or override of another's.
        cards: all cards that the declaration now consists of.
        suit: the trump suit that this makes, `None` for no trump suit.
        dealer: the Dealer after it; in the first hand the last to declare or override.
    """

    seat: int
    way: Way
    cards: tuple[Card, ...]
    suit: Suit | None
    dealer: int


class TrumpMade(_Event, tag="trump_made", frozen=True):
    """The draw is over and trump is fixed.

    Attributes:
        suit: the trump suit, `None` for no trump suit.
        dealer: the Dealer.
        turned: the kitty's cards that were turned up because nobody had declared.
    """

    suit: Suit | None
    dealer: int
    turned: tuple[Card, ...] = ()


class KittyTaken(_Event, tag="kitty_taken", frozen=True):
    """The Dealer took the kitty; its cards are hidden from the others."""

    seat: int
    cards: tuple[Card, ...] | None = None


class KittyBuried(_Event, tag="kitty_buried", frozen=True):
    """The Dealer buried cards as the kitty; they are hidden from the others."""

    seat: int
    cards: tuple[Card, ...] | None = None


class ThrowFailed(_Event, tag="throw_failed", frozen=True):
    """A throw could be beaten; its weakest beatable unit is led instead (Z21 §3.7.5).

    Attributes:
        seat: the leader.
        thrown: all cards of the attempt; everyone has seen them.
        challenger: the seat that holds something higher.
        penalty: points that the leader's side pays to the other side.
    """

    seat: int
    thrown: tuple[Card, ...]
    challenger: int
    penalty: int = 0


class Played(_Event, tag="played", frozen=True):
    """A player led or followed.

    Attributes:
        seat: who.
        cards: what.
        units: for a lead, the cards by units, the longest first; empty for a follow.
    """

    seat: int
    cards: tuple[Card, ...]
    units: tuple[tuple[Card, ...], ...] = ()


class TrickTaken(_Event, tag="trick_taken", frozen=True):
    """A trick is complete.

    Attributes:
        seat: who won it.
        points: the points in it.
        opponents: the Opponents' points so far in the hand.
    """

    seat: int
    points: int
    opponents: int


class HandEnded(_Event, tag="hand_ended", frozen=True):
    """A hand is over.

    Attributes:
        dealer: the Dealer of the hand.
        tricks: the Opponents' points from tricks and penalties.
        kitty: the buried cards. Hidden from all but the Dealer unless the Opponents won the last
            trick.
        kitty_points: the points in the kitty; hidden with it.
        factor: what they count when the Opponents won the last trick, else 0.
        points: the Opponents' points altogether.
        winner: the side that won the hand.
        levels: how many levels that side was to go up; must-play levels may have held it back.
        levels_after: the level of each seat after the hand.
        next_dealer: who deals next.
    """

    dealer: int
    tricks: int
    factor: int
    points: int
    winner: Side
    levels: int
    levels_after: tuple[Rank, ...]
    next_dealer: int
    kitty: tuple[Card, ...] | None = None
    kitty_points: int | None = None


class MatchEnded(_Event, tag="match_ended", frozen=True):
    """The match is over; `winners` are the seats that won it (Z21 §3.9)."""

    winners: tuple[int, ...]


Event: TypeAlias = (
    HandStarted
    | CardDrawn
    | Shown
    | TrumpMade
    | KittyTaken
    | KittyBuried
    | ThrowFailed
    | Played
    | TrickTaken
    | HandEnded
    | MatchEnded
)
