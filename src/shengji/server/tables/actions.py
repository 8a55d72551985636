"""Everything that a person can ask of a table, on which terms."""

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
"""A phrase said with one touch, in the language of whoever hears it; the last five are drawn."""


Topic = Literal["seats", "host", "rules", "settings", "match", "shown", "decision", "proposal"]
"""Something about a table that can change while somebody asks for something."""


class Terms(NamedTuple):
    """The terms on which something can be asked of a table.

    Attributes:
        answers: what it answers to: where any of that has changed since, it comes too late.
        host: whether only the host may ask for it.
        in_match: whether it can be asked for during a match.
        in_rated: whether it can during a rated one.
        at_night: whether it can at a table of a night, which says itself how that is run.
    """

    answers: tuple[Topic, ...] = ()
    host: bool = False
    in_match: bool = True
    in_rated: bool = True
    at_night: bool = False


class _Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    terms: ClassVar[Terms] = Terms()


class _Decision(_Action, frozen=True):
    """A command of the game without its first field, the seat; the others have its order."""

    terms = Terms(("decision",))
    command: ClassVar[Callable[..., Command]]


class Declare(_Decision, tag="declare", frozen=True):
    """Declare, reinforce or override during the draw."""

    terms = Terms(("shown",))
    command = Show

    cards: Cards


class NoMore(_Action, tag="no_more", frozen=True):
    """Not declare any more in this draw, as things stand."""

    terms = Terms(("shown",))


class AnswerRedealAction(_Decision, tag="redeal", frozen=True):
    """Claim a re-deal, or not."""

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
    """The result has been seen; go on with the next hand."""

    terms = Terms(("decision",))


class Propose(_Action, tag="propose", frozen=True):
    """Propose something to those who have to agree; where all of them do, it is done."""

    what: What


class Answer(_Action, tag="answer", frozen=True):
    """Agree to what is proposed, or not; who has proposed it takes it back."""

    terms = Terms(("proposal",))

    agree: bool


class Automate(_Action, tag="automate", frozen=True):
    """Let a bot play for one's own seat from now on, or take it back."""

    terms = Terms(in_rated=False)

    on: bool


class Sit(_Action, tag="sit", frozen=True):
    """Sit down in a free seat, or one that a bot holds for nobody."""

    terms = Terms(at_night=True)

    seat: Seat


class Stand(_Action, tag="stand", frozen=True):
    """Give one's seat up; in a running match a bot goes on with it."""

    terms = Terms(at_night=True)


class Ready(_Action, tag="ready", frozen=True):
    """Say that one is ready for the match to start, or no longer."""

    terms = Terms(("rules", "match"), in_match=False, at_night=True)

    ready: bool


class Start(_Action, tag="start", frozen=True):
    """The host starts the match; after one that is over, the next."""

    terms = Terms(("seats", "rules", "match"), host=True, in_match=False)


class SetRules(_Action, tag="set_rules", frozen=True):
    """The host sets what is played; rules as `shengji.rules.rules_from` reads them.

    During a match it is for after the hand under way: the match then ends, and the next begins at
    the levels reached where they are levels of the same players and teams. Those in seats that no
    longer exist stand up.
    """

    terms = Terms(("rules", "match"), host=True, in_rated=False)

    rules: AskedRules


class SetSettings(_Action, tag="set_settings", frozen=True):
    """The host sets how the table is run."""

    terms = Terms(("settings",), host=True)

    settings: Settings


class SeatBot(_Action, tag="seat_bot", frozen=True):
    """The host gives a seat that no person holds to a bot, by its name."""

    terms = Terms(("seats", "match"), host=True, in_rated=False)

    seat: Seat
    bot: Annotated[str, msgspec.Meta(max_length=40)]


class ClearSeat(_Action, tag="clear_seat", frozen=True):
    """The host takes somebody out of a seat; in a match a person, for whom a bot goes on."""

    terms = Terms(("seats", "match"), host=True, in_rated=False)

    seat: Seat


class PlayFor(_Action, tag="play_for", frozen=True):
    """The host lets a bot play for the person in a seat, or gives the seat back to them."""

    terms = Terms(("seats", "match"), host=True, in_rated=False)

    seat: Seat
    on: bool


class Admit(_Action, tag="admit", frozen=True):
    """The host lets somebody who is at the table take the seat of a bot in this match."""

    terms = Terms(host=True, in_rated=False)

    person: Id


class Nudge(_Action, tag="nudge", frozen=True):
    """Call the person in a seat, who may not look at the table; once for each decision."""

    terms = Terms(at_night=True)

    seat: Seat


class SwapSeats(_Action, tag="swap_seats", frozen=True):
    """The host changes two seats, before a match."""

    terms = Terms(("seats", "match"), host=True, in_match=False)

    one: Seat
    other: Seat


class DrawSeats(_Action, tag="draw_seats", frozen=True):
    """The host lets chance decide who sits where, before a match."""

    terms = Terms(("seats", "match"), host=True, in_match=False)


class MakeHost(_Action, tag="make_host", frozen=True):
    """The host makes somebody who is at the table the host."""

    terms = Terms(("host",), host=True)

    person: Id


class Say(_Action, tag="say", frozen=True):
    """Say something to everyone at the table: one of the phrases, or a text."""

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
