"""The course of a night: its state, which its events build, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Self

import msgspec

from shengji.nights import events as told
from shengji.nights.agreement import is_late, lack_of
from shengji.nights.commands import SERVER
from shengji.nights.entries import HandEntry, OnlineHand, Ruling
from shengji.nights.scorekeeping import Score, declarers_of, play_through
from shengji.nights.settings import NightSettings
from shengji.nights.state import (
    Announcement,
    Game,
    Hand,
    Lack,
    Note,
    Penalty,
    Person,
    Round,
    Version,
)


class Course:
    """The state of a night so far; it changes only by `apply`.

    Attributes:
        id: the id of the night; empty before it was made.
        settings: how it is run.
        organisers: the ids of those who run it.
        people: all who have checked in, by id, in the order in which they came.
        rounds: the rounds, in order; one that was cancelled is not among them.
        penalties: all penalties, those that were taken back among them.
        announcements: what was told to all, or to a table, in order.
        notes: the invalid plays that were put right during their trick.
        done: the ids of all commands that have been carried out.
        claims: what the codes of guests are made of; empty: none have been asked for.
        opened: when it was made.
        ended: when it was over, or `None`.
    """

    def __init__(self) -> None:
        self.id = ""
        self.settings = NightSettings()
        self.organisers: tuple[str, ...] = ()
        self.people: dict[str, Person] = {}
        self.rounds: list[Round] = []
        self.penalties: list[Penalty] = []
        self.announcements: list[Announcement] = []
        self.notes: list[Note] = []
        self.done: set[str] = set()
        self.claims = ""
        self.opened: datetime | None = None
        self.ended: datetime | None = None

    @classmethod
    def of(cls, events: Iterable[told.Event]) -> Self:
        """The night that these events have made."""
        night = cls()
        for event in events:
            night.apply(event)
        return night

    # What can be asked

    @property
    def round(self) -> Round | None:
        """The last round that was drawn; it may be over."""
        return self.rounds[-1] if self.rounds else None

    @property
    def running(self) -> Round | None:
        """The round that is drawn and not over."""
        last = self.round
        return None if last is None or last.ended is not None else last

    @property
    def here(self) -> list[str]:
        """The people who are here, in the order in which they came."""
        return [person.id for person in self.people.values() if person.here]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of partners who are both here, each once."""
        return [
            (one.id, one.partner)
            for one in self.people.values()
            if one.partner and one.id < one.partner
        ]

    def name(self, person: str) -> str:
        """How somebody is called."""
        known = self.people.get(person)
        return person if known is None else known.name

    def game(self, number: int, table: int) -> Game | None:
        """A table in a round, if there is one."""
        if not 1 <= number <= len(self.rounds):
            return None
        return self.rounds[number - 1].games.get(table)

    def score(self, number: int, table: int) -> Score:
        """How a table stands, its unconfirmed hands among it.

        Raises:
            KeyError: there is no such table.
        """
        game = self.game(number, table)
        if game is None:
            raise KeyError(f"there is no table {table} in round {number}")
        return play_through(game)

    def phoneless_at(self, game: Game) -> list[str]:
        """The people at a table of the server who cannot play by phone."""
        at_phones = game.seats if game.cards == "online" else ()
        return [person for person in at_phones if not self.people[person].phone]

    def gone_from(self, game: Game) -> list[str]:
        """The people at a table who have left the night, so that somebody must take their place."""
        return [person for person in game.seats if not self.people[person].here]

    def unconfirmed(self, number: int) -> list[tuple[int, int]]:
        """The hands of a round that wait to be confirmed, as table and number."""
        games = self.rounds[number - 1].games.values()
        return [(game.table, hand.number) for game in games for hand in game.hands if hand.waits]

    def may_see_standings(self, person: str) -> bool:
        """Whether somebody may see the standings now."""
        return not self.settings.hide_standings or self.ended is not None or self.runs(person)

    def runs(self, person: str) -> bool:
        """Tell whether somebody is an organiser, given the id in the night or of the account."""
        known = self.people.get(person)
        return person in self.organisers or (known is not None and known.account in self.organisers)

    def side_of(self, game: Game, hand: Hand, person: str) -> int | None:
        """The side of somebody in a hand that people wrote down, as it was written last.

        Returns:
            0 for the Declarers', 1 for the other, `None` for who did not play it.
        """
        if person not in hand.seats:
            return None
        entry = hand.latest
        assert isinstance(entry, HandEntry), "nobody confirms what the server tells"
        declarers = declarers_of(game.played, hand.seats, entry)
        return 0 if hand.seats.index(person) in declarers else 1

    def missing_sides(self, game: Game, hand: Hand) -> tuple[int, ...]:
        """The sides that have not confirmed a hand as it was written last, as in `side_of`."""
        if not hand.waits:
            return ()
        have = {self.side_of(game, hand, person) for person in hand.confirmed_by}
        return tuple(side for side in (0, 1) if side not in have)

    # Events

    def apply(self, event: told.Event) -> None:
        """Change the state by one event. Events come in the order in which they happened."""
        _CHANGES[type(event)](self, event)
        self.done.add(event.command)

    def _open(self, event: told.NightOpened) -> None:
        self.id, self.settings, self.organisers = event.night, event.settings, event.organisers
        self.opened = event.at

    def _change(self, event: told.SettingsChanged) -> None:
        self.settings = event.settings

    def _organise(self, event: told.OrganisersSet) -> None:
        self.organisers = event.organisers

    def _arrive(self, event: told.PersonArrived) -> None:
        desk = event.by not in (event.person, SERVER)
        self.people[event.person] = Person(
            id=event.person,
            name=event.name,
            account=event.account,
            team=event.team,
            desk=desk,
            phone=not desk,
            arrived=event.at,
        )
        self._wait(event.person)

    def _return(self, event: told.PersonReturned) -> None:
        self.people[event.person].here = True
        self._wait(event.person)

    def _wait(self, person: str) -> None:
        """Somebody who comes while a round runs sits out, until somebody is to be replaced."""
        running = self.running
        if running is not None and all(person not in g.seats for g in running.games.values()):
            running.sits_out = (*running.sits_out, person)

    def _leave(self, event: told.PersonLeft) -> None:
        self.people[event.person].here = False
        running = self.running
        if running is not None:
            running.sits_out = tuple(one for one in running.sits_out if one != event.person)

    def _pair(self, event: told.PairMade) -> None:
        self.people[event.one].partner = event.other
        self.people[event.other].partner = event.one

    def _part(self, event: told.PairParted) -> None:
        self.people[event.one].partner = self.people[event.other].partner = ""

    def _note_phone(self, event: told.PhoneNoted) -> None:
        self.people[event.person].phone = event.phone

    def _claim(self, event: told.GuestClaimed) -> None:
        person = self.people[event.person]
        person.account, person.phone = event.account, True  # it was claimed with a browser

    def _release(self, event: told.GuestReleased) -> None:
        person = self.people[event.person]
        person.account, person.phone = "", not person.desk

    def _open_claims(self, event: told.ClaimsOpened) -> None:
        self.claims = event.secret

    def _draw(self, event: told.RoundDrawn) -> None:
        self.rounds.append(
            Round(
                number=event.round,
                games={one.table: Game.of(event.round, one) for one in event.tables},
                sits_out=event.sits_out,
                seed=event.seed,
                note=event.note,
                voucher=event.by if event.trusted else "",
                drawn=event.at,
            )
        )

    def _cancel(self, event: told.RoundCancelled) -> None:
        del self.rounds[event.round - 1]

    def _merge(self, event: told.TablesMerged) -> None:
        found = self.rounds[event.round - 1]
        for table in event.tables:
            del found.games[table]
        found.games[event.seating.table] = Game.of(event.round, event.seating)
        found.games = dict(sorted(found.games.items()))
        waiting = [one for one in found.sits_out if one not in event.seating.seats]
        found.sits_out = (*waiting, *event.sits_out)

    def _replace(self, event: told.SeatReplaced) -> None:
        found = self.rounds[event.round - 1]
        game = found.games[event.table]
        game.seats = tuple(event.substitute if one == event.person else one for one in game.seats)
        waiting = [one for one in found.sits_out if one != event.substitute]
        played = game.hands or not self.people[event.person].here
        found.sits_out = (*waiting, *([] if played else [event.person]))

    def _swap(self, event: told.PlacesChanged) -> None:
        found = self.rounds[event.round - 1]
        new = {event.one: event.other, event.other: event.one}
        for game in found.games.values():
            if not game.hands and game.ended is None:
                game.seats = tuple(new.get(person, person) for person in game.seats)
        found.sits_out = tuple(new.get(person, person) for person in found.sits_out)

    def _start(self, event: told.RoundStarted) -> None:
        found = self.rounds[event.round - 1]
        found.started, found.minutes = event.at, event.minutes

    def _prolong(self, event: told.ClockProlonged) -> None:
        for game in self.rounds[event.round - 1].games.values():
            if event.table in (0, game.table):
                game.minutes += event.minutes

    def _stop(self, event: told.ClockStopped) -> None:
        self.rounds[event.round - 1].stopped = event.at

    def _resume(self, event: told.ClockResumed) -> None:
        found = self.rounds[event.round - 1]
        assert found.stopped is not None, "it stands still"
        found.stood += (event.at - found.stopped).total_seconds()
        found.stopped = None

    def _game(self, number: int, table: int) -> Game:
        return self.rounds[number - 1].games[table]

    def _hand(self, number: int, table: int, hand: int) -> Hand:
        return self._game(number, table).hands[hand - 1]

    def _enter(self, event: told.HandEntered) -> None:
        game = self._game(event.round, event.table)
        version = Version(
            entry=event.entry,
            seats=game.seats,
            by=event.by,
            at=event.at,
            decided=event.decided,
            guests=self._guests(event, game.seats),
        )
        game.hands.append(
            Hand(
                number=event.hand,
                versions=[version],
                counted=0 if event.decided else None,
                confirmed_by=(event.by,),
                at=event.at,
            )
        )
        self._see_end(game, event.at)
        self._act(event, game, game.hands[-1])

    def _correct(self, event: told.HandCorrected) -> None:
        game = self._game(event.round, event.table)
        hand = game.hands[event.hand - 1]
        seats = event.seats or hand.seats
        hand.versions.append(
            Version(
                entry=event.entry,
                seats=seats,
                by=event.by,
                at=event.at,
                reason=event.reason,
                decided=event.decided,
                guests=self._guests(event, seats),
            )
        )
        hand.confirmed_by, hand.disputes, hand.vouched = (event.by,), (), False
        if event.decided:
            hand.counted = len(hand.versions) - 1
        self._see_end(game, event.at)
        self._act(event, game, hand)

    def _confirm(self, event: told.HandConfirmed) -> None:
        game = self._game(event.round, event.table)
        hand = game.hands[event.hand - 1]
        hand.confirmed_by = (*hand.confirmed_by, event.by)
        hand.disputes = tuple(one for one in hand.disputes if one[0] != event.by)
        if event.counts:
            hand.counted = len(hand.versions) - 1
        self._see_end(game, event.at)
        self._act(event, game, hand)

    def _dispute(self, event: told.HandDisputed) -> None:
        game = self._game(event.round, event.table)
        hand = game.hands[event.hand - 1]
        hand.confirmed_by = tuple(one for one in hand.confirmed_by if one != event.by)
        others = tuple(one for one in hand.disputes if one[0] != event.by)
        hand.disputes = (*others, (event.by, event.reason))
        self._see_rated(event, game, hand)

    def _guests(self, event: told.NightEvent, seats: tuple[str, ...]) -> tuple[str, ...] | None:
        """The people without an account now; `None` of a time in which nobody asked."""
        if event.trusted is None:
            return None
        return tuple(one for one in seats if not self.people[one].account)

    def _act(self, event: told.NightEvent, game: Game, hand: Hand) -> None:
        """Somebody stands behind a hand, and has been heard of at that table."""
        plays = event.by in game.people
        if event.trusted and not plays:
            hand.vouched = True
        hands = [hand]
        if plays and event.by not in game.acted:
            game.acted |= {event.by}
            hands = game.hands
        for one in hands:
            self._see_rated(event, game, one)

    def _see_rated(self, event: told.NightEvent, game: Game, hand: Hand) -> None:
        """See whether a hand counts for ratings, as it was written last."""
        lack, last = lack_of(self.rounds[game.round - 1], game, hand), hand.version - 1
        if event.trusted is not None and is_late(game, event.at):
            hand.lack = None if hand.rated == last else lack or Lack("late")
            return
        if lack is None:
            hand.rated = last
        elif hand.rated == last:
            hand.rated = None
        hand.lack = lack

    def _report(self, event: told.HandReported) -> None:
        game = self._game(event.round, event.table)
        version = Version(
            entry=event.result,
            seats=game.seats,
            by=event.by,
            at=event.at,
            guests=self._guests(event, game.seats),
        )
        game.hands.append(Hand(number=event.hand, versions=[version], counted=0, at=event.at))
        self._see_rated(event, game, game.hands[-1])

    def _report_match(self, event: told.MatchReported) -> None:
        game = self._game(event.round, event.table)
        game.match = event.result
        game.stop(event.at)

    def _rule(self, event: told.HandRuled) -> None:
        game = self._game(event.round, event.table)
        hand = game.hands[event.hand - 1]
        assert isinstance(hand.latest, OnlineHand), "the server has told of it"
        ruling = None if event.ruling == Ruling() else event.ruling
        hand.versions.append(
            Version(
                entry=msgspec.structs.replace(hand.latest, ruling=ruling),
                seats=hand.seats,
                by=event.by,
                at=event.at,
                reason=event.reason,
                decided=True,
                guests=hand.versions[0].guests,
            )
        )
        hand.counted = len(hand.versions) - 1
        self._rate_ruling(event, game, hand)

    def _rate_ruling(self, event: told.HandRuled, game: Game, hand: Hand) -> None:
        """See whether a ruling counts for ratings; else the hand stays rated as it was before."""
        if hand.rated is None:
            return  # what it lacked it lacks still
        noted = event.trusted is not None
        may = not noted or (event.trusted and event.by not in game.people)
        in_time = not noted or not is_late(game, event.at)
        again = hand.versions[hand.rated].entry == hand.entry  # as ratings have it already
        if (may and in_time) or again:
            hand.rated, hand.lack = hand.counted, None
        else:
            hand.lack = Lack("late" if may else "ruling")

    def _end_table(self, event: told.TableEnded) -> None:
        game = self._game(event.round, event.table)
        game.why = event.reason
        game.stop(event.at)

    def _see_end(self, game: Game, at: datetime) -> None:
        """A match that has been won is over; one that was not won after all goes on.

        It does not where somebody of it plays elsewhere by now, or the round is over.
        """
        found = self.rounds[game.round - 1]
        if found.ended is not None or game.why:
            return
        if play_through(game).winners:
            game.stop(game.ended or at)
        elif all(found.game_of(person) in (None, game) for person in game.seats):
            game.ended = None

    def _note(self, event: told.ErrorNoted) -> None:
        note = {name: getattr(event, name) for name in Note.__struct_fields__}
        self.notes.append(Note(**note))

    def _end_round(self, event: told.RoundEnded) -> None:
        found = self.rounds[event.round - 1]
        found.ended = event.at
        for game in found.games.values():
            if game.ended is None:
                game.stop(event.at)

    def _reopen(self, event: told.Reopened) -> None:
        if not event.round:
            self.ended = None
            return
        found = self.rounds[event.round - 1]
        stopped, found.ended = found.ended, None
        for game in found.games.values():
            if game.ended == stopped and not game.why and game.match is None:
                game.ended = None
                self._see_end(game, event.at)

    def _announce(self, event: told.Announced) -> None:
        said = Announcement(text=event.text, table=event.table, by=event.by, at=event.at)
        self.announcements.append(said)

    def _penalise(self, event: told.PenaltyGiven) -> None:
        self.penalties.append(
            Penalty(
                number=event.number,
                person=event.person,
                points=event.points,
                reason=event.reason,
                by=event.by,
                at=event.at,
            )
        )

    def _revoke(self, event: told.PenaltyRevoked) -> None:
        penalty = self.penalties[event.number - 1]
        penalty.revoked, penalty.revoked_for = event.at, event.reason

    def _end_night(self, event: told.NightEnded) -> None:
        self.ended = event.at


_CHANGES: dict[type[told.NightEvent], Callable[[Course, Any], None]] = {
    told.NightOpened: Course._open,
    told.SettingsChanged: Course._change,
    told.OrganisersSet: Course._organise,
    told.PersonArrived: Course._arrive,
    told.PersonReturned: Course._return,
    told.PersonLeft: Course._leave,
    told.PairMade: Course._pair,
    told.PairParted: Course._part,
    told.PhoneNoted: Course._note_phone,
    told.GuestClaimed: Course._claim,
    told.GuestReleased: Course._release,
    told.ClaimsOpened: Course._open_claims,
    told.RoundDrawn: Course._draw,
    told.RoundCancelled: Course._cancel,
    told.TablesMerged: Course._merge,
    told.SeatReplaced: Course._replace,
    told.PlacesChanged: Course._swap,
    told.RoundStarted: Course._start,
    told.ClockProlonged: Course._prolong,
    told.ClockStopped: Course._stop,
    told.ClockResumed: Course._resume,
    told.HandEntered: Course._enter,
    told.HandCorrected: Course._correct,
    told.HandConfirmed: Course._confirm,
    told.HandDisputed: Course._dispute,
    told.HandReported: Course._report,
    told.MatchReported: Course._report_match,
    told.HandRuled: Course._rule,
    told.TableEnded: Course._end_table,
    told.ErrorNoted: Course._note,
    told.RoundEnded: Course._end_round,
    told.Reopened: Course._reopen,
    told.Announced: Course._announce,
    told.PenaltyGiven: Course._penalise,
    told.PenaltyRevoked: Course._revoke,
    told.NightEnded: Course._end_night,
}
"""How each event changes the night."""
