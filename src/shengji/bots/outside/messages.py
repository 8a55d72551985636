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
        bank: extra time for all decisions of a hand together.
    """

    start: Time
    decision: Time
    bank: Time


class Hello(_ToBot, tag="hello", frozen=True, kw_only=True):
    """The start of a match; discard all state of the last one. Answer `Ready`.

    Attributes:
        protocol: 1.
        game: `shengji`.
        version: of the table's program.
        rules: a preset or system, with the options that differ from it.
        options: all options of the rules.
        seat: of the bot.
        players: number of seats.
        decks: number of decks.
        hand_size: cards that each seat draws.
        kitty_size: cards in the kitty.
        teams: `fixed`: seats with the same remainder by two are partners.
        calls: number of friends to call.
        seed: for the bot's randomness; equal seeds and events should give equal answers.
        levels: by seat, at the start.
        laps: by seat, how often it has completed all levels, where levels wrap.
        tried: by seat, whether it has played a hand at its level as a Declarer.
        dealer: of the first hand; `None`: not fixed yet.
        times: time limits.
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
        events: as in a record that the seat has seen.
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
    """The cards that a seat has shown, or played to a trick."""

    seat: Seat
    cards: Cards


class PastTrick(msgspec.Struct, frozen=True):
    """A trick that has been taken.

    Attributes:
        plays: the lead first.
        winner: the seat that took it.
        points: in the trick.
    """

    plays: Annotated[tuple[Laid, ...], PER_SEAT]
    winner: Seat
    points: Whole


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The hand as the seat sees it, for bots that do not follow the events.

    Attributes:
        hand: number of the hand, from 1.
        dealer: the Dealer by the declarations so far; `None`: not known yet.
        declared: declarations in order; a reinforced one stands once.
        sizes: number of cards held, by seat.
        declarers: seats known to play for the Declarers.
        calls: cards that the Dealer has called.
        answered: for each call, the seat that has answered it; `None`: none yet.
        opponents: the Opponents' points so far.
        threshold: points that the Opponents need.
        taken: points won in tricks, by seat.
        kitty: `None`: not known to the seat.
        tricks: finished tricks, in order.
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
        hand: the seat's cards, trumps first, each suit from high to low.
        trump: the trump.
        time: milliseconds left before the bank is used.
        bank: milliseconds left in the bank.
        snapshot: the hand so far, for a bot whose `Ready` asks for it.
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
        trump: as declared so far.
        options: cards that may be shown, low to high.
        last: whether waiting loses these options, or changes their effect.
    """

    options: Annotated[tuple[Cards, ...], MANY]
    last: bool


class RedealRequest(_Request, tag="redeal", frozen=True, kw_only=True):
    """Claim a re-deal, or not; sent only when a claim is allowed. Answer `RedealReply`."""


class BuryRequest(_Request, tag="bury", frozen=True, kw_only=True):
    """Bury the kitty. Answer `CardsReply`.

    Attributes:
        hand: the seat's cards, with those of the kitty.
        size: number of cards to bury.
    """

    size: Count


class LandRequest(_Request, tag="land", frozen=True, kw_only=True):
    """Bid for the land, or pass. Answer `CardsReply`; no cards: pass.

    Attributes:
        options: cards that may be bid, low to high.
    """

    options: Annotated[tuple[Cards, ...], MANY]


class CallRequest(_Request, tag="call", frozen=True, kw_only=True):
    """Call the friends; sent to the Dealer. Answer `CallReply`.

    Attributes:
        calls: number of calls to make, all different.
        cards: cards that may be called.
        copies: copies of each card; an ordinal is from 1 to this.
    """

    calls: Count
    cards: Cards
    copies: Count


class Choice(msgspec.Struct, frozen=True):
    """A legal play.

    Attributes:
        points: of the cards.
        wins: whether a follow would be the highest play so far; `None` for a lead.
    """

    cards: Cards
    points: Whole
    wins: bool | None = None


class LeadRequest(_Request, tag="lead", frozen=True, kw_only=True):
    """Lead to a trick. Answer `LeadReply`.

    Any cards of one suit (trumps are a suit of their own) may be led. Several units together are a
    throw, which fails when another player can beat one of them.

    Attributes:
        plays: leads of one unit: singles, then tuples, then tractors; at most 200, so that with
            many decks the longest tractors may be missing.
    """

    plays: Annotated[tuple[Choice, ...], MANY]


class Duty(msgspec.Struct, frozen=True):
    """The required cards and shapes of a follow.

    Attributes:
        suit: the suit led; T: trumps.
        size: number of cards to play.
        of_suit: number of them that must be of that suit.
        rung: units required among those, longest first, as width, length and times: a pair is 2, 1;
            a tractor of three pairs 2, 3; singles are not listed.
        beat: whether the cards must be a higher unit than the one led.
    """

    suit: Letter
    size: Count
    of_suit: Count
    rung: Annotated[tuple[tuple[Count, Count, Count], ...], CARDS]
    beat: bool


class FollowRequest(_Request, tag="follow", frozen=True, kw_only=True):
    """Follow a lead. Answer `CardsReply`.

    Attributes:
        trick: the plays so far, the lead first.
        lead: the units of the lead, longest first.
        winning: the seat with the highest play so far.
        points: in the trick so far.
        owed: required cards and shapes.
        forced: the cards in every legal play.
        plays: at most 48 legal plays, those with the fewest points first, and low ones first among
            equals.
        complete: whether `plays` has all legal plays.
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
        request: the id of the answered request.
        code: of the refusal; `unreadable`: not the expected answer; `wrong-id`: to another request.
        reason: a sentence.
        again: whether the request is repeated, with another id; else the bot has failed.
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
        protocol: 1.
        name: for reports.
        version: for reports.
        reuse: whether it can begin another match with a `Hello`, as if just started.
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
    """The cards to show, bury, bid or follow with; empty to wait, or to pass."""

    cards: Cards


class RedealReply(_Reply, frozen=True, kw_only=True):
    """Whether to claim a re-deal.

    Attributes:
        wanted: whether to claim it.
    """

    wanted: bool


class CallReply(_Reply, frozen=True, kw_only=True):
    """The friends to call.

    Attributes:
        calls: the copies of cards to call.
    """

    calls: Annotated[tuple[Call, ...], PER_SEAT]


class LeadReply(_Reply, frozen=True, kw_only=True):
    """The cards to lead.

    Attributes:
        reading: the reading of the cards, by its number from 0 (docs/judge.md) or its units, where
            the rules let it be named; else `None`.
    """

    cards: Cards
    reading: Count | Units | None = None


Reply: TypeAlias = CardsReply | RedealReply | CallReply | LeadReply
FromBot: TypeAlias = Ready | Reply
