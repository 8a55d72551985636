"""Lines of finished matches and hands: made from results, written as rows, and read from rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from shengji.game.outcome import HandOutcome
from shengji.rules import Rules
from shengji.server.database.ids import new_id
from shengji.server.database.roles import HandRole
from shengji.server.matches.schemas import HandLine, HandSeat, MatchLine, MatchPlayer
from shengji.server.rules.sheets import rules_state
from shengji.server.site.schemas import Text
from shengji.server.tables.state import Ending

T = TypeVar("T", bound=msgspec.Struct)

_read_text = msgspec.json.Decoder(Text).decode


def match_line(
    rules: Rules,
    *,
    begun: int,
    ended: int,
    ending: Ending,
    winners: tuple[int, ...],
    hands: int,
    rated: bool,
    open: bool,
    seats: tuple[MatchPlayer, ...],
) -> MatchLine:
    """Return the line of a match that is not stored yet, so that it has no id."""
    state = rules_state(rules)
    return MatchLine(
        match="",
        begun=begun,
        ended=ended,
        ending=ending,
        heading=state.heading,
        preset=state.given["preset"],
        system=state.given.get("system"),
        game=state.game,
        players=state.players,
        decks=state.decks,
        teams=state.teams,
        winners=winners,
        hands=hands,
        rated=rated,
        open=open,
        seats=seats,
    )


def hand_line(
    outcome: HandOutcome[int],
    *,
    hand: int,
    kitty_by: int,
    kitty_points: int,
    kitty_factor: int,
    persons: Sequence[str | None],
    throws: Sequence[int],
    failed: Sequence[int],
) -> HandLine:
    """Return the line of a hand from its outcome; the last three arguments are by seat."""
    won = outcome.winner == "declarers"
    levels = outcome.levels if won else -outcome.levels

    def seat_of(seat: int, person: str | None) -> HandSeat:
        declares = seat in outcome.declarers
        role: HandRole = "partner" if declares else "opponent"
        return HandSeat(
            person=person,
            role="dealer" if seat == outcome.dealer else role,
            levels=levels if declares else -levels,
            throws=throws[seat],
            failed=failed[seat],
        )

    return HandLine(
        hand=hand,
        dealer=outcome.dealer,
        rank=outcome.rank,
        suit=outcome.suit,
        points=outcome.points,
        won=won,
        levels=levels,
        kitty_by=kitty_by,
        kitty_points=kitty_points,
        kitty_factor=kitty_factor,
        seats=tuple(seat_of(seat, person) for seat, person in enumerate(persons)),
    )


def row_of(line: MatchLine, rules: Rules, table: str, number: int) -> dict[str, Any]:
    """Return the row of a new match, with a new id and without its key.

    Args:
        line: the match.
        rules: its rules.
        table: id of its table or night.
        number: its number there.
    """
    row = msgspec.structs.asdict(line)
    del row["match"], row["seats"]
    return row | {
        "id": new_id(),
        "table": table,
        "number": number,
        "heading": msgspec.json.encode(line.heading),
        "rules": msgspec.json.encode(rules_state(rules).given),
        "winners": winner_bits(line),
    }


def winner_bits(line: MatchLine) -> int:
    """Return the winners as they are stored: a bit for each seat."""
    return sum(1 << seat for seat in line.winners)


def line_of(row: Any, seats: tuple[MatchPlayer, ...]) -> MatchLine:
    """Return a stored match from its row and its players."""
    return struct_of(
        MatchLine,
        row,
        match=row.id,
        heading=_read_text(row.heading),
        winners=tuple(seat for seat in range(row.players) if row.winners >> seat & 1),
        seats=seats,
    )


def struct_of(kind: type[T], row: Any, **own: Any) -> T:
    """Build a struct from the columns of a row that have the names of its fields.

    Args:
        kind: type of the struct.
        row: the row.
        own: fields that no column has, or in another form.
    """
    names = (name for name in kind.__struct_fields__ if name not in own)
    return kind(**{name: getattr(row, name) for name in names}, **own)
