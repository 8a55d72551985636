"""Notes: the events of a match as data, to be put into words by a `Voice`.

This module alone knows the sentences for each event; a table, an account and a replay format them
differently. A note is made right after the event has been applied, because it reads facts of that
moment, such as the seat ahead or the reading of the lead. It reveals no more than the event does,
so the notes on a seat's view reveal nothing hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol, assert_never

from shengji.cards import Trump
from shengji.game.events import (
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
    MatchEnded,
    Played,
    RedealAnswered,
    RestClaimed,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.game.hand import Hand
from shengji.game.refusals import suit_letter
from shengji.play.space import Space
from shengji.play.units import Reading
from shengji.rules import Rules

Params = Mapping[str, object]
"""Parameters of a text, not yet formatted."""


class Note(NamedTuple):
    """A note on an event.

    Attributes:
        key: key of the text.
        params: parameters of the text, not yet formatted.
        loud: whether it must not be overlooked.
        joined: a note to be put into the same sentence or line.
    """

    key: str
    params: Params
    loud: bool = False
    joined: Note | None = None


class LeadShape(NamedTuple):
    """The structure of a lead, without its cards.

    Attributes:
        shapes: (width, length) of each unit.
        suit: the letter of the effective suit, `T` for trumps.
    """

    shapes: tuple[tuple[int, int], ...]
    suit: str


def lead_shape(space: Space, reading: Reading) -> LeadShape:
    """The structure of a lead in this reading."""
    suit = suit_letter(space, space.suit(reading[0].cards[0]))
    return LeadShape(tuple(unit.shape for unit in reading), suit)


class MatchSeen(Protocol):
    """The attributes of a match that notes depend on; see `shengji.game.match.Match`."""

    rules: Rules
    hand: Hand | None


def notes_of(match: MatchSeen, event: Event) -> Iterator[Note]:
    """Generate the notes on an event that the match has just applied."""
    if isinstance(event, MatchEnded):
        losers = [seat for seat in range(match.rules.players) if seat not in event.winners]
        yield Note(f"match-{event.reason}", {"winners": event.winners, "losers": losers})
        return
    hand = match.hand
    assert hand is not None
    match event:
        case HandStarted():
            yield _started(hand, event)
        case Shown():
            yield Note(event.way, {"seat": event.seat, "cards": event.cards}, loud=True)
        case TrumpMade():
            trump = Trump(hand.rank, event.suit)
            params: Params = {"cards": event.turned, "trump": trump, "seat": event.dealer}
            key = "trump-turned" if event.turned else "trump-made"
            yield Note(key, params, loud=bool(event.turned))
        case RedealAnswered() if event.wanted:
            yield Note("claims-redeal", {"seat": event.seat, "cards": event.cards}, loud=True)
        case DealtAgain():
            yield Note(f"again-{event.reason}", {"cards": event.turned}, loud=True)
        case KittyTaken():
            key = "takes-kitty"
            if event.cards is not None:
                key = "takes-kitty-shown" if event.shown else "takes-kitty-known"
            cards = hand.space.sort(event.cards or ())
            yield Note(key, {"seat": event.seat, "cards": cards}, loud=event.shown)
        case KittyBuried(cards=None):
            yield Note("buries", {"seat": event.seat, "count": hand.rules.kitty_size})
        case KittyBuried():
            cards = hand.space.sort(event.cards or ())
            yield Note("buries-known", {"seat": event.seat, "cards": cards})
        case LandPassed():
            yield Note("land-passed", {"seat": event.seat})
        case LandBid():
            params = {"cards": event.cards, "trump": Trump(hand.rank, event.suit)}
            yield Note("land-bid", {"seat": event.seat, **params}, loud=True)
        case FriendsCalled():
            yield Note("calls", {"seat": event.seat, "calls": event.calls}, loud=True)
        case ThrowFailed():
            params = {"seat": event.seat, "cards": event.thrown, "challenger": event.challenger}
            fine = Note("throw-penalty", {"points": event.penalty}) if event.penalty else None
            yield Note("throw-failed", params, loud=True, joined=fine)
        case Played():
            yield _played(hand, event)
        case FriendJoined():
            yield _friend_note(hand, event)
        case TrickTaken():
            params = {"seat": event.seat, "number": hand.tricks_taken, "points": event.points}
            yield Note("takes-trick", params)
            if event.red_fives:
                params = {"seat": event.seat, "owners": event.red_fives}
                yield Note("red-fives", params, loud=True)
        case RestClaimed():
            answered = Note("claim-accepted" if event.accepted else "claim-declined", {})
            yield Note(f"claims-{event.takes}", {"seat": event.seat}, loud=True, joined=answered)
        case HandEnded():
            yield hand_won(event)._replace(joined=_bonus(event))
        case CardDrawn() | RedealAnswered() | DeckShown():
            pass  # No note
        case _:
            assert_never(event)


def hand_won(event: HandEnded) -> Note:
    """The note on the winner of a hand, with levels and points."""
    params: dict[str, Any] = {"side": event.winner, "points": event.points}
    if event.levels:
        return Note("hand-won", {**params, "count": event.levels})
    return Note("hand-won-stay" if event.winner == "declarers" else "hand-won-none", params)


def _bonus(event: HandEnded) -> Note | None:
    if not event.factor:
        return None
    params = {"tricks": event.tricks, "factor": event.factor, "kitty": event.kitty_points}
    return Note("kitty-bonus-half" if event.halved else "kitty-bonus", params)


def _started(hand: Hand, event: HandStarted) -> Note:
    key = "draws-first-turned" if event.turned else "draws-first"
    first = Note(key, {"seat": event.first, "cards": event.turned})
    dealer = Note(f"dealer-by-{hand.rules.first_dealer}", {}, joined=first)
    if event.dealer is not None:
        dealer = Note("deals", {"seat": event.dealer}, joined=first)
    key = "hand-starts-own" if event.rank is None else "hand-starts"
    return Note(key, {"number": event.hand, "rank": event.rank}, joined=dealer)


def _friend_note(hand: Hand, event: FriendJoined) -> Note:
    """The note on a called card that was played; a second call of one player adds no friend."""
    params = {"seat": event.seat, "call": hand.calls[event.call]}
    again = event.seat == hand.dealer or hand.answers.count(event.seat) > 1
    lost = Note("points-lost", {"points": event.lost}) if event.lost else None
    return Note("joins-again" if again else "joins", params, loud=True, joined=lost)


def _played(hand: Hand, event: Played) -> Note:
    trick = hand.trick
    assert trick is not None
    params: Params = {"seat": event.seat, "cards": event.cards}
    if event.units:
        return Note("leads", {**params, "units": lead_shape(hand.space, trick.lead.reading)})
    return Note("follows-ahead" if hand.ahead == event.seat else "follows", params)
