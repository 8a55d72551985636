"""What the lobby tells of a table."""

from __future__ import annotations

from shengji.server.shapes import TableLine
from shengji.server.states import TableState
from shengji.server.storage import Summary


def summary_of(state: TableState, host: str) -> Summary:
    """What the lobby tells of a table, whose host has this name."""
    people = [seat for seat in state.seats if seat.person is not None]
    line = TableLine(
        table=state.id,
        title=state.settings.title or host,
        heading=state.rules.heading,
        changed=len(state.rules.changed),
        players=len(state.seats),
        free=len(state.seats) - len(people),
        people=tuple(seat.name for seat in people),
        bots=sum(seat.person is None and seat.bot is not None for seat in state.seats),
        playing=state.playing,
        onlookers=state.settings.onlookers != "none",
    )
    return Summary(
        line,
        listed=not state.settings.private,
        started=state.match > 0,
        seated=tuple(seat.person for seat in people if seat.person is not None),
    )
