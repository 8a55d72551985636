"""One hand, as the events have built it: the draw, the kitty, the tricks, the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum

from shengji.cards import Card, Rank, Suit, Trump, minus, points_of
from shengji.game.bidding import Bidding, Showing
from shengji.game.events import (
    Call,
    CardDrawn,
    DealtAgain,
    Event,
    FriendJoined,
    FriendsCalled,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    LandBid,
    LandPassed,
    Played,
    RedealAnswered,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.game.land import land_turns
from shengji.game.trick import Trick, lead_of
from shengji.play.space import Space, gone_cards, space_of
from shengji.rules import Rules


class Phase(Enum):
    """Where a hand stands."""

    DRAW = "draw"
    REDEAL = "redeal"
    BURY = "bury"
    LAND = "land"
    CALL = "call"
    PLAY = "play"
    ENDED = "ended"
    AGAIN = "again"
    """Thrown in; the next start deals this hand again."""


class Hand:
    """The state of one hand. It changes only by `apply`.

    A hand is seen by one seat, by an onlooker, or by the table, which knows everything. What the
    viewer may not know is simply not there: the hands of others stay empty (`sizes` still counts
    them), and an unknown kitty is `None`.

    Attributes:
        number: which hand of the match, from 1.
        levels: the level of each seat, from before the hand.
        redeals: how often it has been dealt again on request.
        dealer: the Dealer, `None` while the draw has not decided.
        first: who draws first.
        phase: where the hand stands.
        turn: whose turn it is to draw, answer, bury, bid, call or play; `None` when the draw is
            complete or the hand is over.
        drawn: how many cards have been drawn.
        hands: the cards of each seat that the viewer may know.
        sizes: how many cards each seat holds.
        shown: the declarations, in order; a reinforced one stands once, with all its cards.
        trump: the trump, once it is fixed; Bidding for Land may still change its suit.
        turned: the kitty's cards turned up because nobody declared.
        buried_by: who buried the kitty last.
        kitty: the kitty, where the viewer knows it.
        land: the bids for the land, in order.
        calls: the cards that the Dealer called.
        answers: for each call who answered it, or `None`.
        joined: the friends of the Dealer, in the order in which they joined.
        played: how many copies of each card have been played.
        taken: the points that each seat has won in tricks; nothing for points thrown away.
        discarded: the points thrown away by those who joined the Declarers.
        paid: the points that each seat's side pays for its failed throws.
        captures: the red fives captured, as pairs of their owner and who took them.
        tricks: the complete tricks.
        trick: the trick under way.
        failed: the failed throw that the current trick began with.
        claimed: who has claimed a re-deal.
        result: the end of the hand.
    """

    def __init__(
        self,
        rules: Rules,
        event: HandStarted,
        levels: Sequence[Rank],
        seen_by: int | None,
        *,
        all_seen: bool,
    ):
        self.rules = rules
        self.players: int = rules.players
        self.number = event.hand
        self.levels: tuple[Rank, ...] = tuple(levels)
        self.redeals = event.redeals
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
        self.buried_by: int | None = None
        self.kitty: tuple[Card, ...] | None = None
        if event.deck is not None:
            self.kitty = event.deck[len(event.deck) - rules.kitty_size :]
        self.land: list[Showing] = []
        self.calls: tuple[Call, ...] = ()
        self.answers: list[int | None] = []
        self.joined: list[int] = []
        self.played: Counter[Card] = Counter()
        self.taken = [0] * self.players
        self.discarded = 0
        self.paid = [0] * self.players
        self.captures: list[tuple[int, int]] = []
        self.tricks: list[Trick] = []
        self.trick: Trick | None = None
        self.failed: ThrowFailed | None = None
        self.claimed: int | None = None
        self.result: HandEnded | None = None
        self._to_ask: list[int] = []
        self._space: Space | None = None

    # What can be asked

    @property
    def cards_to_draw(self) -> int:
        """How many cards are still to be drawn."""
        return self.rules.hand_size * self.players - self.drawn

    @property
    def rank(self) -> Rank:
        """The trump rank; while everyone bids their own, that of whoever would deal."""
        return self.trump_so_far.rank

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The rank that each seat may show in the draw."""
        if self.started.rank is not None:
            return (self.started.rank,) * self.players
        return self.levels

    @property
    def bidding(self) -> Bidding:
        """The bidding of the draw as it stands."""
        return Bidding(
            self.rules, self.ranks, tuple(self.shown), self.drawn, over=not self.cards_to_draw
        )

    @property
    def space(self) -> Space:
        """The strength space; before trump is fixed, that of what has been declared so far."""
        if self._space is None:
            self._space = space_of(
                self.rules, self.trump_so_far, gone_cards(self.rules, self.played)
            )
        return self._space

    @property
    def trump_so_far(self) -> Trump:
        """The trump as declared so far; the trump rank alone while nobody has."""
        if self.trump is not None:
            return self.trump
        rank = self.ranks[self.first if self.dealer is None else self.dealer]
        return Trump(rank, suit_of(self.shown[-1].cards) if self.shown else None)

    def knows(self, seat: int) -> bool:
        """Whether the viewer may know this seat's cards."""
        return self.all_seen or seat == self.seen_by

    def is_declarer(self, seat: int) -> bool:
        """Whether a seat plays on the Dealer's side; only once there is a Dealer.

        When teams are not fixed these are the Dealer and who has joined so far (Z21 §6.5).
        """
        assert self.dealer is not None
        if self.rules.teams == "friends":
            return seat == self.dealer or seat in self.joined
        return self.rules.team_of(seat) == self.rules.team_of(self.dealer)

    @property
    def declarers(self) -> tuple[int, ...]:
        """The seats on the Declarers' team, as far as it is known."""
        return tuple(seat for seat in range(self.players) if self.is_declarer(seat))

    @property
    def open_calls(self) -> tuple[Call, ...]:
        """The calls that nobody has answered yet."""
        pairs = zip(self.calls, self.answers, strict=True)
        return tuple(call for call, seat in pairs if seat is None)

    @property
    def sides_known(self) -> bool:
        """Whether it is open who plays on which side: every call is answered, or the hand over."""
        if self.rules.teams == "fixed" or self.phase is Phase.ENDED:
            return True
        return self.phase is Phase.PLAY and not self.open_calls

    def same_side(self, one: int, other: int) -> bool:
        """Whether two seats play on one side, as far as that is open.

        Among friends nobody has a side before there is a Dealer.
        """
        if self.rules.teams == "fixed":
            return self.rules.team_of(one) == self.rules.team_of(other)
        if self.dealer is None:
            return one == other
        return self.is_declarer(one) == self.is_declarer(other)

    @property
    def penalty(self) -> int:
        """The points that failed throws and captured red fives give to the Opponents so far.

        It is negative when more was taken from them.
        """
        if self.dealer is None:
            return 0
        total = sum(
            points if self.is_declarer(seat) else -points for seat, points in enumerate(self.paid)
        )
        if self.rules.red_five_penalty == "points":
            for owner, taker in self.captures:
                if self.is_declarer(owner) != self.is_declarer(taker):
                    each = self.rules.red_five_points
                    total += each if self.is_declarer(owner) else -each
        return total

    @property
    def opponents_points(self) -> int:
        """The Opponents' points so far: their tricks, and penalties."""
        if self.dealer is None:
            return 0
        won = sum(self.taken[s] for s in range(self.players) if not self.is_declarer(s))
        return won + self.penalty

    @property
    def all_tricks(self) -> list[Trick]:
        """The complete tricks, and then the one under way."""
        return [*self.tricks, *([self.trick] if self.trick is not None else [])]

    @property
    def last_trick(self) -> Trick | None:
        """The last complete trick, which may be looked at (Z21 §3.7.4)."""
        return self.tricks[-1] if self.tricks else None

    @property
    def can_redeal(self) -> bool:
        """Whether a re-deal may still be claimed in this hand at all (Z21 §3.5.7)."""
        rules = self.rules
        may = rules.redeal_no_trumps or rules.redeal_points is not None
        return may and self.redeals < rules.redeal_limit

    @property
    def last_bid(self) -> tuple[Card, ...]:
        """What a bid for the land must beat; nothing when the kitty made trumps."""
        last = self.land or self.shown
        return last[-1].cards if last else ()

    # How it changes

    def apply(self, event: Event) -> None:
        """Change the state by one event of this hand."""
        match event:
            case CardDrawn():
                self.drawn += 1
                self._gain(event.seat, () if event.card is None else (event.card,), 1)
                self.turn = (event.seat + 1) % self.players if self.cards_to_draw else None
            case Shown():
                self._show(event)
            case TrumpMade():
                self.trump = Trump(event.rank or self.rank, event.suit)
                self._space = None
                self.dealer = event.dealer
                self.turned = event.turned
                if self.can_redeal:
                    self._ask(Phase.REDEAL, [(self.first + i) % self.players for i in self._all])
            case RedealAnswered():
                self.claimed = event.seat if event.wanted else None
                self._answered()
            case DealtAgain():
                self.phase = Phase.AGAIN
                self.turn = None
            case KittyTaken():
                self._gain(event.seat, event.cards or (), self.rules.kitty_size)
                self.kitty = None
                self.phase = Phase.BURY
                self.turn = event.seat
            case KittyBuried():
                self._bury(event)
            case LandPassed():
                self._answered()
                if self.turn is None:
                    self._after_kitty()
            case LandBid():
                assert self.trump is not None
                self.land.append(Showing(event.seat, event.cards))
                self.trump = Trump(self.trump.rank, event.suit)
                self._space = None
            case FriendsCalled():
                self.calls = event.calls
                self.answers = [None] * len(event.calls)
                self.phase = Phase.PLAY
            case ThrowFailed():
                self.failed = event
                self.paid[event.seat] += event.penalty
            case Played():
                self._play(event)
            case FriendJoined():
                self._join(event)
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

    @property
    def _all(self) -> range:
        return range(self.players)

    def _gain(self, seat: int, cards: Sequence[Card], size: int) -> None:
        self.sizes[seat] += size
        if self.knows(seat):
            self.hands[seat] += cards

    def _lose(self, seat: int, cards: Sequence[Card], size: int) -> None:
        self.sizes[seat] -= size
        if self.knows(seat):
            self.hands[seat] = minus(self.hands[seat], cards)

    def _show(self, event: Shown) -> None:
        way = event.way
        if way == "reinforce":
            way = self.shown.pop().way
        self.shown.append(Showing(event.seat, event.cards, way, self.drawn))
        self.dealer = event.dealer
        self._space = None

    def _ask(self, phase: Phase, seats: list[int]) -> None:
        """Ask these seats, one after the other."""
        self.phase = phase
        self._to_ask = seats
        self.turn = seats[0]

    def _answered(self) -> None:
        self._to_ask = self._to_ask[1:]
        self.turn = self._to_ask[0] if self._to_ask else None

    def _bury(self, event: KittyBuried) -> None:
        self._lose(event.seat, event.cards or (), self.rules.kitty_size)
        self.kitty = event.cards
        self.buried_by = event.seat
        if self.rules.land:
            declarer = self.shown[-1].seat if self.shown else None
            seats = land_turns(self.rules, event.seat, declarer, len(self.land))
            if seats:
                self._ask(Phase.LAND, seats)
                return
        self._after_kitty()

    def _after_kitty(self) -> None:
        """Trump and the kitty are settled: friends are called, or the Dealer leads."""
        self.turn = self.dealer
        self.phase = Phase.CALL if self.rules.calls else Phase.PLAY

    def _play(self, event: Played) -> None:
        self._lose(event.seat, event.cards, len(event.cards))
        if self.trick is None:
            self.trick = Trick(event.seat, lead_of(self.space, event.units), [])
            if self.failed is not None and self.rules.failed_throw == "must-beat":
                self.trick.challenger = self.failed.challenger
        self.trick.plays.append(event.cards)
        self.trick.points += points_of(event.cards)
        self.played.update(event.cards)
        self.turn = (event.seat + 1) % self.players

    def _join(self, event: FriendJoined) -> None:
        self.answers[event.call] = event.seat
        if not self.is_declarer(event.seat):
            self.joined.append(event.seat)
            self.discarded += event.lost
            self.taken[event.seat] -= event.lost

    def _take_trick(self, event: TrickTaken) -> None:
        assert self.trick is not None
        self.trick.winner = event.seat
        self.taken[event.seat] += event.points
        self.captures += [(owner, event.seat) for owner in event.red_fives]
        self.tricks.append(self.trick)
        self.trick = None
        self.failed = None
        self.turn = event.seat
        if self.rules.consecutive == "skip-played":
            self._space = None


def suit_of(cards: Sequence[Card]) -> Suit | None:
    """The suit that shown cards make trump, whatever Jokers are among them."""
    return next((card.suit for card in cards if card.suit is not None), None)
