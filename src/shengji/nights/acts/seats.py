"""Seats of a night: draw of a round, and changes to its seating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Annotated, TypeAlias

from shengji.nights.acts.act import Decided, NightCommand, NightEvent
from shengji.nights.acts.lookups import running_game
from shengji.nights.alone import FIVE, five_can_play
from shengji.nights.bounds import (
    PEOPLE,
    People,
    PersonId,
    RoundNumber,
    TableNumber,
    TableNumbers,
    TableSizes,
    Text,
)
from shengji.nights.copies import made_from
from shengji.nights.entries import Seating
from shengji.nights.facts import NightFacts
from shengji.nights.finals import is_final
from shengji.nights.refusals import Refusal, refused
from shengji.nights.settings import TABLE_SIZES, NightSettings
from shengji.nights.state import BOT, Game, Person, Round, UnixMs
from shengji.rules import Rules, describe_rules
from shengji.rules.bounds import Number


class DrawRound(NightCommand, tag="draw_round", frozen=True, kw_only=True):
    """Seat the people of the night for the next round. Organisers only.

    Attributes:
        tables: ids of the people of each table by seat, partners opposite each other; `bot` at a
            table without real cards seats a bot.
        numbers: the number of each table; empty: 1, 2, 3 ...
        parted: ids of the people whose pair parts for this round.
        final: ids of the people who play a final in this round, by seed; empty: no final.
        larger: whether tables of five are allowed in this round, even if not by the settings.
        seed: the seed of the draw; `None`: seated by hand.
        note: the draw's message for the organiser.
        ratable: the table sizes whose rules the site rates; set by the server.
    """

    givers = "organisers"

    tables: Annotated[tuple[People, ...], PEOPLE]
    sits_out: People = ()
    numbers: TableNumbers = ()
    parted: People = ()
    final: People = ()
    larger: bool = False
    seed: Number | None = None
    note: Text = ""
    ratable: TableSizes = TABLE_SIZES

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        settings, running = night.settings, night.running
        if running is not None:
            return refused("round-runs", round=running.number)
        number = len(night.rounds) + 1
        if settings.all_rounds is not None and number > settings.all_rounds:
            return refused("rounds-over", rounds=settings.all_rounds)
        numbers = self.numbers or tuple(range(1, len(self.tables) + 1))
        five = (FIVE,) if self.larger and five_can_play(settings) else ()
        sizes = {*settings.sizes, *five}
        fault = (
            _seats_fault(night, self.tables, self.sits_out)
            or _final_fault(night, self.tables, self.final)
            or _tables_fault(settings, self.tables, numbers, sizes)
            or _bot_fault(settings, self.tables, numbers)
            or next(
                (f for one in self.tables if (f := _partners_fault(night, one, self.parted))), None
            )
        )
        if fault is not None:
            return fault
        tables = tuple(
            _seating(settings, table, seats, self.ratable)
            for table, seats in sorted(zip(numbers, self.tables, strict=True))
        )
        return RoundDrawn.of(self, at, round=number, tables=tables)


class RoundDrawn(NightEvent, tag="round_drawn", frozen=True, kw_only=True):
    """A round was drawn: each person present has a seat or sits out.

    Attributes:
        round: the number of the round, from 1.
    """

    moves_tables = True

    round: int
    tables: tuple[Seating, ...]
    sits_out: tuple[str, ...] = ()
    parted: tuple[str, ...] = ()
    final: tuple[str, ...] = ()
    seed: int | None = None
    note: str = ""

    def _change(self, night: NightFacts) -> None:
        if any(BOT in one.seats for one in self.tables):
            night.people.setdefault(BOT, _bot(self.at))
        night.rounds.append(
            made_from(
                Round,
                self,
                number=self.round,
                games={one.table: Game.of(self.round, one) for one in self.tables},
                voucher=self.by if self.trusted else "",
                drawn=self.at,
                minutes=0,
                started=None,
                stopped=None,
                ended=None,
                stood=0,
            )
        )


class CancelRound(NightCommand, tag="cancel_round", frozen=True, kw_only=True):
    """Undo the seating of the round before its first hand. Organisers only."""

    givers = "organisers"

    round: RoundNumber
    reason: Text = ""

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        running = night.running
        if running is None or running.number != self.round:
            return refused("no-such-round", round=self.round)
        if any(game.hands for game in running.games.values()):
            return refused("hands-played", round=running.number)
        return RoundCancelled.of(self, at)


class RoundCancelled(NightEvent, tag="round_cancelled", frozen=True, kw_only=True):
    """The seating of a round was undone before its first hand; the round is drawn again."""

    moves_tables = True

    round: int
    reason: str = ""

    def _change(self, night: NightFacts) -> None:
        del night.rounds[self.round - 1]


class MergeTables(NightCommand, tag="merge_tables", frozen=True, kw_only=True):
    """Merge tables without played hands into one. Organisers only.

    Attributes:
        tables: numbers of the tables; the first keeps its number.
        seats: ids of the people of the merged table by seat; the other people of these tables sit
            out.
        anyway: whether to break limits: kept apart, always at another table, or without a phone.
        ratable: as of `DrawRound`.
    """

    givers = "organisers"

    tables: TableNumbers
    seats: People
    anyway: bool = False
    ratable: TableSizes = TABLE_SIZES

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        running = night.running
        if running is None:
            return refused("no-round")
        if len(self.tables) < 2 or len(set(self.tables)) < len(self.tables):
            return refused("merge-two")
        for table in self.tables:
            game = running.games.get(table)
            if game is None:
                return refused("no-table", table=table, round=running.number)
            if game.hands:
                return refused("hands-at-table", table=table)
        # A player of a table that has ended may already sit at another of them.
        there = dict.fromkeys(p for table in self.tables for p in running.games[table].seats)
        for person in self.seats:
            if person not in night.here or _elsewhere(running, person, self.tables):
                return refused("not-free", name=night.name(person))
        if len(set(self.seats)) < len(self.seats):
            return refused("seated-twice", name=night.name(_twice(self.seats)))
        fault = _tables_fault(night.settings, [self.seats], self.tables[:1], night.settings.sizes)
        fault = fault or _partners_fault(night, self.seats, running.parted)
        if fault is not None:
            return fault
        seating = _seating(night.settings, self.tables[0], self.seats, self.ratable)
        if not self.anyway and (fault := _limits_fault(night, seating, self.seats, self.seats)):
            return fault
        out = tuple(
            person
            for person in there
            if person not in self.seats
            and night.people[person].here
            and not _elsewhere(running, person, self.tables)
        )
        return TablesMerged.of(
            self,
            at,
            round=running.number,
            seating=seating,
            sits_out=out,
        )


class TablesMerged(NightEvent, tag="tables_merged", frozen=True, kw_only=True):
    """Tables without played hands were merged.

    Attributes:
        sits_out: ids of their people who sit out the rest of this round.
    """

    moves_tables = True

    round: int
    tables: tuple[int, ...]
    seating: Seating
    sits_out: tuple[str, ...] = ()

    def _change(self, night: NightFacts) -> None:
        found = night.rounds[self.round - 1]
        for table in self.tables:
            del found.games[table]
        found.games[self.seating.table] = Game.of(self.round, self.seating)
        found.games = dict(sorted(found.games.items()))
        waiting = [one for one in found.sits_out if one not in self.seating.seats]
        found.sits_out = (*waiting, *self.sits_out)


class Replace(NightCommand, tag="replace", frozen=True, kw_only=True):
    """Replace a player of a table by a person without a seat. Organisers only.

    Attributes:
        anyway: as of `MergeTables`.
    """

    givers = "organisers"

    table: TableNumber
    person: PersonId
    substitute: PersonId
    anyway: bool = False

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        game = running_game(night, self.table)
        if isinstance(game, Refusal):
            return game
        if self.person not in game.seats:
            return refused("not-at-table", person=night.name(self.person))
        substitute = night.people.get(self.substitute)
        if substitute is None or not substitute.here:
            return refused("not-here", name=night.name(self.substitute))
        running = night.running
        assert running is not None
        sits = running.game_of(self.substitute)
        if sits is not None:
            return refused("plays-elsewhere", name=substitute.name, table=sits.table)
        others = [one for one in game.seats if one != self.person]
        if not self.anyway and (fault := _limits_fault(night, game, others, [substitute.id])):
            return fault
        return SeatReplaced.of(self, at, round=running.number)


class SeatReplaced(NightEvent, tag="seat_replaced", frozen=True, kw_only=True):
    """A player of a table was replaced; hands played before stay the replaced player's."""

    moves_tables = True

    round: int
    table: int
    person: str
    substitute: str

    def _change(self, night: NightFacts) -> None:
        found = night.rounds[self.round - 1]
        game = found.games[self.table]
        game.seats = tuple(self.substitute if one == self.person else one for one in game.seats)
        waiting = [one for one in found.sits_out if one != self.substitute]
        played = game.hands or not night.people[self.person].here
        found.sits_out = (*waiting, *([] if played else [self.person]))


class ChangePlaces(NightCommand, tag="change_places", frozen=True, kw_only=True):
    """Swap two people before the first hand of their tables. Organisers only.

    At least one of them has a seat; the other may sit out.

    Attributes:
        anyway: as of `MergeTables`.
    """

    givers = "organisers"

    one: PersonId
    other: PersonId
    anyway: bool = False

    def _decide(self, night: NightFacts, at: datetime) -> Decided:
        running, both = night.running, (self.one, self.other)
        if running is None:
            return refused("no-round")
        games = [running.game_of(person) for person in both]
        placed = all(game or one in running.sits_out for one, game in zip(both, games, strict=True))
        if self.one == self.other or not placed or not any(games):
            return refused("swap-two")
        new = dict(zip(both, both[::-1], strict=True))
        for game in games:
            if game is not None and game.hands:
                return refused("hands-at-table", table=game.table)
        for person in both:
            if not night.people[person].here:
                return refused("not-here", name=night.name(person))
        for person, game in zip(both, games, strict=True):
            if game is None:
                continue
            seats = tuple(new.get(one, one) for one in game.seats)
            fault = _partners_fault(night, seats, running.parted, game.played)
            if not self.anyway and games[0] is not games[1]:
                fault = fault or _limits_fault(night, game, seats, [new[person]])
            if fault is not None:
                return fault
        return PlacesChanged.of(self, at, round=running.number)


class PlacesChanged(NightEvent, tag="places_changed", frozen=True, kw_only=True):
    """Two people were swapped before the first hand of their tables; one may have sat out."""

    moves_tables = True

    round: int
    one: str
    other: str

    def _change(self, night: NightFacts) -> None:
        found = night.rounds[self.round - 1]
        new = {self.one: self.other, self.other: self.one}
        for game in found.games.values():
            if not game.hands and game.ended is None:
                game.seats = tuple(new.get(person, person) for person in game.seats)
        found.sits_out = tuple(new.get(person, person) for person in found.sits_out)


def _seating(
    settings: NightSettings, table: int, seats: tuple[str, ...], ratable: Sequence[int]
) -> Seating:
    """The seating of a table under the settings of the night; `ratable` as of `DrawRound`."""
    rules = describe_rules(settings.rules_for(len(seats)))
    unrated = settings.unrated_at(table) or (None if len(seats) in ratable else "rules")
    if BOT in seats:
        unrated = unrated or "bot"
    return Seating(
        table=table,
        seats=seats,
        cards=settings.cards_at(table),
        rules=rules,
        rated=unrated is None,
        casual=table in settings.casual,
        error_points=settings.error_points,
        error_levels=settings.error_levels,
        unrated=unrated,
    )


def _seats_fault(
    night: NightFacts, tables: Sequence[Sequence[str]], sits_out: Sequence[str]
) -> Refusal | None:
    """The refusal if not every person present has exactly one place."""
    if not tables:
        return refused("no-tables")
    placed = Counter([*sits_out, *(person for seats in tables for person in seats)])
    for person, times in placed.items():
        if times > 1:
            return refused("seated-twice", name=night.name(person))
        if person == BOT and BOT not in sits_out:
            continue
        known = night.people.get(person)
        if known is None or not known.here:
            return refused("not-here", name=night.name(person))
    forgotten = [person for person in night.here if person not in placed]
    if forgotten:
        return refused("forgotten", name=night.name(forgotten[0]), number=len(forgotten))
    return None


def _final_fault(
    night: NightFacts, tables: Sequence[Sequence[str]], final: Sequence[str]
) -> Refusal | None:
    """The refusal of a final in another round than the last, or whose people have no seat."""
    if final and not is_final(night):
        return refused("no-final")
    seated = {person for seats in tables for person in seats}
    away = next((person for person in final if person not in seated), None)
    return None if away is None else refused("not-at-table", person=night.name(away))


def _tables_fault(
    settings: NightSettings,
    tables: Sequence[Sequence[str]],
    numbers: Sequence[int],
    sizes: Collection[int],
) -> Refusal | None:
    """The refusal if table numbers or table sizes are not allowed."""
    if len(numbers) != len(tables) or len(set(numbers)) < len(numbers) or min(numbers) < 1:
        return refused("table-numbers")
    if settings.tables and max(numbers) > settings.tables:
        return refused("too-few-tables", tables=settings.tables, wanted=max(numbers))
    for table, seats in zip(numbers, tables, strict=True):
        if len(seats) not in sizes:
            return refused("table-size", table=table, people=len(seats))
    return None


def _bot_fault(
    settings: NightSettings, tables: Sequence[Sequence[str]], numbers: Sequence[int]
) -> Refusal | None:
    """The refusal if a bot is seated at real cards."""
    for table, seats in zip(numbers, tables, strict=True):
        if BOT in seats and settings.cards_at(table) == "real":
            return refused("bot-at-cards", table=table)
    return None


def _bot(arrived: UnixMs) -> Person:
    """The bot among the people of a night; it is never here, so that no draw seats it."""
    return Person(
        id=BOT,
        name="Bot",
        account=None,
        team="",
        partner=None,
        here=False,
        desk=False,
        phone=True,
        arrived=arrived,
    )


def _partners_fault(
    night: NightFacts,
    seats: Sequence[str],
    parted: Collection[str],
    rules: Rules | None = None,
) -> Refusal | None:
    """The refusal if a chosen pair that does not part is not on one team at this table.

    Args:
        night: the night.
        seats: ids of the people of the table by seat.
        parted: ids of the people whose pair parts.
        rules: the rules of the table; `None`: those of the settings.
    """
    rules = rules or night.settings.rules_for(len(seats))
    for seat, person in enumerate(seats):
        if person == BOT or person in parted:
            continue
        partner = night.people[person].partner
        if not partner or night.settings.partners != "chosen":
            continue
        apart = partner not in seats
        if not apart and rules.teams == "fixed":
            apart = rules.team_of(seat) != rules.team_of(seats.index(partner))
        if apart:
            return refused("partners-apart", name=night.name(person), partner=night.name(partner))
    return None


def _limits_fault(
    night: NightFacts, table: Game | Seating, seats: Sequence[str], moved: Sequence[str]
) -> Refusal | None:
    """The refusal if people who are moved to a table break a limit there."""
    for person in moved:
        at, name = table.table, night.name(person)
        if night.stays.get(person, at) != at:
            return refused("stays-elsewhere", name=name, table=night.stays[person])
        other = next((one for one in seats if frozenset((person, one)) in night.apart), None)
        if other is not None:
            return refused("kept-apart", name=name, other=night.name(other))
        if table.cards == "online" and not night.people[person].phone:
            return refused("phoneless", name=name, table=at)
    return None


def _elsewhere(running: Round, person: str, tables: Sequence[int]) -> bool:
    game = running.game_of(person)
    return game is not None and game.table not in tables


def _twice(people: Sequence[str]) -> str:
    return next(person for person, times in Counter(people).items() if times > 1)


ClientCommand: TypeAlias = DrawRound | CancelRound | MergeTables | Replace | ChangePlaces
Command: TypeAlias = ClientCommand
Event: TypeAlias = RoundDrawn | RoundCancelled | TablesMerged | SeatReplaced | PlacesChanged
