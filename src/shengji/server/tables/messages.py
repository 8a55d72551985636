"""The messages of the socket, JSON objects told apart by `type`.

The browser sends one message a frame. A frame to the browser has one message a line: all that one
step of the table led to, so that a reader never sees half of it.

A browser says `Hello`, with the last event it has, and hears `Welcome` with the rest. From then on
it is told everything that happens, and asks for things with `Do`: each has an id of its own, so
that sent twice it acts once, and the version that it answers to, so that a late one is refused.

A version is the number of entries in the table's log. Everything here is what the receiver may
know: events have gone through `shengji.game.view`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from shengji.cards import Card
from shengji.rules.bounds import Number, Units
from shengji.server.rules.schemas import Layout
from shengji.server.site.schemas import Text
from shengji.server.tables.actions import Action, GameAction, Id, Phrase
from shengji.server.tables.state import (
    MatchStart,
    Named,
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
    """The first message.

    Attributes:
        since: the version of the last event that the browser has, to be sent only what is new.
    """

    since: Number | None = None


class Do(_FromBrowser, tag="do", frozen=True):
    """Ask for something to be done.

    Attributes:
        id: made up by the browser; sent again after a lost connection, it acts once.
        version: what the person had seen; when that has changed in a way that matters, the action
            is refused as late.
        action: what.
    """

    id: Id
    version: Number
    action: Action


class Check(_FromBrowser, tag="check", frozen=True):
    """Ask whether a decision would be refused, as far as one's own cards tell, and how it reads.

    Attributes:
        having: only the readings of a lead are listed that have these units.
    """

    id: Id
    action: GameAction
    having: Units = ()


class AskHint(_FromBrowser, tag="hint", frozen=True):
    """Ask what a bot would do in one's place."""

    id: Id


class Ping(_FromBrowser, tag="ping", frozen=True):
    """Ask for a `Pong`, to see whether the line is alive."""


class Look(_FromBrowser, tag="look", frozen=True):
    """Tell what the page is looked at for, as often as that changes.

    Attributes:
        seen: whether the page can be seen; who sees no page of a table may be called by a push.
        reading: whether the hand that is over is gone through there, or its review is read, so
            that the next one waits (`Onward`).
    """

    seen: bool
    reading: bool = False


FromBrowser: TypeAlias = Hello | Do | Check | AskHint | Ping | Look


# The messages to the browser


class Speech(Named, frozen=True):
    """Something that a person said; attributes as of `Spoken`."""

    phrase: Phrase | None = None
    text: str = ""
    seat: int | None = None


class Spoken(Speech, frozen=True, kw_only=True):
    """Something that was said; with `seat` it calls whoever holds that.

    Attributes:
        version: the table's version with it.
        person: who said it, by public id.
        name: the name.
        phrase: a phrase, or
        text: what was written.
        account: whether the name was an account's, which nobody else has.
    """

    version: int


class TimeUp(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's time was up, and a bot decided for them.

    Attributes:
        version: the table's version with it.
        seat: where they sit.
        person: who, by public id; `None`: nobody.
        name: the name.
        cards: what was played for them; nothing where they had something else to decide.
        left: in a rated match, how often it may still happen to them: at 0 they have lost it;
            `None`: the match is not rated.
    """

    version: int
    seat: int
    person: str | None
    name: str
    cards: tuple[Card, ...] = ()
    left: int | None = None


class _Notice(msgspec.Struct, frozen=True, tag_field="type", kw_only=True):
    """A notice to everybody at the table.

    Attributes:
        version: the table's version with it.
    """

    version: int


class ProposalEnded(_Notice, tag="proposal_ended", frozen=True, kw_only=True):
    """A proposal is over; the messages that it led to are in the same frame.

    Attributes:
        what: what was proposed; `seat`: by whom.
        outcome: how it ended.
    """

    what: What
    seat: int
    outcome: Outcome


class SightSet(_Notice, tag="sight_set", frozen=True, kw_only=True):
    """The host has changed what onlookers may see.

    Attributes:
        sight: the new sight.
        next_hand: whether it waits for the next hand, since it shows more.
    """

    sight: Sight
    next_hand: bool


Notice: TypeAlias = ProposalEnded | SightSet
"""A message about an entry that everybody at the table may know at once."""


class StoodIn(msgspec.Struct, frozen=True, kw_only=True):
    """A decision in the hand under way that a bot took for the receiver, who was away or late.

    Attributes:
        version: the table's version with it.
        cards: what was played; nothing where it was another decision.
    """

    version: int
    cards: tuple[Card, ...] = ()


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
        notices: the latest notices, oldest first.
        times_up: whose time was up lately.
        stood_in: what a bot decided for the receiver since `Hello.since`, or since the last own
            decision, oldest first.
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
    notices: tuple[Notice, ...]
    times_up: tuple[TimeUp, ...]
    stood_in: tuple[StoodIn, ...]
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


class TimeWasUp(_ToBrowser, tag="time_up", frozen=True, kw_only=True):
    """Somebody's time was up; what was decided for them is told next."""

    time_up: TimeUp


class DeclareOver(_ToBrowser, tag="declare_over", frozen=True, kw_only=True):
    """The receiver's time to declare is over; nobody else learns who was asked."""


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
    words: Text
    version: int


class Checked(_ToBrowser, tag="checked", frozen=True, kw_only=True):
    """The answer to `Check`.

    Attributes:
        refusal: why it would be refused, or `None`.
        readings: where the leader must choose how a lead is read: the ways, best first, each the
            cards by units.
        tractors: where there may be other ways than are listed, the tractors that such a way can be
            asked to have besides (see `Check`); else none.
        throw: where it is a throw, what it is called and what stops it, as far as the seat can
            tell.
    """

    id: str
    refusal: Text | None
    readings: tuple[tuple[tuple[Card, ...], ...], ...] = ()
    tractors: tuple[tuple[Card, ...], ...] = ()
    throw: Text | None = None


class Hinted(_ToBrowser, tag="hinted", frozen=True, kw_only=True):
    """The answer to `AskHint`: an action that could be sent as it stands.

    Attributes:
        why: why a bot would do that, and then why not something else; `None` where the table does
            not let it say.
    """

    id: str
    action: GameAction
    why: Text | None


class Moved(_ToBrowser, tag="moved", frozen=True, kw_only=True):
    """The receiver, who plays with whoever comes, has a seat at another table now.

    Attributes:
        table: which, where others are who play the same.
        words: what has happened, in a sentence.
    """

    table: str
    words: Text


class Pong(_ToBrowser, tag="pong", frozen=True, kw_only=True):
    """The answer to `Ping`."""


class Bye(_ToBrowser, tag="bye", frozen=True, kw_only=True):
    """The server ends this connection, and says why.

    Attributes:
        code: `restart`: the browser connects again, in a moment; `slow`: the browser did not
            keep up, and does likewise; `gone`: there is no such table; `closed`: the table lets
            nobody watch; `signed-out`: the browser is nobody's any more; `banned`: its person is
            banned; `bot`: its account is a bot's, which comes to no table in a browser.
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
