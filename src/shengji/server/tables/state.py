"""A table, its room and its match, as those at it see them.

Everything here is what the receiver may know: events have gone through `shengji.game.view`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

import msgspec
from msgspec import Meta

from shengji.cards import Card, Rank, Suit
from shengji.forms import Setting
from shengji.game import Event, HandAccount, Takes
from shengji.rules.conditions import Given
from shengji.server.rules.schemas import RulesState
from shengji.server.site.schemas import Text
from shengji.words.others import ForOthers

Ending = Literal["won", "conceded", "agreed", "hand", "left", "late", "abandoned"]
"""How a match ended: as `MatchEnded` says, or somebody left it or let the time run out too often,
or it was not gone on with."""

Pace = Literal["slow", "normal", "fast", "instant"]
Onlookers = Literal["none", "table", "hands"]

RATED_CLOCK: Final = 30
"""Seconds for each decision at a rated table where none are set."""

_OFF: Final = {True: False}
"""A setting that no rated table has."""

_ALL_HANDS: Final = Given("onlookers", ("hands",))


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a table is run; what is played stands in its rules.

    The host's form and the table in docs/server.md are made of it (docs/adding.md).

    Attributes:
        title: a name for the lobby; empty: the host's name is shown.
        private: whether it stays out of the lobby, so that only who has the link finds it.
        onlookers: whether others may watch: not, only what lies on the table, or all hands after
            `delay` seconds.
        delay: how far behind onlookers are who see all hands, in seconds.
        until_end: whether they see a hand only when it has ended, however short the delay.
        chat: whether people may write freely; phrases can always be sent.
        pace: how fast cards are dealt and bots play.
        clock: seconds for each decision; `None`: no clock.
        bank: seconds that each player has beyond that, in each hand; none but where they are asked
            for.
        one_hand: whether a match is over with its first hand, and won by whoever wins that.
        take_back: whether a play may be taken back when the others agree, until the next one.
        take_over: whether whoever comes may take the seat of a bot in a match; else the host lets
            them (`Admit`).
        hints: whether a player may ask what a bot would do.
        reasons: whether it then says why, too.
        last_trick: how long people may look at the last trick again: always, until the next lead,
            or never. Programs hear of every play anyway.
        counter: whether players are shown which cards are still out.
        claims: whether a player is offered to claim the rest of a hand where that is proven.
        rated: whether matches count for ratings; that fixes what is fair for all (docs/ratings.md).
    """

    title: Annotated[ForOthers, Meta(max_length=40), Setting(lasting=True)] = ""
    private: Annotated[bool, Setting(lasting=True)] = False
    onlookers: Annotated[Onlookers, Setting(menu=True, strict={"hands": "table"}, lasting=True)] = (
        "table"
    )
    delay: Annotated[
        int,
        Meta(ge=30, le=1800),
        Setting(needs=_ALL_HANDS, usual=(30, 60, 180, 300, 600, 1800), seconds=True, beside=True),
    ] = 180
    until_end: Annotated[bool, Setting(needs=_ALL_HANDS)] = True
    chat: Annotated[bool, Setting(lasting=True)] = True
    pace: Annotated[Pace, Setting()] = "normal"
    clock: Annotated[
        Annotated[int, Meta(ge=5, le=600)] | None,
        Setting(
            usual=(10, 15, 20, 30, 45, 60, 90, 120, 300), seconds=True, strict={None: RATED_CLOCK}
        ),
    ] = None
    bank: Annotated[
        int,
        Meta(ge=0, le=3600),
        Setting(
            needs=Given("clock", (None,), negated=True),
            usual=(0, 30, 60, 120, 300, 600),
            seconds=True,
            beside=True,
        ),
    ] = 0
    one_hand: Annotated[bool, Setting(strict=_OFF)] = False
    take_back: Annotated[bool, Setting(strict=_OFF)] = False
    take_over: Annotated[bool, Setting(strict=_OFF)] = True
    hints: Annotated[bool, Setting(strict=_OFF)] = True
    reasons: Annotated[bool, Setting(needs=Given("hints", (True,)))] = True
    last_trick: Annotated[Literal["always", "until-lead", "never"], Setting()] = "always"
    counter: Annotated[bool, Setting(strict=_OFF)] = False
    claims: Annotated[bool, Setting(strict=_OFF)] = True
    rated: bool = False


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """The sight that onlookers have; attributes as of `Settings`."""

    onlookers: Onlookers = "table"
    delay: int = 180
    until_end: bool = True

    @classmethod
    def of(cls, settings: Settings) -> Sight:
        """The sight that onlookers have by these settings."""
        return cls(onlookers=settings.onlookers, delay=settings.delay, until_end=settings.until_end)

    @property
    def shown(self) -> tuple[Onlookers, int | None]:
        """The sight as onlookers notice it; a delay counts only where hands are seen in play."""
        if self.onlookers != "hands":
            return self.onlookers, 0
        return self.onlookers, None if self.until_end else self.delay

    def narrowed(self, other: Sight) -> Sight:
        """The sight that onlookers have by both.

        >>> hands, none = Sight(onlookers="hands", delay=30, until_end=False), Sight()
        >>> hands.narrowed(none) == none.narrowed(hands) == none
        True
        """
        return Sight(
            onlookers=min(self.onlookers, other.onlookers, key=_ONLOOKERS.index),
            delay=max(self.delay, other.delay),
            until_end=self.until_end or other.until_end,
        )


_ONLOOKERS: tuple[Onlookers, ...] = get_args(Onlookers)
"""The sight of onlookers, the least first."""


AskedAgain = Literal["rules", "settings"]
"""The change since a person was ready, for which they are asked again."""


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as everyone sees it.

    Attributes:
        person: who holds it, by public id; `None`: nobody, or a bot.
        name: the person's name, or the bot's.
        account: whether the name is an account's, which nobody else has; else a guest's or a bot's.
        bot: the name of the bot that holds it or plays for its person now, or `None`.
        present: whether its person is connected.
        ready: whether its person is ready to start, or has seen the result.
        joins: whether its person plays from the next hand on, and the bot until then.
        again: what has changed since its person was ready to start; `None`: nothing.
    """

    person: str | None = None
    name: str = ""
    account: bool = False
    bot: str | None = None
    present: bool = False
    ready: bool = False
    joins: bool = False
    again: AskedAgain | None = None


class Named(msgspec.Struct, frozen=True):
    """A person, and the name that others read; attributes as of `Onlooker`."""

    person: str
    name: str
    account: bool = False


class Onlooker(Named, frozen=True):
    """Somebody who is at the table without a seat.

    Attributes:
        person: who, by public id.
        name: the name.
        account: whether that is an account's, which nobody else has.
    """


What = Literal["concede", "end", "take_back", "claim_all", "claim_none"]
"""A proposal: one's side concedes the match; it ends; one's last play is taken back; one
takes every trick that is left; one's side takes none of them."""


class ProposalState(msgspec.Struct, frozen=True, kw_only=True):
    """Something that others have to agree to.

    Attributes:
        what: what; `seat`: who has proposed it.
        agreed: the seats that have agreed; `missing`: those that have still to.
    """

    what: What
    seat: int
    agreed: tuple[int, ...]
    missing: tuple[int, ...]


Outcome = Literal["agreed", "declined", "withdrawn", "played", "off", "over"]
"""How a proposal ended: all agreed and it was done; somebody declined; its seat withdrew it or was
given up; a play came first; the host forbade it; the hand or the match was over."""


class SeatStake(msgspec.Struct, frozen=True, kw_only=True):
    """With what a seat goes into a rated match.

    Attributes:
        value: the rating; `deviation`: how uncertain it is, 0 for a bot.
        provisional: whether that is too much for the leaderboard.
        expected: the score that is expected of the seat in the match, from 0 to 1: how often its
            side wins; in Finding Friends, how it does against another seat.
    """

    value: float
    deviation: float
    provisional: bool
    expected: float


class Leaving(msgspec.Struct, frozen=True):
    """A seat whose holder is about to leave a rated match.

    Attributes:
        seat: whose seat it is, or was when the match began.
        since: since when they are away, in milliseconds since 1970; earlier by as long as a bot has
            played for them in this match before.
    """

    seat: int
    since: int


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everyone at it sees it, but for the match.

    Attributes:
        settings: how it is run; what onlookers may see only from the next hand on.
        sight: what they may see in the hand under way.
        sight_next: what they may see from the next hand on, where that is more.
        onlookers: who is here without a seat.
        match: how many matches have started here.
        playing: whether a match is under way.
        levels: the level of each seat with which the next match begins, where it goes on with
            another; none during a match.
        planned: what is played after the hand under way, where the host has changed that.
        proposal: what somebody has proposed.
        stakes: with what each seat went into the match under way, or the last one, where that is
            rated.
        leaving: who of a rated match is away or has stood up, and since when, in milliseconds since
            1970; after the house's `grace` they have left, and lost it.
        ending: how the last match ended; `None` during one, and before the first.
        left: the seats whose persons have left it, or let their time run out too often.
        owners: in a rated match and at a table of a night, by public ids, whose the seats are, so
            that nobody else may sit there; else none.
        night: the id of the night of which a round is played here; `None`: of none.
    """

    id: str
    host: str | None
    """The person who may change it, by public id; nobody at a table of a night."""
    admitted: tuple[str, ...]
    """The people whom the host lets take the seat of a bot in this match, by public ids."""
    removed: tuple[str, ...]
    """The people whom the host has taken out of a seat in this match, and not let in again."""
    rules: RulesState
    settings: Settings
    sight: Sight
    sight_next: Sight | None
    seats: tuple[SeatState, ...]
    onlookers: tuple[Onlooker, ...]
    match: int
    playing: bool
    levels: tuple[Rank, ...]
    planned: RulesState | None
    proposal: ProposalState | None
    stakes: tuple[SeatStake, ...] = ()
    leaving: tuple[Leaving, ...] = ()
    ending: Ending | None = None
    left: tuple[int, ...] = ()
    owners: tuple[str | None, ...] = ()
    night: str | None = None


# The match

Wait = Literal[
    "start", "draw", "declare", "redeal", "bury", "land", "call", "lead", "follow", "next", "over"
]


Letter = Literal["D", "C", "H", "S", "T"]
"""An effective suit: a suit, or T for trumps."""


class OwedState(msgspec.Struct, frozen=True):
    """The cards that must be followed with; see `shengji.play.follows.Owed`.

    Attributes:
        suit: D, C, H, S, or T for trumps.
        words: the duty as one sentence.
    """

    suit: Letter
    size: int
    of_suit: int
    rung: tuple[tuple[int, int, int], ...]
    beat: bool
    words: Text


class CallChoice(msgspec.Struct, frozen=True):
    """A card that may be called, and how many copies there are."""

    card: Card
    copies: int


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """The decision that the receiver must or may take now.

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
        claim: what is left may be claimed: every trick, or for one's side none (`Propose`).
    """

    options: tuple[tuple[Card, ...], ...] = ()
    size: int | None = None
    forced: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()
    owed: OwedState | None = None
    choices: tuple[CallChoice, ...] = ()
    calls: int = 0
    reason: Text | None = None
    claim: Takes | None = None


class ClockState(msgspec.Struct, frozen=True):
    """The time of the decision that is waited for, in milliseconds from when this was sent."""

    left: int
    bank: int


class Onward(msgspec.Struct, frozen=True):
    """The way the next hand begins by itself; times in milliseconds from when this was sent.

    Attributes:
        left: how long the result still lies open.
        still: for how long that time stands still at most, since somebody reads on.
        readers: the seats of those who do; nobody: the time runs.
    """

    left: int
    still: int = 0
    readers: tuple[int, ...] = ()


class Now(msgspec.Struct, frozen=True, kw_only=True):
    """The wait of the table, and what follows from the events by the rules.

    Attributes:
        wait: what for; `declare` is the last moment to declare.
        seats: for whom; of those who are asked at the last moment to declare only the receiver,
            since others must not learn who could.
        since: the version at which this wait began; what answers it must have seen that much.
        asleep: whether nobody is there, so that nothing happens until somebody comes.
        clock: the clock of the decision.
        onward: how the next hand begins by itself, where it does: one person alone says when.
        trump: the trump rank and suit as far as they are declared.
        dealer: the Dealer, as far as decided.
        winning: who is winning the trick that lies on the table.
        points: the Opponents' points so far.
        declarers: the Declarers, as far as it is open.
        sides_known: whether all others are therefore Opponents.
        taken: the points that each seat has won, which its teams share.
        voids: during the play, for each seat the suits of which everyone knows that it holds none,
            where the table counts cards; else nothing.
        turn: what the receiver may decide, if anything.
        passed: whether the receiver declares nothing more in this draw, as things stand.
        may_take_back: whether the receiver may propose to take back the last play.
        account: how the hand ended, between hands and when the match is over.
    """

    wait: Wait
    seats: tuple[int, ...] = ()
    since: int = 0
    asleep: bool = False
    clock: ClockState | None = None
    onward: Onward | None = None
    trump: tuple[Rank, Suit | None] | None = None
    dealer: int | None = None
    winning: int | None = None
    points: int = 0
    declarers: tuple[int, ...] = ()
    sides_known: bool = False
    taken: tuple[int, ...] = ()
    voids: tuple[tuple[Letter, ...], ...] = ()
    turn: Turn | None = None
    passed: bool = False
    may_take_back: bool = False
    account: HandAccount | None = None


class MatchStart(msgspec.Struct, frozen=True, kw_only=True):
    """Where the match stood before the hand under way, for who has not followed it.

    Attributes:
        levels: the level of each seat; `laps` likewise.
        hands: how many hands have started before; `deals` likewise.
        results: those that are over, in order.
    """

    levels: tuple[Rank, ...]
    laps: tuple[int, ...]
    hands: int
    deals: int
    results: tuple[HandAccount, ...] = ()


class Numbered(msgspec.Struct, frozen=True, gc=False):
    """An event of the match, and the version that the table had with it."""

    version: int
    event: Event
