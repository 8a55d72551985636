"""Base classes of a table's actions and of the entries of its log.

An action is decided into entries or a refusal; nothing changes before its entries are applied.
Permissions belong to public ids, which the server gets by authentication, never to names.

A table's state results from applying its entries in order, so an entry that was ever written is
read forever. An entry with the content of its action derives from the action's struct.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Literal, NamedTuple, TypeAlias

import msgspec

from shengji.bots import BOTS, CAST
from shengji.game import Match
from shengji.ratings import Rating
from shengji.rules import Rules
from shengji.rules.bounds import Seat
from shengji.server.site.chance import Chance
from shengji.server.tables.core.rated import NOTHING_RATED, RatedTerms
from shengji.server.tables.core.refusals import Refused, refused
from shengji.server.tables.core.room import Room
from shengji.server.tables.state import Numbered, Outcome

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]


Topic = Literal["seats", "host", "rules", "settings", "match", "shown", "decision", "proposal"]
"""A part of the table that may change while a request is on its way."""


class Terms(NamedTuple):
    """The conditions under which an action is accepted.

    Attributes:
        stale_after: the topics that the action is based on; if one has changed since the requested
            version, the action is refused as late.
        host: whether only the host may request it; the table of a night has no host.
        in_match: whether it is allowed during a match.
        in_rated: whether it is allowed during a rated match.
        at_night: whether it is allowed at a table of a night, whose settings the night decides.
    """

    stale_after: tuple[Topic, ...] = ()
    host: bool = False
    in_match: bool = True
    in_rated: bool = True
    at_night: bool = True


class Actor(NamedTuple):
    """A person who requests an action; attributes as in `Named`."""

    person: str
    name: str
    account: bool = False


class ActionContext(NamedTuple):
    """Context of an action: everything outside the room that it depends on.

    Attributes:
        here: the public ids of all people at the table.
        bots: returns the names of the bots that can be seated under given rules.
        ratings: the ratings of the people in the seats, where a rated match starts.
        apart: the public ids of people from whom the caller is kept apart.
        late: whether a topic of the action has changed; like all below, set by the table itself.
        match: the current match, or the last one; `None` before the first.
        events: the unmasked events of its current hand.
    """

    here: Collection[str] = ()
    bots: Callable[[Rules], Collection[str]] = lambda rules: (*BOTS, *CAST)
    rated: RatedTerms = NOTHING_RATED
    ratings: Mapping[str, Rating] = MappingProxyType({})
    chance: Random = Chance().of("seats")
    apart: Collection[str] = ()
    late: bool = False
    match: Match | None = None
    events: Sequence[Numbered] = ()
    nudged: Collection[int | None] = ()


EMPTY_CONTEXT: Final = ActionContext()
"""The context with no people present, no rated matches, and the server's own bots."""


class TableAction(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Base class of the requests of people at a table."""

    terms: ClassVar[Terms] = Terms()


class RoomAction(TableAction, frozen=True):
    """Base class of the actions that are decided into entries: all but decisions in a hand."""

    def decide(self, room: Room, by: Actor, context: ActionContext) -> Entries | Refused:
        """Return the entries that the action leads to, or its refusal."""
        found = self._refusal(room, by) or self._decide(room, by, context)
        if isinstance(found, Refused):
            return found
        if context.late:
            return refused("late")
        return (found,) if isinstance(found, TableEntry) else found

    def _refusal(self, room: Room, by: Actor) -> Refused | None:
        """Return the refusal by the terms, or because a seat does not exist."""
        terms = self.terms
        if terms.host and by.person != room.host and not room.night:
            return refused("not-host")
        if room.playing and not terms.in_match:
            return refused("match-runs")
        if any(getattr(self, name) >= len(room.seats) for name in _seats_in(type(self))):
            return refused("no-such-seat", players=len(room.seats))
        if room.night:
            return refused("night-fixed") if terms.host or not terms.at_night else None
        rated = room.playing and room.settings.rated
        return refused("rated-match") if rated and not terms.in_rated else None

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        """Decide the action, whose terms have been checked."""
        raise NotImplementedError


@cache
def _seats_in(kind: type[TableAction]) -> tuple[str, ...]:
    """Return the fields of an action that are seats of the table."""
    return tuple(field.name for field in msgspec.structs.fields(kind) if field.type == Seat)


def playing_seat(room: Room, by: Actor, context: ActionContext) -> int | Refused:
    """Return the seat of a person who plays in the match, or the refusal of their action."""
    seat = room.seat_of(by.person)
    if seat is None:
        return refused("not-seated")
    if not room.playing:
        return refused("no-match")
    if room.seats[seat].joins is not None:
        return refused("next-hand")
    if room.seats[seat].player is not None:
        return refused("bot-plays")
    return refused("late") if context.late else seat


class TableEntry(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=False):
    """Base class of the table's own entries, as opposed to the events of its match."""

    changes: ClassVar[tuple[Topic, ...]] = ()
    """The topics that the entry changes; actions based on an older state are then late."""

    in_room: ClassVar[bool] = True
    """Whether the entry changes `TableState`, including readiness and bots' cover."""

    in_summary: ClassVar[bool] = True
    """Whether the entry changes the table's summary for lists."""

    ends_proposal: ClassVar[Outcome] = "over"
    """The outcome of the open proposal, if the entry ends it."""

    def apply(self, room: Room) -> None:
        """Apply the entry to the room."""
        self._apply(room)

    def _apply(self, room: Room) -> None:
        """Do nothing where the entry concerns other parts of the table alone."""


class SeatEntry(TableEntry, frozen=True):
    """Base class of the entries about a seat, whose person or bot acted."""

    seat: int


Entries: TypeAlias = tuple[TableEntry, ...]
"""The result of an accepted action; empty: nothing has to change."""

Decided: TypeAlias = TableEntry | Entries | Refused
"""The entries of an action, or its refusal; a single entry need not be in a tuple."""
