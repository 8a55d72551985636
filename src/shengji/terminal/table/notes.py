"""Notes: what an event tells the person, as data that either language can say.

A note is made right after the event has been applied to the person's view of the match, because
what it says (who is ahead, how the lead is read) is asked of that moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shengji.cards import Trump, points_of
from shengji.game import (
    CardDrawn,
    Event,
    Hand,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    Match,
    MatchEnded,
    Played,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.game.hand import Trick
from shengji.play.tricks import winner
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
        if self.joined is None:
            return words
        return f"{words} {self.joined.words(speaker)}" if words else self.joined.words(speaker)


_WAYS = {"declare": "declares", "reinforce": "reinforces", "override": "overrides"}


def notes_of(match: Match, event: Event) -> Iterator[Note]:
    """What to say of an event, which the person's `match` has just applied."""
    hand = match.hand
    assert hand is not None
    match event:
        case CardDrawn():
            return
        case HandStarted():
            dealer = Note("dealer-by-draw", {})
            if event.dealer is not None:
                dealer = Note("seat-deals", {"dealer": event.dealer})
            params = {"number": event.hand, "rank": event.rank}
            yield Note("hand-starts", params, joined=dealer)
        case Shown():
            yield Note(_WAYS[event.way], {"seat": event.seat, "cards": event.cards}, loud=True)
        case TrumpMade():
            trump = Trump(hand.rank, event.suit)
            if event.turned:
                yield Note("trump-turned", {"cards": event.turned, "trump": trump}, loud=True)
            else:
                yield Note("trump-made", {"trump": trump})
        case KittyTaken():
            yield Note("takes-kitty", {"seat": event.seat, "cards": event.cards or ()})
        case KittyBuried():
            params = {"seat": event.seat, "cards": event.cards or ()}
            yield Note("buries", {**params, "count": hand.rules.kitty_size})
        case ThrowFailed():
            params = {"seat": event.seat, "cards": event.thrown, "challenger": event.challenger}
            fine = Note("throw-penalty", {"points": event.penalty}) if event.penalty else None
            yield Note("throw-failed", params, loud=True, joined=fine)
        case Played():
            yield _played(hand, event)
        case TrickTaken():
            yield Note("takes-trick", {"seat": event.seat, "points": event.points})
        case HandEnded():
            params = {"number": hand.number, "points": event.points, "side": event.winner}
            yield Note("hand-over", params)
        case MatchEnded():
            yield Note("match-won" if PERSON in event.winners else "match-lost", {})


def _played(hand: Hand, event: Played) -> Note:
    trick = hand.trick
    assert trick is not None
    if event.units:
        return Note(
            "leads",
            {
                "seat": event.seat,
                "cards": event.cards,
                "units": lead_shape(hand.space, trick.lead.reading),
            },
        )
    key = "follows-ahead" if ahead(hand, trick) == event.seat else "follows"
    return Note(key, {"seat": event.seat, "cards": event.cards})


def ahead(hand: Hand, trick: Trick) -> int:
    """Who would win the trick as it lies."""
    if trick.winner is not None:
        return trick.winner
    row = winner(hand.space, trick.lead.reading, trick.plays)
    return (trick.leader + row) % hand.players


def points_in(trick: Trick) -> int:
    """The points on the cards of a trick so far."""
    return sum(points_of(play) for play in trick.plays)
