"""The match: readiness, its start, the next hand, timeouts, and players leaving it."""

from __future__ import annotations

from shengji.game import Phase
from shengji.server.tables.acts.act import (
    ActionContext,
    Actor,
    Decided,
    RoomAction,
    SeatEntry,
    TableEntry,
    Terms,
)
from shengji.server.tables.acts.hosting import RulesSet
from shengji.server.tables.core.rated import seats_refusal, stakes_of
from shengji.server.tables.core.refusals import refused
from shengji.server.tables.core.room import Room
from shengji.server.tables.state import SeatStake
from shengji.words import Names


class Ready(RoomAction, tag="ready", frozen=True):
    """Mark the caller's seat as ready for the match to start, or as not ready."""

    terms = Terms(("rules", "match"), in_match=False)

    ready: bool

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        number = room.seat_of(by.person)
        if number is None:
            return refused("not-seated")
        same = self.ready == room.seats[number].ready
        return () if same else Readied(number, self.ready)


class Next(RoomAction, tag="next", frozen=True):
    """Confirm that the result has been seen, and go on with the next hand."""

    terms = Terms(("decision",))

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        number = room.seat_of(by.person)
        if number is None:
            return refused("not-seated")
        if context.late:
            return refused("late")
        hand = None if context.match is None else context.match.hand
        if not room.playing or hand is None or hand.phase is not Phase.ENDED:
            return refused("nothing-to-see")
        return () if room.seats[number].ready else Readied(number)


class Readied(SeatEntry, tag="readied", frozen=True):
    """A player confirmed the start of the match or the next hand, or undid that."""

    in_summary = False

    ready: bool = True

    def _apply(self, room: Room) -> None:
        room.seats[self.seat].ready = self.ready
        room.seats[self.seat].again = None


class Start(RoomAction, tag="start", frozen=True):
    """Start the match, or the next one after a match; for the host."""

    terms = Terms(("seats", "rules", "match"), host=True, in_match=False)

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        rated = room.settings.rated
        if rated and (refusal := seats_refusal(room, context.rated)) is not None:
            return refusal
        if room.planned is not None:  # people must see the new rules and agree to them first
            return RulesSet(room.planned)
        if not all(seat.taken for seat in room.seats):
            return refused("seats-free")
        waiting = [
            seat.name
            for seat in room.seats
            if seat.person not in (None, room.host) and not seat.ready
        ]
        if waiting:
            return refused("not-ready", names=Names(waiting))
        return MatchBegan(stakes_of(room, context.ratings) if rated else ())


class MatchBegan(TableEntry, tag="match_began", frozen=True):
    """A match began with the current rules and seats.

    Attributes:
        stakes: ratings and expected scores of the seats if the match is rated; else empty.
    """

    changes = ("match", "decision")

    stakes: tuple[SeatStake, ...] = ()

    def _apply(self, room: Room) -> None:
        room.matches += 1
        room.playing = True
        room.closed = room.settings.onlookers == "none"
        room.admitted, room.removed = set(), set()
        room.stakes, room.left, room.ending = self.stakes, (), None
        room.times_up.clear()
        room.left_out.clear()
        fixed = bool(self.stakes or room.night)
        room.began = tuple(seat.person for seat in room.seats) if fixed else ()
        room.clear_ready()
        for seat in room.seats:
            seat.automated = None


class Left(TableEntry, tag="left", frozen=True):
    """Players left a rated match, which ends it.

    Without seats all players have left, and no player has lost.

    Attributes:
        seats: the seats that the players held when the match began.
        late: whether the players were present and timed out too often.
    """

    seats: tuple[int, ...]
    late: bool = False

    def _apply(self, room: Room) -> None:
        room.left = self.seats
        room.ending = "abandoned" if not self.seats else "late" if self.late else "left"


class TimedOut(SeatEntry, tag="timed_out", frozen=True):
    """The player of a seat ran out of time; a decision for them follows."""

    in_room = in_summary = False

    def _apply(self, room: Room) -> None:
        room.count_time_up(self.seat)


class BankLeft(SeatEntry, tag="bank_left", frozen=True):
    """A decision used part of a seat's bank, recorded so that a reloaded table continues with it.

    Attributes:
        left: the milliseconds left in the bank for this hand.
    """

    in_room = in_summary = False

    left: int
