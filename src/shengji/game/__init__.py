"""State machines for a hand and a match: commands go in, events or a refusal come out.

The package holds the event and command types, the state that events build, the bidding of the draw,
the view of an event for each seat (`view`), and refusals in words. It has no clocks, input, output,
storage or randomness: `StartHand` carries the order of the deck, so every hand can be replayed. The
rules of the play phase are in `shengji.play`.
"""

from shengji.game.account import HandAccount
from shengji.game.commands import (
    AnswerRedeal,
    BidLand,
    Bury,
    CallFriends,
    ClaimRest,
    CloseDraw,
    Command,
    Draw,
    EndMatch,
    NamedReading,
    Play,
    Show,
    ShowDeck,
    StartHand,
)
from shengji.game.declarations import Bidding, Showing, shown_trump
from shengji.game.draw_end import may_redeal
from shengji.game.due import (
    Decision,
    Due,
    due_of,
    may_be_last,
    passing,
    plainest,
    readings_of_lead,
)
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
    MatchEnded,
    Played,
    RedealAnswered,
    RestClaimed,
    Shown,
    Takes,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
)
from shengji.game.friends import callable_cards
from shengji.game.hand import Hand, Phase
from shengji.game.land import land_bids
from shengji.game.match import Between, Match
from shengji.game.position import PositionError
from shengji.game.refusals import Refusal, RefusedError
from shengji.game.rest import claimable, play_out, proven_rest
from shengji.game.seats import Seats
from shengji.game.shuffle import commitment_of, shuffled
from shengji.game.standing import Standing
from shengji.game.trick import Trick
from shengji.game.view import open_view, view

__all__ = [
    "AnswerRedeal",
    "Between",
    "BidLand",
    "Bidding",
    "Bury",
    "Call",
    "CallFriends",
    "CardDrawn",
    "ClaimRest",
    "CloseDraw",
    "Command",
    "DealtAgain",
    "Decision",
    "DeckShown",
    "Draw",
    "Due",
    "EndMatch",
    "Event",
    "FriendJoined",
    "FriendsCalled",
    "Hand",
    "HandAccount",
    "HandEnded",
    "HandStarted",
    "KittyBuried",
    "KittyTaken",
    "LandBid",
    "LandPassed",
    "Match",
    "MatchEnded",
    "NamedReading",
    "Phase",
    "Play",
    "Played",
    "PositionError",
    "RedealAnswered",
    "Refusal",
    "RefusedError",
    "RestClaimed",
    "Seats",
    "Show",
    "ShowDeck",
    "Showing",
    "Shown",
    "Standing",
    "StartHand",
    "Takes",
    "ThrowFailed",
    "Trick",
    "TrickTaken",
    "TrumpMade",
    "callable_cards",
    "claimable",
    "commitment_of",
    "due_of",
    "land_bids",
    "may_be_last",
    "may_redeal",
    "open_view",
    "passing",
    "plainest",
    "play_out",
    "proven_rest",
    "readings_of_lead",
    "shown_trump",
    "shuffled",
    "view",
]
