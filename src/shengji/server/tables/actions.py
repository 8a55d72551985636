"""Actions that people can request at a table, and the conditions for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal, NamedTuple, TypeAlias

import msgspec

from shengji.game import AnswerRedeal, BidLand, Bury, Call, CallFriends, Command, Play, Show
from shengji.rules.bounds import PER_SEAT, AskedRules, Cards, Seat, Units
from shengji.server.tables.state import Settings, What
from shengji.words.others import ForOthers

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]


Phrase = Literal[
    "hello",
    "thanks",
    "nice",
    "sorry",
    "hurry",
    "wait",
    "good-hand",
    "bye",
    "oops",
    "wow",
    "thumbs-up",
    "laugh",
    "astonished",
    "sad",
    "flower",
]
"""A fixed phrase, shown in each receiver's language; the last five are pictures."""


Topic = Literal["seats", "host", "rules", "settings", "match", "shown", "decision", "proposal"]
"""A part of the table that may change while a request is on its way."""


class Terms(NamedTuple):
    """The conditions under which an action is accepted.

    Attributes:
        answers: the topics that the action is based on; if one has changed since the requested
            version, the action is refused as late.
        host: whether only the host may request it.
        in_match: whether it is allowed during a match.
        in_rated: whether it is allowed during a rated match.
        at_night: whether it is allowed at a table of a night, whose settings the night decides.
    """

    answers: tuple[Topic, ...] = ()
    host: bool = False
    in_match: bool = True
    in_rated: bool = True
    at_night: bool = False


class _Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    terms: ClassVar[Terms] = Terms()


class _Decision(_Action, frozen=True):
    """A command of the game without its first field, the seat; fields in the command's order."""

    terms = Terms(("decision",))
    command: ClassVar[Callable[..., Command]]


class Declare(_Decision, tag="declare", frozen=True):
    """Declare, reinforce or override during the draw."""

    terms = Terms(("shown",))
    command = Show

    cards: Cards


class NoMore(_Action, tag="no_more", frozen=True):
    """Pass for the rest of this draw, unless the declaration changes."""

    terms = Terms(("shown",))


class AnswerRedealAction(_Decision, tag="redeal", frozen=True):
    """Claim a re-deal, or decline it."""

    command = AnswerRedeal

    wanted: bool


class BuryAction(_Decision, tag="bury", frozen=True):
    """Bury the kitty."""

    command = Bury

    cards: Cards


class BidLandAction(_Decision, tag="land", frozen=True):
    """Bid for the land, or pass with no cards."""

    command = BidLand

    cards: Cards = ()


class CallFriendsAction(_Decision, tag="call", frozen=True):
    """Call the friends."""

    command = CallFriends

    calls: Annotated[tuple[Call, ...], PER_SEAT]


class PlayAction(_Decision, tag="play", frozen=True):
    """Lead or follow; `reading` as in `shengji.game.Play`."""

    command = Play

    cards: Cards
    reading: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | Units | None = None


class Next(_Action, tag="next", frozen=True):
    """Confirm that the result has been seen, and go on with the next hand."""

    terms = Terms(("decision",))


class Propose(_Action, tag="propose", frozen=True):
    """Propose a change to the players who have to agree; it is carried out once all of them do."""

    what: What


class Answer(_Action, tag="answer", frozen=True):
    """Agree to the open proposal or decline it; its proposer withdraws it by declining."""

    terms = Terms(("proposal",))

    agree: bool


class Automate(_Action, tag="automate", frozen=True):
    """Switch automatic play by a bot on or off for the caller's seat."""

    terms = Terms(in_rated=False)

    on: bool


class Sit(_Action, tag="sit", frozen=True):
    """Sit down in a free seat, or in one that a bot holds without a person."""

    terms = Terms(at_night=True)

    seat: Seat


class Stand(_Action, tag="stand", frozen=True):
    """Give the caller's seat up; during a match a bot continues in it."""

    terms = Terms(at_night=True)


class Ready(_Action, tag="ready", frozen=True):
    """Mark the caller's seat as ready for the match to start, or as not ready."""

    terms = Terms(("rules", "match"), in_match=False, at_night=True)

    ready: bool


class Start(_Action, tag="start", frozen=True):
    """Start the match, or the next one after a match; for the host."""

    terms = Terms(("seats", "rules", "match"), host=True, in_match=False)


class SetRules(_Action, tag="set_rules", frozen=True):
    """Set the rules, as `shengji.rules.rules_from` reads them; for the host.

    During a match they apply after the hand under way: the match ends then. The next one begins at
    the levels reached, if these exist in the new rules with equal players and teams. People in
    seats that no longer exist stand up.
    """

    terms = Terms(("rules", "match"), host=True, in_rated=False)

    rules: AskedRules


class SetSettings(_Action, tag="set_settings", frozen=True):
    """Change the settings of the table; for the host."""

    terms = Terms(("settings",), host=True)

    settings: Settings


class SeatBot(_Action, tag="seat_bot", frozen=True):
    """Give a seat that no person holds to a bot, by the bot's name; for the host."""

    terms = Terms(("seats", "match"), host=True, in_rated=False)

    seat: Seat
    bot: Annotated[str, msgspec.Meta(max_length=40)]


class ClearSeat(_Action, tag="clear_seat", frozen=True):
    """Clear a seat; during a match remove its person, whom a bot replaces; for the host."""

    terms = Terms(("seats", "match"), host=True, in_rated=False)

    seat: Seat


class PlayFor(_Action, tag="play_for", frozen=True):
    """Switch automatic play by a bot on or off for the person in a seat; for the host."""

    terms = Terms(("seats", "match"), host=True, in_rated=False)

    seat: Seat
    on: bool


class Admit(_Action, tag="admit", frozen=True):
    """Allow a person at the table to take the seat of a bot in this match; for the host."""

    terms = Terms(host=True, in_rated=False)

    person: Id


class Nudge(_Action, tag="nudge", frozen=True):
    """Notify the person in a seat, who may be looking elsewhere; once for each decision."""

    terms = Terms(at_night=True)

    seat: Seat


class SwapSeats(_Action, tag="swap_seats", frozen=True):
    """Swap two seats before a match; for the host."""

    terms = Terms(("seats", "match"), host=True, in_match=False)

    one: Seat
    other: Seat


class DrawSeats(_Action, tag="draw_seats", frozen=True):
    """Shuffle the seats before a match; for the host."""

    terms = Terms(("seats", "match"), host=True, in_match=False)


class MakeHost(_Action, tag="make_host", frozen=True):
    """Make another person at the table the host; for the host."""

    terms = Terms(("host",), host=True)

    person: Id


class Say(_Action, tag="say", frozen=True):
    """Send a phrase or a text to all viewers of the table."""

    terms = Terms(at_night=True)

    phrase: Phrase | None = None
    text: Annotated[ForOthers, msgspec.Meta(max_length=300)] = ""


GameAction: TypeAlias = (
    Declare
    | NoMore
    | AnswerRedealAction
    | BuryAction
    | BidLandAction
    | CallFriendsAction
    | PlayAction
)
RoomAction: TypeAlias = (
    Automate
    | Sit
    | Stand
    | Ready
    | Start
    | SetRules
    | SetSettings
    | SeatBot
    | ClearSeat
    | PlayFor
    | Admit
    | Nudge
    | SwapSeats
    | DrawSeats
    | MakeHost
    | Say
)
Vote: TypeAlias = Propose | Answer
Action: TypeAlias = GameAction | Next | Vote | RoomAction
