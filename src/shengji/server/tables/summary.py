"""The summary of a table: what lists tell of it without its log."""

from __future__ import annotations

from typing import NamedTuple

from shengji.cards import Rank
from shengji.server.tables.schemas import TableLine
from shengji.server.tables.state import TableState


class Summary(NamedTuple):
    """The line that the lobby, and the lists of a person's tables, tell of a table without its log.

    Attributes:
        line: as the lobby shows it; its `table` must be the table's id.
        listed: whether the lobby shows it.
        started: whether a match has ever started there, so that it is kept for longer.
        seated: the public ids of those who hold its seats.
    """

    line: TableLine
    listed: bool
    started: bool
    seated: tuple[str, ...]

    @classmethod
    def of(cls, state: TableState, host: str, levels: tuple[Rank, ...] = ()) -> Summary:
        """The line of a table that is seen so, and whose host has this name.

        Args:
            state: the table.
            host: the name of its host.
            levels: the level of each seat in the match; none before it.
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
