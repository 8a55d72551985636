"""The messages of the socket, one JSON object a frame, told apart by `type`.

A browser says `Hello`, with the last event it has, and hears `Welcome` with the rest. From then on
it is told everything that happens, and asks for things with `Do`: each has an id of its own, so
that sent twice it acts once, and the version that it answers to, so that a late one is refused.

A version is the number of entries in the table's log. Everything here is what the receiver may
know: events have gone through `shengji.game.view`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from shengji.cards import Card, Rank, Suit
from shengji.game import Call, Event
from shengji.game.account import HandAccount
from shengji.play.scoring import ScaleStep

# Words and limits

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
PersonName = Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
Cards = Annotated[tuple[Card, ...], msgspec.Meta(max_length=400)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=11)]
Version = Annotated[int, msgspec.Meta(ge=0)]


class Words(msgspec.Struct, frozen=True, rename={"hans": "zh-Hans", "hant": "zh-Hant"}):
    """A text in the three languages of the site."""

    en: str
    hans: str
    hant: str


# What a table is set to, besides the rules

Pace = Literal["slow", "normal", "fast", "instant"]
Onlookers = Literal["none", "table", "hands"]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a table is run; what is played stands in its rules.

    Attributes:
        title: a name for the lobby; empty: the host's name is shown.
        private: whether it stays out of the lobby, so that only who has the link finds it.
        onlookers: whether others may watch: not, only what lies on the table, or all hands after
            `delay` seconds.
        delay: how far behind onlookers are who see all hands, in seconds.
        pace: how fast cards are dealt and bots play.
        clock: seconds for each decision; `None`: no clock.
        bank: seconds that each player has beyond that, in each hand.
        hints: whether a player may ask what a bot would do.
        chat: whether people may write freely; phrases can always be sent.
    """

    title: Annotated[str, msgspec.Meta(max_length=40)] = ""
    private: bool = False
    onlookers: Onlookers = "table"
    delay: Annotated[int, msgspec.Meta(ge=30, le=1800)] = 180
    pace: Pace = "normal"
    clock: Annotated[int, msgspec.Meta(ge=5, le=600)] | None = None
    bank: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 60
    hints: bool = True
    chat: bool = True


PHRASES = ("hello", "thanks", "nice", "sorry", "hurry", "wait", "good-hand", "bye", "oops", "wow")
Phrase = Literal[
    "hello", "thanks", "nice", "sorry", "hurry", "wait", "good-hand", "bye", "oops", "wow"
]


# What a person can ask of a table


class _Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    pass


class Declare(_Action, tag="declare", frozen=True):
    """Declare, reinforce or override during the draw."""

    cards: Cards


class NoMore(_Action, tag="no_more", frozen=True):
    """Not declare any more in this draw, as things stand."""


class AnswerRedealAction(_Action, tag="redeal", frozen=True):
    """Claim a re-deal, or not."""

    wanted: bool


class BuryAction(_Action, tag="bury", frozen=True):
    """Bury the kitty."""

    cards: Cards


class BidLandAction(_Action, tag="land", frozen=True):
    """Bid for the land, or pass with no cards."""

    cards: Cards = ()


class CallFriendsAction(_Action, tag="call", frozen=True):
    """Call the friends."""

    calls: Annotated[tuple[Call, ...], msgspec.Meta(max_length=12)]


class PlayAction(_Action, tag="play", frozen=True):
    """Lead or follow; `reading` as in `shengji.game.Play`."""

    cards: Cards
    reading: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | None = None


class Next(_Action, tag="next", frozen=True):
    """The result has been seen; go on with the next hand."""


class Automate(_Action, tag="automate", frozen=True):
    """Let a bot play for one's own seat from now on, or take it back."""

    on: bool


class Sit(_Action, tag="sit", frozen=True):
    """Sit down in a free seat, or one that a bot holds for nobody."""

    seat: SeatNumber


class Stand(_Action, tag="stand", frozen=True):
    """Give one's seat up; in a running match a bot goes on with it."""


class Ready(_Action, tag="ready", frozen=True):
    """Say that one is ready for the match to start, or no longer."""

    ready: bool


class Start(_Action, tag="start", frozen=True):
    """The host starts the match; after one that is over, the next."""


class SetRules(_Action, tag="set_rules", frozen=True):
    """The host sets what is played, before a match; rules as `shengji.rules.rules_from` reads them.

    Those in seats that no longer exist stand up.
    """

    rules: str | dict[str, Any]


class SetSettings(_Action, tag="set_settings", frozen=True):
    """The host sets how the table is run."""

    settings: Settings


class SeatBot(_Action, tag="seat_bot", frozen=True):
    """The host gives a seat that no person holds to a bot, by its name."""

    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)]


class ClearSeat(_Action, tag="clear_seat", frozen=True):
    """The host takes a bot, or before a match a person, out of a seat."""

    seat: SeatNumber


class SwapSeats(_Action, tag="swap_seats", frozen=True):
    """The host changes two seats, before a match."""

    one: SeatNumber
    other: SeatNumber


class MakeHost(_Action, tag="make_host", frozen=True):
    """The host makes somebody who is at the table the host."""

    person: Id


class Say(_Action, tag="say", frozen=True):
    """Say something to everyone at the table: one of the phrases, or a text."""

    phrase: Phrase | None = None
    text: Annotated[str, msgspec.Meta(max_length=300)] = ""


GameAction: TypeAlias = (
    Declare
    | NoMore
    | AnswerRedealAction
    | BuryAction
    | BidLandAction
    | CallFriendsAction
    | PlayAction
)
Action: TypeAlias = (
    GameAction
    | Next
    | Automate
    | Sit
    | Stand
    | Ready
    | Start
    | SetRules
    | SetSettings
    | SeatBot
    | ClearSeat
    | SwapSeats
    | MakeHost
    | Say
)


# From the browser


class _FromBrowser(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Hello(_FromBrowser, tag="hello", frozen=True):
    """The first message.

    Attributes:
        since: the version of the last event that the browser has, to be sent only what is new.
    """

    since: Version | None = None


class Do(_FromBrowser, tag="do", frozen=True):
    """Ask for something to be done.

    Attributes:
        id: made up by the browser; sent again after a lost connection, it acts once.
        version: what the person had seen; when that has changed in a way that matters, the action
            is refused as late.
        action: what.
    """

    id: Id
    version: Version
    action: Action


class Check(_FromBrowser, tag="check", frozen=True):
    """Ask whether a decision would be refused, as far as one's own cards tell, and how it reads."""

    id: Id
    action: GameAction


class AskHint(_FromBrowser, tag="hint", frozen=True):
    """Ask what a bot would do in one's place."""

    id: Id


class Ping(_FromBrowser, tag="ping", frozen=True):
    """Ask for a `Pong`, to see whether the line is alive."""


FromBrowser: TypeAlias = Hello | Do | Check | AskHint | Ping


# To the browser: the table


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as everyone sees it.

    Attributes:
        person: who holds it, by public id; `None`: nobody, or a bot.
        name: the person's name, or the bot's.
        bot: the name of the bot that holds it or plays for its person now, or `None`.
        present: whether its person is connected.
        ready: whether its person is ready to start, or has seen the result.
    """

    person: str | None = None
    name: str = ""
    bot: str | None = None
    present: bool = False
    ready: bool = False


class Onlooker(msgspec.Struct, frozen=True):
    """Somebody who is at the table without a seat."""

    person: str
    name: str


class Changed(msgspec.Struct, frozen=True):
    """An option that differs from the preset that the rules come from."""

    option: str
    title: Words
    value: Words
    preset_value: Words


class RulesState(msgspec.Struct, frozen=True, kw_only=True):
    """What is played, as everyone at the table may read it.

    Attributes:
        given: the rules as plain data, to be given to `rules_from`.
        heading: the preset, and the system laid over it.
        changed: what differs from them.
        players: how many seats; the other sizes likewise.
        teams: `fixed`: seats with the same remainder by two are partners; or `friends`.
        calls: how many friends the Dealer calls.
        named_readings: whether who leads may choose how an ambiguous lead is read.
        scale: what the Opponents' points mean at the end of a hand, from low to high.
        total: all points in the cards.
    """

    given: dict[str, Any]
    heading: Words
    changed: tuple[Changed, ...]
    players: int
    decks: int
    hand_size: int
    kitty_size: int
    teams: Literal["fixed", "friends"]
    calls: int
    land: bool
    named_readings: bool
    scale: tuple[ScaleStep, ...]
    total: int


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everyone at it sees it, but for the match."""

    id: str
    host: str | None
    rules: RulesState
    settings: Settings
    seats: tuple[SeatState, ...]
    onlookers: tuple[Onlooker, ...]
    match: int
    """How many matches have started here."""
    playing: bool
    """Whether a match is under way."""


# To the browser: the match

Wait = Literal[
    "start", "draw", "declare", "redeal", "bury", "land", "call", "lead", "follow", "next", "over"
]


class OwedState(msgspec.Struct, frozen=True):
    """What must be followed with; see `shengji.play.follows.Owed`.

    Attributes:
        suit: D, C, H, S, or T for trumps.
        words: the duty as one sentence.
    """

    suit: Literal["D", "C", "H", "S", "T"]
    size: int
    of_suit: int
    rung: tuple[tuple[int, int, int], ...]
    beat: bool
    words: Words


class CallChoice(msgspec.Struct, frozen=True):
    """A card that may be called, and how many copies there are."""

    card: Card
    copies: int


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """What the receiver must or may decide now.

    Attributes:
        options: what may be declared, or bid for the land, low to high.
        size: how many cards to choose: to bury, or to follow with; `None` where that is free.
        forced: the cards that are in every legal play.
        groups: units of the hand that belong together: touching one card of a pair or tractor that
            is owed, or could be led, selects them all; longest first.
        owed: what must be followed with.
        choices: the cards that may be called.
        calls: how many of them.
        reason: why a re-deal may be claimed.
    """

    options: tuple[tuple[Card, ...], ...] = ()
    size: int | None = None
    forced: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()
    owed: OwedState | None = None
    choices: tuple[CallChoice, ...] = ()
    calls: int = 0
    reason: Words | None = None


class ClockState(msgspec.Struct, frozen=True):
    """The time of the decision that is waited for, in milliseconds from when this was sent."""

    left: int
    bank: int


class Now(msgspec.Struct, frozen=True, kw_only=True):
    """What the table waits for, and what follows from the events by the rules.

    Attributes:
        wait: what for; `declare` is the last moment to declare.
        seats: for whom; of those who are asked at the last moment to declare only the receiver,
            since others must not learn who could.
        since: the version at which this wait began; what answers it must have seen that much.
        asleep: whether nobody is there, so that nothing happens until somebody comes.
        clock: the clock of the decision.
        trump: the trump rank and suit as far as they are declared.
        dealer: the Dealer, as far as decided.
        winning: who is winning the trick that lies on the table.
        points: the Opponents' points so far.
        declarers: the Declarers, as far as it is open.
        sides_known: whether all others are therefore Opponents.
        taken: the points that each seat has won, which its teams share.
        turn: what the receiver may decide, if anything.
        account: how the hand ended, between hands and when the match is over.
    """

    wait: Wait
    seats: tuple[int, ...] = ()
    since: int = 0
    asleep: bool = False
    clock: ClockState | None = None
    trump: tuple[Rank, Suit | None] | None = None
    dealer: int | None = None
    winning: int | None = None
    points: int = 0
    declarers: tuple[int, ...] = ()
    sides_known: bool = False
    taken: tuple[int, ...] = ()
    turn: Turn | None = None
    account: HandAccount | None = None


Layout: TypeAlias = tuple[tuple[tuple[Card, ...], ...], ...]
"""All cards in the order in which a hand is laid out under a trump: effective suits, trumps first,
each from high to low in lists of equals."""


class MatchStart(msgspec.Struct, frozen=True, kw_only=True):
    """Where the match stood before the hand under way, for who has not followed it.

    Attributes:
        levels: the level of each seat; `laps` likewise.
        hands: how many hands have started before.
        results: those that are over, in order.
    """

    levels: tuple[Rank, ...]
    laps: tuple[int, ...]
    hands: int
    results: tuple[HandAccount, ...] = ()


class Numbered(msgspec.Struct, frozen=True, gc=False):
    """An event of the match, and the version that the table had with it."""

    version: int
    event: Event


class Spoken(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was said."""

    version: int
    person: str
    name: str
    phrase: Phrase | None = None
    text: str = ""


# To the browser: the messages


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
    words: Words
    version: int


class Checked(_ToBrowser, tag="checked", frozen=True, kw_only=True):
    """The answer to `Check`.

    Attributes:
        refusal: why it would be refused, or `None`.
        readings: where the leader must choose how a lead is read: the ways, best first, each the
            cards by units.
    """

    id: str
    refusal: Words | None
    readings: tuple[tuple[tuple[Card, ...], ...], ...] = ()


class Hinted(_ToBrowser, tag="hinted", frozen=True, kw_only=True):
    """The answer to `AskHint`: an action that could be sent as it stands."""

    id: str
    action: GameAction


class Pong(_ToBrowser, tag="pong", frozen=True, kw_only=True):
    """The answer to `Ping`."""


class Bye(_ToBrowser, tag="bye", frozen=True, kw_only=True):
    """The server ends this connection, and says why.

    Attributes:
        code: `restart`: it comes back, and the browser connects again; `slow`: the browser did not
            keep up, and does likewise; `gone`: there is no such table; `closed`: the table lets
            nobody watch.
    """

    code: Literal["restart", "slow", "gone", "closed"]
    words: Words


ToBrowser: TypeAlias = (
    Welcome | Happened | TableChanged | Said | Done | Refused | Checked | Hinted | Pong | Bye
)
