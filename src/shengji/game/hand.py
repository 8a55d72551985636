"""One hand, as the events have built it: the draw, the kitty, the tricks, the result."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import msgspec

from shengji.cards import Card, Rank, Trump, minus, points_of
from shengji.game.bidding import Showing
from shengji.game.events import (
    CardDrawn,
    Event,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    Played,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.play.follows import Lead
from shengji.play.space import Space, space_of
from shengji.play.units import Reading, Unit
from shengji.rules import Rules


class Phase(Enum):
    """Where a hand stands."""

    DRAW = "draw"
    BURY = "bury"
    PLAY = "play"
    ENDED = "ended"


class Trick(msgspec.Struct):
    """A trick as far as it has been played.

    Attributes:
        leader: who led.
        lead: the lead, which answers everything about following.
        plays: the cards of each play, from the leader on.
        winner: who won it, once it is complete.
        points: the points on its cards so far.
    """

    leader: int
    lead: Lead
    plays: list[tuple[Card, ...]]
    winner: int | None = None
    points: int = 0

    def cards_of(self, seat: int, players: int) -> tuple[Card, ...] | None:
        """What this seat has played to the trick, or `None`."""
        turn = (seat - self.leader) % players
        return self.plays[turn] if turn < len(self.plays) else None


class Hand:
    """The state of one hand. It changes only by `apply`.

    A hand is seen by one seat, by an onlooker, or by the table, which knows everything. What the
    viewer may not know is simply not there: the hands of others stay empty (`sizes` still counts
    them), and an unknown kitty is `None`.

    Attributes:
        number: which hand of the match, from 1.
        rank: the trump rank.
        dealer: the Dealer, `None` while the first hand's draw has not decided.
        first: who draws first.
        phase: where the hand stands.
        turn: whose turn it is to draw, bury or play; `None` when the draw is complete or the hand
            is over.
        drawn: how many cards have been drawn.
        hands: the cards of each seat that the viewer may know.
        sizes: how many cards each seat holds.
        shown: the declarations, in order; a reinforced one stands once, with all its cards.
        trump: the trump, once it is fixed.
        turned: the kitty's cards turned up because nobody declared.
        kitty: the kitty, where the viewer knows it.
        taken: the points that each seat has won in tricks.
        penalty: points that penalties have given to the Opponents; negative when taken from them.
        tricks: the complete tricks.
        trick: the trick under way.
        failed: the failed throw that the current trick began with.
        result: the end of the hand.
    """

    def __init__(self, rules: Rules, event: HandStarted, seen_by: int | None, *, all_seen: bool):
        self.rules = rules
        self.players: int = rules.players
        self.number = event.hand
        self.rank: Rank = event.rank
        self.dealer: int | None = event.dealer
        self.fixed_dealer = event.dealer is not None
        self.first = event.first
        self.started = event
        self.seen_by = seen_by
        self.all_seen = all_seen
        self.phase = Phase.DRAW
        self.turn: int | None = event.first
        self.drawn = 0
        self.hands: list[list[Card]] = [[] for _ in range(self.players)]
        self.sizes = [0] * self.players
        self.shown: list[Showing] = []
        self.trump: Trump | None = None
        self.turned: tuple[Card, ...] = ()
        self.kitty: tuple[Card, ...] | None = None
        if event.deck is not None:
            self.kitty = event.deck[len(event.deck) - rules.kitty_size :]
        self.taken = [0] * self.players
        self.penalty = 0
        self.tricks: list[Trick] = []
        self.trick: Trick | None = None
        self.failed: ThrowFailed | None = None
        self.result: HandEnded | None = None

    # What can be asked

    @property
    def cards_to_draw(self) -> int:
        """How many cards are still to be drawn."""
        return self.rules.hand_size * self.players - self.drawn

    @property
    def space(self) -> Space:
        """The strength space; before trump is fixed, that of what has been declared so far."""
        if self.trump is not None:
            return space_of(self.rules, self.trump)
        return space_of(self.rules, self.trump_so_far)

    @property
    def trump_so_far(self) -> Trump:
        """The trump as declared so far; the trump rank alone while nobody has."""
        if self.trump is not None:
            return self.trump
        suit = self.shown[-1].cards[0].suit if self.shown else None
        return Trump(self.rank, suit)

    def knows(self, seat: int) -> bool:
        """Whether the viewer may know this seat's cards."""
        return self.all_seen or seat == self.seen_by

    def is_declarer(self, seat: int) -> bool:
        """Whether a seat plays on the Dealer's side; only once there is a Dealer."""
        assert self.dealer is not None
        return self.rules.team_of(seat) == self.rules.team_of(self.dealer)

    def same_side(self, one: int, other: int) -> bool:
        """Whether two seats play on one side."""
        return self.rules.team_of(one) == self.rules.team_of(other)

    @property
    def opponents_points(self) -> int:
        """The Opponents' points so far: their tricks, and penalties."""
        if self.dealer is None:
            return 0
        won = sum(self.taken[s] for s in range(self.players) if not self.is_declarer(s))
        return won + self.penalty

    @property
    def last_trick(self) -> Trick | None:
        """The last complete trick, which may be looked at (Z21 §3.7.4)."""
        return self.tricks[-1] if self.tricks else None

    # How it changes

    def apply(self, event: Event) -> None:
        """Change the state by one event of this hand."""
        match event:
            case CardDrawn():
                self.drawn += 1
                self._gain(event.seat, () if event.card is None else (event.card,), 1)
                self.turn = (event.seat + 1) % self.players if self.cards_to_draw else None
            case Shown():
                if event.way == "reinforce":
                    self.shown.pop()
                self.shown.append(Showing(event.seat, event.cards))
                self.dealer = event.dealer
            case TrumpMade():
                self.trump = Trump(self.rank, event.suit)
                self.dealer = event.dealer
                self.turned = event.turned
            case KittyTaken():
                self._gain(event.seat, event.cards or (), self.rules.kitty_size)
                self.kitty = None
                self.phase = Phase.BURY
                self.turn = event.seat
            case KittyBuried():
                self._lose(event.seat, event.cards or (), self.rules.kitty_size)
                self.kitty = event.cards
                self.phase = Phase.PLAY
                self.turn = event.seat
            case ThrowFailed():
                self.failed = event
                side = -1 if not self.is_declarer(event.seat) else 1
                self.penalty += side * event.penalty
            case Played():
                self._play(event)
            case TrickTaken():
                self._take_trick(event)
            case HandEnded():
                self.phase = Phase.ENDED
                self.turn = None
                self.result = event
                if event.kitty is not None:
                    self.kitty = event.kitty
            case _:
                raise TypeError(f"{type(event).__name__} is not an event within a hand")

    def _gain(self, seat: int, cards: Sequence[Card], size: int) -> None:
        self.sizes[seat] += size
        if self.knows(seat):
            self.hands[seat] += cards

    def _lose(self, seat: int, cards: Sequence[Card], size: int) -> None:
        self.sizes[seat] -= size
        if self.knows(seat):
            self.hands[seat] = minus(self.hands[seat], cards)

    def _play(self, event: Played) -> None:
        self._lose(event.seat, event.cards, len(event.cards))
        if self.trick is None:
            space = self.space
            reading: Reading = tuple(_unit(space, cards) for cards in event.units)
            self.trick = Trick(event.seat, Lead(space, reading), [])
        self.trick.plays.append(event.cards)
        self.trick.points += points_of(event.cards)
        self.turn = (event.seat + 1) % self.players

    def _take_trick(self, event: TrickTaken) -> None:
        assert self.trick is not None
        self.trick.winner = event.seat
        self.taken[event.seat] += event.points
        self.tricks.append(self.trick)
        self.trick = None
        self.failed = None
        self.turn = event.seat


def _unit(space: Space, cards: tuple[Card, ...]) -> Unit:
    """A unit of a lead, from its cards: they stand in groups of identical cards."""
    length = len({space.column(card) for card in cards})
    return Unit(len(cards) // length, length, tuple(space.sort(cards)))
