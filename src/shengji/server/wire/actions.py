"""What a person can ask of a table."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from shengji.game import Call
from shengji.server.wire.basics import Cards, Id, SeatNumber
from shengji.server.wire.settings import Settings

Phrase = Literal[
    "hello", "thanks", "nice", "sorry", "hurry", "wait", "good-hand", "bye", "oops", "wow"
]


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
