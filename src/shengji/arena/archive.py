"""The records of the games of a plan: a folder with one file for each game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from shengji.arena.plan import Games, Start, start_of
from shengji.record import Header, RecordError, RecordWriter, header_of, read_record
from shengji.record.lines import encode


class ForeignRecordsError(ValueError):
    """The folder holds records of other games."""


def record_name(plan: Games, number: int, game: int) -> str:
    """The file name of a game's record."""
    name = f"{'match' if plan.matches else 'hand'}-{number:06}"
    return f"{name}-again-{game}.jsonl" if game else f"{name}.jsonl"


def recorder(plan: Games, number: int, game: int, start: Start) -> RecordWriter | None:
    """Open the writer of a game's record; `None` if the plan keeps no records."""
    if plan.record is None:
        return None
    path = Path(plan.record) / record_name(plan, number, game)
    return RecordWriter(path, _header(plan, number, game, start))


def clear_records(plan: Games, first: int, end: int, *, but_failures: bool = False) -> None:
    """Delete the records of deals from number `first` up to `end`, exclusive.

    With `but_failures`, records that end with the failure of a bot stay.
    """
    for number in range(first, end):
        for _, path in _records(plan, number):
            if not (but_failures and _ends_with_failure(path)):
                path.unlink(missing_ok=True)


def _ends_with_failure(path: Path) -> bool:
    """Whether a record exists and ends with a seat without a player."""
    try:
        return path.exists() and None in read_record(path).players()
    except RecordError:
        return False


def check_records(plan: Games, end: int) -> None:
    """Check that the first record of deals up to number `end` belongs to this plan.

    Raises:
        ForeignRecordsError: it is a record of other games.
        OSError: it cannot be read.
    """
    for number in range(end):
        for game, path in _records(plan, number):
            if path.exists():
                with path.open("rb") as file:
                    found = file.readline()
                header = encode(_header(plan, number, game, start_of(plan, number)))
                # A record that was cut off within its first line proves nothing.
                if found.endswith(b"\n") and found != header:
                    raise ForeignRecordsError(f"{path} is a record of something else")
                return


def _records(plan: Games, number: int) -> Iterator[tuple[int, Path]]:
    """The number and path of each game's record, existing or not."""
    if plan.record is not None:
        for game in range(len(plan.seatings(number))):
            yield game, Path(plan.record) / record_name(plan, number, game)


def _header(plan: Games, number: int, game: int, start: Start) -> Header:
    return header_of(
        plan.rules,
        plan.seatings(number)[game],
        levels=None if start.rank is None else (start.rank,) * plan.rules.players,
        dealer=start.dealer,
        seed=plan.seed,
    )
