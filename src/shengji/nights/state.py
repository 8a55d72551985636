"""State of a night: people, rounds, tables, hands, penalties. Only events change it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Literal, TypeAlias

import msgspec

from shengji.nights.entries import MatchResult, OnlineHand, Seating, Written
from shengji.nights.settings import Cards, Unrated
from shengji.rules import Rules, rules_from


class Person(msgspec.Struct, kw_only=True):
    """Somebody who has checked in.

    Attributes:
        id: the id: the public id of the account, or a guest's own.
        name: as others read it.
        account: the public id of the account to which results belong; empty: a guest.
        team: the team for which they play, where a night has teams; else empty.
        partner: the partner chosen; empty: nobody.
        here: whether they are here; who has left is not drawn.
        desk: whether another has checked them in, since they have no browser here.
        phone: whether they can play by phone.
        arrived: when they checked in first.
    """

    id: str
    name: str
    account: str = ""
    team: str = ""
    partner: str = ""
    here: bool = True
    desk: bool = False
    phone: bool = True
    arrived: datetime | None = None


LackCode: TypeAlias = Literal["waits", "side", "account", "hand", "bot", "ruling", "late"]
"""Lacks of a hand for ratings, by what has to be done, or why nothing can be:

- `waits`: it does not count at all yet;
- `side`: nobody of a side has confirmed it, though it counts for the standings;
- `account`: somebody in it had no account;
- `hand`: somebody at the table has neither written down nor confirmed any hand there;
- `bot`: a bot has played all of it for somebody who was not there;
- `ruling`: it was ruled of by somebody who cannot do that for ratings;
- `late`: that came too long after the table had stopped playing.
"""


class Lack(msgspec.Struct, frozen=True):
    """A reason why a hand does not count for ratings.

    Attributes:
        code: what it lacks.
        people: who could give that, or whom it is about, by id.
    """

    code: LackCode
    people: tuple[str, ...] = ()


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as it was written down once.

    Attributes:
        entry: what was written.
        seats: who sat where in it.
        by: who has written it.
        at: when.
        reason: why it was written anew, for people.
        decided: whether an organiser has decided it.
        guests: who of those in it had no account then; `None`: that was not noted yet.
    """

    entry: Written
    seats: tuple[str, ...]
    by: str
    at: datetime
    reason: str = ""
    decided: bool = False
    guests: tuple[str, ...] | None = None


class Hand(msgspec.Struct, kw_only=True):
    """A hand of a table, and all that was written of it.

    Attributes:
        number: its number at the table in this round, from 1.
        versions: all that was written, the latest last.
        counted: which of the versions counts, from 0; `None`: none is confirmed yet.
        confirmed_by: who has confirmed the latest one; its writer is among them.
        disputes: who says that the latest one is wrong, and why.
        vouched: whether an organiser of the site who is not at that table stands behind the latest.
        rated: which of the versions counts for ratings, from 0; `None`: none does.
        lack: why the latest one does not; `None`: it does.
        at: when it was first written down.
    """

    number: int
    versions: list[Version]
    counted: int | None = None
    confirmed_by: tuple[str, ...] = ()
    disputes: tuple[tuple[str, str], ...] = ()
    vouched: bool = False
    rated: int | None = None
    lack: Lack | None = None
    at: datetime

    @property
    def version(self) -> int:
        """The number of the latest version, from 1."""
        return len(self.versions)

    @property
    def latest(self) -> Written:
        """As it was written down last."""
        return self.versions[-1].entry

    @property
    def standing(self) -> Version:
        """The version that counts, or while there is none the latest."""
        return self.versions[-1 if self.counted is None else self.counted]

    @property
    def entry(self) -> Written:
        """The entry that stands."""
        return self.standing.entry

    @property
    def seats(self) -> tuple[str, ...]:
        """The people who sat in it, by seat, as it stands."""
        return self.standing.seats

    @property
    def confirmed(self) -> bool:
        """Whether it counts."""
        return self.counted is not None

    @property
    def waits(self) -> bool:
        """Whether the latest version has not been confirmed yet."""
        return self.counted != len(self.versions) - 1


class Game(msgspec.Struct, kw_only=True):
    """A table in a round.

    Attributes:
        round: the number of the round.
        table: the number of the table.
        seats: who sits where now.
        cards: whether it has real cards.
        rules: what is played, as `shengji.rules.rules_from` reads it.
        rated: whether its hands can count for ratings.
        casual: whether they count for nothing, not even for the standings.
        error_points: points that an error found later costs there besides the hand.
        error_levels: levels that it costs besides the hand.
        unrated: why its hands cannot count for ratings; `None`: they can, or it was not noted.
        hands: its hands, in order.
        acted: who of its people has written down or confirmed a hand there.
        match: how the match at a table of the server has ended.
        minutes: how many minutes its clock was given more than those of the round.
        ended: when it has stopped, or `None`.
        stopped: when it stopped first, though it may go on again, or `None`.
        why: why it was stopped before the round was over, for people.
    """

    round: int
    table: int
    seats: tuple[str, ...]
    cards: Cards
    rules: dict[str, Any]
    rated: bool = True
    casual: bool = False
    error_points: int = 0
    error_levels: int = 0
    unrated: Unrated | None = None
    hands: list[Hand] = []
    acted: frozenset[str] = frozenset()
    match: MatchResult | None = None
    minutes: int = 0
    ended: datetime | None = None
    stopped: datetime | None = None
    why: str = ""

    @classmethod
    def of(cls, number: int, seating: Seating) -> Game:
        """A table that has just been drawn."""
        return cls(round=number, hands=[], **msgspec.structs.asdict(seating))

    @property
    def played(self) -> Rules:
        """The rules that are played."""
        return _rules_of(msgspec.json.encode(self.rules, order="deterministic"))

    @property
    def ruled(self) -> bool:
        """Whether a hand counts as an organiser has ruled, not as a table of the server told."""
        entries = (hand.entry for hand in self.hands)
        return any(isinstance(one, OnlineHand) and one.ruling is not None for one in entries)

    @property
    def people(self) -> Iterator[str]:
        """All who sit there or sat there when a hand was played, each once."""
        seen = dict.fromkeys(self.seats)
        for hand in self.hands:
            seen.update(dict.fromkeys(hand.seats))
        return iter(seen)

    def stop(self, at: datetime) -> None:
        """It has stopped playing."""
        self.ended = at
        self.stopped = self.stopped or at


@cache
def _rules_of(given: bytes) -> Rules:
    """The rules that were written so."""
    return rules_from(msgspec.json.decode(given), stored=True)


class Round(msgspec.Struct, kw_only=True):
    """A round: a seating, its tables, and its clock.

    Attributes:
        number: its number, from 1.
        games: its tables by number.
        sits_out: who of those here does not play in it.
        seed: what chance started from in its draw.
        note: what the draw said of itself.
        voucher: the organiser of the site who has drawn it, and so knows who sits there; empty:
            somebody else has.
        drawn: when it was drawn.
        minutes: how long it is; 0: it has no clock.
        started: when its clocks began to run, or `None`.
        stopped: since when they stand still, or `None`.
        stood: for how many seconds they have stood still before that.
        ended: when it was over, or `None`.
    """

    number: int
    games: dict[int, Game]
    sits_out: tuple[str, ...] = ()
    seed: int | None = None
    note: str = ""
    voucher: str = ""
    drawn: datetime
    minutes: int = 0
    started: datetime | None = None
    stopped: datetime | None = None
    stood: float = 0.0
    ended: datetime | None = None

    def ends_at(self, table: int) -> datetime | None:
        """When the time of a table is up; `None` while no clock runs.

        While the clock stands still it is the time at which it would be up if it ran on from the
        moment at which it was stopped.
        """
        if self.started is None or not self.minutes:
            return None
        minutes = self.minutes + self.games[table].minutes
        return self.started + timedelta(minutes=minutes, seconds=self.stood)

    def left_at(self, table: int, now: datetime) -> float | None:
        """How many seconds a table has left, below 0 when its time is up; `None`: no clock."""
        ends = self.ends_at(table)
        return None if ends is None else (ends - (self.stopped or now)).total_seconds()

    def game_of(self, person: str) -> Game | None:
        """The table at which somebody sits in this round and plays, if any."""
        return next((g for g in self.games.values() if person in g.seats and g.ended is None), None)


class Penalty(msgspec.Struct, kw_only=True):
    """Points of the standings that somebody loses; ratings do not know of it.

    Attributes:
        number: its number in the night, from 1.
        person: who.
        points: how many, 0 for a warning.
        reason: why, for people.
        by: who gave it.
        at: when.
        revoked: when it was taken back, or `None`.
        revoked_for: why, for people.
    """

    number: int
    person: str
    points: int
    reason: str
    by: str
    at: datetime
    revoked: datetime | None = None
    revoked_for: str = ""
