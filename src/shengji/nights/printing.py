"""Papers and exports: seating sheets, score sheets, certificates, and rows of all hands.

All of it is plain data; how it looks on paper is the business of whoever shows it.
"""

from __future__ import annotations

from datetime import date, datetime

import msgspec

from shengji.cards import Rank, Suit
from shengji.game.events import Side
from shengji.game.levels import held_levels
from shengji.nights.entries import HandEntry
from shengji.nights.facts import NightFacts
from shengji.nights.scorekeeping import SettledHand, play_through
from shengji.nights.settings import Cards
from shengji.nights.standings import Row, standings
from shengji.nights.state import Game, Hand
from shengji.play.score import ScaleStep, scale


class TableLine(msgspec.Struct, frozen=True, kw_only=True):
    """A table on the seating sheet.

    Attributes:
        table: its number.
        cards: whether it has real cards.
        names: who sits there by seat, counter-clockwise; partners sit opposite each other.
        casual: whether its games count for nothing.
    """

    table: int
    cards: Cards
    names: tuple[str, ...]
    casual: bool


class SeatLine(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody sits: a line of the list by names.

    Attributes:
        name: who.
        table: at which table; 0: they sit out.
        seat: in which seat, from 0.
        partner: with whom they play, where teams are fixed and of two; else empty.
    """

    name: str
    table: int = 0
    seat: int = 0
    partner: str = ""


class SeatingSheet(msgspec.Struct, frozen=True, kw_only=True):
    """The sheet on the wall when a round begins.

    Attributes:
        title: of the night.
        round: the number of the round.
        rounds: how many there are; `None`: it is open.
        minutes: how long it is; 0: without a clock.
        tables: the tables, by number.
        people: everybody here by name, so that one finds oneself.
        sits_out: who does not play.
    """

    title: str
    round: int
    rounds: int | None
    minutes: int
    tables: tuple[TableLine, ...]
    people: tuple[SeatLine, ...]
    sits_out: tuple[str, ...]


class HandRow(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as a row of a sheet or an export.

    Attributes:
        round: in which round.
        table: at which table.
        hand: its number at the table.
        at: when it was first written down.
        dealer: the name of the Dealer.
        declarers: the names of the Declarers' side.
        opponents: those of the other side.
        rank: the trump rank.
        suit: the trump suit; `None`: none, or it was not written down.
        points: the Opponents' points altogether.
        winner: the side that won.
        levels: how many levels it was to go up.
        levels_after: the level of each seat after it.
        confirmed: whether it counts.
        versions: how often it was written down; more than once: it was corrected.
        offender: whose invalid play was found later and lost it; empty: nobody's.
        throws: how many invalid throws there were.
        beyond: whether the match had been won before it.
        void: whether it was struck out.
    """

    round: int
    table: int
    hand: int
    at: datetime
    dealer: str
    declarers: tuple[str, ...]
    opponents: tuple[str, ...]
    rank: Rank
    suit: Suit | None
    points: int
    winner: Side
    levels: int
    levels_after: tuple[Rank, ...]
    confirmed: bool
    versions: int
    offender: str
    throws: int
    beyond: bool
    void: bool


class ScoreSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet on which a table without phones keeps its score.

    Attributes:
        title: of the night.
        round: the number of the round.
        table: the number of the table.
        names: who sits there by seat.
        first_level: with which level everybody begins.
        last_level: the level with which the match is won.
        must_play: the levels that nobody passes without playing there.
        hooks: the levels at which one can be hooked.
        scale: what the Opponents' points mean.
        hands: the hands that were written down already.
        error_points: points that an error found later costs besides the hand.
        error_levels: levels that it costs besides the hand.
    """

    title: str
    round: int
    table: int
    names: tuple[str, ...]
    first_level: Rank
    last_level: Rank
    must_play: tuple[Rank, ...]
    hooks: tuple[str, ...]
    scale: tuple[ScaleStep, ...]
    hands: tuple[HandRow, ...]
    error_points: int
    error_levels: int


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """The certificate that somebody takes home.

    Attributes:
        title: of the night.
        series: the series to which it belongs; empty: none.
        day: when it was.
        name: whose.
        place: the place.
        people: among how many.
        score: the score.
        hands: how many hands they played.
        won: how many of them they won.
    """

    title: str
    series: str
    day: date
    name: str
    place: int
    people: int
    score: int
    hands: int
    won: int


def seating_sheet(night: NightFacts, number: int) -> SeatingSheet:
    """The seating of a round.

    Raises:
        IndexError: there is no such round.
    """
    found = night.rounds[number - 1]
    games = [found.games[table] for table in sorted(found.games)]
    lines = [_seat_line(night, game, seat) for game in games for seat in range(len(game.seats))]
    out = tuple(night.name(person) for person in found.sits_out)
    lines += [SeatLine(name=name) for name in out]
    return SeatingSheet(
        title=night.settings.title,
        round=number,
        rounds=night.settings.rounds,
        minutes=found.minutes if found.started is not None else night.settings.minutes,
        tables=tuple(
            TableLine(
                table=game.table,
                cards=game.cards,
                names=tuple(map(night.name, game.seats)),
                casual=game.casual,
            )
            for game in games
        ),
        people=tuple(sorted(lines, key=lambda line: line.name.casefold())),
        sits_out=out,
    )


def _seat_line(night: NightFacts, game: Game, seat: int) -> SeatLine:
    pairs = len(game.seats) == 4 and game.played.teams == "fixed"
    return SeatLine(
        name=night.name(game.seats[seat]),
        table=game.table,
        seat=seat,
        partner=night.name(game.seats[(seat + 2) % 4]) if pairs else "",
    )


def score_sheet(night: NightFacts, number: int, table: int) -> ScoreSheet:
    """The score sheet of a table, with what has been written down already.

    Raises:
        KeyError: there is no such table.
    """
    game = night.game(number, table)
    if game is None:
        raise KeyError(f"there is no table {table} in round {number}")
    rules = game.played
    return ScoreSheet(
        title=night.settings.title,
        round=number,
        table=table,
        names=tuple(map(night.name, game.seats)),
        first_level=rules.first_level,
        last_level=rules.last_level,
        must_play=tuple(sorted(held_levels(rules), key=lambda rank: rank.order)),
        hooks=tuple(rules.hooks),
        scale=scale(rules, rules.total_points),
        hands=tuple(_rows_of(night, game)),
        error_points=game.error_points,
        error_levels=game.error_levels,
    )


def hand_rows(night: NightFacts) -> tuple[HandRow, ...]:
    """All hands of a night, by round, table and number."""
    return tuple(
        row
        for number in night.rounds
        for table in sorted(number.games)
        for row in _rows_of(night, number.games[table])
    )


def _rows_of(night: NightFacts, game: Game) -> list[HandRow]:
    settled = play_through(game).hands
    return [
        _hand_row(night, game, hand, found) for hand, found in zip(game.hands, settled, strict=True)
    ]


def _hand_row(night: NightFacts, game: Game, hand: Hand, found: SettledHand) -> HandRow:
    names = tuple(map(night.name, found.seats))
    entry = hand.entry
    return HandRow(
        round=game.round,
        table=game.table,
        hand=found.number,
        at=hand.at,
        dealer=names[found.dealer],
        declarers=tuple(names[seat] for seat in found.declarers),
        opponents=tuple(n for seat, n in enumerate(names) if seat not in found.declarers),
        rank=found.rank,
        suit=found.suit,
        points=found.points,
        winner=found.winner,
        levels=found.levels,
        levels_after=tuple(at.level for at in found.after),
        confirmed=found.confirmed,
        versions=hand.version,
        offender=night.name(found.offender) if found.offender else "",
        throws=len(entry.throws) if isinstance(entry, HandEntry) else 0,
        beyond=found.beyond,
        void=found.void,
    )


def certificates(night: NightFacts, places: int = 3) -> tuple[Certificate, ...]:
    """Certificates for the first places of a night that is over; none before that.

    Who has not played a hand that counts gets none; who shares a place gets one each.
    """
    if night.ended is None or night.opened is None:
        return ()
    rows = [row for row in standings(night) if row.hands]
    leaders = [row for row in rows if row.place <= places]
    day = night.opened.date()
    return tuple(_certificate(night, row, len(rows), day) for row in leaders)


def _certificate(night: NightFacts, row: Row, people: int, day: date) -> Certificate:
    return Certificate(
        title=night.settings.title,
        series=night.settings.series,
        day=day,
        name=row.name,
        place=row.place,
        people=people,
        score=row.score,
        hands=row.hands,
        won=row.won,
    )
