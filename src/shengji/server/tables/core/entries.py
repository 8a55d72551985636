"""The log of a table: who sits where, how it is run, what is said, and every event of its matches.

A table is the list of its entries, and its state is what comes of applying them in order. Entries
of the game are those of `shengji.game.events`; both are told apart by `event`.
"""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import msgspec

from shengji.cards import Rank
from shengji.game import Event
from shengji.server.tables import actions, messages
from shengji.server.tables.actions import Topic
from shengji.server.tables.state import Named, SeatStake, Settings, What


class _TableEntry(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=False):
    """Something that happened at a table.

    One that says no more than was asked for is the action itself, with who asked for it.
    """

    changes: ClassVar[tuple[Topic, ...]] = ()
    """The part of the table that it changes: whoever asks for something there is late then."""

    in_room: ClassVar[bool] = True
    """Whether the room looks different after it: also who is ready, whether one plays."""

    in_summary: ClassVar[bool] = True
    """Whether lists tell something else of the table after it."""


class _BySeat(msgspec.Struct, frozen=True):
    """The seat whose person or bot did something."""

    seat: int


class Opened(_TableEntry, tag="opened", frozen=True):
    """The table was opened, by its first host.

    Attributes:
        table: its id.
        person: the public id of the host.
        rules: what is played, as `shengji.rules.rules_from` reads it.
        settings: how it is run.
        night: the id of the night of which a round is played there; empty: of none.
    """

    table: str
    person: str
    rules: dict[str, Any]
    settings: Settings
    night: str = ""


class Sat(_TableEntry, actions.Sit, tag="sat", frozen=True):
    """A person sat down; a bot that held the seat is gone.

    Attributes:
        person: as of `Named`; `name` and `account` likewise.
        bot: the bot, which plays on until the next hand begins, as the person is new in this one;
            `None`: the person plays at once.
    """

    changes = ("seats",)

    person: str
    name: str
    account: bool = False
    bot: str | None = None


class Stood(_TableEntry, _BySeat, tag="stood", frozen=True):
    """The person of a seat gave it up.

    Attributes:
        bot: the bot that goes on with it in a running match; `None`: it is free.
    """

    changes = ("seats",)

    bot: str | None = None


class BotSat(_TableEntry, actions.SeatBot, tag="bot_sat", frozen=True):
    """A seat that no person holds was given to a bot."""

    changes = ("seats",)


class SeatCleared(_TableEntry, actions.ClearSeat, tag="seat_cleared", frozen=True):
    """Whoever held a seat was taken out of it."""

    changes = ("seats",)


class Removed(_TableEntry, actions.ClearSeat, tag="removed", frozen=True):
    """The host took a person out of a seat in a match, with which a bot goes on.

    The person comes back to a seat in this match only if the host lets them in.
    """

    changes = ("seats",)

    bot: str


class Admitted(_TableEntry, actions.Admit, tag="admitted", frozen=True):
    """The host lets a person take the seat of a bot in the match, and play the hand under way."""


class SeatsSwapped(_TableEntry, actions.SwapSeats, tag="seats_swapped", frozen=True):
    """Two seats changed what they hold."""

    changes = ("seats",)


class HostMade(_TableEntry, actions.MakeHost, tag="host_made", frozen=True):
    """Another person became the host."""

    changes = ("host",)


class RulesSet(_TableEntry, tag="rules_set", frozen=True):
    """Other rules are played from the next match on; whoever was ready must say so again.

    A match under way ends.

    Attributes:
        rules: what is played.
        levels: the level of each seat with which that match begins; none: the first one.
        dealer: who deals its first hand; `None`: the draw decides.
    """

    changes = ("rules", "decision")

    rules: dict[str, Any]
    levels: tuple[Rank, ...] = ()
    dealer: int | None = None


class RulesPlanned(_TableEntry, tag="rules_planned", frozen=True):
    """Other rules are to be played after the hand under way; `None`: none after all."""

    changes = ("rules",)

    rules: dict[str, Any] | None


class Proposed(_TableEntry, _BySeat, tag="proposed", frozen=True):
    """Somebody proposed something."""

    changes = ("proposal",)

    what: What


class Agreed(_TableEntry, _BySeat, tag="agreed", frozen=True):
    """Somebody agreed to what is proposed."""


class Declined(_TableEntry, _BySeat, tag="declined", frozen=True):
    """Somebody did not agree to what is proposed, or took the own proposal back."""


class TakenBack(_TableEntry, tag="taken_back", frozen=True):
    """All that happened in the hand after a version of the table has not happened."""

    changes = ("decision",)

    to: int


class SettingsSet(_TableEntry, actions.SetSettings, tag="settings_set", frozen=True):
    """The table is run otherwise."""

    changes = ("settings",)


class Readied(_TableEntry, _BySeat, tag="readied", frozen=True):
    """A person is ready for the match to start or go on with the next hand, or no longer."""

    in_summary = False

    ready: bool = True


class MatchBegan(_TableEntry, tag="match_began", frozen=True):
    """A match began with the rules and the seats as they are.

    Attributes:
        stakes: with what each seat goes into it, if it is rated; else none.
    """

    changes = ("match", "decision")

    stakes: tuple[SeatStake, ...] = ()


class Left(_TableEntry, tag="left", frozen=True):
    """People who held these seats when a rated match began have left it, which ends with that.

    Where everybody has gone nobody has left the others: it names no seat.

    Attributes:
        seats: the seats.
        late: whether they were there, and have let their time run out again and again.
    """

    seats: tuple[int, ...]
    late: bool = False


class TimedOut(_TableEntry, _BySeat, tag="timed_out", frozen=True):
    """The time of whoever plays a seat was up: what the seat does next was decided for them."""

    in_room = in_summary = False


class BankLeft(_TableEntry, _BySeat, tag="bank_left", frozen=True):
    """A decision took some of the bank of a seat; who goes on with the table knows it by that.

    Attributes:
        left: the milliseconds that are left of it for this hand.
    """

    in_room = in_summary = False

    left: int


class Automated(_TableEntry, _BySeat, tag="automated", frozen=True):
    """A bot plays for a person, who wanted it so or whose host did; with `None` no longer."""

    bot: str | None


class Covered(_TableEntry, _BySeat, tag="covered", frozen=True):
    """A bot plays for a person who is away; with `None` the person is back."""

    in_summary = False

    bot: str | None


class Renamed(_TableEntry, Named, tag="renamed", frozen=True):
    """A person in a seat has another name."""


class Spoke(_TableEntry, messages.Speech, tag="spoke", frozen=True):
    """Somebody said a phrase or wrote a text, or nudged whoever holds a seat (`seat`)."""

    in_room = in_summary = False


TableEntry: TypeAlias = (
    Opened
    | Sat
    | Stood
    | BotSat
    | SeatCleared
    | Removed
    | Admitted
    | SeatsSwapped
    | HostMade
    | RulesSet
    | RulesPlanned
    | Proposed
    | Agreed
    | Declined
    | TakenBack
    | SettingsSet
    | Readied
    | MatchBegan
    | Left
    | TimedOut
    | BankLeft
    | Automated
    | Covered
    | Renamed
    | Spoke
)
Body: TypeAlias = TableEntry | Event
"""Anything that an entry says: of the table, or an event of its match."""


class Entry(msgspec.Struct, frozen=True):
    """An entry of the log.

    Attributes:
        number: its place in the log, from 1; also the version of the table with it.
        at: when it was made, in milliseconds since 1970.
        body: what happened.
    """

    number: int
    at: int
    body: Body


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Body)


def encode_body(body: Body) -> bytes:
    """The JSON of what an entry says; `decode_body` reads it back."""
    return _encoder.encode(body)


def decode_body(data: bytes | str) -> Body:
    """Read what an entry says.

    Raises:
        msgspec.ValidationError: when it is none.

    >>> decode_body(encode_body(BotSat(2, "basic")))
    BotSat(seat=2, bot='basic')
    """
    body: Body = _decoder.decode(data)
    return body
