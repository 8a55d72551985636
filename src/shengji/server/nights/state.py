"""The state of a night, of its results and of a series of nights, as JSON."""

from __future__ import annotations

from typing import Any, Literal

from shengji.cards import Rank, Suit
from shengji.game.events import Side
from shengji.nights.entries import HandEntry, Ruling
from shengji.nights.questions import Question
from shengji.nights.settings import NightSettings, Unrated
from shengji.nights.state import LackCode
from shengji.play.score import ScaleStep
from shengji.server.nights.schemas import NightLine, NightRole, NightStage, SeriesRequest
from shengji.server.site.schemas import Shape, Text


class NightOrganiser(Shape, frozen=True):
    """Somebody who runs a night."""

    person: str
    name: str


class NightPerson(Shape, frozen=True):
    """Somebody who has checked in.

    Attributes:
        person: the id in this night.
        name: as others read it.
        account: the public id of the account to which results belong; `None`: a guest.
        team: the team for which they play; empty: none.
        partner: the id of the partner they have come with; `None`: nobody.
        here: whether they are here.
        desk: whether an organiser has checked them in, since they have no browser.
        phone: whether they can play by phone; else they are drawn to tables with real cards.
        arrived: when they checked in first, in milliseconds since 1970.
        table: where they sit in the round under way; `None`: nowhere.
    """

    person: str
    name: str
    account: str | None
    team: str
    partner: str | None
    here: bool
    desk: bool
    phone: bool
    arrived: int
    table: int | None


class NightVersion(Shape, frozen=True):
    """A hand as it was written down once.

    Attributes:
        entry: what was written.
        seats: who sat where.
        by: who has written it, by id in this night; `server`: a table of the server.
        at: when, in milliseconds since 1970.
        reason: why it was written anew; empty: nothing was said.
        decided: whether an organiser has decided it.
    """

    entry: HandEntry
    seats: tuple[str, ...]
    by: str
    at: int
    reason: str
    decided: bool


class NightRuling(Shape, frozen=True):
    """The ruling of an organiser about a hand of a table of the site.

    Attributes:
        ruling: how it counts; with nothing in it as it was played.
        by: the name of who has ruled it.
        at: when, in milliseconds since 1970.
        reason: why.
    """

    ruling: Ruling
    by: str
    at: int
    reason: str


class NightDispute(Shape, frozen=True):
    """Somebody says that a hand is wrong as it was written down last."""

    person: str
    reason: str


class NightLack(Shape, frozen=True):
    """A reason why a hand does not count for ratings.

    Attributes:
        code: what it lacks.
        people: who could give that, or whom it is about, by id in this night.
    """

    code: LackCode
    people: tuple[str, ...]


class NightHand(Shape, frozen=True):
    """A hand of a table, as it stands.

    Attributes:
        hand: its number at the table in this round.
        seats: who sat where, by id in this night.
        online: whether a table of the server has told of it.
        version: the number of the latest version, which a confirmation names.
        confirmed: whether it counts.
        waits: whether the latest version waits to be confirmed.
        confirmed_by: who has confirmed the latest version, its writer among them.
        disputes: who says that it is wrong, and why.
        may_confirm: whether the asker can confirm it now, so that it counts, or is rated.
        lack: why it does not count for ratings, as it was written last; `None`: it does, or no hand
            of its table can.
        versions: all that was written of it, the latest last; of an online hand nothing.
        rulings: what organisers have ruled of an online hand, the latest last, which counts.
        at: when it was first written down, in milliseconds since 1970.
        dealer: the Dealer's seat.
        declarers: the seats on the Declarers' side.
        rank: the trump rank.
        suit: the trump suit; `None`: none, or nobody wrote it down.
        points: the Opponents' points altogether, as they count.
        bonus: what of them the kitty brought.
        winner: the side that won.
        levels: how many levels it was to go up.
        after: the level of each seat after it.
        hooked: the seats that fell by a hook.
        winners: the seats that won the match with it, or none.
        offender: whose invalid play was found later and lost the hand; `None`: nobody's.
        void: whether it was struck out; nothing of it counts.
        beyond: whether the match had been won before, as a correction has shown.
        otherwise: whether another dealt, or another rank was trump, than the hands before say now.
    """

    hand: int
    seats: tuple[str, ...]
    online: bool
    version: int
    confirmed: bool
    waits: bool
    confirmed_by: tuple[str, ...]
    disputes: tuple[NightDispute, ...]
    may_confirm: bool
    lack: NightLack | None
    versions: tuple[NightVersion, ...]
    rulings: tuple[NightRuling, ...]
    at: int
    dealer: int
    declarers: tuple[int, ...]
    rank: Rank
    suit: Suit | None
    points: int
    bonus: int
    winner: Side
    levels: int
    after: tuple[Rank, ...]
    hooked: tuple[int, ...]
    winners: tuple[int, ...]
    offender: str | None
    void: bool
    beyond: bool
    otherwise: bool


class NightTable(Shape, frozen=True):
    """A table in a round.

    Attributes:
        round: the number of the round.
        table: the number of the table.
        seats: who sits where now, by id in this night; partners opposite each other.
        cards: whether it has real cards.
        rated: whether its hands can count for ratings.
        unrated: why they cannot; `None`: they can.
        casual: whether its games count for nothing (Z16 §3).
        site: the id of the table on this site at which it is played (`/#/table/ID`); `None`: with
            real cards.
        match: its match in the history (`/#/match/ID`), when it has stopped playing and is rated;
            else `None`.
        heading: what is played.
        rules: what is played, as `RulesState.given`.
        friends: whether teams are found in each hand.
        total: how many points there are in the cards.
        questions: what is written down of each hand, in order; none: the site keeps the score.
        scale: what the Opponents' points mean, from low to high; empty likewise.
        levels: the level of each seat.
        dealer: who deals next, by seat; `None`: the draw decides.
        rank: the trump rank of the next hand; `None`: the draw decides.
        played: how many hands have been written down or reported.
        waiting: how many of them wait to be confirmed.
        winners: the seats that have won the match; none: nobody has.
        gone: who sits there and has left the night, so that somebody must take their place.
        phoneless: who sits there and cannot play by phone, at a table where others do.
        minutes: how many minutes its clock was given more than those of the round.
        ends: when its time is up, in milliseconds since 1970, as if a clock that stands still ran
            on from when it was stopped; `None`: no clock runs.
        left: how many seconds it has left now, below 0 when the time is up; `None` without a clock.
        ended: when it stopped playing, in milliseconds since 1970; `None`: it plays.
        why: why it was stopped before the round was over; empty: it was not.
        hands: its hands; `None`: they are not told here, but by
            `/api/nights/{night}/rounds/{round}`.
    """

    round: int
    table: int
    seats: tuple[str, ...]
    cards: Literal["online", "real"]
    rated: bool
    unrated: Unrated | None
    casual: bool
    site: str | None
    match: str | None
    heading: Text
    rules: dict[str, Any]
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
    minutes: int
    ends: int | None
    left: float | None
    ended: int | None
    why: str
    hands: tuple[NightHand, ...] | None


class NightRound(Shape, frozen=True):
    """A round.

    Attributes:
        round: its number.
        drawn: when it was drawn, in milliseconds since 1970.
        minutes: how long it is; 0: it has no clock.
        started: when its clocks began to run; `None`: they have not.
        stopped: since when they stand still; `None`: they run, or have not begun.
        ended: when it was over; `None`: it is not.
        sits_out: who of those here does not play in it, by id in this night.
        note: what the draw said of itself; `None`: nothing, or it is not for the asker.
        seed: what chance started from; `None`: nothing, or it is not for the asker.
        tables: its tables by number.
    """

    round: int
    drawn: int
    minutes: int
    started: int | None
    stopped: int | None
    ended: int | None
    sits_out: tuple[str, ...]
    note: Text | None
    seed: int | None
    tables: tuple[NightTable, ...]


class NightPenalty(Shape, frozen=True):
    """Points of the standings that somebody loses.

    Attributes:
        number: its number in the night.
        person: who, by id in this night.
        points: how many; 0: a warning.
        reason: why.
        by: the name of who gave it.
        at: when, in milliseconds since 1970.
        revoked: when it was taken back; `None`: it stands.
        revoked_for: why; empty: nothing was said.
    """

    number: int
    person: str
    points: int
    reason: str
    by: str
    at: int
    revoked: int | None
    revoked_for: str


class NightNews(Shape, frozen=True):
    """An announcement of an organiser to all, or to a table.

    Attributes:
        command: the id of the command by which it was made, which takes it off.
        text: what.
        table: which; 0: all.
        important: whether nobody may miss it.
        by: the name of who told it.
        at: when, in milliseconds since 1970.
    """

    command: str
    text: str
    table: int
    important: bool
    by: str
    at: int


class NightNote(Shape, frozen=True):
    """An invalid play that was put right during its trick, which costs nothing (Z16 §4)."""

    round: int
    table: int
    person: str
    what: str
    by: str
    at: int


class NightStanding(Shape, frozen=True):
    """A line of the standings, of a night or of a series of nights.

    Attributes:
        place: 1 for the first; who are level share one. Who has not played a hand that counts comes
            after all who have.
        person: the id in the night; in a series the public id of the account, or a guest's name.
        name: as others read it.
        account: the public id of the account; `None`: a guest.
        team: the team for which they play; empty: none.
        nights: in how many nights they have played a hand that counts.
        rounds: in how many rounds.
        hands: how many hands that count.
        won: how many of these their side has won.
        levels: how many levels their side has won in these, less those of the other side.
        matches: how many matches they have won.
        penalty: the points that penalties take.
        score: levels less penalties: what the place goes by.
        rating: how many points of their rating this has brought them, over all pools in which they
            have played; `None`: nothing of it is rated yet, or they have no account.
    """

    place: int
    person: str
    name: str
    account: str | None
    team: str
    nights: int
    rounds: int
    hands: int
    won: int
    levels: int
    matches: int
    penalty: int
    score: int
    rating: float | None


class TeamStanding(Shape, frozen=True):
    """A line of the standings of teams.

    Attributes:
        place: 1 for the first; teams that are level share one.
        team: what it is called.
        people: how many play for it.
        score: the sum of their scores.
    """

    place: int
    team: str
    people: int
    score: int


class NightRatings(Shape, frozen=True):
    """The part of a night that can count for ratings (docs/ratings.md).

    Attributes:
        sizes: at tables of how many people hands can count, by the settings of now.
        names: by which rules nights are rated on this site, to be read.
        trusted: whether the asker has the role of an organiser on the site, so that hands count
            that they decide at tables where they do not play.
    """

    sizes: tuple[int, ...]
    names: Text
    trusted: bool


class NightState(Shape, frozen=True):
    """A night, as the asker may see it.

    Attributes:
        night: its id.
        version: grows with all that happens; what to ask with as `since` for what comes next.
        now: the server's time, in milliseconds since 1970, to set clocks by.
        stage: where it stands.
        role: what the asker is in it.
        you: the asker's id in it; `None`: they have not checked in.
        opened: when it was made, in milliseconds since 1970.
        ended: when it was over; `None`: it is not.
        settings: how it is run.
        organisers: who runs it.
        people: all who have checked in, in the order in which they came.
        round: the last round that was drawn; `None`: none yet.
        table: the asker's table in it, with its hands; `None`: they sit nowhere.
        rounds: the rounds before, without hands.
        announcements: what was told to all, and to the asker's table; the latest last.
        penalties: all penalties, those that were taken back among them.
        notes: the invalid plays that were put right; only organisers are told of all, others of
            those at their tables.
        standings: the standings; `None`: they are hidden from the asker until the night is over.
        teams: the standings of the teams; none: there are no teams, or they are hidden.
        hidden: whether standings are hidden from others than organisers now.
        rated: changes with what the night has brought for ratings, and with `joined`; what to ask
            with as `rated`, beside `since`, to hear of that too.
        ratings: what of it can count for ratings.
        joined: whether its series has taken it in, so that it counts there; `None`: it belongs to
            none, or the owner of the series has not answered.
    """

    night: str
    version: int
    now: int
    stage: NightStage
    role: NightRole
    you: str | None
    opened: int
    ended: int | None
    settings: NightSettings
    organisers: tuple[NightOrganiser, ...]
    people: tuple[NightPerson, ...]
    round: NightRound | None
    table: NightTable | None
    rounds: tuple[NightRound, ...]
    announcements: tuple[NightNews, ...]
    penalties: tuple[NightPenalty, ...]
    notes: tuple[NightNote, ...]
    standings: tuple[NightStanding, ...] | None
    teams: tuple[TeamStanding, ...]
    hidden: bool
    rated: int
    ratings: NightRatings
    joined: bool | None


class NightResults(Shape, frozen=True):
    """All that is known of a night, to be kept elsewhere.

    Attributes:
        night: its id; `title`, `series`, `opened` and `ended` as of `NightLine`.
        settings: how it was run.
        people: who has checked in.
        rounds: all rounds, with all hands.
        penalties: all penalties.
        standings: the standings.
        teams: the standings of the teams.
    """

    night: str
    title: str
    series: str
    opened: int
    ended: int | None
    settings: NightSettings
    people: tuple[NightPerson, ...]
    rounds: tuple[NightRound, ...]
    penalties: tuple[NightPenalty, ...]
    standings: tuple[NightStanding, ...]
    teams: tuple[TeamStanding, ...]


class SeriesRating(Shape, frozen=True):
    """A line of the board of ratings of a series.

    Attributes:
        place: 1 for the best.
        person: the public id.
        name: as others read it.
        nights: in how many nights of the series they have played a hand that counts.
        value: the rating now.
        deviation: how uncertain it is, as a standard deviation.
    """

    place: int
    person: str
    name: str
    nights: int
    value: float
    deviation: float


class SeriesBoard(Shape, frozen=True):
    """The ratings of those who come often to the nights of a series, however uncertain they are.

    Attributes:
        least: in how many nights of it they have played.
        heading: what is played there, as in its last night; ratings are those of that pool.
        lines: who they are, the best first, 200 at most.
    """

    least: int
    heading: Text
    lines: tuple[SeriesRating, ...]


class SeriesTable(Shape, frozen=True):
    """The leaderboard of a series of nights, page by page.

    Attributes:
        series: what it is called.
        counted: how many nights count.
        damaged: how many do not, since what is stored of them cannot be read.
        people: how many lines there are on all pages.
        standings: lines of the standings over all nights that count.
        next: the `from` of the next page of them; nothing: there is none.
        own: the asker's line, on whatever page it is; nothing: the asker has none.
        board: the ratings of those who come often.
        nights: the last nights that count, the latest first.
        runs: whether the asker owns the series.
        requests: the nights of others that ask to join it, for its owner.
        before: the `before` with which `GET /api/nights` goes on; nothing: these are all.
    """

    series: str
    counted: int
    damaged: int
    people: int
    standings: tuple[NightStanding, ...]
    next: int | None
    own: NightStanding | None
    board: SeriesBoard
    nights: tuple[NightLine, ...]
    runs: bool
    requests: tuple[SeriesRequest, ...]
    before: int | None
