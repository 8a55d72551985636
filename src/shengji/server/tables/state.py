"""A table, its room and its match, as its viewers receive them.

All values are safe for their receiver: events have been masked by `shengji.game.view`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

import msgspec
from msgspec import Meta

from shengji.cards import Card, Rank, Suit
from shengji.forms import Setting
from shengji.game import Event, HandAccount, Takes
from shengji.game.shares import DealRequest
from shengji.rules.conditions import Given
from shengji.server.rules.schemas import RulesState
from shengji.server.site.schemas import Text
from shengji.words.others import ForOthers

Ending = Literal["won", "conceded", "agreed", "hand", "left", "late", "abandoned"]
"""How a match ended: a reason of `MatchEnded`, `left` (a player left a rated match), `late` (a
player timed out too often in one), or `abandoned` (it was not continued)."""

Pace = Literal["slow", "normal", "fast", "instant"]
Onlookers = Literal["none", "table", "hands"]

RATED_CLOCK: Final = 30
"""Default seconds for each decision at a rated table."""

_OFF: Final = {True: False}
"""Replacement of a setting that rated tables do not allow."""

_ALL_HANDS: Final = Given("onlookers", ("hands",))


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Settings of a table; the rules of the game are stored separately.

    The host's form and the table in docs/settings.md follow from this class (docs/adding.md).

    Attributes:
        title: a name for the lobby; empty: the host's name is shown.
        private: whether the table is left out of the lobby; it is found by its link only.
        onlookers: `none`: nobody may watch; `table`: onlookers see the cards on the table; `hands`:
            they see all hands, after `delay` seconds.
        delay: seconds by which onlookers who see all hands are behind.
        until_end: whether these onlookers see a hand only after its end, however short the delay.
        chat: whether people may write free text; phrases are always allowed.
        pace: the speed of the deal and of bots.
        clock: seconds for each decision; `None`: no clock.
        bank: extra seconds of each player in each hand, used when the clock has run out.
        one_hand: whether a match ends with its first hand; the winners of the hand win it.
        take_back: whether a play may be taken back before the next one, if the other players agree.
        take_over: whether any visitor may take the seat of a bot during a match; else only people
            admitted by the host (`Admit`).
        hints: whether a player may ask for a bot's advice.
        reasons: whether hints include reasons.
        last_trick: how long the last trick can be shown again: always, until the next lead, or
            never. Programs receive every play in any case.
        counter: whether players are shown the cards that are still out.
        claims: whether a player is offered to claim the rest of a hand where the claim is proven.
        rated: whether matches count for ratings, which fixes some settings (docs/ratings.md).
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
    """Visibility of a table for onlookers; attributes as in `Settings`."""

    onlookers: Onlookers = "table"
    delay: int = 180
    until_end: bool = True

    @classmethod
    def of(cls, settings: Settings) -> Sight:
        """Return the visibility that settings give to onlookers."""
        return cls(onlookers=settings.onlookers, delay=settings.delay, until_end=settings.until_end)

    @property
    def shown(self) -> tuple[Onlookers, int | None]:
        """The visibility in comparable form; the delay counts only where hands are seen in play."""
        if self.onlookers != "hands":
            return self.onlookers, 0
        return self.onlookers, None if self.until_end else self.delay

    def narrowed(self, other: Sight) -> Sight:
        """Return the stricter combination of two visibilities.

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
"""Values of `onlookers`, from the least visible to the most."""


ReadinessReset = Literal["rules", "settings"]
"""The change after which a player who was ready is asked again."""


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as all viewers see it.

    Attributes:
        person: the public id of its holder; `None`: no person holds it.
        name: the name of the person or of the bot.
        account: whether the name belongs to an account and is therefore unique; false for guests
            and bots.
        bot: the id of the bot that holds the seat, or plays for its person now; `None`: no bot
            does.
        bot_name: the name of that bot, which no other bot at the table has.
        present: whether its person is connected.
        ready: whether its person is ready to start, or has seen the result.
        joins: whether its person plays from the next hand on; a bot plays until then.
        again: the change since its person was ready to start; `None`: no change.
    """

    person: str | None = None
    name: str = ""
    account: bool = False
    bot: str | None = None
    bot_name: Text | None = None
    present: bool = False
    ready: bool = False
    joins: bool = False
    again: ReadinessReset | None = None


class Named(msgspec.Struct, frozen=True):
    """A person with their public name; attributes as in `Onlooker`."""

    person: str
    name: str
    account: bool = False


class Onlooker(Named, frozen=True):
    """A person at the table without a seat.

    Attributes:
        account: whether the name belongs to an account and is therefore unique.
    """


What = Literal["concede", "end", "take_back", "claim_all", "claim_none"]
"""Kind of a proposal: the seat's side concedes the match; the match ends; the seat's last play is
taken back; the seat takes all remaining tricks; the seat's side takes none of them."""


class ProposalState(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal that other players have to agree to.

    Attributes:
        missing: the seats that still have to agree.
    """

    what: What
    seat: int
    agreed: tuple[int, ...]
    missing: tuple[int, ...]


Outcome = Literal["agreed", "declined", "withdrawn", "played", "off", "over"]
"""How a proposal ended: all agreed and it was carried out; a player declined; its seat withdrew it
or was given up; a play came first; the host switched it off; the hand or the match was over."""


class SeatStake(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's rating and expected score before a rated match.

    Attributes:
        deviation: the rating's uncertainty; 0 for a bot.
        provisional: whether the uncertainty is too high for the leaderboard.
        expected: the expected score of the seat in the match, from 0 to 1: the probability that its
            side wins; in Finding Friends, that it beats another seat.
    """

    value: float
    deviation: float
    provisional: bool
    expected: float


class Leaving(msgspec.Struct, frozen=True):
    """A seat whose player is absent from a rated match and will forfeit it.

    Attributes:
        seat: the seat that the player holds, or held when the match began.
        since: start of the absence in milliseconds since 1970, moved back by the time that a bot
            has already played for them in this match.
    """

    seat: int
    since: int


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table as all its viewers see it, without the match.

    Attributes:
        settings: the settings; wider visibility for onlookers applies from the next hand on.
        sight: the visibility for onlookers in the hand under way.
        sight_next: the visibility from the next hand on, if it is wider; else `None`.
        onlookers: the people at the table without a seat.
        levels: the level of each seat at the start of the next match, if that continues an earlier
            match; empty during a match.
        planned: the rules after the hand under way, if the host has changed them; else `None`.
        stakes: ratings and expected scores of the seats in the current or last match, if it is
            rated.
        leaving: the absent players of a rated match, each with a start time; a player who is absent
            for the server's `grace` period loses the match.
        ending: how the last match ended; `None` during a match and before the first.
        left: the seats whose players left the last match, or timed out too often in it.
        owners: the public ids of the players for whom the seats are reserved, in a rated match and
            at a table of a night; else empty.
        night: the id of the night whose round is played here; `None`: no night.
        commitments: the commitment of each seat's page to its next share (docs/deals.md).
        request: the request for shares of the next deal; `None`: none is pending.
    """

    id: str
    host: str | None
    """The public id of the host; `None` at a table of a night."""
    admitted: tuple[str, ...]
    """Public ids of the people whom the host allows to take a bot's seat in this match."""
    removed: tuple[str, ...]
    """Public ids of the people removed from a seat in this match and not admitted since."""
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
    commitments: tuple[str | None, ...] = ()
    request: DealRequest | None = None


# The match

Wait = Literal[
    "start", "draw", "declare", "redeal", "bury", "land", "call", "lead", "follow", "next", "over"
]


Letter = Literal["D", "C", "H", "S", "T"]
"""An effective suit: a suit, or T for trumps."""


class OwedState(msgspec.Struct, frozen=True):
    """The obligation to follow a lead; see `shengji.play.follows.Owed`.

    Attributes:
        suit: D, C, H, S, or T for trumps.
    """

    suit: Letter
    size: int
    of_suit: int
    rung: tuple[tuple[int, int, int], ...]
    beat: bool
    words: Text


class CallChoice(msgspec.Struct, frozen=True):
    """A card that may be called, with the number of its copies."""

    card: Card
    copies: int


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """The decision that the receiver must or may take now.

    Attributes:
        options: the possible declarations, or bids for the land, from low to high.
        size: the number of cards to bury or to follow with; `None`: any number.
        forced: the cards that are in every legal play.
        unplayable: the cards in no legal play, each once.
        groups: units of the hand that can be led, followed with or buried whole, longest first.
        owed: the obligation to follow, if any.
        reason: why a re-deal may be claimed.
        claim: the claim that is possible now: all remaining tricks, or none for the seat's side
            (`Propose`).
    """

    options: tuple[tuple[Card, ...], ...] = ()
    size: int | None = None
    forced: tuple[Card, ...] = ()
    unplayable: tuple[Card, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()
    owed: OwedState | None = None
    choices: tuple[CallChoice, ...] = ()
    calls: int = 0
    reason: Text | None = None
    claim: Takes | None = None


class ClockState(msgspec.Struct, frozen=True):
    """Remaining time for the current decision, in milliseconds from the sending of the message."""

    left: int
    bank: int


class Onward(msgspec.Struct, frozen=True):
    """Timer of the next hand, in milliseconds from the sending of the message.

    Attributes:
        left: how long the result is still shown.
        still: the maximum time for which the timer is paused while players read; 0: it runs.
        readers: the seats of the players who read; empty: the timer runs.
    """

    left: int
    still: int = 0
    readers: tuple[int, ...] = ()


class Now(msgspec.Struct, frozen=True, kw_only=True):
    """The current prompt of the table, and state derived from the events by the rules.

    Attributes:
        wait: the kind of decision; `declare` is the last chance to declare.
        seats: the seats to decide. At the last chance to declare only the receiver's own seat is
            listed, since others must not learn who could declare.
        since: the version at which this prompt began; an answer must be based on this version or a
            later one.
        asleep: whether the table is paused because no person is connected.
        clock: the clock of the decision, if there is one.
        onward: the timer of the next hand; `None` if a player alone decides when it begins.
        trump: the trump rank and suit, as far as they are declared.
        dealer: the Dealer, as far as decided.
        winning: the seat that is winning the current trick.
        points: the Opponents' points so far.
        declarers: the Declarers, as far as they are known to all.
        sides_known: whether all other players are therefore known to be Opponents.
        taken: the points that each seat has won, shared with its team.
        voids: during the play, the suits that each seat is publicly known not to hold, if the table
            counts cards; else empty.
        turn: the decision of the receiver, if there is one.
        passed: whether the receiver has passed for the rest of this draw.
        may_pass: whether the receiver can pass for the rest of this draw: if a declaration is
            possible, or where other people play too, so that a pass discloses nothing.
        plays_later: whether the receiver still has to play to the current trick, after other seats.
        may_take_back: whether the receiver may propose to take back the last play.
        account: the result of the hand, between hands and after the match.
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
    may_pass: bool = False
    plays_later: bool = False
    may_take_back: bool = False
    account: HandAccount | None = None


class May(msgspec.Struct, frozen=True, kw_only=True):
    """The actions that the receiver may request of the room now; all others would be refused.

    The decisions of a hand are in `Now`. Seats are 0 to players - 1, people are public ids.

    Attributes:
        sit: the seats that the receiver can take.
        no_seat: why a receiver without a seat can take none of those that no person holds; `None`:
            one can be taken, or people hold all.
        stand: whether the receiver can give up their seat.
        automate: whether automatic play can be switched on or off for the receiver's seat.
        nudge: the seats whose people can be nudged.
        propose: `concede` and `end`, if the receiver may propose them.
        start: whether the receiver, as the host, can start the match.
        no_start: why the host cannot start it yet; `None` for other receivers.
        set_rules: whether any rules can be set, as at tables that are not rated.
        set_settings: whether settings can be changed; some may be fixed.
        seat_bot: the seats that can be given to a bot, or to another bot.
        clear_seat: the seats that can be cleared.
        play_for: the seats for whose people automatic play can be switched on.
        give_back: the seats for whose people it can be switched off.
        admit: the people who can play in the match, or in its current hand, only once admitted.
        swap_seats: whether seats can be swapped, or shuffled.
        make_host: whether another person can be made the host.
    """

    sit: tuple[int, ...] = ()
    no_seat: Text | None = None
    stand: bool = False
    automate: bool = False
    nudge: tuple[int, ...] = ()
    propose: tuple[What, ...] = ()
    start: bool = False
    no_start: Text | None = None
    set_rules: bool = False
    set_settings: bool = False
    seat_bot: tuple[int, ...] = ()
    clear_seat: tuple[int, ...] = ()
    play_for: tuple[int, ...] = ()
    give_back: tuple[int, ...] = ()
    admit: tuple[str, ...] = ()
    swap_seats: bool = False
    make_host: bool = False


class MatchStart(msgspec.Struct, frozen=True, kw_only=True):
    """State of the match before the hand under way, for a client that has not followed it.

    Attributes:
        hands: the number of hands started before.
        deals: the number of deals before.
        results: the results of the hands that are over, in order.
    """

    levels: tuple[Rank, ...]
    laps: tuple[int, ...]
    hands: int
    deals: int
    results: tuple[HandAccount, ...] = ()


class Numbered(msgspec.Struct, frozen=True, gc=False):
    """An event of the match, with the version of the table after it."""

    version: int
    event: Event
