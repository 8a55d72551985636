"""JSON schemas of the state of a night and its results."""

from __future__ import annotations

from shengji.cards import Rank
from shengji.nights.alone import Alone
from shengji.nights.entries import HandEntry, Ruling
from shengji.nights.questions import Question
from shengji.nights.scorekeeping import ScoredHand
from shengji.nights.settings import NightSettings
from shengji.nights.standings import NightStanding, TeamStanding
from shengji.nights.state import (
    DrawnRound,
    DrawnTable,
    NightDispute,
    NightLack,
    NightNews,
    NightNote,
    NightPenalty,
    Person,
    UnixMs,
)
from shengji.play.score import ScaleStep
from shengji.server.nights.schemas import NightRole, NightStage
from shengji.server.site.schemas import NamedClub, Schema, Text


class NightOrganiser(Schema, frozen=True):
    """An organiser of a night."""

    person: str
    name: str


class NightPerson(Person, kw_only=True):
    """A person who has checked in.

    Attributes:
        table: number of their table in the running round; `None`: none.
    """

    table: int | None


class NightVersion(Schema, frozen=True):
    """A version of a hand.

    Attributes:
        seats: ids in this night, by seat.
        by: id of its author in this night; `server`: a table of the server.
        reason: explanation of a correction; empty: none given.
        decided: whether an organiser has decided it.
    """

    entry: HandEntry
    seats: tuple[str, ...]
    by: str
    at: UnixMs
    reason: str
    decided: bool


class NightRuling(Schema, frozen=True):
    """The ruling of an organiser about a hand at a table of the site.

    Attributes:
        ruling: how it counts; an empty ruling: as it was played.
        by: name of the organiser.
    """

    ruling: Ruling
    by: str
    at: UnixMs
    reason: str


class NightHand(Schema, ScoredHand, frozen=True):
    """A hand of a table, as it stands.

    Attributes:
        hand: its number at the table in this round, from 1.
        online: whether a table of the server has reported it.
        version: number of the latest version, which a confirmation refers to.
        waits: whether the latest version is not confirmed yet.
        confirmed_by: ids of the people who have confirmed the latest version, its author included.
        disputes: disputes of the latest version.
        may_confirm: whether a confirmation by the caller helps it to count or to be rated.
        lack: why its latest version does not count for ratings; `None`: it does, or its table is
            unrated.
        versions: all versions, the latest last; empty for an online hand.
        rulings: the rulings about an online hand; the last one counts.
        after: the level of each seat after it.
    """

    hand: int
    online: bool
    version: int
    waits: bool
    confirmed_by: tuple[str, ...]
    disputes: tuple[NightDispute, ...]
    may_confirm: bool
    lack: NightLack | None
    versions: tuple[NightVersion, ...]
    rulings: tuple[NightRuling, ...]
    at: UnixMs
    after: tuple[Rank, ...]


class NightTable(DrawnTable, kw_only=True):
    """A table in a round.

    Attributes:
        site: the id of its table on this site (`/#/table/ID`); `None`: real cards.
        match: its match in the history (`/#/match/ID`), once it has stopped playing and is rated;
            otherwise `None`.
        rules: the rules, as `RulesState.given`.
        friends: whether each hand forms its own teams (Finding Friends).
        total: points in all cards together.
        questions: the facts to record of each hand, in order; empty: the site keeps the score.
        scale: the results of the Opponents' points, from low to high; empty: the site keeps the
            score.
        levels: the level of each seat.
        dealer: seat of the next Dealer; `None`: the draw decides.
        rank: the trump rank of the next hand; `None`: the draw decides.
        played: number of hands entered or reported.
        waiting: number of these that are not confirmed yet.
        winners: the seats that have won the match, or none.
        gone: ids of its people who have left the night and need a replacement.
        phoneless: ids of its people who cannot play by phone, at a table of the site.
        ends: when its time is up; while the clock is paused, without
            the current pause; `None`: no clock runs.
        left: seconds left now, negative when the time is up; `None`: no clock.
        hands: its hands; `None`: not included here, but by `/api/nights/{night}/rounds/{round}`.
    """

    site: str | None
    match: str | None
    heading: Text
    friends: bool
    total: int
    questions: tuple[Question, ...]
    scale: tuple[ScaleStep, ...]
    levels: tuple[Rank, ...]
    dealer: int | None
    rank: Rank | None
    played: int
    waiting: int
    winners: tuple[int, ...]
    gone: tuple[str, ...]
    phoneless: tuple[str, ...]
    ends: UnixMs | None
    left: float | None
    hands: tuple[NightHand, ...] | None


class NightRound(DrawnRound, kw_only=True):
    """A round.

    Attributes:
        note: message of the draw; `None`: none, or hidden from the caller.
        seed: seed of the draw; `None`: none, or hidden from the caller.
    """

    note: Text | None
    seed: int | None
    tables: tuple[NightTable, ...]


class NightLimits(Schema, frozen=True):
    """Organisers' limits on the seating, which all draws keep.

    Attributes:
        apart: pairs of ids of people who do not sit at one table.
        stays: number of the table at which a person always sits, by id.
    """

    apart: tuple[tuple[str, str], ...]
    stays: dict[str, int]


class NightRatings(Schema, frozen=True):
    """The part of a night that can count for ratings (docs/ratings.md).

    Attributes:
        sizes: numbers of people at a table with which hands can count, under the present settings.
        names: names of the rules that this site rates at nights, for display.
        trusted: whether the caller is an organiser appointed by the site, whose decisions about
            hands of other tables count for ratings.
    """

    sizes: tuple[int, ...]
    names: Text
    trusted: bool


class NightOverview(Schema, frozen=True):
    """The facts about a night that all may see.

    Attributes:
        night: its id.
        ended: time of the end; `None`: not over.
        people: all who have checked in, in order of arrival.
        penalties: all penalties, revoked ones included.
    """

    night: str
    opened: UnixMs
    ended: UnixMs | None
    settings: NightSettings
    people: tuple[NightPerson, ...]
    penalties: tuple[NightPenalty, ...]


class ClubOfNight(NamedClub, frozen=True):
    """The club that a night names.

    Attributes:
        joined: whether its organisers have admitted the night, so that it counts there; `None`:
            they have not answered.
    """

    joined: bool | None


class NightState(NightOverview, frozen=True):
    """A night, as the caller may see it.

    Attributes:
        version: grows with every event; send it as `since` to wait for the next change.
        now: the server's time, to set clocks by.
        you: the caller's id in the night; `None`: not checked in.
        round: the last round drawn; `None`: none yet.
        table: the caller's table in it, with its hands; `None`: no seat.
        rounds: earlier rounds, without hands.
        announcements: those for all and for the caller's table; the latest last.
        notes: invalid plays that were put right: for organisers all, for players those at their
            tables.
        standings: the standings; `None`: hidden from the caller until the night is over.
        teams: the standings of the teams; empty: no teams, or hidden.
        hidden: whether only organisers see the standings now.
        rated: changes with the rating gains of the night and with `club`; send it as `rated`,
            with `since`, to wait for these changes too.
        limits: who is kept apart or always sits at one table; `None`: the caller is no organiser.
        alone: for organisers, the people whom pairs would keep from a seat in the next round, and
            ways to seat them; `None`: none.
        club: the club that it names; `None`: none that the caller may see.
    """

    version: int
    now: UnixMs
    stage: NightStage
    role: NightRole
    you: str | None
    organisers: tuple[NightOrganiser, ...]
    round: NightRound | None
    table: NightTable | None
    rounds: tuple[NightRound, ...]
    announcements: tuple[NightNews, ...]
    notes: tuple[NightNote, ...]
    standings: tuple[NightStanding, ...] | None
    teams: tuple[TeamStanding, ...]
    hidden: bool
    rated: int
    ratings: NightRatings
    limits: NightLimits | None
    alone: Alone | None
    club: ClubOfNight | None


class NightResults(NightOverview, frozen=True):
    """All data of a night, for archiving.

    Attributes:
        title: its name; empty: none.
    """

    title: str
    rounds: tuple[NightRound, ...]
    standings: tuple[NightStanding, ...]
    teams: tuple[TeamStanding, ...]
