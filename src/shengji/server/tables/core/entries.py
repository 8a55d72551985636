"""Entries of a table's log: seats, settings, chat, and all events of its matches.

A table's state results from applying its entries in order. Events of the game are the structs of
`shengji.game.events`; the field `event` is the tag of both kinds.
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
    """An entry of the table, as opposed to an event of the game.

    An entry with the content of its action derives from the action's struct.
    """

    changes: ClassVar[tuple[Topic, ...]] = ()
    """The topics that the entry changes; actions based on an older state are then late."""

    in_room: ClassVar[bool] = True
    """Whether the entry changes `TableState`, including readiness and bots' cover."""

    in_summary: ClassVar[bool] = True
    """Whether the entry changes the table's summary for lists."""


class _BySeat(msgspec.Struct, frozen=True):
    """The seat whose person or bot acted."""

    seat: int


class Opened(_TableEntry, tag="opened", frozen=True):
    """The table was opened, by its first host.

    Attributes:
        table: its id.
        person: the public id of the host.
        rules: the rules, as `shengji.rules.rules_from` reads them.
        settings: the settings of the table.
        night: the id of the night whose round is played there; empty: no night.
    """

    table: str
    person: str
    rules: dict[str, Any]
    settings: Settings
    night: str = ""


class Sat(_TableEntry, actions.Sit, tag="sat", frozen=True):
    """A person sat down, in place of a bot if one held the seat.

    Attributes:
        person: as in `Named`, like `name` and `account`.
        bot: the bot that plays on until the next hand, since the person is new to the current one;
            `None`: the person plays immediately.
    """

    changes = ("seats",)

    person: str
    name: str
    account: bool = False
    bot: str | None = None


class Stood(_TableEntry, _BySeat, tag="stood", frozen=True):
    """The person of a seat gave it up.

    Attributes:
        bot: the bot that continues in it during a match; `None`: the seat is free.
    """

    changes = ("seats",)

    bot: str | None = None


class BotSat(_TableEntry, actions.SeatBot, tag="bot_sat", frozen=True):
    """A seat that no person holds was given to a bot."""

    changes = ("seats",)


class SeatCleared(_TableEntry, actions.ClearSeat, tag="seat_cleared", frozen=True):
    """A seat was cleared."""

    changes = ("seats",)


class Removed(_TableEntry, actions.ClearSeat, tag="removed", frozen=True):
    """The host removed a person from a seat during a match; a bot continues in it.

    The person may return to a seat in this match only when the host admits them.
    """

    changes = ("seats",)

    bot: str


class Admitted(_TableEntry, actions.Admit, tag="admitted", frozen=True):
    """The host allowed a person to take a bot's seat in the match, also in the current hand."""


class SeatsSwapped(_TableEntry, actions.SwapSeats, tag="seats_swapped", frozen=True):
    """Two seats were swapped."""

    changes = ("seats",)


class HostMade(_TableEntry, actions.MakeHost, tag="host_made", frozen=True):
    """Another person became the host."""

    changes = ("host",)


class RulesSet(_TableEntry, tag="rules_set", frozen=True):
    """The rules were changed; a match under way ends, and players must confirm again.

    Attributes:
        rules: the new rules.
        levels: the level of each seat at the start of the next match; empty: the first level.
        dealer: the Dealer of its first hand; `None`: the draw decides.
    """

    changes = ("rules", "decision")

    rules: dict[str, Any]
    levels: tuple[Rank, ...] = ()
    dealer: int | None = None


class RulesPlanned(_TableEntry, tag="rules_planned", frozen=True):
    """The rules after the current hand were set; `None`: a planned change was undone."""

    changes = ("rules",)

    rules: dict[str, Any] | None


class Proposed(_TableEntry, _BySeat, tag="proposed", frozen=True):
    """A player made a proposal."""

    changes = ("proposal",)

    what: What


class Agreed(_TableEntry, _BySeat, tag="agreed", frozen=True):
    """A player agreed to the open proposal."""


class Declined(_TableEntry, _BySeat, tag="declined", frozen=True):
    """A player declined the open proposal, or withdrew their own one."""


class TakenBack(_TableEntry, tag="taken_back", frozen=True):
    """All events of the hand after a version of the table were taken back."""

    changes = ("decision",)

    to: int


class SettingsSet(_TableEntry, actions.SetSettings, tag="settings_set", frozen=True):
    """The settings of the table were changed."""

    changes = ("settings",)


class Readied(_TableEntry, _BySeat, tag="readied", frozen=True):
    """A player confirmed the start of the match or the next hand, or undid that."""

    in_summary = False

    ready: bool = True


class MatchBegan(_TableEntry, tag="match_began", frozen=True):
    """A match began with the current rules and seats.

    Attributes:
        stakes: ratings and expected scores of the seats if the match is rated; else empty.
    """

    changes = ("match", "decision")

    stakes: tuple[SeatStake, ...] = ()


class Left(_TableEntry, tag="left", frozen=True):
    """Players left a rated match, which ends it.

    Without seats all players have left, and no player has lost.

    Attributes:
        seats: the seats that the players held when the match began.
        late: whether the players were present and timed out too often.
    """

    seats: tuple[int, ...]
    late: bool = False


class TimedOut(_TableEntry, _BySeat, tag="timed_out", frozen=True):
    """The player of a seat ran out of time; a decision for them follows."""

    in_room = in_summary = False


class BankLeft(_TableEntry, _BySeat, tag="bank_left", frozen=True):
    """A decision used part of a seat's bank, recorded so that a reloaded table continues with it.

    Attributes:
        left: the milliseconds left in the bank for this hand.
    """

    in_room = in_summary = False

    left: int


class Automated(_TableEntry, _BySeat, tag="automated", frozen=True):
    """A bot plays for a person, by their or the host's choice; `None`: no longer."""

    bot: str | None


class Covered(_TableEntry, _BySeat, tag="covered", frozen=True):
    """A bot covers for an absent person; `None`: the person is back."""

    in_summary = False

    bot: str | None


class Renamed(_TableEntry, Named, tag="renamed", frozen=True):
    """A person in a seat has a new name."""


class Spoke(_TableEntry, messages.Speech, tag="spoke", frozen=True):
    """A person sent a phrase or a text, or nudged the holder of a seat (`seat`)."""

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
"""The content of an entry: an entry of the table, or an event of its match."""


class Entry(msgspec.Struct, frozen=True):
    """An entry of the log.

    Attributes:
        number: its position in the log, from 1; also the table's version after it.
        at: its time, in milliseconds since 1970.
        body: its content.
    """

    number: int
    at: int
    body: Body


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Body)


def encode_body(body: Body) -> bytes:
    """Encode an entry's content as JSON; `decode_body` reads it."""
    return _encoder.encode(body)


def decode_body(data: bytes | str) -> Body:
    """Decode an entry's content.

    Raises:
        msgspec.ValidationError: it is not valid.

    >>> decode_body(encode_body(BotSat(2, "basic")))
    BotSat(seat=2, bot='basic')
    """
    body: Body = _decoder.decode(data)
    return body
