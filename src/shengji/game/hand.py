"""One hand, as the events have built it: the draw, the kitty, the tricks, the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

import numpy as np

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
from shengji.game.trick import Trick, lead_of
from shengji.play.apply import apply_made
from shengji.play.jit import Matrix
from shengji.play.position import BEST, LEADER, PENALTY, SIDES, Position
from shengji.play.space import Space, gone_cards, space_of
from shengji.rules import Rules

NO_UNITS: Matrix = np.zeros((0, 4), dtype=np.int64)
"""The units that a follow leads."""


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


DRAW, PLAY = Phase.DRAW, Phase.PLAY
"""The phases that are asked for at every step: to look up a member of an enum takes Python 3.11
longer than to call a function."""


class Hand:
    """The state of one hand. It changes only by `apply`.

    A hand is seen by one seat, by an onlooker, or by the table, which knows everything. What the
    viewer may not know is simply not there: the hands of others stay empty (`sizes` still counts
    them), and an unknown kitty is `None`.

    The seats of one table share what lies open (`beside`): only what not everybody may know is kept
    for each of them, in the slots.

    Attributes:
        number: which hand of the match, from 1.
        levels: the level of each seat, from before the hand.
        ranks: the rank that each seat may show in the draw.
        redeals: how often it has been dealt again on request.
        dealer: the Dealer, `None` while the draw has not decided.
        first: who draws first.
        phase: where the hand stands.
        turn: whose turn it is to draw, answer, bury, bid, call or play; `None` when the draw is
            complete or the hand is over.
        drawn: how many cards have been drawn, of `to_draw`.
        hands: the cards of each seat that the viewer may know.
        sizes: how many cards each seat holds.
        shown: the declarations, in order; a reinforced one stands once, with all its cards.
        trump: the trump, once it is fixed; Bidding for Land may still change its suit.
        space: the strength space; before trump is fixed, that of what has been declared so far.
        turned: the kitty's cards turned up because nobody declared.
        kitty_seen: the cards of the kitty that the Dealer took, as far as everybody saw them:
            those turned up, or all.
        takers: who took the kitty, in order.
        revealed: the cards that seats showed or tried to play and kept, each as the seat, the
            cards, and how many had taken the kitty by then.
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
        claims: the claims of the rest that were answered, in order.
        result: the end of the hand.
        started: its start.
        deck_shown: whether its deck has been shown, after its end.
    """

    __slots__ = (
        "__dict__",
        "_position",
        "all_seen",
        "hands",
        "kitty",
        "result",
        "seen_by",
        "started",
    )
    _position: Position | None
    all_seen: bool
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
        self.failed: ThrowFailed | None = None
        self.claimed: int | None = None
        self.claims: list[RestClaimed] = []
        self.deck_shown = False
        self._to_ask: list[int] = []
        self._open: Position | None = None
        self.lay_out()

    def _begin(
        self, rules: Rules, event: HandStarted, seen_by: int | None, *, all_seen: bool
    ) -> None:
        """Begin what is kept for each viewer."""
        self.started = event
        self.seen_by = seen_by
        self.all_seen = all_seen
        self.hands = [[] for _ in range(rules.players)]
        self.kitty = None
        self.result = None
        self._position = None
        if event.deck is not None:
            self.kitty = event.deck[len(event.deck) - rules.kitty_size :]

    @classmethod
    def beside(cls, other: Hand, event: HandStarted, seat: int) -> Hand:
        """A hand that has just begun as a seat sees it, sharing with the table's what it may know.

        Events are applied to the other one; this one only learns of them (`learn`).
        """
        hand = cls.__new__(cls)
        hand.__dict__ = other.__dict__
        hand._begin(other.rules, event, seat, all_seen=False)
        hand.hands[seat] = other.hands[seat]
        return hand

    # What can be asked

    @property
    def cards_to_draw(self) -> int:
        """How many cards are still to be drawn."""
        return self.to_draw - self.drawn

    @property
    def is_over(self) -> bool:
        """Whether it has ended, or was thrown in."""
        return self.phase in (Phase.ENDED, Phase.AGAIN)

    @property
    def draw_ends(self) -> bool:
        """Whether it is the last moment to declare, for everybody."""
        left = self.to_draw - self.drawn
        return left == 0 or (left == 1 and not self.rules.pause_after_draw)

    @property
    def rank(self) -> Rank:
        """The trump rank; while everyone bids their own, that of whoever would deal."""
        return self.trump_so_far.rank

    @property
    def bidding(self) -> Bidding:
        """The bidding of the draw as it stands."""
        return Bidding(
            self.rules, self.ranks, tuple(self.shown), self.drawn, over=not self.cards_to_draw
        )

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
        return seat in self.declarers

    @property
    def declarers(self) -> tuple[int, ...]:
        """The seats on the Declarers' team, as far as it is known."""
        assert self.dealer is not None
        if self.rules.teams == "friends":
            return tuple(sorted({self.dealer, *self.joined}))
        return self.rules.teams_of_seats[self.dealer]

    def unseen_by(self, seat: int) -> list[Card]:
        """The cards that others may hold, as far as a seat can tell.

        They are all but its own, those played, and the kitty where it has buried that.
        """
        left = Counter(self.rules.deck) - self.played - Counter(self.hands[seat])
        if self.buried_by == seat and self.kitty is not None:
            left -= Counter(self.kitty)
        return list(left.elements())

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

    def side_told(self, seat: int, other: int) -> bool | None:
        """Whether another plays on the side of a seat, as that seat can tell; `None`: it cannot.

        It knows its own cards: whoever holds none that is still called joins nobody.
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
        """The points that failed throws and captured red fives give to the Opponents so far.

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
        """The points that captured red fives give to the Opponents so far, or take from them."""
        if self.rules.red_five_penalty != "points":
            return 0
        sides = [
            (self.is_declarer(owner), self.is_declarer(taker)) for owner, taker in self.captures
        ]
        lost = sum(1 if owner else -1 for owner, taker in sides if owner != taker)
        return self.rules.red_five_points * lost

    @property
    def opponents_points(self) -> int:
        """The Opponents' points so far: their tricks, and penalties."""
        if self.dealer is None:
            return 0
        won = sum(self.taken)
        for seat in self.declarers:
            won -= self.taken[seat]
        return won + (self.penalty if self.captures or any(self.paid) else 0)

    @property
    def all_tricks(self) -> list[Trick]:
        """The complete tricks, and then the one under way."""
        return [*self.tricks, *([self.trick] if self.trick is not None else [])]

    @property
    def position(self) -> Position:
        """The play as arrays for the kernels, as far as the viewer may know it.

        Only between the first lead and the last trick; it is kept up with each event. Whoever
        changes anything in it works on a copy.
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
        """The seat that would win the trick under way as it lies; `None` between tricks."""
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

    # How it changes

    def apply(self, event: Event) -> None:
        """Change the state by one event of this hand."""
        kind = type(event)
        change = _CHANGES.get(kind)
        if change is None:
            raise TypeError(f"{kind.__name__} is not an event within a hand")
        change(self, event)

    def keep_up(self, other: Hand) -> None:
        """Keep up the words of the own cards after a play that the other hand has taken in."""
        own, table, seat = self._position, other._position, self.seen_by
        if own is not None and table is not None and seat is not None:
            own.hands[seat] = table.hands[seat]

    def learn(self, event: Event) -> None:
        """Change what is kept for this viewer alone, beside the cards that it holds.

        The event has been applied to the other hand, with which this one shares the rest.
        """
        match event:
            case KittyTaken():
                self.kitty = None
            case KittyBuried():
                self.kitty = event.cards
            case HandEnded():
                self._learn_end(event)
            case _:
                pass

    def _learn_end(self, event: HandEnded) -> None:
        self.result = event
        if event.kitty is not None:
            self.kitty = event.kitty

    def lay_out(self) -> None:
        """Lay the cards out by strength, after what that follows from has changed."""
        gone = gone_cards(self.rules, self.played)
        self.space: Space = space_of(self.rules, self.trump_so_far, gone)

    def _draw(self, event: CardDrawn) -> None:
        seat, card = event.seat, event.card
        if card is not None and (self.all_seen or seat == self.seen_by):
            self.hands[seat].append(card)
        self.drawn += 1
        self.sizes[seat] += 1
        self.turn = (seat + 1) % self.players if self.drawn < self.to_draw else None

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
        """Ask these seats, one after the other."""
        self.phase = phase
        self._to_ask = seats
        self.turn = seats[0]

    def _answered(self) -> None:
        self._to_ask = self._to_ask[1:]
        self.turn = self._to_ask[0] if self._to_ask else None

    def _bury(self, event: KittyBuried) -> None:
        if self.knows(event.seat):
            take(self.hands[event.seat], event.cards or ())
        self.kitty = event.cards
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
        """Trump and the kitty are settled: friends are called, or the Dealer leads."""
        self.turn = self.dealer
        self.phase = Phase.CALL if self.rules.calls else Phase.PLAY

    def _play(self, event: Played) -> None:
        seat, cards, trick = event.seat, event.cards, self.trick
        position, units = self.position, NO_UNITS
        if trick is None:
            trick = self.trick = Trick(seat, lead_of(self.space, event.units), [])
            if self.failed is not None and self.rules.failed_throw == "must-beat":
                trick.challenger = self.failed.challenger
            units = trick.lead.units
        apply_made(*position, units, self.space.known_words(cards))
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


def suit_of(cards: Sequence[Card]) -> Suit | None:
    """The suit that shown cards make trump, whatever Jokers are among them."""
    for card in cards:
        if card.suit is not None:
            return card.suit
    return None


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
"""How each event changes a hand."""
