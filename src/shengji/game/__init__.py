"""The hand and the match as state machines: commands go in, events or a refusal come out.

What lives here: the event and command types, the state that the events build, what may be declared
during the draw, what a seat may know of an event (`view`), and refusals in words. What may not:
clocks, input and output, storage, and chance: the order of the deck comes in with `StartHand`, so
that every hand can be played again. Rules of the play phase are asked of `shengji.play`.
"""

from shengji.game.bidding import Showing, bids, shown_trump
from shengji.game.commands import Bury, CloseDraw, Command, Draw, Play, Show, StartHand
from shengji.game.events import (
    CardDrawn,
    Event,
    HandEnded,
    HandStarted,
    KittyBuried,
    KittyTaken,
    MatchEnded,
    Played,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.game.hand import Hand, Phase, Trick
from shengji.game.match import Match, RecordedEventError
from shengji.game.refusals import Language, Refusal
from shengji.game.shuffle import commitment_of, shuffled
from shengji.game.view import view

__all__ = [
    "Bury",
    "CardDrawn",
    "CloseDraw",
    "Command",
    "Draw",
    "Event",
    "Hand",
    "HandEnded",
    "HandStarted",
    "KittyBuried",
    "KittyTaken",
    "Language",
    "Match",
    "MatchEnded",
    "Phase",
    "Play",
    "Played",
    "RecordedEventError",
    "Refusal",
    "Show",
    "Showing",
    "Shown",
    "StartHand",
    "ThrowFailed",
    "Trick",
    "TrickTaken",
    "TrumpMade",
    "bids",
    "commitment_of",
    "shown_trump",
    "shuffled",
    "view",
]
