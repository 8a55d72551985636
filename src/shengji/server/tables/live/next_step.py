"""The next step at a table: an automatic step, or the people to wait for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from shengji.game import Phase
from shengji.server.tables.core.table import Table

Kind = Literal["start", "draw", "close", "pass", "bots", "people", "look", "result"]


class Step(NamedTuple):
    """The next step.

    Equal steps are the same step, so that work begun for it continues.

    Attributes:
        kind: `start`: a hand starts; `draw`: a round is drawn; `close`: the draw is closed; `pass`:
            a seat is passed over; `bots` or `people`: they decide; `look`: a person who plays with
            bots alone looks at a result; `result`: several people do.
        moment: the version of the match's last event.
        seats: the seats that decide, or may declare before the step, each with its bot; at a
            result, the seats that have not sent `Next`.
        readers: the seats whose players read the finished hand.
    """

    kind: Kind
    moment: int
    seats: tuple[tuple[int, str | None], ...] = ()
    readers: tuple[int, ...] = ()


def next_step(table: Table, reading: Collection[str], declined: Collection[int]) -> Step | None:
    """Return the next step; `None`: it depends on people in the room.

    Args:
        table: the table.
        reading: the people who read a finished hand.
        declined: the bots' seats that have been asked at this moment and do not declare.
    """
    step, moment = table.step, table.moment
    if step == "over" or step == "idle":  # noqa: PLR1714 - mypy narrows by comparisons alone
        return None
    if step == "next" or (step == "start" and table.phase is Phase.ENDED):
        return _after_hand(table, reading)
    if table.phase is Phase.DRAW:
        bots = _bots(table, (seat for seat in table.may_show if seat not in declined))
        if step == "draw" or bots:
            return Step("draw" if step == "draw" else "bots", moment, bots)
    elif step == "wait":
        bots = _bots(table, table.waiting)
        if bots:
            return Step("bots", moment, bots)
    if step == "wait":
        return Step("people", moment, tuple((seat, None) for seat in table.waiting))
    return Step(step, moment)


def _after_hand(table: Table, reading: Collection[str]) -> Step:
    """Return the step after a hand; the next hand starts once all have seen the result.

    Absent players count as not having seen it, until a bot covers for them.
    """
    room, moment = table.room, table.moment
    waited = tuple((seat, None) for seat in room.undecided)
    readers = tuple(
        number
        for number, seat in enumerate(room.seats)
        if seat.person in reading and not seat.ready and seat.covered is None
    )
    if not waited and not readers and any(seat.ready for seat in room.seats):
        return Step("start", moment)
    alone = len(room.company) == 1 and bool(waited or readers)
    return Step("look" if alone else "result", moment, waited, readers)


def _bots(table: Table, seats: Iterable[int]) -> tuple[tuple[int, str | None], ...]:
    """Return the given seats that bots play in, with these bots."""
    players = ((seat, table.room.seats[seat].player) for seat in seats)
    return tuple((seat, bot) for seat, bot in players if bot is not None)
