"""Notes: what the person is told of what happens, as data that either language can say.

A note is made right after the event has been applied to the person's view of the match, because
what it says (who is ahead, how the lead is read) is asked of that moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shengji.bots.outside import Failure
from shengji.bots.outside.names import name_of
from shengji.cards import Trump, points_of
from shengji.game import (
    DealtAgain,
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
    Played,
    RedealAnswered,
    RestClaimed,
    Shown,
    ThrowFailed,
    Trick,
    TrickTaken,
    TrumpMade,
)
from shengji.record.printable import printable
from shengji.terminal.table.speaker import PERSON, Params, Speaker, lead_shape


class Note(NamedTuple):
    """One thing that has happened.

    Attributes:
        key: the text.
        params: its parameters, not yet written out.
        loud: whether it must not be overlooked.
        joined: a note that is said in the same breath.
    """

    key: str
    params: Params
    loud: bool = False
    joined: Note | None = None

    def words(self, speaker: Speaker) -> str:
        """The note in a language."""
        words = speaker.say(self.key, **self.params)
        return words if self.joined is None else speaker.joined(words, self.joined.words(speaker))


_WAYS = {
    "declare": "declares",
    "reinforce": "reinforces",
    "late-reinforce": "reinforces-late",
    "override": "overrides",
}
_OPEN = {
    "last": "dealer-by-draw",
    "first": "dealer-by-first",
    "last-not-jokers": "dealer-by-rank",
}
_AGAIN = {"no-bid": "again-no-bid", "joker": "again-joker", "request": "again-request"}


def notes_of(match: Match, event: Event) -> Iterator[Note]:
    """The notes on an event, which the person's `match` has just applied."""
    hand = match.hand
    assert hand is not None
    match event:
        case HandStarted():
            yield _started(hand, event)
        case Shown():
            yield Note(_WAYS[event.way], {"seat": event.seat, "cards": event.cards}, loud=True)
        case TrumpMade():
            params: Params = {"cards": event.turned, "trump": Trump(hand.rank, event.suit)}
            key = "trump-turned" if event.turned else "trump-made"
            yield Note(key, params, loud=bool(event.turned))
        case DealtAgain():
            yield Note(_AGAIN[event.reason], {"cards": event.turned}, loud=True)
        case MatchEnded():
            yield Note("match-won" if PERSON in event.winners else "match-lost", {})
        case RedealAnswered():
            if event.wanted:
                yield Note("claims-redeal", {"seat": event.seat, "cards": event.cards}, loud=True)
        case LandPassed():
            yield Note("land-passed", {"seat": event.seat})
        case LandBid():
            params = {"cards": event.cards, "trump": Trump(hand.rank, event.suit)}
            yield Note("land-bid", {"seat": event.seat, **params}, loud=True)
        case KittyTaken():
            key = "takes-land" if hand.land else "takes-kitty"
            key = "takes-shown" if event.shown else key
            yield Note(key, {"seat": event.seat, "cards": event.cards or ()}, loud=event.shown)
        case KittyBuried():
            params = {"cards": event.cards or (), "count": hand.rules.kitty_size}
            yield Note("buries", {"seat": event.seat, **params})
        case FriendsCalled():
            yield Note("calls", {"seat": event.seat, "calls": event.calls}, loud=True)
        case ThrowFailed():
            params = {"seat": event.seat, "cards": event.thrown, "challenger": event.challenger}
            fine = Note("throw-penalty", {"points": event.penalty}) if event.penalty else None
            key = "throw-failed-by-you" if event.challenger == PERSON else "throw-failed"
            yield Note(key, params, loud=True, joined=fine)
        case Played():
            yield _played(hand, event)
        case FriendJoined():
            yield _joined(hand, event)
        case TrickTaken():
            taken = None
            if event.red_fives:
                taken = Note("red-fives", {"seat": event.seat, "names": event.red_fives})
            params = {"seat": event.seat, "points": event.points}
            yield Note("takes-trick", params, loud=taken is not None, joined=taken)
        case RestClaimed():
            key = "claims-all" if event.takes == "all" else "claims-none"
            answered = Note("claim-accepted" if event.accepted else "claim-declined", {})
            yield Note(key, {"seat": event.seat}, loud=True, joined=answered)
        case HandEnded():
            params = {"number": hand.number, "points": event.points, "side": event.winner}
            yield Note("hand-over", params)


def bot_failed(failure: Failure, bot: str) -> Note:
    """A program has failed, and from here on this bot plays in its seat."""
    params = {"seat": failure.seat, "fault": f"failed.{failure.kind}", "bot": bot}
    return Note("bot-failed", {**params, "name": printable(name_of(failure.command))}, loud=True)


def _started(hand: Hand, event: HandStarted) -> Note:
    """The note on who deals, where that is known, and at which level."""
    dealer = Note(_OPEN[hand.rules.first_dealer], {})
    if event.dealer is not None:
        dealer = Note("seat-deals", {"dealer": event.dealer})
    if event.rank is None:
        return Note("hand-starts-own", {"number": event.hand}, joined=dealer)
    return Note("hand-starts", {"number": event.hand, "rank": event.rank}, joined=dealer)


def _joined(hand: Hand, event: FriendJoined) -> Note:
    """A called card has been played; by one who was on the team already it brings nobody."""
    params = {"seat": event.seat, "call": hand.calls[event.call]}
    again = event.seat == hand.dealer or hand.answers.count(event.seat) > 1
    lost = Note("points-lost", {"points": event.lost}) if event.lost else None
    return Note("joins-again" if again else "joins", params, loud=True, joined=lost)


def _played(hand: Hand, event: Played) -> Note:
    trick = hand.trick
    assert trick is not None
    if event.units:
        units = lead_shape(hand.space, trick.lead.reading)
        return Note("leads", {"seat": event.seat, "cards": event.cards, "units": units})
    key = "follows-ahead" if ahead(hand, trick) == event.seat else "follows"
    return Note(key, {"seat": event.seat, "cards": event.cards})


def ahead(hand: Hand, trick: Trick) -> int:
    """The seat that would win the trick as it lies."""
    seat = hand.ahead if trick.winner is None else trick.winner
    assert seat is not None
    return seat


def points_in(trick: Trick) -> int:
    """The points on the cards of a trick so far."""
    return sum(points_of(play) for play in trick.plays)
