"""What each command leads to, or why it is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeAlias

import msgspec

from shengji.nights import commands as asked
from shengji.nights import events as told
from shengji.nights.commands import SERVER, Command, NightCommand
from shengji.nights.course import Course
from shengji.nights.entries import HandEntry, Seating, Written
from shengji.nights.refusals import Refusal, refused
from shengji.nights.scorekeeping import play_through, resolved, ruling_fault
from shengji.nights.settings import NightSettings
from shengji.nights.state import Game, Hand, Round
from shengji.rules import describe_rules

Decided: TypeAlias = tuple[told.Event, ...] | Refusal
Stamp: TypeAlias = dict[str, Any]
"""When, by whom and by which command something happens, as events have it."""

LONGEST_NAME = 40
LONGEST_TEXT = 500
MOST_PENALTY = 1000


def decide(night: Course, command: Command, at: datetime) -> Decided:
    """What a command leads to, or why it is refused; nothing changes by it.

    A command that has been carried out before leads to nothing more.
    """
    if command.id in night.done:
        return ()
    if not command.id:
        return refused("no-id")
    if isinstance(command, asked.OpenNight):
        return refused("already-open") if night.id else _open(command, _stamp(command, at))
    if not night.id:
        return refused("not-open")
    kind = type(command)
    if night.ended is not None and kind not in _AFTER_THE_END:
        return refused("night-over")
    if kind in _FOR_ORGANISERS and not night.runs(command.by):
        return refused("organisers-only")
    if kind in _FOR_SERVER and command.by != SERVER and not night.runs(command.by):
        return refused("server-only")
    return _DECISIONS[kind](night, command, _stamp(command, at))


def _stamp(command: NightCommand, at: datetime) -> Stamp:
    return {"at": at, "by": command.by, "command": command.id}


# The night


def _open(command: asked.OpenNight, stamp: Stamp) -> Decided:
    organisers = command.organisers or (command.by,)
    if not all(organisers):
        return refused("no-organiser")
    opened = told.NightOpened(
        night=command.night, settings=command.settings, organisers=organisers, **stamp
    )
    return (opened,)


def _change_settings(night: Course, command: asked.ChangeSettings, stamp: Stamp) -> Decided:
    rounds = command.settings.rounds
    if rounds is not None and rounds < len(night.rounds):
        return refused("rounds-played", rounds=len(night.rounds))
    return (told.SettingsChanged(settings=command.settings, **stamp),)


def _set_organisers(night: Course, command: asked.SetOrganisers, stamp: Stamp) -> Decided:
    if not command.organisers or not all(command.organisers):
        return refused("no-organiser")
    return (told.OrganisersSet(organisers=command.organisers, **stamp),)


def _end_night(night: Course, command: asked.EndNight, stamp: Stamp) -> Decided:
    if night.running is not None:
        return refused("round-runs", round=night.running.number)
    return (told.NightEnded(**stamp),)


# People


def _check_in(night: Course, command: asked.CheckIn, stamp: Stamp) -> Decided:
    person, name = command.person, command.name.strip()
    if command.by not in (person, SERVER) and not night.runs(command.by):
        return refused("for-yourself")
    known = night.people.get(person)
    if known is not None and known.here:
        return refused("already-here", name=known.name)
    if known is None:
        if not person or not 0 < len(name) <= LONGEST_NAME:
            return refused("bad-name", most=LONGEST_NAME)
        if any(one.name.casefold() == name.casefold() for one in night.people.values()):
            return refused("name-taken", name=name)
        if command.account and _who_has(night, command.account):
            return refused("account-here", name=night.name(_who_has(night, command.account)))
        first: told.Event = told.PersonArrived(
            person=person, name=name, account=command.account, team=command.team, **stamp
        )
    else:
        first = told.PersonReturned(person=person, **stamp)
    if not command.partner:
        return (first,)
    fault = _pair_fault(night, command.partner, person)
    return fault or (first, told.PairMade(one=person, other=command.partner, **stamp))


def _who_has(night: Course, account: str) -> str:
    """Who plays for an account here; empty: nobody."""
    found = (one.id for one in night.people.values() if account in (one.account, one.id))
    return next(found, "")


def _pair_fault(night: Course, partner: str, person: str) -> Refusal | None:
    """Why somebody cannot play with this partner."""
    other = night.people.get(partner)
    if night.settings.partners != "chosen":
        return refused("partners-drawn")
    if other is None or not other.here:
        return refused("partner-not-here", name=night.name(partner))
    if partner == person:
        return refused("pair-of-one")
    if other.partner:
        return refused("has-a-partner", name=other.name, partner=night.name(other.partner))
    return None


def _pair_up(night: Course, command: asked.PairUp, stamp: Stamp) -> Decided:
    one, other = command.one, command.other
    if command.by not in (one, other) and not night.runs(command.by):
        return refused("for-yourself")
    fault = _pair_fault(night, other, one) or _pair_fault(night, one, other)
    return fault or (told.PairMade(one=one, other=other, **stamp),)


def _part_pair(night: Course, command: asked.PartPair, stamp: Stamp) -> Decided:
    known = night.people.get(command.person)
    if known is None:
        return refused("not-checked-in", person=command.person)
    if command.by not in (known.id, known.partner) and not night.runs(command.by):
        return refused("for-yourself")
    if not known.partner:
        return refused("no-partner", name=known.name)
    return (told.PairParted(one=known.id, other=known.partner, **stamp),)


def _leave(night: Course, command: asked.Leave, stamp: Stamp) -> Decided:
    known = night.people.get(command.person)
    if command.by not in (command.person, SERVER) and not night.runs(command.by):
        return refused("for-yourself")
    if known is None or not known.here:
        return refused("not-here", name=night.name(command.person))
    left = told.PersonLeft(person=known.id, **stamp)
    if not known.partner:
        return (left,)
    return (told.PairParted(one=known.id, other=known.partner, **stamp), left)


def _claim_guest(night: Course, command: asked.ClaimGuest, stamp: Stamp) -> Decided:
    known = night.people.get(command.person)
    if known is None:
        return refused("not-checked-in", person=command.person)
    if known.account:
        return refused("has-an-account", name=known.name)
    if not command.account:
        return refused("no-account")
    other = _who_has(night, command.account)
    if other not in ("", known.id):  # a guest who makes an account keeps the id
        return refused("account-here", name=night.name(other))
    return (told.GuestClaimed(person=known.id, account=command.account, **stamp),)


def _release_guest(night: Course, command: asked.ReleaseGuest, stamp: Stamp) -> Decided:
    known = night.people.get(command.person)
    if known is None:
        return refused("not-checked-in", person=command.person)
    if known.account in ("", known.id):
        return refused("not-claimed", name=known.name)
    return (told.GuestReleased(person=known.id, account=known.account, **stamp),)


def _open_claims(night: Course, command: asked.OpenClaims, stamp: Stamp) -> Decided:
    return (told.ClaimsOpened(secret=command.secret, **stamp),) if not night.claims else ()


# Rounds


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
        _seating(settings, table, seats)
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


def _seating(settings: NightSettings, table: int, seats: tuple[str, ...]) -> Seating:
    """A table as it is drawn, with what is played there."""
    rules = describe_rules(settings.rules_for(len(seats)))
    return Seating(
        table=table,
        seats=seats,
        cards=settings.cards_at(table),
        rules=rules,
        rated=settings.rated and table not in settings.casual,
        casual=table in settings.casual,
        error_points=settings.error_points,
        error_levels=settings.error_levels,
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
    return (told.RoundCancelled(round=running.number, reason=_text(command.reason), **stamp),)


def _merge_tables(night: Course, command: asked.MergeTables, stamp: Stamp) -> Decided:
    running = night.running
    if running is None:
        return refused("no-round")
    if len(set(command.tables)) < 2:
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
        seating=_seating(night.settings, command.tables[0], command.seats),
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
    game = _running_game(night, command.table)
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


def _running_game(night: Course, table: int) -> Game | Refusal:
    """A table of the running round at which people play."""
    running = night.running
    if running is None:
        return refused("no-round")
    game = running.games.get(table)
    if game is None:
        return refused("no-table", table=table, round=running.number)
    if game.ended is not None:
        return refused("table-over", table=table)
    return game


def _start_round(night: Course, command: asked.StartRound, stamp: Stamp) -> Decided:
    running = night.running
    if running is None:
        return refused("no-round")
    if running.started is not None:
        return refused("clock-runs")
    minutes = night.settings.minutes if command.minutes is None else command.minutes
    if not 0 <= minutes <= 600:
        return refused("minutes")
    return (told.RoundStarted(round=running.number, minutes=minutes, **stamp),)


def _ticking(night: Course) -> Round | Refusal:
    """The round whose clock has been started."""
    running = night.running
    if running is None:
        return refused("no-round")
    if running.started is None or not running.minutes:
        return refused("no-clock")
    return running


def _prolong(night: Course, command: asked.ProlongClock, stamp: Stamp) -> Decided:
    running = _ticking(night)
    if isinstance(running, Refusal):
        return running
    if command.table and command.table not in running.games:
        return refused("no-table", table=command.table, round=running.number)
    if not command.minutes or abs(command.minutes) > 600:
        return refused("minutes")
    prolonged = told.ClockProlonged(
        round=running.number,
        minutes=command.minutes,
        table=command.table,
        reason=_text(command.reason),
        **stamp,
    )
    return (prolonged,)


def _stop_clock(night: Course, command: asked.StopClock, stamp: Stamp) -> Decided:
    running = _ticking(night)
    if isinstance(running, Refusal):
        return running
    if running.stopped is not None:
        return refused("clock-stands")
    return (told.ClockStopped(round=running.number, **stamp),)


def _resume_clock(night: Course, command: asked.ResumeClock, stamp: Stamp) -> Decided:
    running = _ticking(night)
    if isinstance(running, Refusal):
        return running
    if running.stopped is None:
        return refused("clock-runs")
    return (told.ClockResumed(round=running.number, **stamp),)


def _end_round(night: Course, command: asked.EndRound, stamp: Stamp) -> Decided:
    running = night.running
    if running is None:
        return refused("no-round")
    waiting = night.unconfirmed(running.number)
    if waiting and not command.unconfirmed:
        table, hand = waiting[0]
        return refused("unconfirmed", table=table, hand=hand, number=len(waiting))
    return (told.RoundEnded(round=running.number, **stamp),)


def _reopen(night: Course, command: asked.Reopen, stamp: Stamp) -> Decided:
    if night.ended is not None:
        return (told.Reopened(**stamp),)
    last = night.round
    if last is None or last.ended is None:
        return refused("nothing-ended")
    return (told.Reopened(round=last.number, **stamp),)


# At the table


def _real_game(night: Course, number: int, table: int) -> Game | Refusal:
    game = night.game(number, table)
    if game is None:
        return refused("no-table", table=table, round=number)
    if game.cards != "real":
        return refused("online-table", table=table)
    return game


def _enter_hand(night: Course, command: asked.EnterHand, stamp: Stamp) -> Decided:
    game = _real_game(night, command.round, command.table)
    if isinstance(game, Refusal):
        return game
    due = len(game.hands) + 1
    if command.hand > due or command.hand < 1:
        return refused("hand-gap", hand=due)
    seats = game.seats if command.hand == due else game.hands[command.hand - 1].seats
    if command.by not in seats and not night.runs(command.by):
        return refused("not-your-table", table=game.table)
    given = command.entry
    if command.hand < due:
        given = _as_before(given, game.hands[command.hand - 1].latest)
    score = play_through(game, command.hand - 1)
    free = command.hand < due or night.runs(command.by)  # what stands there is only compared
    entry = resolved(game.played, seats, score, given, free=free)
    if isinstance(entry, Refusal):
        return _named(night, entry)
    place: Stamp = {"round": command.round, "table": command.table, "hand": command.hand}
    if command.hand < due:
        hand = game.hands[command.hand - 1]
        if not _same(entry, hand.latest):
            return refused("written-otherwise", hand=hand.number)
        return _confirmed(night, game, hand, place, stamp)
    if score.winners:
        return refused("match-won", table=game.table)
    return (told.HandEntered(entry=entry, **place, **stamp),)


def _as_before(entry: HandEntry, before: Written) -> HandEntry:
    """An entry in which Dealer and trump rank stay as they were, unless others are written."""
    assert isinstance(before, HandEntry), "people have written it down"
    if entry.dealer not in ("", before.dealer):
        return entry
    return msgspec.structs.replace(entry, dealer=before.dealer, rank=entry.rank or before.rank)


def _same(entry: HandEntry, other: Written) -> bool:
    """Whether two have written the same; who did not write down the trump suit does not mind."""
    assert isinstance(other, HandEntry), "people have written it down"
    suit = entry.suit or other.suit
    alike = [msgspec.structs.replace(one, suit=one.suit or suit) for one in (entry, other)]
    return alike[0] == alike[1]


def _named(night: Course, refusal: Refusal) -> Refusal:
    """A refusal of the scorekeeping with the names of people in place of their ids."""
    params = {
        key: night.name(str(value)) if key in ("person", "due") else value
        for key, value in refusal.params.items()
    }
    return msgspec.structs.replace(refusal, params=params)


def _hand(night: Course, command: Any) -> tuple[Game, Hand] | Refusal:
    """The hand of which a command speaks."""
    game = _real_game(night, command.round, command.table)
    if isinstance(game, Refusal):
        return game
    if not 1 <= command.hand <= len(game.hands):
        return refused("no-such-hand", hand=command.hand, table=game.table)
    hand = game.hands[command.hand - 1]
    if command.by not in hand.seats and not night.runs(command.by):
        return refused("not-in-hand", hand=hand.number)
    return game, hand


def _correct_hand(night: Course, command: asked.CorrectHand, stamp: Stamp) -> Decided:
    found = _hand(night, command)
    if isinstance(found, Refusal):
        return found
    game, hand = found
    if command.decide and not night.runs(command.by):
        return refused("organisers-only")
    if command.decide and not command.reason.strip():
        return refused("say-why")
    if night.ended is not None and not command.decide:
        return refused("night-over")
    seats = command.seats or hand.seats
    if seats != hand.seats:
        if not command.decide:
            return refused("seats-by-organiser")
        known = all(person in night.people for person in seats)
        if not known or len(set(seats)) < len(seats) or len(seats) != len(hand.seats):
            return refused("bad-seats", people=len(hand.seats))
    score = play_through(game, hand.number - 1)
    given = _as_before(command.entry, hand.latest)
    entry = resolved(game.played, seats, score, given, free=True)
    if isinstance(entry, Refusal):
        return _named(night, entry)
    if entry == hand.latest and seats == hand.seats and not (command.decide and hand.waits):
        return refused("nothing-new", hand=hand.number)
    corrected = told.HandCorrected(
        round=game.round,
        table=game.table,
        hand=hand.number,
        entry=entry,
        reason=_text(command.reason),
        decided=command.decide,
        seats=() if seats == hand.seats else seats,
        **stamp,
    )
    return (corrected,)


def _confirm_hand(night: Course, command: asked.ConfirmHand, stamp: Stamp) -> Decided:
    found = _hand(night, command)
    if isinstance(found, Refusal):
        return found
    game, hand = found
    if command.version not in (0, hand.version):
        return refused("written-anew", hand=hand.number)
    place: Stamp = {"round": game.round, "table": game.table, "hand": hand.number}
    return _confirmed(night, game, hand, place, stamp)


def _confirmed(night: Course, game: Game, hand: Hand, place: Stamp, stamp: Stamp) -> Decided:
    """Somebody confirms a hand; whether it counts with that."""
    person = stamp["by"]
    if person in hand.confirmed_by:
        return refused("confirmed-before", hand=hand.number)
    # An organiser who did not play the hand is on no side; with one side that is enough.
    sides = {night.side_of(game, hand, one) for one in (*hand.confirmed_by, person)}
    disputed = any(one != person for one, _ in hand.disputes)
    counts = hand.waits and len(sides) > 1 and (not disputed or None in sides)
    return (told.HandConfirmed(counts=counts, **place, **stamp),)


def _dispute_hand(night: Course, command: asked.DisputeHand, stamp: Stamp) -> Decided:
    found = _hand(night, command)
    if isinstance(found, Refusal):
        return found
    _, hand = found
    if not hand.waits:
        return refused("counts-already", hand=hand.number)
    disputed = told.HandDisputed(
        round=command.round,
        table=command.table,
        hand=hand.number,
        reason=_text(command.reason),
        **stamp,
    )
    return (disputed,)


def _online_game(night: Course, number: int, table: int) -> Game | Refusal:
    game = night.game(number, table)
    if game is None:
        return refused("no-table", table=table, round=number)
    return refused("real-table", table=table) if game.cards == "real" else game


def _report_hand(night: Course, command: asked.ReportHand, stamp: Stamp) -> Decided:
    game = _online_game(night, command.round, command.table)
    if isinstance(game, Refusal):
        return game
    if game.match is not None:
        return refused("table-over", table=game.table)
    if command.hand != len(game.hands) + 1:
        return refused("hand-gap", hand=len(game.hands) + 1)
    result = command.result
    for person in (result.dealer, *result.declarers):
        if person not in game.seats:
            return refused("not-at-table", person=night.name(person))
    if len(result.levels_after) != len(game.seats) or result.dealer not in result.declarers:
        return refused("bad-report")
    reported = told.HandReported(
        round=game.round, table=game.table, hand=command.hand, result=result, **stamp
    )
    return (reported,)


def _report_match(night: Course, command: asked.ReportMatch, stamp: Stamp) -> Decided:
    game = _online_game(night, command.round, command.table)
    if isinstance(game, Refusal):
        return game
    if game.match is not None:
        return refused("table-over", table=game.table)
    for person in (*command.result.winners, *command.result.left):
        if person not in game.people:
            return refused("not-at-table", person=night.name(person))
    reported = told.MatchReported(
        round=game.round, table=game.table, result=command.result, **stamp
    )
    return (reported,)


def _rule_hand(night: Course, command: asked.RuleHand, stamp: Stamp) -> Decided:
    game = _online_game(night, command.round, command.table)
    if isinstance(game, Refusal):
        return game
    if not 1 <= command.hand <= len(game.hands):
        return refused("no-such-hand", hand=command.hand, table=game.table)
    hand = game.hands[command.hand - 1]
    fault = ruling_fault(game.played, hand, command.ruling)
    if fault is not None:
        return _named(night, fault)
    reason = _text(command.reason)
    if not reason:
        return refused("say-why")
    ruled = told.HandRuled(
        round=game.round,
        table=game.table,
        hand=hand.number,
        ruling=command.ruling,
        reason=reason,
        **stamp,
    )
    return (ruled,)


def _end_table(night: Course, command: asked.EndTable, stamp: Stamp) -> Decided:
    game = _running_game(night, command.table)
    if isinstance(game, Refusal):
        return game
    if command.by not in game.seats and not night.runs(command.by):
        return refused("not-your-table", table=game.table)
    reason = _text(command.reason)
    if not reason:
        return refused("say-why")
    ended = told.TableEnded(round=game.round, table=game.table, reason=reason, **stamp)
    return (ended,)


def _note_error(night: Course, command: asked.NoteError, stamp: Stamp) -> Decided:
    game = _running_game(night, command.table)
    if isinstance(game, Refusal):
        return game
    if command.by not in game.seats and not night.runs(command.by):
        return refused("not-your-table", table=game.table)
    if command.person not in game.seats:
        return refused("not-at-table", person=night.name(command.person))
    noted = told.ErrorNoted(
        round=game.round,
        table=game.table,
        person=command.person,
        what=_text(command.what),
        **stamp,
    )
    return (noted,)


# What an organiser says


def _announce(night: Course, command: asked.Announce, stamp: Stamp) -> Decided:
    text = _text(command.text)
    if not text:
        return refused("no-text")
    return (told.Announced(text=text, table=command.table, **stamp),)


def _give_penalty(night: Course, command: asked.GivePenalty, stamp: Stamp) -> Decided:
    if command.person not in night.people:
        return refused("not-checked-in", person=command.person)
    if not 0 <= command.points <= MOST_PENALTY:
        return refused("penalty-points", most=MOST_PENALTY)
    reason = _text(command.reason)
    if not reason:
        return refused("say-why")
    given = told.PenaltyGiven(
        number=len(night.penalties) + 1,
        person=command.person,
        points=command.points,
        reason=reason,
        **stamp,
    )
    return (given,)


def _revoke_penalty(night: Course, command: asked.RevokePenalty, stamp: Stamp) -> Decided:
    if not 1 <= command.number <= len(night.penalties):
        return refused("no-such-penalty", number=command.number)
    if night.penalties[command.number - 1].revoked is not None:
        return refused("penalty-gone", number=command.number)
    revoked = told.PenaltyRevoked(number=command.number, reason=_text(command.reason), **stamp)
    return (revoked,)


def _text(given: str) -> str:
    """What somebody has written, without blanks around it and not too long."""
    return given.strip()[:LONGEST_TEXT]


_DECISIONS: dict[type[NightCommand], Callable[[Course, Any, Stamp], Decided]] = {
    asked.ChangeSettings: _change_settings,
    asked.SetOrganisers: _set_organisers,
    asked.CheckIn: _check_in,
    asked.Leave: _leave,
    asked.PairUp: _pair_up,
    asked.PartPair: _part_pair,
    asked.ClaimGuest: _claim_guest,
    asked.ReleaseGuest: _release_guest,
    asked.OpenClaims: _open_claims,
    asked.DrawRound: _draw_round,
    asked.CancelRound: _cancel_round,
    asked.MergeTables: _merge_tables,
    asked.Replace: _replace,
    asked.ChangePlaces: _swap,
    asked.StartRound: _start_round,
    asked.ProlongClock: _prolong,
    asked.StopClock: _stop_clock,
    asked.ResumeClock: _resume_clock,
    asked.EnterHand: _enter_hand,
    asked.CorrectHand: _correct_hand,
    asked.ConfirmHand: _confirm_hand,
    asked.DisputeHand: _dispute_hand,
    asked.ReportHand: _report_hand,
    asked.ReportMatch: _report_match,
    asked.RuleHand: _rule_hand,
    asked.EndTable: _end_table,
    asked.NoteError: _note_error,
    asked.EndRound: _end_round,
    asked.Reopen: _reopen,
    asked.Announce: _announce,
    asked.GivePenalty: _give_penalty,
    asked.RevokePenalty: _revoke_penalty,
    asked.EndNight: _end_night,
}

_FOR_ORGANISERS: frozenset[type[NightCommand]] = frozenset(
    {
        asked.ChangeSettings,
        asked.SetOrganisers,
        asked.ReleaseGuest,
        asked.DrawRound,
        asked.CancelRound,
        asked.MergeTables,
        asked.Replace,
        asked.ChangePlaces,
        asked.StartRound,
        asked.ProlongClock,
        asked.StopClock,
        asked.ResumeClock,
        asked.RuleHand,
        asked.EndRound,
        asked.Reopen,
        asked.Announce,
        asked.GivePenalty,
        asked.RevokePenalty,
        asked.EndNight,
    }
)

_FOR_SERVER: frozenset[type[NightCommand]] = frozenset(
    {asked.ReportHand, asked.ReportMatch, asked.ClaimGuest, asked.OpenClaims}
)

_AFTER_THE_END: frozenset[type[NightCommand]] = frozenset(
    {
        asked.ClaimGuest,
        asked.ReleaseGuest,
        asked.OpenClaims,
        asked.EnterHand,
        asked.CorrectHand,
        asked.ConfirmHand,
        asked.DisputeHand,
        asked.RuleHand,
        asked.Reopen,
        asked.SetOrganisers,
        asked.Announce,
        asked.GivePenalty,
        asked.RevokePenalty,
    }
)
"""What can still be done when the night is over: a phone may have had no network."""
