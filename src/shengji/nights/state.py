"""State of a night: people, rounds, tables, hands and penalties. Only events change it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from shengji.nights.entries import MatchResult, OnlineHand, Seating, Written
from shengji.nights.settings import Cards, Unrated
from shengji.rules import Rules, rules_from

UnixMs = Annotated[int, msgspec.Meta(description="Unix time in milliseconds.")]
"""Unix time in milliseconds."""

BOT: Final = "bot"
"""Id of a bot in a seat: the partner of a person who would sit out."""

MINUTE: Final = 60_000
"""One minute in milliseconds."""


class Person(msgspec.Struct, kw_only=True):
    """A person who has checked in.

    Attributes:
        id: the id in this night: the public id of the account, or a guest's own.
        account: the public id of the account that the results belong to; `None`: a guest.
        team: name of the team; empty: none.
        partner: id of the chosen partner; `None`: none.
        here: whether they are present; the draw seats only people present.
        desk: whether an organiser checked them in, since they have no browser.
        phone: whether they can play by phone; otherwise they are drawn to tables with real cards.
    """

    id: str = msgspec.field(name="person")
    name: str
    account: str | None
    team: str
    partner: str | None
    here: bool
    desk: bool
    phone: bool
    arrived: UnixMs


LackCode: TypeAlias = Literal["waits", "side", "account", "hand", "bot", "ruling", "late"]
"""Reasons why a hand does not count for ratings:

- `waits`: it is not confirmed yet;
- `side`: no player of one side has confirmed it, though it counts for the standings;
- `account`: one of its players had no account;
- `hand`: one of its players has neither entered nor confirmed any hand of the table;
- `bot`: a bot has played all of it for an absent player;
- `ruling`: the organiser who ruled on it may not do so for ratings;
- `late`: the entry, correction or confirmation came too long after the table had stopped.
"""


class NightLack(msgspec.Struct, frozen=True):
    """The reason why a hand does not count for ratings.

    Attributes:
        people: ids in this night of the people who could remedy it, or whom it concerns.
    """

    code: LackCode
    people: tuple[str, ...]


class NightDispute(msgspec.Struct, frozen=True):
    """A dispute of the latest version of a hand."""

    person: str
    reason: str


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """A version of a hand: an entry, or the report of a table of the server.

    Attributes:
        seats: ids of the people by seat.
        by: id of its author.
        reason: explanation of a correction, for people.
        guests: ids of its players without an account at that time; `None`: the event is older than
            this field.
    """

    entry: Written
    seats: tuple[str, ...]
    by: str
    at: UnixMs
    reason: str = ""
    decided: bool = False
    guests: tuple[str, ...] | None = None


class Hand(msgspec.Struct, kw_only=True):
    """A hand of a table, with all its versions.

    Attributes:
        number: its number at the table in this round, from 1.
        versions: the latest is last.
        counted: index of the version that counts; `None`: none is confirmed yet.
        confirmed_by: ids of the people who have confirmed the latest version, its author included.
        vouched: whether an organiser appointed by the site, who is not at that table, has confirmed
            the latest version.
        rated: index of the version that counts for ratings; `None`: none.
        lack: why the latest version does not count for ratings; `None`: it does.
    """

    number: int
    versions: list[Version]
    counted: int | None = None
    confirmed_by: tuple[str, ...] = ()
    disputes: tuple[NightDispute, ...] = ()
    vouched: bool = False
    rated: int | None = None
    lack: NightLack | None = None
    at: UnixMs

    @property
    def version(self) -> int:
        """The number of the latest version, from 1."""
        return len(self.versions)

    @property
    def latest(self) -> Written:
        """The entry of the latest version."""
        return self.versions[-1].entry

    @property
    def standing(self) -> Version:
        """The version that counts; the latest if none counts yet."""
        return self.versions[-1 if self.counted is None else self.counted]

    @property
    def entry(self) -> Written:
        """The entry of the standing version."""
        return self.standing.entry

    @property
    def seats(self) -> tuple[str, ...]:
        """The people of the standing version, by seat."""
        return self.standing.seats

    @property
    def confirmed(self) -> bool:
        """Whether a version of it counts."""
        return self.counted is not None

    @property
    def waits(self) -> bool:
        """Whether the latest version is not confirmed yet."""
        return self.counted != len(self.versions) - 1


class DrawnTable(msgspec.Struct, kw_only=True):
    """A table in a round, without its hands.

    Attributes:
        seats: ids in this night of the people now, by seat; partners sit opposite each other.
        rules: input of `shengji.rules.rules_from`.
        rated: whether its hands can count for ratings.
        unrated: why they cannot; `None`: they can.
        casual: whether its hands count neither for ratings nor for the standings (Z16 §3).
        minutes: minutes on its clock in addition to those of the round.
        ended: when it stopped playing; `None`: it plays.
        why: reason for stopping before the end of the round, for people; empty: none.
    """

    round: int
    table: int
    seats: tuple[str, ...]
    cards: Cards
    rules: dict[str, Any]
    rated: bool
    unrated: Unrated | None
    casual: bool
    minutes: int
    ended: UnixMs | None
    why: str


class Game(DrawnTable, kw_only=True):
    """A table in a round.

    Attributes:
        unrated: as of `Seating`.
        error_points: points that an error found later costs in addition to the hand.
        error_levels: levels that it costs in addition to the hand.
        acted: ids of its people who have entered or confirmed a hand there.
        match: the end of the match at a table of the server; `None`: not over, or real cards.
        stopped: when it stopped first, though it may have resumed; `None`: never.
    """

    error_points: int
    error_levels: int
    hands: list[Hand]
    acted: frozenset[str] = frozenset()
    match: MatchResult | None = None
    stopped: UnixMs | None = None

    @classmethod
    def of(cls, number: int, seating: Seating) -> Game:
        """A table as it was drawn."""
        drawn = msgspec.structs.asdict(seating)
        return cls(round=number, minutes=0, ended=None, why="", hands=[], **drawn)

    @property
    def played(self) -> Rules:
        """The rules of the table."""
        return _rules_of(msgspec.json.encode(self.rules, order="deterministic"))

    @property
    def ruled(self) -> bool:
        """Whether an organiser's ruling stands for one of its hands."""
        entries = (hand.entry for hand in self.hands)
        return any(isinstance(one, OnlineHand) and one.ruling is not None for one in entries)

    @property
    def people(self) -> Iterator[str]:
        """The people who sit there or have played a hand there, each once."""
        seen = dict.fromkeys(self.seats)
        for hand in self.hands:
            seen.update(dict.fromkeys(hand.seats))
        return iter(seen)

    def stop(self, at: UnixMs) -> None:
        """Record that the table has stopped playing."""
        self.ended = at
        self.stopped = self.stopped or at


@cache
def _rules_of(given: bytes) -> Rules:
    """Parse the rules; cached by their JSON."""
    return rules_from(msgspec.json.decode(given), stored=True)


class DrawnRound(msgspec.Struct, kw_only=True):
    """A round without its tables: its clock, and the people who sit out.

    Attributes:
        number: its number, from 1.
        minutes: length of its clock; 0: no clock.
        started: when its clock was started; `None`: not yet.
        stopped: when its clock was paused; `None`: it is not paused.
        ended: when it was over; `None`: it runs.
        sits_out: ids in this night of the people who sit out.
        parted: ids in this night of the people whose pair parts for this round.
        final: ids in this night of the people who play a final in this round, by seed; empty: no
            final.
    """

    number: int = msgspec.field(name="round")
    drawn: UnixMs
    minutes: int
    started: UnixMs | None
    stopped: UnixMs | None
    ended: UnixMs | None
    sits_out: tuple[str, ...]
    parted: tuple[str, ...]
    final: tuple[str, ...]


class Round(DrawnRound, kw_only=True):
    """A round: its tables and its clock.

    Attributes:
        games: tables by number.
        note: the message of its draw.
        voucher: id of the organiser appointed by the site who drew it, and so vouches for its
            people; empty: drawn by another organiser.
        stood: milliseconds of earlier pauses.
    """

    games: dict[int, Game]
    seed: int | None
    note: str
    voucher: str
    stood: int

    def ends_at(self, table: int) -> UnixMs | None:
        """When the time of a table is up; `None` while no clock runs.

        While the clock is paused, the time at which it would be up without the current pause.
        """
        if self.started is None or not self.minutes:
            return None
        minutes = self.minutes + self.games[table].minutes
        return self.started + minutes * MINUTE + self.stood

    def left_at(self, table: int, now: UnixMs) -> float | None:
        """Seconds left for a table, negative when its time is up; `None`: no clock."""
        ends = self.ends_at(table)
        return None if ends is None else (ends - (self.stopped or now)) / 1000

    def game_of(self, person: str) -> Game | None:
        """The table of this round at which a person plays now, if any."""
        return next((g for g in self.games.values() if person in g.seats and g.ended is None), None)


class NightPenalty(msgspec.Struct, kw_only=True):
    """Points that a person loses in the standings; ratings are not affected.

    Attributes:
        number: its number in the night, from 1.
        person: the id in this night.
        points: 0 for a warning.
        by: the organiser who gave it: the id; as sent to clients the name.
        revoked: when it was revoked; `None`: it stands.
        revoked_for: reason of the revocation; empty: none given.
    """

    number: int
    person: str
    points: int
    reason: str
    by: str
    at: UnixMs
    revoked: UnixMs | None
    revoked_for: str


class NightNews(msgspec.Struct, frozen=True, kw_only=True):
    """An announcement of an organiser to all people, or to a table.

    Attributes:
        command: the id of the command that made it, needed to withdraw it.
        table: number of the table; 0: all.
        important: whether it must not be missed.
        by: the organiser, as of `NightPenalty`.
    """

    command: str
    text: str
    table: int
    important: bool
    by: str
    at: UnixMs


class NightNote(msgspec.Struct, frozen=True, kw_only=True):
    """An invalid play that was put right during its trick, which costs nothing (Z16 §4).

    Attributes:
        person: id of the player.
        by: the organiser, as of `NightPenalty`.
    """

    round: int
    table: int
    person: str
    what: str
    by: str
    at: UnixMs
