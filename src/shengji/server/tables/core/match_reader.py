"""The matches in the log of a table, each with all that is kept of it when it is over."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from shengji.cards import Rank, Suit
from shengji.game import (
    DeckShown,
    Event,
    HandEnded,
    HandStarted,
    MatchEnded,
    Played,
    ThrowFailed,
)
from shengji.rules import Rules
from shengji.server.database.roles import HandRole
from shengji.server.tables.core.entries import (
    Body,
    Left,
    MatchBegan,
    RulesSet,
    SettingsSet,
    TableEntry,
    TakenBack,
    decode_body,
)
from shengji.server.tables.core.records import FinishedRecord, PlayedMatch, ended_hands, trump_of
from shengji.server.tables.core.room import Room, Seat
from shengji.server.tables.state import Ending, Numbered, Settings


class Holder(msgspec.Struct):
    """The holder of a seat of a match, from some hand on.

    Attributes:
        seat: the seat.
        first: the first hand at whose end they held it; 0: they held it when the match began.
        person: who, by public id; `None`: a bot.
        name: the name that the person had then.
        bot: the bot that held it for nobody.
        hands: at the end of how many hands they held it.
    """

    seat: int
    first: int
    person: str | None
    name: str
    bot: str | None
    hands: int = 0


class SeatOfHand(NamedTuple):
    """The worth of a hand for a seat.

    Attributes:
        person: who held it when the hand ended, by public id; `None`: a bot.
        role: of the seat in the hand.
        levels: how many levels its side went up by; less than 0: the other side did.
        throws: how many throws it led that stood; `failed`: that did not.
    """

    person: str | None
    role: HandRole
    levels: int
    throws: int
    failed: int


class FinishedHand(NamedTuple):
    """A hand that is over.

    Attributes:
        number: which of the match.
        dealer: the seat of the Dealer.
        rank: the trump rank; `suit` the trump suit, `None`: no trump suit.
        points: the Opponents' points; `won`: whether the Declarers won the hand.
        levels: how many levels the Declarers went up by; less than 0: the Opponents did.
        kitty_by: the seat that buried the kitty last.
        kitty_points: the points in it.
        kitty_factor: what they counted; 0: nothing, as where the Declarers won the last trick.
        seats: what it was for each seat.
    """

    number: int
    dealer: int
    rank: Rank
    suit: Suit | None
    points: int
    won: bool
    levels: int
    kitty_by: int
    kitty_points: int
    kitty_factor: int
    seats: tuple[SeatOfHand, ...]


class FinishedMatch(NamedTuple):
    """A match that is over.

    Attributes:
        number: which of the table's.
        begun: when, in milliseconds since 1970; `ended` likewise.
        ending: how it ended.
        winners: the seats that won it.
        open: whether others than those who played may see it: the table was listed, or one of a
            night, and others could watch, all through it.
        holders: who held the seats, in the order in which they came.
        hands: those that are over, in order.
        played: what happened; the names in it are left empty.
        rated: whether it counts for ratings.
        left: the seats whose persons left it, or let the time run out too often, and so lost it.
    """

    number: int
    begun: int
    ended: int
    ending: Ending
    winners: tuple[int, ...]
    open: bool
    holders: tuple[Holder, ...]
    hands: tuple[FinishedHand, ...]
    played: PlayedMatch
    rated: bool = False
    left: tuple[int, ...] = ()


class _Running:
    """A match that is not over yet, as far as its log has been read."""

    def __init__(self, room: Room, at: int) -> None:
        rules = room.rules
        self.number = room.matches
        self.begun = at
        levels = room.levels or (rules.first_level,) * rules.players
        self.played = PlayedMatch(rules, ("",) * rules.players, levels, room.dealer, ())
        self.told: list[Numbered] = []
        self.open = _is_open(room, room.settings)
        self.holders: list[Holder] = []
        self.hands: list[FinishedHand] = []
        self.end: tuple[int, MatchEnded] | None = None
        self.rated = bool(room.stakes)
        self.left: tuple[int, ...] = ()
        self.late = False
        self.abandoned = False
        for number, seat in enumerate(room.seats):
            self._hold(number, 0, seat)

    def _hold(self, number: int, hand: int, seat: Seat) -> None:
        self.holders.append(Holder(number, hand, seat.person, seat.name, seat.bot))

    def hand_ended(self, seats: Sequence[Seat]) -> None:
        """The last event has ended a hand, in which these hold the seats."""
        start = max(at for at, told in enumerate(self.told) if isinstance(told.event, HandStarted))
        hand = _hand_of([told.event for told in self.told[start:]], seats)
        self.hands.append(hand)
        last = {holder.seat: holder for holder in self.holders}
        for number, seat in enumerate(seats):
            if (seat.person, seat.bot) != (last[number].person, last[number].bot):
                self._hold(number, hand.number, seat)
                last[number] = self.holders[-1]
            last[number].hands += 1

    def over(self, at: int) -> FinishedMatch | None:
        """The match, when it is not gone on with; `None`: there is nothing of it to be kept.

        Args:
            at: when that was so, if it has not been ended before.
        """
        events = tuple(told.event for told in self.told)
        ending: Ending = "abandoned"
        winners: tuple[int, ...] = ()
        if self.end is None:
            events = ended_hands(events)
        else:
            at, ended = self.end
            ending = "abandoned" if self.abandoned else ended.reason
            winners = ended.winners
        if self.left:
            ending = "late" if self.late else "left"
            winners = _stayed(self.played.rules, self.left)
        elif not self.hands and not winners:
            return None
        return FinishedMatch(
            self.number,
            self.begun,
            at,
            ending,
            winners,
            self.open,
            tuple(self.holders),
            tuple(self.hands),
            self.played._replace(events=events),
            self.rated,
            self.left,
        )


class MatchReader:
    """Goes through the log of a table, and gathers its matches as they are over.

    A match is over when it says so, or when it was not gone on with: other rules were laid down.

    Args:
        known: the numbers of matches of which nothing needs to be gathered.

    Attributes:
        over: the others that are over, as far as the log has been read.
        last: that of the last match that has begun; `None`: there is nothing of it to be kept.
        version: the number of the last entry that was read.
    """

    def __init__(self, known: Collection[int] = ()) -> None:
        self.over: list[FinishedMatch] = []
        self.last: FinishedMatch | None = None
        self.version = 0
        self._known = known
        self._room = Room()
        self._running: _Running | None = None
        self._at = 0

    def read(self, number: int, at: int, body: Body) -> None:
        """Read the next entry.

        Args:
            number: its place in the log, from 1.
            at: when it was made, in milliseconds since 1970.
            body: what it says.
        """
        self.version, self._at = number, at
        running = self._running
        if running is not None and running.end is not None and not isinstance(body, DeckShown):
            running = None
            self._leave()
        if isinstance(body, TableEntry):
            self._read_entry(body)
        elif running is not None:
            running.told.append(Numbered(number, body))
            if isinstance(body, HandStarted):
                self._room.begin_hand()
            elif isinstance(body, HandEnded):
                # Who joins with the next hand has not played this one.
                running.hand_ended(
                    [
                        seat if seat.joins is None else Seat(bot=seat.joins)
                        for seat in self._room.seats
                    ]
                )
            elif isinstance(body, MatchEnded):
                running.end = at, body
                self._room.end_match()

    def _read_entry(self, entry: TableEntry) -> None:
        if isinstance(entry, RulesSet | MatchBegan):
            self._leave()
        self._room.apply(entry)
        running = self._running
        if isinstance(entry, MatchBegan):
            self.last = None
            if self._room.matches not in self._known:
                self._running = _Running(self._room, self._at)
        elif isinstance(entry, TakenBack) and running is not None:
            running.told = [told for told in running.told if told.version <= entry.to]
        elif isinstance(entry, Left) and running is not None:
            running.left, running.late = entry.seats, entry.late
            running.abandoned = not entry.seats
        elif isinstance(entry, SettingsSet) and running is not None:
            running.open = running.open and _is_open(self._room, entry.settings)

    def finish(self, *, abandoned: bool = False) -> list[FinishedMatch]:
        """The log is at its end: the matches that are over.

        Args:
            abandoned: whether nobody goes on with a match that is under way.
        """
        if self._running is not None and (abandoned or self._running.end is not None):
            self._leave()
        return self.over

    def _leave(self) -> None:
        """The match is over."""
        if self._running is None:
            return
        self.last = self._running.over(self._at)
        self._running = None
        if self.last is not None:
            self.over.append(self.last)


def played_match(bodies: Iterable[Body]) -> PlayedMatch | None:
    """The last match of a table, with who held the seats.

    Args:
        bodies: what the entries of the table's log say, from the first one on.

    Returns:
        The match, or `None` when no hand of it is over.
    """
    reader = MatchReader()
    for number, body in enumerate(bodies, 1):
        reader.read(number, 0, body)
    reader.finish(abandoned=True)
    last = reader.last
    if last is None or not last.hands:
        return None
    return last.played._replace(
        names=tuple(at.name or at.bot or "" for at in last.holders if not at.first),
        events=ended_hands(last.played.events),
        holders=tuple(tuple(seat.person for seat in hand.seats) for hand in last.hands),
    )


@dataclass(frozen=True)
class MatchLog(FinishedRecord):
    """The log of a table, of which the last match is asked for.

    Attributes:
        bodies: its entries, from the first on, as JSON.
    """

    bodies: tuple[bytes, ...]

    def match(self) -> PlayedMatch | None:
        """The last match; `None`: no hand of it is over."""
        return played_match(map(decode_body, self.bodies))


def _stayed(rules: Rules, left: Collection[int]) -> tuple[int, ...]:
    """The winners of a match that some players left: all seats of sides nobody left."""
    if rules.teams == "friends":
        return tuple(seat for seat in range(rules.players) if seat not in left)
    lost = {rules.team_of(seat) for seat in left}
    return tuple(seat for seat in range(rules.players) if rules.team_of(seat) not in lost)


def _is_open(room: Room, settings: Settings) -> bool:
    """Whether anybody could come and watch: a night tells all of its tables, as the lobby does."""
    return (bool(room.night) or not settings.private) and settings.onlookers != "none"


def _hand_of(events: Sequence[Event], seats: Sequence[Seat]) -> FinishedHand:
    """A hand, from its events, when these hold the seats."""
    started, ended = events[0], events[-1]
    assert isinstance(started, HandStarted) and isinstance(ended, HandEnded)
    throws, failed = [0] * len(seats), [0] * len(seats)
    for event in events:
        if isinstance(event, ThrowFailed):
            failed[event.seat] += 1
        elif isinstance(event, Played) and len(event.units) > 1:
            throws[event.seat] += 1
    won = ended.winner == "declarers"
    levels = ended.levels if won else -ended.levels
    trump = trump_of(events)
    return FinishedHand(
        number=started.hand,
        dealer=ended.dealer,
        rank=trump.rank,
        suit=trump.suit,
        points=ended.points,
        won=won,
        levels=levels,
        kitty_by=ended.buried_by,
        kitty_points=ended.kitty_points or 0,
        kitty_factor=ended.factor,
        seats=tuple(
            SeatOfHand(
                seat.person,
                role_in(ended.dealer, ended.declarers, number),
                levels if number in ended.declarers else -levels,
                throws[number],
                failed[number],
            )
            for number, seat in enumerate(seats)
        ),
    )


def role_in(dealer: int, declarers: Collection[int], seat: int) -> HandRole:
    """The role of a seat in a hand, from its Dealer and the Declarers' seats."""
    if seat == dealer:
        return "dealer"
    return "partner" if seat in declarers else "opponent"
