"""Finished matches in the log of a table, with all data to be stored about them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from msgspec.structs import replace

from shengji.bots.thought import StoredThought
from shengji.game import (
    DeckShown,
    Event,
    HandEnded,
    HandStarted,
    MatchEnded,
    Played,
    ThrowFailed,
)
from shengji.game.outcome import outcome_of
from shengji.rules import Rules
from shengji.server.matches.match_lines import hand_line, match_line
from shengji.server.matches.records import FinishedRecord, PlayedMatch, ended_hands, trump_of
from shengji.server.matches.schemas import HandLine, MatchLine, MatchPlayer
from shengji.server.tables.acts.act import TableEntry
from shengji.server.tables.acts.hosting import RulesSet, SettingsSet
from shengji.server.tables.acts.match import Left, MatchBegan
from shengji.server.tables.acts.votes import TakenBack
from shengji.server.tables.core.entries import Body, decode_body, decode_thought
from shengji.server.tables.core.room import Room, Seat
from shengji.server.tables.state import Ending, Numbered, Settings


class FinishedMatch(NamedTuple):
    """A finished match with its events.

    Attributes:
        number: its number at the table.
        line: the match as in lists; stored, it gets an id.
        hands: the finished hands, in order.
        played: the events, with empty names.
        left: the seats whose players left it, or timed out too often, and so lost it.
    """

    number: int
    line: MatchLine
    hands: tuple[HandLine, ...]
    played: PlayedMatch
    left: tuple[int, ...] = ()


class _Running:
    """A match under way, as far as its log has been read."""

    def __init__(self, room: Room, at: int) -> None:
        rules = room.rules
        self.number = room.matches
        self.begun = at
        levels = room.levels or (rules.first_level,) * rules.players
        self.played = PlayedMatch(rules, ("",) * rules.players, levels, room.dealer, ())
        self.events: list[Numbered] = []
        self.thoughts: dict[int, StoredThought] = {}
        self.open = _is_open(room, room.settings)
        self.holders: list[MatchPlayer] = []
        self.hands: list[HandLine] = []
        self.end: tuple[int, MatchEnded] | None = None
        self.rated = bool(room.stakes)
        self.left: tuple[int, ...] = ()
        self.late = False
        self.abandoned = False
        for number, seat in enumerate(room.seats):
            self.holders.append(_holder(number, 0, seat))

    def hand_ended(self, seats: Sequence[Seat]) -> None:
        """Add the hand that the last event has ended, with the holders of its seats."""
        starts = (at for at, one in enumerate(self.events) if isinstance(one.event, HandStarted))
        hand = _hand_of([one.event for one in self.events[max(starts) :]], seats)
        self.hands.append(hand)
        last = {holder.seat: at for at, holder in enumerate(self.holders)}
        for number, seat in enumerate(seats):
            holder = self.holders[last[number]]
            if (seat.person, seat.bot) == (holder.person, holder.bot):
                self.holders[last[number]] = replace(holder, hands=holder.hands + 1)
            else:
                self.holders.append(_holder(number, hand.hand, seat, hands=1))

    def over(self, at: int) -> FinishedMatch | None:
        """Return the match once it is finished; `None`: it has nothing to store.

        Args:
            at: its end, in milliseconds since 1970, if the match did not end by itself.
        """
        events = tuple(one.event for one in self.events)
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
        line = match_line(
            self.played.rules,
            begun=self.begun,
            ended=at,
            ending=ending,
            winners=winners,
            hands=len(self.hands),
            rated=self.rated,
            open=self.open,
            seats=tuple(self.holders),
        )
        played = self.played._replace(events=events, thoughts=self._thoughts_of(len(events)))
        return FinishedMatch(self.number, line, tuple(self.hands), played, self.left)

    def _thoughts_of(self, count: int) -> dict[int, StoredThought]:
        """Return the thoughts behind the first events, by index of the event."""
        known, first = self.thoughts, enumerate(self.events[:count])
        return {at: known[one.version] for at, one in first if one.version in known}


def _holder(number: int, hand: int, seat: Seat, hands: int = 0) -> MatchPlayer:
    return MatchPlayer(
        seat=number, first=hand, person=seat.person, name=seat.name, bot=seat.bot, hands=hands
    )


class MatchReader:
    """Reads the log of a table, and collects its finished matches.

    A match is finished when it has ended, or when new rules or the next match replace it.

    Args:
        known: the numbers of matches to skip.

    Attributes:
        over: the finished matches found so far.
        last: the last match begun, if it is finished and has data to store; else `None`.
        version: the number of the last entry read.
    """

    def __init__(self, known: Collection[int] = ()) -> None:
        self.over: list[FinishedMatch] = []
        self.last: FinishedMatch | None = None
        self.version = 0
        self._known = known
        self._room = Room()
        self._running: _Running | None = None
        self._at = 0

    def read(self, number: int, at: int, body: Body, thought: StoredThought | None = None) -> None:
        """Read the next entry.

        Args:
            number: its position in the log, from 1.
            at: its time, in milliseconds since 1970.
            body: its content.
            thought: the thought of the bot behind it.
        """
        self.version, self._at = number, at
        running = self._running
        if running is not None and running.end is not None and not isinstance(body, DeckShown):
            running = None
            self._leave()
        if isinstance(body, TableEntry):
            self._read_entry(body)
        elif running is not None:
            running.events.append(Numbered(number, body))
            if thought is not None:
                running.thoughts[number] = thought
            if isinstance(body, HandStarted):
                self._room.begin_hand()
            elif isinstance(body, HandEnded):
                # People who join with the next hand have not played this one.
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
        entry.apply(self._room)
        running = self._running
        if isinstance(entry, MatchBegan):
            self.last = None
            if self._room.matches not in self._known:
                self._running = _Running(self._room, self._at)
        elif isinstance(entry, TakenBack) and running is not None:
            running.events = [one for one in running.events if one.version <= entry.to]
        elif isinstance(entry, Left) and running is not None:
            running.left, running.late = entry.seats, entry.late
            running.abandoned = not entry.seats
        elif isinstance(entry, SettingsSet) and running is not None:
            running.open = running.open and _is_open(self._room, entry.settings)

    def finish(self, *, abandoned: bool = False) -> list[FinishedMatch]:
        """Return the finished matches at the end of the log.

        Args:
            abandoned: whether a match under way counts as finished.
        """
        if self._running is not None and (abandoned or self._running.end is not None):
            self._leave()
        return self.over

    def _leave(self) -> None:
        if self._running is None:
            return
        self.last = self._running.over(self._at)
        self._running = None
        if self.last is not None:
            self.over.append(self.last)


def played_match(
    bodies: Iterable[Body], thoughts: Mapping[int, StoredThought] = MappingProxyType({})
) -> PlayedMatch | None:
    """Return the last match of a table, with the holders of its seats.

    Args:
        bodies: the contents of all entries of the table's log.
        thoughts: the thoughts behind them, by number of the entry, from 1.

    Returns:
        The match; `None` if no hand of it is finished.
    """
    reader = MatchReader()
    for number, body in enumerate(bodies, 1):
        reader.read(number, 0, body, thoughts.get(number))
    reader.finish(abandoned=True)
    last = reader.last
    if last is None or not last.hands:
        return None
    return last.played._replace(
        names=tuple(at.name or at.bot or "" for at in last.line.seats if not at.first),
        events=ended_hands(last.played.events),
        holders=tuple(tuple(seat.person for seat in hand.seats) for hand in last.hands),
    )


@dataclass(frozen=True)
class MatchLog(FinishedRecord):
    """The log of a table, for the record of its last match.

    Attributes:
        bodies: all its entries, as JSON.
    """

    bodies: tuple[bytes, ...]

    def match(self) -> PlayedMatch | None:
        """Return the last match; `None`: no hand of it is finished."""
        found = ((at, decode_thought(body)) for at, body in enumerate(self.bodies, 1))
        thoughts = {at: thought for at, thought in found if thought is not None}
        return played_match(map(decode_body, self.bodies), thoughts)


def _stayed(rules: Rules, left: Collection[int]) -> tuple[int, ...]:
    """Return the winners of a match that some players left: the seats of all other sides."""
    if rules.teams == "friends":
        return tuple(seat for seat in range(rules.players) if seat not in left)
    lost = {rules.team_of(seat) for seat in left}
    return tuple(seat for seat in range(rules.players) if rules.team_of(seat) not in lost)


def _is_open(room: Room, settings: Settings) -> bool:
    """Whether any user could find and watch the table; a night lists all of its tables."""
    return (bool(room.night) or not settings.private) and settings.onlookers != "none"


def _hand_of(events: Sequence[Event], seats: Sequence[Seat]) -> HandLine:
    """Return a finished hand from its events and the holders of its seats."""
    started, ended = events[0], events[-1]
    assert isinstance(started, HandStarted) and isinstance(ended, HandEnded)
    throws, failed = [0] * len(seats), [0] * len(seats)
    for event in events:
        if isinstance(event, ThrowFailed):
            failed[event.seat] += 1
        elif isinstance(event, Played) and len(event.units) > 1:
            throws[event.seat] += 1
    return hand_line(
        outcome_of(ended, trump_of(events)),
        hand=started.hand,
        kitty_by=ended.buried_by,
        kitty_points=ended.kitty_points or 0,
        kitty_factor=ended.factor,
        persons=[seat.person for seat in seats],
        throws=throws,
        failed=failed,
    )
