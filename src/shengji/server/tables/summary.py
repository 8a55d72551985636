"""The summary of a table, from which lists show it without reading its log."""

from __future__ import annotations

from typing import NamedTuple

from shengji.cards import Rank
from shengji.server.tables.schemas import TableLine
from shengji.server.tables.state import TableState


class Summary(NamedTuple):
    """A table's line for the lobby and for the lists of people's tables.

    Attributes:
        line: the lobby's line; its `table` must be the table's id.
        started: whether a match has ever started there; such tables are kept longer.
        seated: the public ids of the people in its seats.
    """

    line: TableLine
    listed: bool
    started: bool
    seated: tuple[str, ...]

    @classmethod
    def of(cls, state: TableState, host: str, levels: tuple[Rank, ...] = ()) -> Summary:
        """Return the summary of a table.

        Args:
            state: the table.
            host: the name of its host, the default title.
            levels: the level of each seat in the match; empty before a match.
        """
        people = [seat for seat in state.seats if seat.person is not None]
        closed = state.playing and not state.settings.take_over
        line = TableLine(
            table=state.id,
            title=state.settings.title or host,
            heading=state.rules.heading,
            changed=len(state.rules.changed),
            players=len(state.seats),
            free=0 if closed else len(state.seats) - len(people),
            people=tuple(seat.name for seat in people),
            bots=sum(seat.person is None and seat.bot is not None for seat in state.seats),
            playing=state.playing,
            onlookers=state.settings.onlookers != "none",
            game=state.rules.game,
            levels=levels[:2] if state.rules.teams == "fixed" else levels,
            rated=state.settings.rated,
            accounts=tuple(seat.name for seat in people if seat.account),
        )
        return cls(
            line,
            listed=not state.settings.private,
            started=state.match > 0,
            seated=tuple(seat.person for seat in people if seat.person is not None),
        )
