"""Messages of a table's WebSocket, as JSON objects with a `type`.

The browser sends one message in each frame. A frame to the browser has one message on each line:
all messages that one step of the table led to, so that a reader never sees half of a step.

A browser first sends `Hello`, with the version of its last event, and receives `Welcome` with the
later events. From then on it receives every event, and requests actions with `Do`. Each `Do` has an
id, so that a retry has no second effect, and the version that it is based on, so that stale actions
are refused (optimistic concurrency).

A version is the number of entries in the table's log. All values are safe for their receiver:
events have been masked by `shengji.game.view`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from shengji.cards import Card
from shengji.rules.bounds import Number, Units
from shengji.server.rules.schemas import Layout
from shengji.server.site.schemas import Text
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.act import Id
from shengji.server.tables.acts.decisions import GameAction
from shengji.server.tables.acts.talk import Speech
from shengji.server.tables.state import (
    MatchStart,
    May,
    Now,
    Numbered,
    Outcome,
    Sight,
    TableState,
    What,
)

# The messages from the browser


class _FromBrowser(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    pass


class Hello(_FromBrowser, tag="hello", frozen=True):
    """The first message of a connection.

    Attributes:
        since: the version of the browser's last event; the server then sends only later ones.
            `None`: the browser has none.
    """

    since: Number | None = None


class Do(_FromBrowser, tag="do", frozen=True):
    """Request an action.

    Attributes:
        id: chosen by the browser; a retry after a lost connection with the same id has no second
            effect.
        version: the version that the person had seen; if a relevant part of the table has changed
            since, the action is refused as late.
    """

    id: Id
    version: Number
    action: Action


class Check(_FromBrowser, tag="check", frozen=True):
    """Check a decision from the sender's cards alone, and list the readings of a lead.

    Attributes:
        having: list only readings of a lead that contain these units.
    """

    id: Id
    action: GameAction
    having: Units = ()


class AskHint(_FromBrowser, tag="hint", frozen=True):
    """Request a bot's advice for the sender's seat."""

    id: Id


class Ping(_FromBrowser, tag="ping", frozen=True):
    """Request a `Pong`, to test the connection."""


class Look(_FromBrowser, tag="look", frozen=True):
    """Report the visibility and content of the page, on each change.

    Attributes:
        seen: whether the page is visible; a person with no visible page of the table may get a push
            notification.
        reading: whether the page shows the finished hand or its review, which delays the next hand
            (`Onward`).
    """

    seen: bool
    reading: bool = False


FromBrowser: TypeAlias = Hello | Do | Check | AskHint | Ping | Look


# The messages to the browser


class Spoken(Speech, frozen=True, kw_only=True):
    """A chat message; with `seat` it is a nudge for the holder of that seat.

    Attributes:
        version: the table's version with this message.
        phrase: a fixed phrase; `None`: `text` holds the message.
        text: the free text; empty where there is a phrase.
        account: whether the name belonged to an account and is therefore unique.
    """

    version: int


class TimeUp(msgspec.Struct, frozen=True, kw_only=True):
    """A player ran out of time, and a bot decided for them.

    Attributes:
        version: the table's version with this timeout.
        person: the player's public id; `None`: no person holds the seat.
        cards: the cards played for them; empty for other decisions.
        left: in a rated match, the remaining number of timeouts; at 0 the player has lost it.
            `None`: the match is not rated.
    """

    version: int
    seat: int
    person: str | None
    name: str
    cards: tuple[Card, ...] = ()
    left: int | None = None


class _Notice(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    """A notice to all viewers of the table.

    Attributes:
        version: the table's version with this notice.
    """

    version: int


class ProposalEnded(_Notice, tag="proposal_ended", frozen=True, kw_only=True):
    """A proposal is over; the messages that it led to are in the same frame."""

    what: What
    seat: int
    outcome: Outcome


class SightSet(_Notice, tag="sight_set", frozen=True, kw_only=True):
    """The host has changed the visibility for onlookers.

    Attributes:
        next_hand: whether it applies from the next hand on, since it is wider.
    """

    sight: Sight
    next_hand: bool


Notice: TypeAlias = ProposalEnded | SightSet
"""A message about an entry that all viewers receive immediately."""


class StoodIn(msgspec.Struct, frozen=True, kw_only=True):
    """A decision in the hand under way that a bot took for the absent or late receiver.

    Attributes:
        version: the table's version with this decision.
        cards: the cards played; empty for other decisions.
    """

    version: int
    cards: tuple[Card, ...] = ()


class _ToBrowser(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    pass


class Welcome(_ToBrowser, tag="welcome", frozen=True, kw_only=True):
    """The answer to `Hello`.

    Attributes:
        you: the receiver's public id.
        seat: the receiver's seat; `None` for an onlooker.
        version: the version that this message brings the browser to.
        start: the state of the match before `events`. `None`: `events` continue the events that the
            browser has (`Hello.since`). Without a match `events` is empty.
        said: recent chat messages.
        notices: recent notices, oldest first.
        times_up: recent timeouts.
        stood_in: the decisions of a bot for the receiver since `Hello.since`, or since the
            receiver's last own decision, oldest first.
        layout: the order of the cards; `None` before the first hand.
    """

    you: str
    seat: int | None
    version: int
    table: TableState
    may: May
    start: MatchStart | None
    events: tuple[Numbered, ...]
    now: Now
    said: tuple[Spoken, ...]
    notices: tuple[Notice, ...]
    times_up: tuple[TimeUp, ...]
    stood_in: tuple[StoodIn, ...]
    layout: Layout | None


class Happened(_ToBrowser, tag="happened", frozen=True, kw_only=True):
    """Events of the match, or a new prompt.

    Attributes:
        layout: the order of the cards, if it has changed; else `None`.
    """

    version: int
    events: tuple[Numbered, ...]
    now: Now
    layout: Layout | None = None


class TableChanged(_ToBrowser, tag="table", frozen=True, kw_only=True):
    """The table has changed: its seats, host, rules, settings or onlookers.

    Attributes:
        seat: the receiver's seat, or `None`. If it has changed, the browser sends `Hello` again,
            since it then sees other cards.
    """

    version: int
    seat: int | None
    table: TableState
    may: May


class Said(_ToBrowser, tag="said", frozen=True, kw_only=True):
    """A new chat message."""

    said: Spoken


class TimeWasUp(_ToBrowser, tag="time_up", frozen=True, kw_only=True):
    """A player ran out of time; the decision taken for them follows."""

    time_up: TimeUp


class DeclareOver(_ToBrowser, tag="declare_over", frozen=True, kw_only=True):
    """The receiver's time to declare is over; sent to the seats that were asked alone."""


class Done(_ToBrowser, tag="done", frozen=True, kw_only=True):
    """A `Do` has been carried out; its effects are sent to all viewers in their own messages."""

    id: str
    version: int


class Refused(_ToBrowser, tag="refused", frozen=True, kw_only=True):
    """A message was refused and had no effect.

    Attributes:
        id: the id of the message; empty when it could not be read.
        code: a stable code for programs.
        version: the current version of the table.
    """

    id: str
    code: str
    words: Text
    version: int


class Checked(_ToBrowser, tag="checked", frozen=True, kw_only=True):
    """The answer to `Check`.

    Attributes:
        refusal: why the decision would be refused; `None`: it would be accepted.
        offending: the cards of the decision that have to give way; empty where it is legal, or only
            the number of cards is wrong.
        readings: the possible readings of a lead, best first, each as the cards by units; empty
            unless the leader must choose one.
        tractors: the tractors by which further readings can be requested (see `Check`), where
            `readings` is not complete; else empty.
        throw: the name of a throw and what stops it, as far as the seat can know; `None`: no throw.
    """

    id: str
    refusal: Text | None
    offending: tuple[Card, ...] = ()
    readings: tuple[tuple[tuple[Card, ...], ...], ...] = ()
    tractors: tuple[tuple[Card, ...], ...] = ()
    throw: Text | None = None


class Hinted(_ToBrowser, tag="hinted", frozen=True, kw_only=True):
    """The answer to `AskHint`: an action that can be sent unchanged.

    Attributes:
        why: the bot's reasons for this action and against alternatives; `None` where the table's
            settings exclude reasons.
    """

    id: str
    action: GameAction
    why: Text | None


class Moved(_ToBrowser, tag="moved", frozen=True, kw_only=True):
    """The receiver, a casual player, has been moved to a seat at another table.

    Attributes:
        table: the id of the other table, where people play the same game.
        words: an explanation in one sentence.
    """

    table: str
    words: Text


class Pong(_ToBrowser, tag="pong", frozen=True, kw_only=True):
    """The answer to `Ping`."""


class Bye(_ToBrowser, tag="bye", frozen=True, kw_only=True):
    """The server closes this connection.

    Attributes:
        code: `restart`: the browser reconnects after a moment; `slow`: the browser did not keep up,
            and reconnects; `gone`: there is no such table; `closed`: the table allows no onlookers;
            `signed-out`: the browser is no longer signed in; `banned`: its person is banned; `bot`:
            its account belongs to a bot, which may not use a browser.
    """

    code: Literal["restart", "slow", "gone", "closed", "signed-out", "banned", "bot"]
    words: Text


ToBrowser: TypeAlias = (
    Welcome
    | Happened
    | TableChanged
    | Said
    | TimeWasUp
    | ProposalEnded
    | SightSet
    | DeclareOver
    | Done
    | Refused
    | Checked
    | Hinted
    | Moved
    | Pong
    | Bye
)
