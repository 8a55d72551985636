"""Seats of a night: rounds that are drawn, and changes to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shengji.nights import commands as asked
from shengji.nights import events as told
from shengji.nights.course import Course
from shengji.nights.decisions.grounds import Decided, Decisions, Stamp, running_game
from shengji.nights.entries import Seating
from shengji.nights.refusals import Refusal, refused
from shengji.nights.settings import NightSettings
from shengji.nights.state import Round
from shengji.rules import describe_rules


def _draw_round(night: Course, command: asked.DrawRound, stamp: Stamp) -> Decided:
    settings, running = night.settings, night.running
    if running is not None:
        return refused("round-runs", round=running.number)
    number = len(night.rounds) + 1
    if settings.rounds is not None and number > settings.rounds:
        return refused("rounds-over", rounds=settings.rounds)
    numbers = command.numbers or tuple(range(1, len(command.tables) + 1))
    fault = (
        _seats_fault(night, command.tables, command.sits_out)
        or _tables_fault(settings, command.tables, numbers)
        or next((f for seats in command.tables if (f := _partners_fault(night, seats))), None)
    )
    if fault is not None:
        return fault
    tables = tuple(
        _seating(settings, table, seats, command.ratable)
        for table, seats in sorted(zip(numbers, command.tables, strict=True))
    )
    drawn = told.RoundDrawn(
        round=number,
        tables=tables,
        sits_out=command.sits_out,
        seed=command.seed,
        note=command.note,
        **stamp,
    )
    return (drawn,)


def _seating(
    settings: NightSettings, table: int, seats: tuple[str, ...], ratable: Sequence[int]
) -> Seating:
    """A table as it is drawn, with what is played there; `ratable` as of `DrawRound`."""
    rules = describe_rules(settings.rules_for(len(seats)))
    unrated = settings.unrated_at(table) or (None if len(seats) in ratable else "rules")
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
    night: Course, tables: Sequence[Sequence[str]], sits_out: Sequence[str]
) -> Refusal | None:
    """Whether not everybody here has one place."""
    if not tables:
        return refused("no-tables")
    placed = Counter([*sits_out, *(person for seats in tables for person in seats)])
    for person, times in placed.items():
        if times > 1:
            return refused("seated-twice", name=night.name(person))
        known = night.people.get(person)
        if known is None or not known.here:
            return refused("not-here", name=night.name(person))
    forgotten = [person for person in night.here if person not in placed]
    if forgotten:
        return refused("forgotten", name=night.name(forgotten[0]), number=len(forgotten))
    return None


def _tables_fault(
    settings: NightSettings, tables: Sequence[Sequence[str]], numbers: Sequence[int]
) -> Refusal | None:
    """Whether tables have the wrong size, or there are not so many."""
    if len(numbers) != len(tables) or len(set(numbers)) < len(numbers) or min(numbers) < 1:
        return refused("table-numbers")
    if settings.tables and max(numbers) > settings.tables:
        return refused("too-few-tables", tables=settings.tables, wanted=max(numbers))
    for table, seats in zip(numbers, tables, strict=True):
        if len(seats) not in settings.sizes:
            return refused("table-size", table=table, people=len(seats))
    return None


def _partners_fault(night: Course, seats: Sequence[str]) -> Refusal | None:
    """Whether partners who have chosen each other do not play together here."""
    rules = night.settings.rules_for(len(seats))
    for seat, person in enumerate(seats):
        partner = night.people[person].partner
        if not partner or night.settings.partners != "chosen":
            continue
        apart = partner not in seats
        if not apart and rules.teams == "fixed":
            apart = rules.team_of(seat) != rules.team_of(seats.index(partner))
        if apart:
            return refused("partners-apart", name=night.name(person), partner=night.name(partner))
    return None


def _cancel_round(night: Course, command: asked.CancelRound, stamp: Stamp) -> Decided:
    running = night.running
    if running is None or running.number != command.round:
        return refused("no-such-round", round=command.round)
    if any(game.hands for game in running.games.values()):
        return refused("hands-played", round=running.number)
    return (told.RoundCancelled(round=running.number, reason=command.reason.strip(), **stamp),)


def _merge_tables(night: Course, command: asked.MergeTables, stamp: Stamp) -> Decided:
    running = night.running
    if running is None:
        return refused("no-round")
    if len(command.tables) < 2 or len(set(command.tables)) < len(command.tables):
        return refused("merge-two")
    for table in command.tables:
        game = running.games.get(table)
        if game is None:
            return refused("no-table", table=table, round=running.number)
        if game.hands:
            return refused("hands-at-table", table=table)
    there = [p for table in command.tables for p in running.games[table].seats]
    for person in command.seats:
        if person not in night.here or _elsewhere(running, person, command.tables):
            return refused("not-free", name=night.name(person))
    if len(set(command.seats)) < len(command.seats):
        return refused("seated-twice", name=night.name(_twice(command.seats)))
    fault = _tables_fault(night.settings, [command.seats], command.tables[:1])
    fault = fault or _partners_fault(night, command.seats)
    if fault is not None:
        return fault
    out = tuple(
        person
        for person in there
        if person not in command.seats
        and night.people[person].here
        and not _elsewhere(running, person, command.tables)
    )
    merged = told.TablesMerged(
        round=running.number,
        tables=command.tables,
        seating=_seating(night.settings, command.tables[0], command.seats, command.ratable),
        sits_out=out,
        **stamp,
    )
    return (merged,)


def _elsewhere(running: Round, person: str, tables: Sequence[int]) -> bool:
    """Whether somebody plays at another table than these."""
    game = running.game_of(person)
    return game is not None and game.table not in tables


def _twice(people: Sequence[str]) -> str:
    return next(person for person, times in Counter(people).items() if times > 1)


def _replace(night: Course, command: asked.Replace, stamp: Stamp) -> Decided:
    game = running_game(night, command.table)
    if isinstance(game, Refusal):
        return game
    if command.person not in game.seats:
        return refused("not-at-table", person=night.name(command.person))
    substitute = night.people.get(command.substitute)
    if substitute is None or not substitute.here:
        return refused("not-here", name=night.name(command.substitute))
    running = night.running
    assert running is not None
    sits = running.game_of(command.substitute)
    if sits is not None:
        return refused("plays-elsewhere", name=substitute.name, table=sits.table)
    replaced = told.SeatReplaced(
        round=running.number,
        table=game.table,
        person=command.person,
        substitute=substitute.id,
        **stamp,
    )
    return (replaced,)


def _swap(night: Course, command: asked.ChangePlaces, stamp: Stamp) -> Decided:
    running, both = night.running, (command.one, command.other)
    if running is None:
        return refused("no-round")
    games = [running.game_of(person) for person in both]
    placed = all(game or one in running.sits_out for one, game in zip(both, games, strict=True))
    if command.one == command.other or not placed or not any(games):
        return refused("swap-two")
    new = dict(zip(both, both[::-1], strict=True))
    for game in games:
        if game is not None and game.hands:
            return refused("hands-at-table", table=game.table)
    for person in both:
        if not night.people[person].here:
            return refused("not-here", name=night.name(person))
    for game in games:
        seats = () if game is None else tuple(new.get(one, one) for one in game.seats)
        fault = _partners_fault(night, seats) if seats else None
        if fault is not None:
            return fault
    one, other = both
    return (told.PlacesChanged(round=running.number, one=one, other=other, **stamp),)


DECISIONS: Decisions = {
    asked.DrawRound: _draw_round,
    asked.CancelRound: _cancel_round,
    asked.MergeTables: _merge_tables,
    asked.Replace: _replace,
    asked.ChangePlaces: _swap,
}
