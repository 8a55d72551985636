"""State of one hand, built from its events: the draw, the kitty, the tricks, the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

import numpy as np
from msgspec.structs import replace

from shengji.cards import Card, Rank, Suit, Trump, take
from shengji.game.arrays import believe, open_position, sides_of
from shengji.game.declarations import Bidding, Showing
from shengji.game.events import (
    Call,
    CardDrawn,
    DealtAgain,
    DeckShown,
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
    RestClaimed,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.game.land import land_turns
from shengji.game.trick import Earlier, Trick, lead_of
from shengji.play.apply import apply_made
from shengji.play.jit import Matrix
from shengji.play.position import BEST, LEADER, PENALTY, SIDES, Position
from shengji.play.space import Space, gone_cards, space_of
from shengji.rules import Rules

NO_UNITS: Matrix = np.zeros((0, 4), dtype=np.int64)
"""Units for a follow, which has none of its own."""


class Phase(Enum):
    """Phase of a hand.

    >>> Phase("play") is Phase.PLAY
    True
    """

    DRAW = "draw"
    REDEAL = "redeal"
    BURY = "bury"
    LAND = "land"
    CALL = "call"
    PLAY = "play"
    ENDED = "ended"
    AGAIN = "again"
    """Thrown in; the next start deals this hand again."""


DRAW, PLAY = Phase.DRAW, Phase.PLAY
"""Aliases of the phases checked at every step; enum member look-ups are slow in Python 3.11."""


class Hand:
    """The state of one hand. It changes only by `apply`.

    A hand is viewed by one seat, by an onlooker, or by the table, which knows everything.
    Information hidden from the viewer is absent: the hands of other seats stay empty (`sizes` still
    counts them), and an unknown kitty is `None`.

    The views of one table share their public state (`beside`); only the slots hold private state.

    Attributes:
        number: number of the hand in the match, from 1.
        levels: the level of each seat before the hand.
        ranks: the rank that each seat may show in the draw.
        redeals: number of re-deals on request.
        dealer: the Dealer, `None` while the draw has not decided.
        first: the seat that draws first.
        turn: the seat that is to draw, answer, bury, bid, call or play; `None` when the draw is
            complete or the hand is over.
        hands: the cards of each seat that the viewer may know.
        sizes: number of cards that each seat holds.
        shown: the declarations, in order; a reinforced declaration is listed once, with all its
            cards.
        trump: the trump, once it is fixed; Bidding for Land may still change its suit.
        space: the strength space; before trump is fixed, that of the present declaration.
        turned: the kitty's cards turned up because no player declared.
        kitty_seen: the cards of the Dealer's kitty that all players saw: those turned up, or all.
        takers: the seats that took the kitty, in order.
        revealed: the cards that seats showed or tried to play and kept, each as the seat, the
            cards, and the number of kitty takers until then.
        buried_by: the seat that buried the kitty last.
        kitty: the kitty, where the viewer knows it.
        land: the bids for the land, in order.
        answers: for each call the seat that answered it, or `None`.
        joined: the friends of the Dealer, in the order in which they joined.
        played: number of copies of each card played.
        taken: the points that each seat has won in tricks, without discarded points.
        discarded: the points discarded by friends who joined the Declarers.
        paid: the points that each seat's side pays for its failed throws.
        captures: the red fives captured, as pairs of owner and capturing seat.
        tricks: the complete tricks, in order.
        earlier: what came before, where the match was made from a position; its tricks are not
            among `tricks`.
        failed: the failed throw that the current trick began with.
        claimed: the seat that has claimed a re-deal.
        claims: the answered claims of the rest, in order.
        history: the public events that `shengji.game.memory` draws conclusions from.
        burials: the cards that each seat buried last, where the viewer knows them.

    >>> from random import Random
    >>> from shengji.game import Draw, Match, shuffled
    >>> match = Match("tractor")
    >>> for command in (shuffled(match.rules, Random(1)), Draw(8)):
    ...     events = match.do(command)
    >>> match.hand.sizes, match.hand.cards_to_draw, len(match.hand.hands[0])
    ([2, 2, 2, 2], 92, 2)
    """

    __slots__ = (
        "__dict__",
        "_position",
        "all_seen",
        "burials",
        "hands",
        "kitty",
        "result",
        "seen_by",
        "started",
    )
    _position: Position | None
    all_seen: bool
    burials: dict[int, tuple[Card, ...]]
    hands: list[list[Card]]
    kitty: tuple[Card, ...] | None
    result: HandEnded | None
    seen_by: int | None
    started: HandStarted

    def __init__(
        self,
        rules: Rules,
        event: HandStarted,
        levels: Sequence[Rank],
        seen_by: int | None,
        *,
        all_seen: bool,
    ):
        self._begin(rules, event, seen_by, all_seen=all_seen)
        self.rules = rules
        self.players: int = rules.players
        self.number = event.hand
        self.levels: tuple[Rank, ...] = tuple(levels)
        self.ranks = self.levels if event.rank is None else (event.rank,) * self.players
        self.redeals = event.redeals
        self.dealer: int | None = event.dealer
        self.fixed_dealer = event.dealer is not None
        self.first = event.first
        self.phase = Phase.DRAW
        self.turn: int | None = event.first
        self.drawn = 0
        self.to_draw = rules.hand_size * rules.players
        self.sizes = [0] * self.players
        self.shown: list[Showing] = []
        self.trump: Trump | None = None
        self.turned: tuple[Card, ...] = ()
        self.kitty_seen: tuple[Card, ...] = ()
        self.takers: list[int] = []
        self.revealed: list[tuple[int, tuple[Card, ...], int]] = []
        self.buried_by: int | None = None
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
        self.earlier: Earlier | None = None
        self.failed: ThrowFailed | None = None
        self.claimed: int | None = None
        self.claims: list[RestClaimed] = []
        self.deck_shown = False
        self.history: list[Event] = []
        self._to_ask: list[int] = []
        self._open: Position | None = None
        self.lay_out()

    def _begin(
        self, rules: Rules, event: HandStarted, seen_by: int | None, *, all_seen: bool
    ) -> None:
        """Initialize the viewer's private state."""
        self.started = event
        self.seen_by = seen_by
        self.all_seen = all_seen
        self.hands = [[] for _ in range(rules.players)]
        self.burials = {}
        self.kitty = None
        self.result = None
        self._position = None
        if event.deck is not None:
            self.kitty = event.deck[len(event.deck) - rules.kitty_size :]

    @classmethod
    def beside(cls, other: Hand, event: HandStarted, seat: int) -> Hand:
        """A seat's view of a hand that is not over, sharing the table's public state.

        Events are applied to the table's hand only; the view is updated by `learn`. `event` is the
        start of the hand in the seat's view.
        """
        hand = cls.__new__(cls)
        hand.__dict__ = other.__dict__
        hand._begin(other.rules, event, seat, all_seen=False)
        hand.hands[seat] = other.hands[seat]
        if seat in other.burials:
            hand.burials = {seat: other.burials[seat]}
        if other.buried_by == seat:
            hand.kitty = other.kitty
        return hand

    def copy(self) -> Hand:
        """A hand in the same state, with the same viewer, that shares nothing that changes."""
        hand = Hand.__new__(Hand)
        hand.__dict__ = {name: _copied(value) for name, value in self.__dict__.items()}
        hand.started, hand.seen_by, hand.all_seen = self.started, self.seen_by, self.all_seen
        hand.hands, hand.kitty, hand.result = _copied(self.hands), self.kitty, self.result
        hand.burials = dict(self.burials)
        hand._position = None  # made again from `_open`, whose arrays it shares
        return hand

    # Queries

    @property
    def cards_to_draw(self) -> int:
        """Number of cards still to be drawn."""
        return self.to_draw - self.drawn

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended or was thrown in."""
        return self.phase in (Phase.ENDED, Phase.AGAIN)

    @property
    def draw_ends(self) -> bool:
        """Whether this is the last chance to declare, for every seat."""
        left = self.to_draw - self.drawn
        return left == 0 or (left == 1 and not self.rules.pause_after_draw)

    @property
    def rank(self) -> Rank:
        """The trump rank; while all players bid their own, that of the provisional Dealer."""
        return self.trump_so_far.rank

    @property
    def bidding(self) -> Bidding:
        """The bidding of the draw in its present state."""
        return Bidding(
            self.rules, self.ranks, tuple(self.shown), self.drawn, over=not self.cards_to_draw
        )

    @property
    def trump_so_far(self) -> Trump:
        """The trump as declared so far; without a declaration the trump rank alone."""
        if self.trump is not None:
            return self.trump
        rank = self.ranks[self.first if self.dealer is None else self.dealer]
        return Trump(rank, suit_of(self.shown[-1].cards) if self.shown else None)

    def knows(self, seat: int) -> bool:
        """Whether the viewer may know this seat's cards."""
        return self.all_seen or seat == self.seen_by

    def is_declarer(self, seat: int) -> bool:
        """Whether a seat plays on the Dealer's side; requires a Dealer.

        Without fixed teams the Declarers are the Dealer and the friends who have joined (Z21 §6.5).
        """
        return seat in self.declarers

    @property
    def declarers(self) -> tuple[int, ...]:
        """Seats on the Declarers' team, as far as known."""
        assert self.dealer is not None
        if self.rules.teams == "friends":
            return tuple(sorted({self.dealer, *self.joined}))
        return self.rules.teams_of_seats[self.dealer]

    def unseen_by(self, seat: int) -> list[Card]:
        """The cards outside a seat's knowledge.

        These are all but its own, those played, and the kitty if it buried that.
        """
        left = Counter(self.rules.deck) - self.played - Counter(self.hands[seat])
        if self.buried_by == seat and self.kitty is not None:
            left -= Counter(self.kitty)
        return list(left.elements())

    @property
    def open_calls(self) -> tuple[Call, ...]:
        """The unanswered calls."""
        pairs = zip(self.calls, self.answers, strict=True)
        return tuple(call for call, seat in pairs if seat is None)

    @property
    def sides_known(self) -> bool:
        """Whether all sides are known: every call is answered, or the hand is over."""
        if self.rules.teams == "fixed" or self.phase is Phase.ENDED:
            return True
        return self.phase is Phase.PLAY and not self.open_calls

    def same_side(self, one: int, other: int) -> bool:
        """Whether two seats play on one side, by public information.

        With friends there are no sides before there is a Dealer.
        """
        if self.rules.teams == "fixed":
            return self.rules.team_of(one) == self.rules.team_of(other)
        if self.dealer is None:
            return one == other
        return self.is_declarer(one) == self.is_declarer(other)

    def side_told(self, seat: int, other: int) -> bool | None:
        """Whether two seats are on one side, as far as the first seat knows; else `None`.

        A seat that holds no card with an open call knows that it joins no side.
        """
        if self.sides_known:
            return self.same_side(seat, other)
        if self.phase is not Phase.PLAY or not self.is_declarer(other):
            return None
        if self.is_declarer(seat):
            return True
        joins = any(call.card in self.hands[seat] for call in self.open_calls)
        return None if joins else False

    @property
    def penalty(self) -> int:
        """The points that failed throws and captured red fives have given the Opponents.

        It is negative when more was taken from them.
        """
        if self.dealer is None:
            return 0
        paid = sum(
            points if self.is_declarer(seat) else -points for seat, points in enumerate(self.paid)
        )
        return paid + self.captured_points

    @property
    def captured_points(self) -> int:
        """Points that captured red fives have given the Opponents; may be negative."""
        if self.rules.red_five_penalty != "points":
            return 0
        sides = [
            (self.is_declarer(owner), self.is_declarer(taker)) for owner, taker in self.captures
        ]
        lost = sum(1 if owner else -1 for owner, taker in sides if owner != taker)
        return self.rules.red_five_points * lost

    @property
    def opponents_points(self) -> int:
        """Points of the Opponents so far, from tricks and penalties."""
        if self.dealer is None:
            return 0
        won = sum(self.taken)
        for seat in self.declarers:
            won -= self.taken[seat]
        return won + (self.penalty if self.captures or any(self.paid) else 0)

    def played_by(self, seat: int) -> list[Card]:
        """The cards that a seat has played, in order."""
        played = [] if self.earlier is None else list(self.earlier.gone[seat])
        for trick in self.all_tricks:
            played += trick.cards_of(seat, self.players) or ()
        return played

    @property
    def tricks_taken(self) -> int:
        """Number of complete tricks."""
        return len(self.tricks) + (0 if self.earlier is None else self.earlier.tricks)

    @property
    def all_tricks(self) -> list[Trick]:
        """The complete tricks, and then the one under way."""
        return [*self.tricks, *([self.trick] if self.trick is not None else [])]

    @property
    def position(self) -> Position:
        """The play as arrays for the kernels, with the viewer's knowledge.

        It exists between the first lead and the last trick. It is built when it is first asked for,
        and each later event updates it. Callers must copy it before changing it.
        """
        position = self._position
        if position is None:
            if self._open is None:
                self._open = open_position(self)
            space = self.space
            hands = np.zeros((self.players, space.decks), dtype=np.int64)
            for seat, cards in enumerate(self.hands):
                if cards:
                    hands[seat] = space.known_words(cards)
            kitty = space.words(self.kitty or ())
            self._position = position = self._open._replace(hands=hands, kitty=kitty)
        if position.space is not self.space.table:
            self._position = position = position._replace(space=self.space.table)
        return position

    @property
    def ahead(self) -> int | None:
        """The seat that is winning the current trick; `None` between tricks."""
        trick = self.trick
        if trick is None:
            return None
        return (trick.leader + int(self.position.facts[BEST])) % self.players

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
        """The cards that a bid for the land must beat; none when the kitty made trumps."""
        last = self.land or self.shown
        return last[-1].cards if last else ()

    @property
    def land_is_bid(self) -> bool:
        """Whether the land has been bid for, and the kitty is to be taken for it (Z21 §6.2)."""
        return self.phase is Phase.LAND and bool(self.land) and self.land[-1].seat != self.buried_by

    # Changes

    def apply(self, event: Event) -> None:
        """Apply one event of this hand to the state."""
        kind = type(event)
        change = _CHANGES.get(kind)
        if change is None:
            raise TypeError(f"{kind.__name__} is not an event within a hand")
        change(self, event)
        if kind in _REMEMBERED:
            self.history.append(event)

    def keep_up(self, other: Hand) -> None:
        """Update the viewer's own card words after a play applied to the table's hand."""
        own, table, seat = self._position, other._position, self.seen_by
        if own is not None and table is not None and seat is not None:
            own.hands[seat] = table.hands[seat]

    def learn(self, event: Event) -> None:
        """Update this viewer's private state.

        The event has been applied to the table's hand, which holds the shared state.
        """
        match event:
            case KittyTaken():
                self.kitty = None
            case KittyBuried():
                self._learn_kitty(event)
            case HandEnded():
                self._learn_end(event)
            case _:
                pass

    def _learn_kitty(self, event: KittyBuried) -> None:
        self.kitty = event.cards
        if event.cards is not None:
            self.burials[event.seat] = event.cards

    def _learn_end(self, event: HandEnded) -> None:
        self.result = event
        if event.kitty is not None:
            self.kitty = event.kitty

    def lay_out(self) -> None:
        """Rebuild the strength space after a change of trump or of the cards played."""
        gone = gone_cards(self.rules, self.played)
        self.space: Space = space_of(self.rules, self.trump_so_far, gone)

    def _draw(self, event: CardDrawn) -> None:
        seat, card = event.seat, event.card
        if card is not None and (self.all_seen or seat == self.seen_by):
            self.hands[seat].append(card)
        self.drawn += 1
        self.sizes[seat] += 1
        self.turn = (seat + 1) % self.players if self.drawn < self.to_draw else None

    def draw_from_deck(self, count: int) -> None:
        """Draw the next cards of the known deck, as that many `CardDrawn` events in turn would."""
        deck = self.started.deck
        assert deck is not None and count <= self.cards_to_draw
        end, players = self.drawn + count, self.players
        for seat in range(players):
            cards = deck[self.drawn + (seat - self.first - self.drawn) % players : end : players]
            self.hands[seat] += cards
            self.sizes[seat] += len(cards)
        self.drawn = end
        self.turn = (self.first + end) % players if end < self.to_draw else None

    def _make_trump(self, event: TrumpMade) -> None:
        self.trump = Trump(event.rank or self.rank, event.suit)
        self.lay_out()
        self.dealer = event.dealer
        self.turned = self.kitty_seen = event.turned
        if self.can_redeal:
            self._ask(Phase.REDEAL, [(self.first + i) % self.players for i in self._all])

    def _answer_redeal(self, event: RedealAnswered) -> None:
        self.claimed = event.seat if event.wanted else None
        self._reveal(event.seat, event.cards)
        self._answered()

    def _deal_again(self, event: DealtAgain) -> None:
        self.phase = Phase.AGAIN
        self.turn = None

    def _take_kitty(self, event: KittyTaken) -> None:
        if self.knows(event.seat):
            self.hands[event.seat] += event.cards or ()
        if event.shown:
            self.kitty_seen = event.cards or ()
        self.kitty = None
        self.takers.append(event.seat)
        self.sizes[event.seat] += self.rules.kitty_size
        self.phase = Phase.BURY
        self.turn = event.seat

    def _pass_land(self, event: LandPassed) -> None:
        self._answered()
        if self.turn is None:
            self._after_kitty()

    def _bid_land(self, event: LandBid) -> None:
        assert self.trump is not None
        self.land.append(Showing(event.seat, event.cards))
        self._reveal(event.seat, event.cards)
        self.trump = Trump(self.trump.rank, event.suit)
        self.lay_out()

    def _call_friends(self, event: FriendsCalled) -> None:
        self.calls = event.calls
        self.answers = [None] * len(event.calls)
        self.phase = Phase.PLAY

    def _fail_throw(self, event: ThrowFailed) -> None:
        self.failed = event
        self._reveal(event.seat, event.thrown)
        self.paid[event.seat] += event.penalty
        if self._open is not None:
            self._open.paid[event.seat] = self.paid[event.seat]

    def _claim(self, event: RestClaimed) -> None:
        self.claims.append(event)

    def _end(self, event: HandEnded) -> None:
        self._learn_end(event)
        self.phase = Phase.ENDED
        self.turn = None

    def _show_deck(self, event: DeckShown) -> None:
        self.deck_shown = True

    @property
    def _all(self) -> range:
        return range(self.players)

    def _show(self, event: Shown) -> None:
        way = event.way
        if way == "reinforce":
            way = self.shown.pop().way
        self.shown.append(Showing(event.seat, event.cards, way, self.drawn))
        self._reveal(event.seat, event.cards)
        self.dealer = event.dealer
        self.lay_out()

    def _reveal(self, seat: int, cards: tuple[Card, ...]) -> None:
        self.revealed.append((seat, cards, len(self.takers)))

    def _ask(self, phase: Phase, seats: list[int]) -> None:
        """Queue these seats to be asked, one after the other."""
        self.phase = phase
        self._to_ask = seats
        self.turn = seats[0]

    def _answered(self) -> None:
        self._to_ask = self._to_ask[1:]
        self.turn = self._to_ask[0] if self._to_ask else None

    def _bury(self, event: KittyBuried) -> None:
        if self.knows(event.seat):
            take(self.hands[event.seat], event.cards or ())
        self._learn_kitty(event)
        self.history.append(replace(event, cards=None))
        self.sizes[event.seat] -= self.rules.kitty_size
        self.buried_by = event.seat
        if self.rules.land:
            declarer = self.shown[-1].seat if self.shown else None
            seats = land_turns(self.rules, event.seat, declarer, len(self.land))
            if seats:
                self._ask(Phase.LAND, seats)
                return
        self._after_kitty()

    def _after_kitty(self) -> None:
        """Continue after trump and kitty are final: friends are called, or the Dealer leads."""
        self.turn = self.dealer
        self.phase = Phase.CALL if self.rules.calls else Phase.PLAY

    def _play(self, event: Played) -> None:
        seat, cards, trick = event.seat, event.cards, self.trick
        units = NO_UNITS
        if trick is None:
            trick = self.trick = Trick(seat, lead_of(self.space, event.units), [])
            if self.failed is not None and self.rules.failed_throw == "must-beat":
                trick.challenger = self.failed.challenger
            units = trick.lead.units
        if self._open is not None:
            apply_made(*self.position, units, self.space.known_words(cards))
        if self.all_seen or seat == self.seen_by:
            take(self.hands[seat], cards)
        self.sizes[seat] -= len(cards)
        trick.plays.append(cards)
        played = self.played
        for card in cards:
            trick.points += card.points
            played[card] = played.get(card, 0) + 1
        self.turn = (seat + 1) % self.players

    def _join(self, event: FriendJoined) -> None:
        self.answers[event.call] = event.seat
        if not self.is_declarer(event.seat):
            self.joined.append(event.seat)
            self.discarded += event.lost
            self.taken[event.seat] -= event.lost
            if self._open is not None:
                self._open.facts[PENALTY] = self.captured_points
                if int(self._open.facts[SIDES]) != sides_of(self):
                    believe(self, self._open)

    def _take_trick(self, event: TrickTaken) -> None:
        assert self.trick is not None
        self.trick.winner = event.seat
        self.taken[event.seat] += event.points
        if event.red_fives:
            self.captures += [(owner, event.seat) for owner in event.red_fives]
        self.tricks.append(self.trick)
        self.trick = None
        self.failed = None
        self.turn = event.seat
        if self._open is not None:
            facts = self._open.facts
            facts[LEADER] = event.seat
            if self.captures:
                facts[PENALTY] = self.captured_points
            if self._open.taken.tolist() != self.taken or (
                self.calls and int(facts[SIDES]) != sides_of(self)
            ):
                believe(self, self._open)
        if self.rules.consecutive == "skip-played":
            self.lay_out()


_REMEMBERED = frozenset((Shown, LandBid, ThrowFailed, Played))
"""Events kept in `Hand.history`; burials are kept without their cards."""


def suit_of(cards: Sequence[Card]) -> Suit | None:
    """The trump suit of shown cards, ignoring Jokers; `None` for Jokers alone."""
    for card in cards:
        if card.suit is not None:
            return card.suit
    return None


def _copied(value: Any) -> Any:
    """Copy a part of a hand; parts that never change are shared."""
    match value:
        case list():
            return [_copied(part) for part in value]
        case Counter():
            return Counter(value)
        case Trick():
            return replace(value, plays=list(value.plays))
        case Position():
            return Position(value.space, *(part.copy() for part in value[1:]))
    return value


_CHANGES: dict[type, Callable[[Hand, Any], None]] = {
    CardDrawn: Hand._draw,
    Shown: Hand._show,
    TrumpMade: Hand._make_trump,
    RedealAnswered: Hand._answer_redeal,
    DealtAgain: Hand._deal_again,
    KittyTaken: Hand._take_kitty,
    KittyBuried: Hand._bury,
    LandPassed: Hand._pass_land,
    LandBid: Hand._bid_land,
    FriendsCalled: Hand._call_friends,
    ThrowFailed: Hand._fail_throw,
    Played: Hand._play,
    FriendJoined: Hand._join,
    TrickTaken: Hand._take_trick,
    RestClaimed: Hand._claim,
    HandEnded: Hand._end,
    DeckShown: Hand._show_deck,
}
"""Method that applies each event to a hand."""
