"""Converts Botzone's requests to one player into our events of a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from shengji.bots.outside.botzone.cards import card_of, level_of, suit_of_letter
from shengji.bots.outside.botzone.requests import (
    PLAYERS,
    Banking,
    Numbers,
    Request,
    RequestError,
)
from shengji.cards import Card, Rank
from shengji.game import (
    CardDrawn,
    Event,
    Hand,
    HandStarted,
    KittyBuried,
    KittyTaken,
    Played,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.game.events import Way
from shengji.game.hand import suit_of
from shengji.play.units import default_reading


class Follower:
    """Converts the requests to one player into events.

    Botzone sends less than a table does: neither the Jokers of a declaration, nor the cards of
    another player's failed throw. Such information is left out.

    Args:
        first: the first request of the game.

    Attributes:
        seat: the player's seat; Botzone's numbers are ours.
        dealer: the Dealer who was known before the draw, or `None`.
        held: the numbers of the cards that the player holds.
    """

    def __init__(self, first: Request, seat: int) -> None:
        self.seat = seat
        try:
            self.rank: Rank = level_of(first.state.level)
        except ValueError as error:
            raise RequestError(f"the level: {error}") from None
        known = first.state.banking.banker
        self.dealer = known if first.state.first_round is False and known >= 0 else None
        self.held: list[int] = []
        self._first = 0 if self.dealer is None else self.dealer
        self._banking = Banking()
        self._thrown: tuple[Card, ...] = ()

    def start(self) -> HandStarted:
        """The start of the hand."""
        return HandStarted(
            hand=1,
            rank=self.rank,
            dealer=self.dealer,
            first=self._first,
            turned=(),
            commitment="",
        )

    def before(self, request: Request, hand: Hand) -> Iterator[Event]:
        """The events up to this request; apply each to `hand` before taking the next.

        Raises:
            RequestError: when it does not follow from the requests before.
        """
        if request.stage == "deal":
            if len(request.deliver) != 1:
                raise RequestError(f"one card is dealt at a time, not {len(request.deliver)}")
            if len(self.held) == hand.rules.hand_size or hand.trump is not None:
                raise RequestError(f"player {self.seat} has all cards already")
            yield from self._draw(request, hand, until=self.seat)
            self._take(request.deliver)
            yield CardDrawn(self.seat, card_of(request.deliver[0]))
            return
        if hand.cards_to_draw or hand.trump is None:
            yield from self._finish_draw(request, hand)
        if request.stage == "cover":
            if hand.buried_by is not None or request.state.banking.banker != self.seat:
                raise RequestError(f"it is not for player {self.seat} to bury a kitty")
            if len(request.deliver) != hand.rules.kitty_size:
                raise RequestError(f"a kitty of {len(request.deliver)} cards is to be buried")
            self._take(request.deliver)
            yield KittyTaken(self.seat, tuple(card_of(number) for number in request.deliver))
            return
        if hand.buried_by is None:
            banker = request.state.banking.banker
            yield KittyTaken(banker)
            yield KittyBuried(banker)
        yield from self._plays(request, hand)

    def after(self, request: Request, response: Numbers, hand: Hand) -> Iterator[Event]:
        """The immediate events of this player's answer; a play has none until it is confirmed."""
        missing = Counter(response) - Counter(self.held)
        if missing:
            raise RequestError(f"player {self.seat} does not hold card {min(missing)}")
        cards = tuple(card_of(number) for number in response)
        if request.stage == "deal" and cards:
            yield self._shown(self.seat, cards, hand)
            before = self._banking
            snatched = self.seat if len(cards) > 1 else -1
            called = before.called if before.called >= 0 else self.seat
            self._banking = Banking(called, snatched, banker=self.seat)
        elif request.stage == "cover":
            self._lose(response)
            yield KittyBuried(self.seat, cards)
        elif request.stage == "play":
            self._thrown = cards

    # The draw

    def _draw(self, request: Request, hand: Hand, until: int | None) -> Iterator[Event]:
        """Draw for the other seats, up to the next card of `until` (`None`: to the last card)."""
        banking = request.state.banking
        while hand.turn is not None and hand.turn != until:
            drawer = hand.turn
            yield CardDrawn(drawer)
            yield from self._declared(banking, (drawer,), hand)
        # The first seat to draw may be uncertain; the declarations so far are not.
        yield from self._declared(banking, range(PLAYERS), hand)

    def _declared(self, banking: Banking, seats: Sequence[int], hand: Hand) -> Iterator[Event]:
        if self._banking.called < 0 and banking.called in seats:
            # The suit of a declaration is unknown when it has been overridden since.
            if banking.snatched < 0:
                yield self._shown(banking.called, self._cards(banking, 1, hand), hand)
            self._banking = Banking(banking.called, banker=banking.called)
        if self._banking.called >= 0 and self._banking.snatched < 0 and banking.snatched in seats:
            yield self._shown(banking.snatched, self._cards(banking, 2, hand), hand)
            self._banking = banking

    def _cards(self, banking: Banking, count: int, hand: Hand) -> tuple[Card, ...]:
        """The cards that make this trump; empty when they may be either Jokers."""
        if not banking.major:
            raise RequestError("somebody has declared, but no trump suit")
        suit = suit_of_letter(banking.major)
        if suit is not None:
            return (Card(f"{self.rank.value}{suit.value}"),) * count
        own = hand.hands[self.seat]
        if Card.SMALL_JOKER in own:
            return (Card.BIG_JOKER,) * count
        return (Card.SMALL_JOKER,) * count if Card.BIG_JOKER in own else ()

    def _shown(self, seat: int, cards: tuple[Card, ...], hand: Hand) -> Shown:
        last = hand.shown[-1] if hand.shown else None
        way: Way = "declare"
        if last is not None:
            same = last.seat == seat and set(last.cards) == set(cards)
            way = "reinforce" if same else "override"
        dealer = seat if self.dealer is None else self.dealer
        return Shown(seat, way, cards, suit_of(cards), dealer)

    def _finish_draw(self, request: Request, hand: Hand) -> Iterator[Event]:
        yield from self._draw(request, hand, until=None)
        banking = request.state.banking
        if banking.banker < 0 or not banking.major:
            raise RequestError("nobody deals, or there is no trump, when the draw is over")
        if len(self.held) != hand.rules.hand_size:
            raise RequestError(f"{len(self.held)} cards were dealt, not {hand.rules.hand_size}")
        yield TrumpMade(suit_of_letter(banking.major), banking.banker)

    # The tricks

    def _plays(self, request: Request, hand: Hand) -> Iterator[Event]:
        if request.history is None:
            raise RequestError("a request to play has no history")
        last, now, last_leader, leader = request.history
        score = request.state.total_score
        if self._thrown:
            # This player has played since, so that trick is over.
            if len(last) != PLAYERS:
                raise RequestError(f"the last trick has {len(last)} plays")
            done = 0 if hand.trick is None else len(hand.trick.plays)
            points = sum(card_of(n).points for numbers in last for n in numbers)
            won = 0 if hand.is_declarer(leader) else points
            for turn in range(done, PLAYERS):
                seat = (last_leader + turn) % PLAYERS
                paid = 0 if score is None else score - hand.opponents_points - won
                yield from self._play(seat, last[turn], hand, paid if seat == self.seat else 0)
            yield TrickTaken(leader, points, hand.opponents_points + won)
            self._thrown = ()
        for turn, numbers in enumerate(now):
            paid = 0 if score is None else score - hand.opponents_points
            yield from self._play((leader + turn) % PLAYERS, numbers, hand, paid)
        if (leader + len(now)) % PLAYERS != self.seat:
            raise RequestError(f"it is not the turn of player {self.seat}")

    def _play(self, seat: int, numbers: Numbers, hand: Hand, paid: int) -> Iterator[Event]:
        """One play; `paid` are the points that a failed throw may have given to the Opponents."""
        cards = tuple(card_of(number) for number in numbers)
        if not cards:
            raise RequestError(f"player {seat} has played nothing")
        if seat == self.seat:
            self._lose(numbers)
        if hand.trick is not None:
            yield Played(seat, cards)
            return
        own = seat == self.seat
        failed = Counter(cards) != Counter(self._thrown) if own else paid != 0
        if failed and (own or (paid > 0) == hand.is_declarer(seat)):
            thrown = self._thrown if own else cards
            yield ThrowFailed(seat, thrown, (seat + 1) % PLAYERS, abs(paid))
        reading = default_reading(hand.space, cards)
        yield Played(seat, tuple(hand.space.sort(cards)), tuple(unit.cards for unit in reading))

    def _take(self, numbers: Numbers) -> None:
        for number in numbers:
            if number in self.held:
                raise RequestError(f"player {self.seat} holds card {number} already")
            self.held.append(number)

    def _lose(self, numbers: Numbers) -> None:
        for number in numbers:
            if number not in self.held:
                raise RequestError(f"player {self.seat} does not hold card {number}")
            self.held.remove(number)
