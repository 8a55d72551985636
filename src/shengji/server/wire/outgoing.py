"""The messages to the browser."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from shengji.cards import Card
from shengji.server.wire.actions import GameAction, Phrase
from shengji.server.wire.basics import Words
from shengji.server.wire.match import Layout, MatchStart, Now, Numbered
from shengji.server.wire.room import TableState


class Spoken(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was said."""

    version: int
    person: str
    name: str
    phrase: Phrase | None = None
    text: str = ""


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
