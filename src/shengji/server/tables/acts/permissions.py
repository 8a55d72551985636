"""Permissions of a viewer: the actions of the room that would be accepted now.

Each is decided by trying the action, so that a button and its request have one judge.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from shengji.server.tables.acts.act import ActionContext, Actor, RoomAction
from shengji.server.tables.acts.hosting import SetRules, SetSettings
from shengji.server.tables.acts.match import Start
from shengji.server.tables.acts.seating import (
    Admit,
    Automate,
    ClearSeat,
    DrawSeats,
    PlayFor,
    SeatBot,
    Sit,
    Stand,
)
from shengji.server.tables.acts.talk import Nudge
from shengji.server.tables.acts.votes import Propose
from shengji.server.tables.core.refusals import Refused
from shengji.server.tables.core.room import Room
from shengji.server.tables.state import May, What

_ENDS: Final[tuple[What, ...]] = ("concede", "end")
"""The proposals that end the match; `Now` and `Turn` have the others."""


def permissions(room: Room, by: Actor, context: ActionContext) -> May:
    """Return the actions of the room that a viewer may request.

    Args:
        room: the room.
        by: the viewer.
        context: the context of the actions, without the people from whom the viewer is kept apart
            and the seats that have been nudged.
    """

    def refusal(action: RoomAction) -> Refused | None:
        found = action.decide(room, by, context)
        return found if isinstance(found, Refused) else None

    def acts(action: RoomAction) -> bool:
        """Whether the action is accepted and changes the room."""
        found = action.decide(room, by, context)
        return not isinstance(found, Refused) and bool(found)

    seats = range(len(room.seats))
    sit = tuple(seat for seat in seats if acts(Sit(seat)))
    vacant = tuple(seat for seat in seats if room.seats[seat].person is None)
    no_seat = refusal(Sit(vacant[0])) if vacant and not sit else None
    own = room.seat_of(by.person)
    automated = own is not None and room.seats[own].automated is not None
    may = May(
        sit=sit,
        no_seat=None if no_seat is None or own is not None else no_seat.words,
        stand=acts(Stand()),
        automate=acts(Automate(not automated)),
        nudge=tuple(seat for seat in seats if acts(Nudge(seat))),
        propose=() if room.proposal else tuple(what for what in _ENDS if acts(Propose(what))),
    )
    if by.person != room.host or room.night:
        return may
    bots = context.bots(room.rules)
    no_start = refusal(Start())
    return replace(
        may,
        start=no_start is None,
        no_start=None if no_start is None or room.playing else no_start.words,
        set_rules=not room.settings.rated and refusal(SetRules(room.given)) is None,
        set_settings=any(
            refusal(SetSettings(settings)) is None
            for settings in (room.settings, replace(room.settings, rated=False))
        ),
        seat_bot=tuple(seat for seat in vacant if any(acts(SeatBot(seat, bot)) for bot in bots)),
        clear_seat=tuple(seat for seat in seats if acts(ClearSeat(seat))),
        play_for=tuple(seat for seat in seats if acts(PlayFor(seat, on=True))),
        give_back=tuple(seat for seat in seats if acts(PlayFor(seat, on=False))),
        admit=tuple(
            person
            for person in sorted(context.here)
            if _needs_host(room, person) and acts(Admit(person))
        ),
        swap_seats=refusal(DrawSeats()) is None,
        make_host=True,
    )


def _needs_host(room: Room, person: str) -> bool:
    """Whether a person can play in the match, or in its current hand, only if the host agrees."""
    seat = room.seat_of(person)
    return not room.may_take_over(person) if seat is None else room.seats[seat].joins is not None
