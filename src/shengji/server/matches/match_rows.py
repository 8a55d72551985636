"""Inserts of finished matches with their records, players and hands."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from msgspec import to_builtins
from msgspec.structs import asdict
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shengji.ratings import Counted, pool_of
from shengji.server.database.merged_guests import merged_owners
from shengji.server.database.schema import (
    SUMS,
    TRUMPS,
    hand_players,
    hands,
    match_players,
    matches,
    people,
    records,
)
from shengji.server.matches.guest_merges import with_merged_guests
from shengji.server.matches.match_lines import row_of
from shengji.server.matches.match_reader import FinishedMatch
from shengji.server.matches.schemas import HandLine, MatchLine, MatchPlayer
from shengji.server.ratings.ledger import enter, player_key
from shengji.server.ratings.night_results import place_of_site

_TRUMP = {suit: name for name, suit in TRUMPS.items()}


class NewMatch(NamedTuple):
    """A match to store, with its compressed record and the basis of its rating."""

    over: FinishedMatch
    record: bytes
    counted: Counted

    @classmethod
    def of(cls, over: FinishedMatch, counted: Counted = "levels") -> NewMatch:
        """Build the record of a match; this takes some time."""
        created = datetime.fromtimestamp(over.line.begun / 1000, UTC).isoformat(timespec="seconds")
        return cls(over, zlib.compress(over.played.record(created)), counted)


async def insert_matches(connection: AsyncConnection, table: str, new: Sequence[NewMatch]) -> int:
    """Insert those matches that are not stored yet, and return their number."""
    numbers = select(matches.c.number).where(matches.c.table == table)
    known = set((await connection.execute(numbers)).scalars())
    lacking = [one for one in new if one.over.number not in known]
    played = {at.person for one in lacking for at in one.over.line.seats if at.person is not None}
    heirs = await merged_owners(connection, played)
    lacking = [one._replace(over=with_merged_guests(one.over, heirs)) for one in lacking]
    # People in a log may have been removed.
    named = {at.person for one in lacking for at in one.over.line.seats if at.person is not None}
    there = select(people.c.id).where(people.c.id.in_(named))
    alive = set((await connection.execute(there)).scalars()) if named else set()
    at = await place_of_site(connection, table) if lacking else None
    for one in lacking:
        line = one.over.line
        row = row_of(line, one.over.played.rules, table, one.over.number)
        row["rated"] = line.rated or (at is not None and at.key is not None)
        key = (await connection.execute(insert(matches).returning(matches.c.key), row)).scalar_one()
        record = {"match": key, "body": one.record, "thoughts": one.over.played.packed_thoughts()}
        await connection.execute(insert(records), record)
        for into, rows in rows_of(one.over, key, alive).items():
            if rows:
                await connection.execute(insert(into), rows)
        if line.rated:
            await _rate(connection, key, one, alive)
    return len(lacking)


async def _rate(
    connection: AsyncConnection, key: int, one: NewMatch, alive: Collection[str]
) -> None:
    """Enter a match into the ledger of ratings; people without an account get new keys."""
    over = one.over
    seats: list[int | str] = []
    for holder in sorted((at for at in over.line.seats if not at.first), key=lambda at: at.seat):
        if holder.person is None:
            seats.append(holder.bot or "")
        else:
            person = holder.person if holder.person in alive else None
            seats.append(await player_key(connection, person))
    pool = pool_of(over.played.rules)
    await enter(
        connection,
        key,
        over.line.ended,
        pool=pool,
        counted=one.counted,
        seats=seats,
        left=over.left,
    )


def rows_of(
    over: FinishedMatch, key: int, alive: Collection[str]
) -> dict[Any, list[dict[str, Any]]]:
    """Return the rows of a match's players and hands, grouped by table.

    Args:
        over: the match.
        key: its key.
        alive: the existing people; rows of other people get neither id nor name.
    """

    def known(person: str | None) -> str | None:
        return person if person in alive else None

    line = over.line
    played = [
        player_row(line, key, at)
        | {"person": known(at.person), "name": at.name if known(at.person) else ""}
        | _sums_of(_held_hands(at, line.seats, over.hands), at.seat)
        for at in line.seats
    ]
    ended, seats = list[dict[str, Any]](), list[dict[str, Any]]()
    for hand in over.hands:
        row = to_builtins(hand)
        del row["seats"]
        ended.append({"match": key, "number": row.pop("hand"), **row})
        for number, seat in enumerate(hand.seats):
            own = {"match": key, "hand": hand.hand, "seat": number}
            seats.append(own | asdict(seat) | {"person": known(seat.person)})
    return {match_players: played, hands: ended, hand_players: seats}


def player_row(line: MatchLine, key: int, at: MatchPlayer) -> dict[str, Any]:
    """Return the row of a holder of a seat, without the sums of their hands."""
    decided = line.teams == "fixed" and bool(line.winners) and bool(line.hands)
    return {
        "match": key,
        **asdict(at),
        "ended": line.ended,
        "open": line.open,
        "game": line.game,
        "won": at.seat in line.winners if decided else None,
    }


def _held_hands(
    holder: MatchPlayer, holders: Iterable[MatchPlayer], hands: Iterable[HandLine]
) -> list[HandLine]:
    """Return the hands of a match at whose end a holder held the seat."""
    later = [at.first for at in holders if at.seat == holder.seat and at.first > holder.first]
    end = min(later, default=None)
    return [
        hand for hand in hands if holder.first <= hand.hand and (end is None or hand.hand < end)
    ]


def _sums_of(hands: Iterable[HandLine], seat: int) -> dict[str, int]:
    """Sum hands for a seat, by the names of `SUMS`."""
    found = dict.fromkeys(SUMS, 0)
    for hand in hands:
        own = hand.seats[seat]
        won = hand.won != (own.role == "opponent")
        found[f"{own.role}_hands"] += 1
        found[f"{own.role}_won"] += won
        found[f"{own.role}_levels"] += own.levels
        if own.role == "dealer":
            trump = _TRUMP[hand.suit.value if hand.suit else None]
            found[f"trump_{trump}_hands"] += 1
            found[f"trump_{trump}_won"] += won
        found["throws"] += own.throws
        found["failed"] += own.failed
        captured, buried = hand.kitty_factor > 0, hand.kitty_by == seat
        found["buried"] += buried
        found["lost"] += buried and captured
        found["taken"] += captured and own.role == "opponent"
    return found
