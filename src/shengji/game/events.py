"""The events of a match, shared by log, network protocol, record file and bots.

A match is its list of events; applying them in order gives its state. Fields marked *hidden* are
`None` for viewers without the right to see them (`shengji.game.view`).

Seats count counter-clockwise from 0, so the player to the right of seat s is s + 1.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from shengji.cards import Card, Rank, Suit
from shengji.game.shares import JointDeal
from shengji.game.standing import Standing
from shengji.rules.bounds import (
    PER_SEAT,
    Cards,
    Count,
    Levels,
    Line,
    Ordinal,
    Seat,
    Seats,
    Units,
    Whole,
    Word,
)

Way = Literal["declare", "reinforce", "override", "late-reinforce"]
Side = Literal["declarers", "opponents"]
Again = Literal["no-bid", "joker", "request"]
MatchEnd = Literal["won", "conceded", "agreed", "hand"]
Takes = Literal["all", "none"]


class _Event(msgspec.Struct, frozen=True, tag_field="event", gc=False):
    """Base class of all events; they hold no cycles, so the garbage collector skips them."""


class HandStarted(_Event, tag="hand_started", frozen=True):
    """A hand begins.

    Attributes:
        hand: its number in the match, from 1; a re-deal keeps the number.
        rank: the trump rank; `None` when the draw decides the Dealer and levels differ, so that all
            players bid their own (Z21 §6.5).
        dealer: the Dealer; `None` where the draw decides, as in the first hand (Z21 §3.5.5).
        first: the seat that draws first.
        turned: the cards that were turned up to count the first drawer (Z21 §3.5.3).
        redeals: number of re-deals on request so far.
        deck: the order of the deck. Hidden from everyone.
        salt: the text joined to the deck before hashing; at a web table it also states the other
            facts that the commitment covers. Hidden from everyone.
        commitment: SHA-256, in hex, of the salt, a space, and the deck as written by
            `shengji.cards.write_cards`.
        shares: the shares that decide the deal (docs/deals.md); unset away from the web.
    """

    hand: Count
    rank: Rank | None
    dealer: Seat | None
    first: Seat
    turned: Cards
    commitment: Word
    deck: Cards | None = None
    salt: Line | None = None
    redeals: Count = 0
    shares: JointDeal | msgspec.UnsetType = msgspec.UNSET


class CardDrawn(_Event, tag="card_drawn", frozen=True):
    """A player drew a card; the card is hidden from the other players.

    Attributes:
        seat: the player's seat.
        card: the card, `None` where it is hidden.
    """

    seat: Seat
    card: Card | None = None


class Shown(_Event, tag="shown", frozen=True):
    """A player showed cards during the draw.

    Attributes:
        seat: the player's seat.
        way: first declaration, reinforcement of one's own, override of another's, or a
            reinforcement right after one's declaration was overridden.
        cards: all cards of the declaration.
        suit: the trump suit that this makes, `None` for no trump suit.
        dealer: the Dealer after it; in the first hand the rules choose among the declarers.
    """

    seat: Seat
    way: Way
    cards: Cards
    suit: Suit | None
    dealer: Seat


class TrumpMade(_Event, tag="trump_made", frozen=True):
    """The draw is over and trump is fixed.

    Attributes:
        suit: the trump suit, `None` for no trump suit.
        dealer: the Dealer.
        turned: the kitty's cards that were turned up because no player had declared.
        rank: the trump rank, which is the Dealer's level, where all players bid their own; else
            `None`.
    """

    suit: Suit | None
    dealer: Seat
    turned: Cards = ()
    rank: Rank | None = None


class RedealAnswered(_Event, tag="redeal_answered", frozen=True):
    """A player claimed or declined a re-deal (Z21 §3.5.7).

    Attributes:
        seat: the player's seat.
        wanted: whether it is claimed.
        cards: the player's hand, shown to all players on a claim (W14, W23); else empty.
    """

    seat: Seat
    wanted: bool
    cards: Cards = ()


class DealtAgain(_Event, tag="dealt_again", frozen=True):
    """The hand is thrown in and will be dealt again.

    Attributes:
        reason: no declaration, a Joker turned up, or a player's claim.
        first: the seat that draws first in the new deal.
        dealer: the Dealer of the new deal, `None` when the draw is to decide.
        turned: the kitty's cards that were turned up.
    """

    reason: Again
    first: Seat
    dealer: Seat | None
    turned: Cards = ()


class KittyTaken(_Event, tag="kitty_taken", frozen=True):
    """The Dealer or the bidder for the land took the kitty; its cards are hidden from the rest.

    Attributes:
        seat: the player's seat.
        cards: the cards of the kitty, `None` where they are hidden.
        shown: whether the cards were shown to all players first, as some house rules have it for
            the Dealer.
    """

    seat: Seat
    cards: Cards | None = None
    shown: bool = False


class KittyBuried(_Event, tag="kitty_buried", frozen=True):
    """The player who took the kitty buried cards; they are hidden from the other players.

    Attributes:
        seat: the player's seat.
        cards: the cards buried, `None` where they are hidden.
    """

    seat: Seat
    cards: Cards | None = None


class LandPassed(_Event, tag="land_passed", frozen=True):
    """A player does not bid for the land (Z21 §6.2).

    Attributes:
        seat: the player's seat.
    """

    seat: Seat


class LandBid(_Event, tag="land_bid", frozen=True):
    """A player bids for the land: trump changes, and the bidder takes the kitty (Z21 §6.2).

    The bidder then buries a new kitty.

    Attributes:
        seat: the player's seat.
        cards: the cards shown.
        suit: the trump suit that they make, `None` for no trump suit.
    """

    seat: Seat
    cards: Cards
    suit: Suit | None


class Call(msgspec.Struct, frozen=True):
    """A called card, which makes a friend of its player (Z21 §6.5).

    Attributes:
        card: the card.
        ordinal: which of its copies, in the order in which they are played: 1 for the first.

    >>> Call(Card("AS"), 2)  # the second Ace of spades to be played
    Call(card=Card('AS'), ordinal=2)
    """

    card: Card
    ordinal: Ordinal


class FriendsCalled(_Event, tag="friends_called", frozen=True):
    """The Dealer called the cards of the friends (Z21 §6.5).

    Attributes:
        seat: the Dealer.
        calls: the cards called, one for each friend.
    """

    seat: Seat
    calls: Annotated[tuple[Call, ...], PER_SEAT]


class FriendJoined(_Event, tag="friend_joined", frozen=True):
    """A called card was played; its player is a Declarer from now on (Z21 §6.5).

    Attributes:
        seat: the player. When it is the Dealer, or a friend for the second time, the team gets
            smaller.
        call: index of the call, from 0.
        lost: the points that the player had won, which are discarded.
    """

    seat: Seat
    call: Count
    lost: Whole = 0


class ThrowFailed(_Event, tag="throw_failed", frozen=True):
    """A throw could be beaten; its weakest beatable unit is led instead (Z21 §3.7.5).

    Attributes:
        seat: the leader.
        thrown: all cards of the attempt; everyone has seen them.
        challenger: the seat that holds something higher.
        penalty: points that the leader's side pays to the other side.
        units: the thrown cards by units in the leader's reading, the longest first; missing where
            unknown.
    """

    seat: Seat
    thrown: Cards
    challenger: Seat
    penalty: Whole = 0
    units: Units | msgspec.UnsetType = msgspec.UNSET


class Played(_Event, tag="played", frozen=True):
    """A player led or followed.

    Attributes:
        seat: the player's seat.
        cards: the cards played.
        units: for a lead, the cards by units, the longest first; empty for a follow.

    >>> Played(0, (Card("9S"), Card("9S")), units=((Card("9S"), Card("9S")),)).seat
    0
    """

    seat: Seat
    cards: Cards
    units: Units = ()


class TrickTaken(_Event, tag="trick_taken", frozen=True):
    """A trick is complete.

    Attributes:
        seat: the winner.
        points: the points in it.
        opponents: the Opponents' points so far in the hand.
        red_fives: under rules with red fives, the owners of those that the winner captured, a seat
            for each card (W14, W23); their sides may become known later.

    >>> TrickTaken(seat=1, points=15, opponents=40).points
    15
    """

    seat: Seat
    points: Whole
    opponents: Whole
    red_fives: Seats = ()


class RestClaimed(_Event, tag="rest_claimed", frozen=True):
    """A player claimed the rest of the hand: every remaining trick, or none of them.

    The event follows the answers of the other players. After an accepted claim the hand is played
    out by ordinary plays.

    Attributes:
        seat: the player's seat.
        takes: `all`: the player takes every trick; `none`: the player's side takes none.
        accepted: whether all other players agreed; else the play goes on.
    """

    seat: Seat
    takes: Takes
    accepted: bool = True


class HandEnded(_Event, tag="hand_ended", frozen=True):
    """A hand is over.

    Attributes:
        dealer: the Dealer of the hand.
        declarers: the seats on the Declarers' team.
        tricks: the Opponents' points from tricks and penalties.
        buried_by: the seat that buried the kitty last.
        kitty: the buried cards. Hidden from all but the seat that buried them, unless they count
            for the Opponents.
        kitty_points: the points in the kitty; hidden with it.
        factor: multiplier of the kitty's points when the Opponents won the last trick, else 0.
        halved: whether half of the product counts, since a side suit won the last trick.
        points: the Opponents' points altogether.
        winner: the side that won the hand.
        levels: number of levels that side was to go up; must-play levels may have held it back.
        missing: number of friends that the Dealer's team lacked (Z21 §6.5).
        hooked: the seats that fell by a hook (Z21 §6.1.3).
        fined: the seats that went down for captured red fives.
        levels_after: the level of each seat after the hand.
        laps_after: number of times each seat has gone through all levels, where levels wrap; else
            empty.
        tried_after: the seats that have played a hand at this level as Declarers, with it as the
            trump rank.
        winners: the seats that won the match with this hand; usually empty.
        next_dealer: the next Dealer; `None` when the draw decides.
        next_first: the seat that draws first in the next hand.

    >>> from random import Random
    >>> from shengji.bots import Table, make_bot
    >>> bots = {seat: make_bot("easy", "tractor", seat) for seat in range(4)}
    >>> ended = Table("tractor", bots, Random(1)).play_hand()
    >>> ended.points == ended.tricks + ended.bonus
    True
    """

    dealer: Seat
    declarers: Seats
    tricks: Whole
    factor: Whole
    points: Whole
    winner: Side
    levels: Whole
    levels_after: Levels
    next_dealer: Seat | None
    next_first: Seat
    buried_by: Seat
    missing: Count = 0
    hooked: Seats = ()
    fined: Seats = ()
    laps_after: Annotated[tuple[Count, ...], PER_SEAT] = ()
    tried_after: Seats = ()
    winners: Seats = ()
    kitty: Cards | None = None
    kitty_points: Whole | None = None
    halved: bool = False

    @property
    def bonus(self) -> int:
        """The points that the kitty gave the Opponents."""
        return self.points - self.tricks

    @property
    def after(self) -> tuple[Standing, ...]:
        """Standing of each seat after the hand."""
        laps = self.laps_after or (0,) * len(self.levels_after)
        return tuple(
            Standing(level, lap, seat in self.tried_after)
            for seat, (level, lap) in enumerate(zip(self.levels_after, laps, strict=True))
        )


class MatchEnded(_Event, tag="match_ended", frozen=True):
    """The match is over (Z21 §3.9).

    Attributes:
        winners: the winning seats; empty where it was ended by agreement.
        reason: `won` by the levels; `conceded` by the other side; `agreed`: ended by agreement
            before a win; `hand`: a match of one hand, won with that hand.

    >>> MatchEnded((0, 2)).reason
    'won'
    """

    winners: Seats
    reason: MatchEnd = "won"


class DeckShown(_Event, tag="deck_shown", frozen=True):
    """The deck of a finished hand, shown so that all players can check its commitment.

    Attributes:
        deck: the order of the deck.
        salt: the text joined to the deck before hashing.
    """

    deck: Cards
    salt: Line


Event: TypeAlias = (
    HandStarted
    | CardDrawn
    | Shown
    | TrumpMade
    | RedealAnswered
    | DealtAgain
    | KittyTaken
    | KittyBuried
    | LandPassed
    | LandBid
    | FriendsCalled
    | ThrowFailed
    | Played
    | FriendJoined
    | TrickTaken
    | RestClaimed
    | HandEnded
    | MatchEnded
    | DeckShown
)
