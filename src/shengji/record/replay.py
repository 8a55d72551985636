"""Replays a record: derives commands from its events, and compares their results."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import chain

from msgspec import UNSET
from msgspec.structs import replace

from shengji.cards import Card, lacking
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    CallFriends,
    CardDrawn,
    ClaimRest,
    CloseDraw,
    Command,
    DealtAgain,
    DeckShown,
    Draw,
    EndMatch,
    Event,
    FriendJoined,
    FriendsCalled,
    Hand,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    LandBid,
    LandPassed,
    Match,
    MatchEnded,
    Play,
    Played,
    RedealAnswered,
    Refusal,
    RestClaimed,
    Show,
    ShowDeck,
    Shown,
    StartHand,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.play.readings import find_readings, readings
from shengji.play.throws import judge_lead, penalty
from shengji.play.units import default_reading
from shengji.rules.bounds import Cards, Units

_FOLLOWING = (KittyTaken, FriendJoined, TrickTaken, HandEnded)
"""Events that follow without a command."""


def last_decision(events: Sequence[Event]) -> int:
    """The index of the event that begins the last decision of a record.

    Automatic events belong to the decision before. So do the lead after a failed throw, a new deal
    after a claim, and the end of a won match.
    """
    for place in range(len(events) - 1, 0, -1):
        event, before = events[place], events[place - 1]
        follows = (
            isinstance(event, _FOLLOWING)
            or isinstance(before, ThrowFailed)
            or (isinstance(event, DealtAgain) and event.reason == "request")
            or (isinstance(event, MatchEnded) and event.reason == "won")
        )
        if not follows:
            return place
    return 0


class Replay:
    """A match replayed event by event.

    Attributes:
        match: the match as built by the commands; pass one before its first hand.
        due: the events of the last command that the record has not yet stated.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.due: deque[Event] = deque()

    def expect(self, event: Event, after: object) -> Event | str:
        """The expected event in place of `event`, or the reason why none of its kind can come.

        `after` is the next event of the record: where a failed throw does not state its units, the
        lead that follows determines them. Call `advance` when the event has been taken.
        """
        if not self.due:
            command = self._command(event, after)
            if command is None:
                return "nothing that has happened leads to it"
            answer = self.match.try_do(command)
            if isinstance(answer, Refusal):
                return answer.sentence()
            self.due.extend(answer)
        right = self.due[0]
        if isinstance(event, ThrowFailed) and isinstance(right, ThrowFailed):
            return right if event.units is not UNSET else replace(right, units=UNSET)
        return right

    def advance(self) -> None:
        """Mark the due event as recorded."""
        self.due.popleft()

    def _command(self, event: Event, after: object) -> Command | None:
        match event:
            case HandStarted():
                drawn = self.match.rules.first_drawer == "random"
                return StartHand(
                    deck=event.deck or (),
                    turned=event.turned,
                    first=event.first if drawn else None,
                    salt=event.salt or "",
                    shares=event.shares,
                )
            case CardDrawn():
                return Draw()
            case Shown():
                return Show(event.seat, event.cards)
            case TrumpMade() | DealtAgain():
                return CloseDraw()
            case RedealAnswered():
                return AnswerRedeal(event.seat, event.wanted)
            case KittyBuried():
                return Bury(event.seat, event.cards or ())
            case LandPassed():
                return BidLand(event.seat)
            case LandBid():
                return BidLand(event.seat, event.cards)
            case FriendsCalled():
                return CallFriends(event.seat, event.calls)
            case ThrowFailed():
                if event.units is UNSET:
                    led = after.units if isinstance(after, Played) else ()
                    named = self._reading(event, led)
                else:
                    named = self._named(event.seat, event.thrown, event.units)
                return Play(event.seat, event.thrown, named)
            case Played():
                named = self._named(event.seat, event.cards, event.units)
                return Play(event.seat, event.cards, named)
            case RestClaimed():
                return ClaimRest(event.seat, event.takes, event.accepted)
            case DeckShown():
                return ShowDeck()
            case MatchEnded() if event.reason == "conceded":
                seats = range(self.match.rules.players)
                losers = (seat for seat in seats if seat not in event.winners)
                return EndMatch("conceded", next(losers, None))
            case MatchEnded() if event.reason != "won":
                return EndMatch(event.reason)
            case _:
                return None

    def _named(self, seat: int, cards: Cards, units: Units) -> Units | None:
        """The reading of a lead, from its units; `None` for the default."""
        hand = self.match.hand
        if hand is None or not units or not self._leads(hand, seat, cards):
            return None
        default = default_reading(hand.space, cards)
        return None if units == tuple(unit.cards for unit in default) else units

    def _reading(self, event: ThrowFailed, led: Units) -> Units | None:
        """The reading of a throw that fails as recorded; `None` for the default."""
        hand, seat = self.match.hand, event.seat
        if hand is None or not self._leads(hand, seat, event.thrown):
            return None
        space = hand.space
        others = [hand.hands[(seat + i) % hand.players] for i in range(1, hand.players)]
        default = default_reading(space, event.thrown)
        # The remaining lead is a unit of the reading, or a part of one.
        with_it = find_readings(space, event.thrown, led).listed
        for reading in chain((default,), with_it, readings(space, event.thrown)):
            throw = judge_lead(space, reading, others)
            if (
                tuple(unit.cards for unit in throw.led) == led
                and penalty(hand.rules, throw) == event.penalty
            ):
                same = reading == default
                return None if same else tuple(unit.cards for unit in reading)
        return None

    def _leads(self, hand: Hand, seat: int, cards: Sequence[Card]) -> bool:
        """Whether a seat can lead these cards now: it holds them, and they are of one suit."""
        if hand.turn != seat or hand.trick is not None or hand.trump is None:
            return False
        held = not lacking(cards, hand.hands[seat])
        return held and len({hand.space.suit(card) for card in cards}) == 1
