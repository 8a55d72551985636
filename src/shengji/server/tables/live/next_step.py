"""The next step at a table: what it does by itself, or for whom it waits."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from shengji.game import Phase
from shengji.server.tables.core.logged_table import LoggedTable

Kind = Literal["start", "draw", "close", "pass", "bots", "people", "look", "result"]


class Step(NamedTuple):
    """The next step.

    Two that are equal are the same step, so that what has begun for it goes on.

    Attributes:
        kind: a hand starts; a round is drawn; the draw is closed; a seat is passed over; bots
            decide; people decide; somebody who plays with bots alone looks at a result; several
            people do.
        moment: the version with the last event of the match.
        seats: whose decision it is, or who may declare before it, each with the bot that plays
            there; of a result who has not said `Next`.
        readers: the seats in which somebody reads how the hand went.
    """

    kind: Kind
    moment: int
    seats: tuple[tuple[int, str | None], ...] = ()
    readers: tuple[int, ...] = ()


def next_step(
    table: LoggedTable, moment: int, reading: Collection[str], declined: Collection[int]
) -> Step | None:
    """The next step; `None` when that is up to the people in the room.

    Args:
        table: the table.
        moment: the version with the last event of the match.
        reading: the persons who read how a hand went.
        declined: the bots' seats that have been asked at this moment and do not declare.
    """
    step = table.step
    if step == "over" or step == "idle":  # noqa: PLR1714 - mypy narrows by comparisons alone
        return None
    if step == "next" or (step == "start" and table.phase is Phase.ENDED):
        return _after_hand(table, moment, reading)
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


def _after_hand(table: LoggedTable, moment: int, reading: Collection[str]) -> Step:
    """The next hand starts when all have seen the result; nobody's own is taken from them.

    Who is away has not seen it either, until a bot covers for them.
    """
    room = table.room
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


def _bots(table: LoggedTable, seats: Iterable[int]) -> tuple[tuple[int, str | None], ...]:
    """The seats, of some, in which a bot plays."""
    players = ((seat, table.room.seats[seat].player) for seat in seats)
    return tuple((seat, bot) for seat, bot in players if bot is not None)
