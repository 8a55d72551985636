"""The messages of the socket, one JSON object a frame, told apart by `type`.

A browser says `Hello`, with the last event it has, and hears `Welcome` with the rest. From then on
it is told everything that happens, and asks for things with `Do`: each has an id of its own, so
that sent twice it acts once, and the version that it answers to, so that a late one is refused.

A version is the number of entries in the table's log. Everything here is what the receiver may
know: events have gone through `shengji.game.view`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal, NamedTuple, TypeAlias

import msgspec

from shengji.cards import Card
from shengji.game import AnswerRedeal, BidLand, Bury, Call, CallFriends, Command, Play, Show
from shengji.rules.bounds import PER_SEAT, AskedRules, Cards, Number, Seat, Units
from shengji.server.rules.shapes import Layout
from shengji.server.site.shapes import Text
from shengji.server.tables.state import MatchStart, Named, Now, Numbered, Settings, TableState, What
from shengji.words.others import ForOthers

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]


# What a person can ask of a table

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


# The messages from the browser


class _FromBrowser(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Hello(_FromBrowser, tag="hello", frozen=True):
    """The first message.

    Attributes:
        since: the version of the last event that the browser has, to be sent only what is new.
    """

    since: Number | None = None


class Do(_FromBrowser, tag="do", frozen=True):
    """Ask for something to be done.

    Attributes:
        id: made up by the browser; sent again after a lost connection, it acts once.
        version: what the person had seen; when that has changed in a way that matters, the action
            is refused as late.
        action: what.
    """

    id: Id
    version: Number
    action: Action


class Check(_FromBrowser, tag="check", frozen=True):
    """Ask whether a decision would be refused, as far as one's own cards tell, and how it reads.

    Attributes:
        having: only the readings of a lead are listed that have these units.
    """

    id: Id
    action: GameAction
    having: Units = ()


class AskHint(_FromBrowser, tag="hint", frozen=True):
    """Ask what a bot would do in one's place."""

    id: Id


class Ping(_FromBrowser, tag="ping", frozen=True):
    """Ask for a `Pong`, to see whether the line is alive."""


class Look(_FromBrowser, tag="look", frozen=True):
    """Tell what the page is looked at for, as often as that changes.

    Attributes:
        seen: whether the page can be seen; who sees no page of a table may be called by a push.
        reading: whether the hand that is over is gone through there, or its review is read, so
            that the next one waits (`Onward`).
    """

    seen: bool
    reading: bool = False


FromBrowser: TypeAlias = Hello | Do | Check | AskHint | Ping | Look


# The messages to the browser


class Speech(Named, frozen=True):
    """Something that a person said; attributes as of `Spoken`."""

    phrase: Phrase | None = None
    text: str = ""
    seat: int | None = None


class Spoken(Speech, frozen=True, kw_only=True):
    """Something that was said; with `seat` it calls whoever holds that.

    Attributes:
        version: the table's version with it.
        person: who said it, by public id.
        name: the name.
        phrase: a phrase, or
        text: what was written.
        account: whether the name was an account's, which nobody else has.
    """

    version: int


class TimeUp(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's time was up, and a bot decided for them.

    Attributes:
        version: the table's version with it.
        seat: where they sit.
        person: who, by public id; `None`: nobody.
        name: the name.
        cards: what was played for them; nothing where they had something else to decide.
        left: in a rated match, how often it may still happen to them: at 0 they have lost it;
            `None`: the match is not rated.
    """

    version: int
    seat: int
    person: str | None
    name: str
    cards: tuple[Card, ...] = ()
    left: int | None = None


class _ToBrowser(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    pass


class Welcome(_ToBrowser, tag="welcome", frozen=True, kw_only=True):
    """The answer to `Hello`.

    Attributes:
        you: the receiver's public id.
        seat: the receiver's seat, or `None` for an onlooker.
        version: how far this tells.
        start: where the match stood before `events`; `None` when these follow on what the browser
            has (`Hello.since`), which it then keeps. Without a match `events` is empty.
        said: what was said lately.
        times_up: whose time was up lately.
        layout: the order of the cards, `None` before the first hand.
    """

    you: str
    seat: int | None
    version: int
    table: TableState
    start: MatchStart | None
    events: tuple[Numbered, ...]
    now: Now
    said: tuple[Spoken, ...]
    times_up: tuple[TimeUp, ...]
    layout: Layout | None


class Happened(_ToBrowser, tag="happened", frozen=True, kw_only=True):
    """Something happened in the match, or another decision is waited for.

    Attributes:
        layout: the order of the cards, when it has changed.
    """

    version: int
    events: tuple[Numbered, ...]
    now: Now
    layout: Layout | None = None


class TableChanged(_ToBrowser, tag="table", frozen=True, kw_only=True):
    """The table has changed: its seats, host, rules, settings or onlookers.

    Attributes:
        seat: the receiver's seat, or `None`. When it is another than before, the browser says
            `Hello` again, since it then sees other cards.
    """

    version: int
    seat: int | None
    table: TableState


class Said(_ToBrowser, tag="said", frozen=True, kw_only=True):
    """Somebody said something."""

    said: Spoken


class TimeWasUp(_ToBrowser, tag="time_up", frozen=True, kw_only=True):
    """Somebody's time was up; what was decided for them is told next."""

    time_up: TimeUp


class Done(_ToBrowser, tag="done", frozen=True, kw_only=True):
    """A `Do` has been carried out; what came of it is told as to everyone."""

    id: str
    version: int


class Refused(_ToBrowser, tag="refused", frozen=True, kw_only=True):
    """A message was refused; nothing has changed.

    Attributes:
        id: that of the message, or empty when it could not be read.
        code: stable, for programs.
        version: the version of the table now.
    """

    id: str
    code: str
    words: Text
    version: int


class Checked(_ToBrowser, tag="checked", frozen=True, kw_only=True):
    """The answer to `Check`.

    Attributes:
        refusal: why it would be refused, or `None`.
        readings: where the leader must choose how a lead is read: the ways, best first, each the
            cards by units.
        tractors: where there may be other ways than are listed, the tractors that such a way can be
            asked to have besides (see `Check`); else none.
        throw: where it is a throw, what it is called and what stops it, as far as the seat can
            tell.
    """

    id: str
    refusal: Text | None
    readings: tuple[tuple[tuple[Card, ...], ...], ...] = ()
    tractors: tuple[tuple[Card, ...], ...] = ()
    throw: Text | None = None


class Hinted(_ToBrowser, tag="hinted", frozen=True, kw_only=True):
    """The answer to `AskHint`: an action that could be sent as it stands.

    Attributes:
        why: why a bot would do that, and then why not something else; `None` where the table does
            not let it say.
    """

    id: str
    action: GameAction
    why: Text | None


class Moved(_ToBrowser, tag="moved", frozen=True, kw_only=True):
    """The receiver, who plays with whoever comes, has a seat at another table now.

    Attributes:
        table: which, where others are who play the same.
        words: what has happened, in a sentence.
    """

    table: str
    words: Text


class Pong(_ToBrowser, tag="pong", frozen=True, kw_only=True):
    """The answer to `Ping`."""


class Bye(_ToBrowser, tag="bye", frozen=True, kw_only=True):
    """The server ends this connection, and says why.

    Attributes:
        code: `restart`: the browser connects again, in a moment; `slow`: the browser did not
            keep up, and does likewise; `gone`: there is no such table; `closed`: the table lets
            nobody watch; `signed-out`: the browser is nobody's any more; `banned`: its person is
            banned; `bot`: its account is a bot's, which comes to no table in a browser.
    """

    code: Literal["restart", "slow", "gone", "closed", "signed-out", "banned", "bot"]
    words: Text


ToBrowser: TypeAlias = (
    Welcome
    | Happened
    | TableChanged
    | Said
    | TimeWasUp
    | Done
    | Refused
    | Checked
    | Hinted
    | Moved
    | Pong
    | Bye
)
