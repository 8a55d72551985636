"""The records of the games of a plan: a folder with a file for each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from shengji.arena.plan import Games, Start, start_of
from shengji.record import Header, RecordError, RecordWriter, header_of, read_record
from shengji.record.lines import encode


class OthersRecordsError(ValueError):
    """A folder holds records of something else."""


def record_name(plan: Games, number: int, game: int) -> str:
    """The name of the file with the record of a game."""
    name = f"{'match' if plan.matches else 'hand'}-{number:06}"
    return f"{name}-again-{game}.jsonl" if game else f"{name}.jsonl"


def recorder(plan: Games, number: int, game: int, start: Start) -> RecordWriter | None:
    """The writer of a game's record, when records are wanted."""
    if plan.record is None:
        return None
    path = Path(plan.record) / record_name(plan, number, game)
    return RecordWriter(path, _header(plan, number, game, start))


def clear_records(plan: Games, first: int, end: int, *, but_failures: bool = False) -> None:
    """Remove the records of deals from number `first` up to `end`, which are not counted.

    With `but_failures` those stay that end because a bot has failed.
    """
    for number in range(first, end):
        for _, path in _records(plan, number):
            if not (but_failures and _ends_with_failure(path)):
                path.unlink(missing_ok=True)


def _ends_with_failure(path: Path) -> bool:
    """Whether nobody plays on in a seat at the end of a record, if it is there."""
    try:
        return path.exists() and None in read_record(path).players()
    except RecordError:
        return False


def check_records(plan: Games, end: int) -> None:
    """Refuse a folder where the first record, of deals up to number `end`, is one of other games.

    Raises:
        OthersRecordsError: then.
        OSError: when it cannot be read.
    """
    for number in range(end):
        for game, path in _records(plan, number):
            if path.exists():
                with path.open("rb") as file:
                    found = file.readline()
                header = encode(_header(plan, number, game, start_of(plan, number)))
                # What was cut short within its first line says nothing.
                if found.endswith(b"\n") and found != header:
                    raise OthersRecordsError(f"{path} is a record of something else")
                return


def _records(plan: Games, number: int) -> Iterator[tuple[int, Path]]:
    """Where the record of each game of a deal stands, if records are wanted."""
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
