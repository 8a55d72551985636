"""Messages between the table and a bot in another process, one JSON object a line.

Messages to the bot have a `type`. The bot answers `Hello` with `Ready`, and each request with its
type of reply, which repeats the request's `id`; it answers no other messages. Cards, ranks, suits,
seats and events are encoded as in a record (docs/record-format.md).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from shengji.cards import Rank, Suit
from shengji.game import Call, Event
from shengji.rules.bounds import (
    CARDS,
    PER_SEAT,
    Cards,
    Count,
    GivenRules,
    Levels,
    Line,
    Seat,
    Seats,
    Units,
    Whole,
    Word,
)

PROTOCOL = 1
"""The version of the protocol."""

LONGEST_LINE = 64 * 1024
"""Maximum length of a line from a bot, in bytes."""

Letter = Literal["D", "C", "H", "S", "T"]

Text = Annotated[str, msgspec.Meta(max_length=10_000)]

MANY: Final = msgspec.Meta(max_length=10_000)
"""A limit above all real numbers of events, declarations and choices in a message."""

Time = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""A time in milliseconds; negative when a limit has been exceeded."""


class _ToBot(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    pass


class Times(msgspec.Struct, frozen=True):
    """Time limits of a bot, in milliseconds.

    Attributes:
        start: until it must be ready.
        decision: for each decision.
        bank: what all decisions of a hand together may take beyond that.
    """

    start: Time
    decision: Time
    bank: Time


class Hello(_ToBot, tag="hello", frozen=True, kw_only=True):
    """The start of a match; discard all state of the last one. Answer `Ready`.

    Attributes:
        protocol: the version of the protocol, 1.
        game: always `shengji`.
        version: the version of the program that asks.
        rules: the rules as in the header of a record: a preset, perhaps a system laid over it, and
            the options that differ from them.
        options: every option of the rules with its value.
        seat: the bot's own seat.
        players: how many play.
        decks: how many decks.
        hand_size: how many cards each draws.
        kitty_size: how many cards the kitty has.
        teams: `fixed`: seats with the same remainder by two are partners; or `friends`.
        calls: how many friends the Dealer calls.
        seed: where the bot's chance starts; the same seed and the same events should give the same
            answers.
        levels: the level of each seat at the start.
        laps: how often each seat has gone through all levels, where levels wrap.
        tried: whether each seat has already played a hand at its level as a Declarer.
        dealer: who deals the first hand, where that is fixed beforehand.
        times: how long the bot may take.
    """

    protocol: Count = PROTOCOL
    game: Literal["shengji"] = "shengji"
    version: Line
    rules: GivenRules
    options: GivenRules
    seat: Seat
    players: Count
    decks: Count
    hand_size: Count
    kitty_size: Count
    teams: Literal["fixed", "friends"]
    calls: Count
    seed: Whole
    levels: Levels
    laps: Annotated[tuple[Count, ...], PER_SEAT]
    tried: Annotated[tuple[bool, ...], PER_SEAT]
    dealer: Seat | None
    times: Times


class Events(_ToBot, tag="events", frozen=True, kw_only=True):
    """The new events, in order, as the bot's seat may know them; without an answer.

    Attributes:
        events: the events, as in a record that the seat has seen.
    """

    events: Annotated[tuple[Event, ...], MANY]


class TrumpNow(msgspec.Struct, frozen=True):
    """The trump, as declared so far.

    Attributes:
        rank: the trump rank.
        suit: the trump suit; `None`: no trump suit, or none yet.
    """

    rank: Rank
    suit: Suit | None


class Laid(msgspec.Struct, frozen=True):
    """The cards that a seat has shown, or played to a trick.

    Attributes:
        seat: whose cards they are.
        cards: the cards.
    """

    seat: Seat
    cards: Cards


class PastTrick(msgspec.Struct, frozen=True):
    """A trick that has been taken.

    Attributes:
        plays: what was played, the lead first.
        winner: who took it.
        points: the points in it.
    """

    plays: Annotated[tuple[Laid, ...], PER_SEAT]
    winner: Seat
    points: Whole


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The hand as the seat sees it, for bots that do not follow the events.

    Attributes:
        hand: the number of the hand, from 1.
        dealer: the Dealer, or who would be by the declarations so far.
        declared: what was declared, in order; a reinforced declaration stands once.
        sizes: how many cards each seat holds.
        declarers: the seats that are known to play for the Declarers.
        calls: the cards that the Dealer has called.
        answered: for each call who has answered it.
        opponents: the Opponents' points so far.
        threshold: how many they need.
        taken: the points that each seat has won in tricks.
        kitty: the kitty, where the seat knows it.
        tricks: the tricks that have been taken, in order.
    """

    hand: Count
    dealer: Seat | None
    declared: Annotated[tuple[Laid, ...], MANY]
    sizes: Annotated[tuple[Count, ...], PER_SEAT]
    declarers: Seats
    calls: Annotated[tuple[Call, ...], PER_SEAT]
    answered: Annotated[tuple[Seat | None, ...], PER_SEAT]
    opponents: Whole
    threshold: Whole
    taken: Annotated[tuple[Whole, ...], PER_SEAT]
    kitty: Cards | None
    tricks: Annotated[tuple[PastTrick, ...], CARDS]


class _Request(_ToBot, frozen=True, kw_only=True):
    """The decision that is asked of the seat.

    Attributes:
        id: to be repeated in the answer.
        hand: the cards that the seat holds, trumps first, each suit from high to low.
        trump: the trump.
        time: milliseconds left for this decision, before the bank is touched.
        bank: milliseconds left in the bank.
        snapshot: the hand so far, for a bot that has asked for it when it was ready.
    """

    id: Count
    hand: Cards
    trump: TrumpNow
    time: Time
    bank: Time
    snapshot: Snapshot | msgspec.UnsetType = msgspec.UNSET


class ShowRequest(_Request, tag="show", frozen=True, kw_only=True):
    """Declare, reinforce or override now, or wait. Answer `CardsReply`; no cards: wait.

    Sent when there are options: after each card that the seat draws and each declaration, and once
    more at the last moment.

    Attributes:
        trump: the trump as declared so far.
        options: what may be shown, low to high.
        last: whether they could not be shown any more, or not count the same, once the draw goes
            on.
    """

    options: Annotated[tuple[Cards, ...], MANY]
    last: bool


class RedealRequest(_Request, tag="redeal", frozen=True, kw_only=True):
    """Claim a re-deal, or not; sent only when a claim is allowed. Answer `RedealReply`."""


class BuryRequest(_Request, tag="bury", frozen=True, kw_only=True):
    """Bury the kitty. Answer `CardsReply`.

    Attributes:
        hand: the cards that the seat holds, those of the kitty among them.
        size: how many cards to bury.
    """

    size: Count


class LandRequest(_Request, tag="land", frozen=True, kw_only=True):
    """Bid for the land, or pass. Answer `CardsReply`; no cards: pass.

    Attributes:
        options: what may be bid, low to high.
    """

    options: Annotated[tuple[Cards, ...], MANY]


class CallRequest(_Request, tag="call", frozen=True, kw_only=True):
    """Call the friends; sent to the Dealer. Answer `CallReply`.

    Attributes:
        calls: how many calls to make, no two of them alike.
        cards: the cards that may be called.
        copies: how many copies of each card there are; an ordinal is from 1 to this.
    """

    calls: Count
    cards: Cards
    copies: Count


class Choice(msgspec.Struct, frozen=True):
    """A legal play.

    Attributes:
        cards: the cards.
        points: the points on them.
        wins: for a follow, whether it would be the highest of the trick so far; else `None`.
    """

    cards: Cards
    points: Whole
    wins: bool | None = None


class LeadRequest(_Request, tag="lead", frozen=True, kw_only=True):
    """Lead to a trick. Answer `LeadReply`.

    Any cards of one suit (trumps are a suit of their own) may be led. Several units together are a
    throw, which fails when another player can beat one of them.

    Attributes:
        plays: leads of one unit, the singles first, then tuples, then tractors; at most 200, so
            that with many decks the longest tractors may be missing.
    """

    plays: Annotated[tuple[Choice, ...], MANY]


class Duty(msgspec.Struct, frozen=True):
    """The required cards and shapes of a follow.

    Attributes:
        suit: the suit led: D, C, H, S, or T for trumps.
        size: how many cards must be played.
        of_suit: how many of them must be of that suit.
        rung: the units that must be among those, longest first, each as width, length, times: a
            pair is 2, 1, a tractor of three pairs 2, 3; singles are not listed.
        beat: whether the cards must be a higher unit than the one that was led.
    """

    suit: Letter
    size: Count
    of_suit: Count
    rung: Annotated[tuple[tuple[Count, Count, Count], ...], CARDS]
    beat: bool


class FollowRequest(_Request, tag="follow", frozen=True, kw_only=True):
    """Follow a lead. Answer `CardsReply`.

    Attributes:
        trick: what has been played to the trick, the lead first.
        lead: the cards of the lead by units, the longest first.
        winning: the seat whose play is the highest so far.
        points: the points in the trick so far.
        owed: what must be followed with.
        forced: the cards that are in every legal play.
        plays: legal plays, those with the fewest points first, and among equals the low ones.
        complete: whether `plays` has all there are; it has at most 48.
    """

    trick: Annotated[tuple[Laid, ...], PER_SEAT]
    lead: Annotated[tuple[Cards, ...], CARDS]
    winning: Seat
    points: Whole
    owed: Duty
    forced: Cards
    plays: Annotated[tuple[Choice, ...], MANY]
    complete: bool


class Refused(_ToBot, tag="refused", frozen=True, kw_only=True):
    """The last answer was refused; without an answer.

    Attributes:
        request: the id of the request that was answered.
        code: the code of the refusal; `unreadable` for an answer that is not what was asked for,
            `wrong-id` for one to another request.
        reason: why, in a sentence.
        again: whether the request comes once more, with another id; else the bot has failed.
    """

    request: Count
    code: Word
    reason: Text
    again: bool


class Bye(_ToBot, tag="bye", frozen=True, kw_only=True):
    """No more requests will come: exit."""


Request: TypeAlias = (
    ShowRequest
    | RedealRequest
    | BuryRequest
    | LandRequest
    | CallRequest
    | LeadRequest
    | FollowRequest
)
ToBot: TypeAlias = Hello | Events | Request | Refused | Bye


class _FromBot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class Ready(_FromBot, tag="ready", tag_field="type", frozen=True, kw_only=True):
    """The bot can play the match.

    Attributes:
        protocol: the version of the protocol that it speaks, 1.
        name: the bot's name, for reports.
        version: the bot's version, likewise.
        reuse: whether after a match it can begin another one with a `Hello`, as if just started;
            else it is started anew for each.
        snapshot: whether each request is to have a snapshot of the hand.
    """

    protocol: Count
    name: Line
    version: Line = ""
    reuse: bool = False
    snapshot: bool = False


class _Reply(_FromBot, frozen=True, kw_only=True):
    """The answer to a request.

    Attributes:
        id: of the request.
    """

    id: Count


class CardsReply(_Reply, frozen=True, kw_only=True):
    """The cards to show, bury, bid or follow with; empty to wait, or to pass.

    Attributes:
        cards: which.
    """

    cards: Cards


class RedealReply(_Reply, frozen=True, kw_only=True):
    """Whether to claim a re-deal.

    Attributes:
        wanted: whether.
    """

    wanted: bool


class CallReply(_Reply, frozen=True, kw_only=True):
    """The friends to call.

    Attributes:
        calls: which copies of which cards.
    """

    calls: Annotated[tuple[Call, ...], PER_SEAT]


class LeadReply(_Reply, frozen=True, kw_only=True):
    """The cards to lead.

    Attributes:
        cards: which.
        reading: which reading of the cards, counted from 0 (docs/judge.md), or its units, where
            the rules let it be named; else `None`.
    """

    cards: Cards
    reading: Count | Units | None = None


Reply: TypeAlias = CardsReply | RedealReply | CallReply | LeadReply
FromBot: TypeAlias = Ready | Reply
