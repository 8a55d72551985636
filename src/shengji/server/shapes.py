"""What the addresses under `/api` take and give, as JSON; docs/server.md has the addresses."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from shengji.cards import Rank, Suit
from shengji.game import Event
from shengji.ratings import Counted, Pool
from shengji.server.states import (
    Ending,
    Game,
    HandRole,
    Layout,
    RulesState,
    SeatStake,
    Settings,
    Text,
)
from shengji.server.table import STAND_IN

Tongue = Literal["en", "zh-Hans", "zh-Hant"]
"""A language of the site."""


Role = Literal["player", "organiser", "administrator"]
"""What the owner of an account may do besides playing; each may what those before it may."""


class _Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


# People


class Seated(_Shape, frozen=True):
    """A table at which a person holds a seat.

    Attributes:
        game: what is played, as in `RulesState`.
        heading: the rules' preset and system.
        levels: as in `TableLine`.
        others: the names of the other people who hold seats there; none: bots alone, or nobody.
        at: when something of this changed last, in milliseconds since 1970.
    """

    table: str
    title: str
    playing: bool
    game: Game | None
    heading: Text
    levels: tuple[Rank, ...]
    others: tuple[str, ...]
    at: int


class Held(_Shape, frozen=True):
    """A mute or a ban, as its person is told of it.

    Attributes:
        reason: why.
        until: until when, in milliseconds since 1970; `None`: for good.
    """

    reason: str
    until: int | None


class Me(_Shape, frozen=True):
    """The person to whom this browser belongs.

    Attributes:
        person: the public id.
        name: what others read.
        role: of the account; `None`: a guest, who has none.
        bot: whether the account is a bot's, which plays over the network and sits nowhere.
        tables: where the person holds a seat.
        muted: why the person can say nothing; `None`: they can.
        banned: why the person can do nothing here but take their data and go; `None`: they can.
    """

    person: str
    name: str
    role: Role | None
    bot: bool
    tables: tuple[Seated, ...]
    muted: Held | None
    banned: Held | None


class Rename(_Shape, frozen=True):
    """A new name."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=24, examples=["Wu Song"])]


class DeviceLink(_Shape, frozen=True):
    """A link that makes another browser this person's, once, for some minutes.

    Attributes:
        token: the secret; the link is `/#/device/TOKEN`.
        seconds: how long it is good.
    """

    token: str
    seconds: int


class Device(_Shape, frozen=True):
    """A browser that is the person's.

    Attributes:
        device: its id.
        label: what it is, such as `Firefox · Android`; empty where that is not known.
        made: since when it is the person's, in milliseconds since 1970; `null`: not known.
        seen: when it was last here, to the day; likewise.
        here: whether it is the one that asks.
    """

    device: str
    label: str
    made: int | None
    seen: int | None
    here: bool


class Devices(_Shape, frozen=True):
    """The person's browsers, those that were here last first."""

    devices: tuple[Device, ...]


# Tokens

Scope = Literal["profile", "history", "bot"]
"""What a token allows: to read who one is and where one sits; to read matches and people, as far as
one may; to play as a bot."""


class NewToken(_Shape, frozen=True):
    """A token to be made.

    Attributes:
        label: what it is for.
        scopes: what it allows.
        days: how long it is good; `None`: until it is ended.
    """

    label: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    scopes: Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1, max_length=3)]
    days: Annotated[int, msgspec.Meta(ge=1, le=3650)] | None = None


class Token(_Shape, frozen=True):
    """A token, without its secret.

    Attributes:
        id: its id.
        label: what it is for.
        scopes: what it allows, each a `Scope`.
        made: when it was made, in milliseconds since 1970.
        seen: when it was last used, to the day; `null`: never.
        expires: from when on it is void; `null`: never.
    """

    id: str
    label: str
    scopes: tuple[str, ...]
    made: int
    seen: int | None
    expires: int | None


class Tokens(_Shape, frozen=True):
    """The person's tokens, the newest first."""

    tokens: tuple[Token, ...]


class MadeToken(_Shape, frozen=True):
    """A new token, and its secret, which is never told again."""

    token: Token
    secret: str


# Accounts

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=24, examples=["Wu Song"])]
Passphrase = Annotated[
    str, msgspec.Meta(min_length=1, max_length=200, examples=["tiger on the ridge"])
]
Label = Annotated[str, msgspec.Meta(max_length=40, examples=["Phone"])]
Credential = Annotated[
    dict[str, Any],
    msgspec.Meta(
        description="What the browser's `navigator.credentials` gave, by its `toJSON()`.",
        examples=[{"id": "AQID", "rawId": "AQID", "type": "public-key", "response": {}}],
    ),
]


class NewAccount(_Shape, frozen=True):
    """An account that a guest wants, with the first way in: a passphrase or a passkey.

    Attributes:
        name: what others read; no other account has one like it.
        passphrase: at least 10 characters, not one that everybody tries first.
        passkey: made for the options of `POST /api/passkeys` for `make`.
        label: what the passkey is called.
    """

    name: Name
    passphrase: Passphrase | None = None
    passkey: Credential | None = None
    label: Label = ""


class MadeAccount(_Shape, frozen=True):
    """A new account.

    Attributes:
        me: the person, the same as before.
        codes: recovery codes, each good once; they are shown only now.
    """

    me: Me
    codes: tuple[str, ...]


class PasskeyLine(_Shape, frozen=True):
    """A passkey of one's own.

    Attributes:
        passkey: its id.
        label: what it is called.
        made: when, in milliseconds since 1970.
        used: when last; `None`: never.
        here: whether it is good at the address at which the site was asked.
    """

    passkey: str
    label: str
    made: int
    used: int | None
    here: bool


class AccountState(_Shape, frozen=True):
    """One's own account.

    Attributes:
        name: what others read.
        role: what one may do besides playing.
        made: when it was made, in milliseconds since 1970.
        rename_from: from when on it may take another name.
        passphrase: whether it has one.
        passkeys: its passkeys, the oldest first.
        mail: the address to which a code can be sent; `None`: none is known.
        mail_works: whether the site sends mail at all.
        codes: how many recovery codes are left.
        proved: whether this browser signed in, or proved that its owner is there, in the last ten
            minutes; ways in can be changed only then.
        passkeys_here: whether passkeys work at the address at which the site was asked: over
            HTTPS, or on `localhost`, and not at a number.
    """

    name: str
    role: Role
    made: int
    rename_from: int
    passphrase: bool
    passkeys: tuple[PasskeyLine, ...]
    mail: str | None
    mail_works: bool
    codes: int
    proved: bool
    passkeys_here: bool


class SetPassphrase(_Shape, frozen=True):
    """A new passphrase; see `NewAccount`."""

    passphrase: Passphrase


class AddPasskey(_Shape, frozen=True):
    """Another passkey; see `NewAccount`."""

    passkey: Credential
    label: Label = ""


class SetMail(_Shape, frozen=True):
    """An address to which a code is sent, by which it is confirmed; in one's own language.

    Attributes:
        address: of the mail.
        tongue: the language of the mail.
    """

    address: Annotated[str, msgspec.Meta(min_length=3, max_length=254, examples=["wu@example.org"])]
    tongue: Tongue = "en"


class ConfirmMail(_Shape, frozen=True):
    """The code that was sent to the address."""

    code: Annotated[
        str, msgspec.Meta(min_length=1, max_length=60, examples=["k3vd-8q2m-x7tw-hns0"])
    ]


class AskMail(_Shape, frozen=True):
    """For which account a code is to be sent to its address, and in which language."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100, examples=["Wu Song"])]
    tongue: Tongue = "en"


class Codes(_Shape, frozen=True):
    """New recovery codes, each good once; they are shown only now, and the old ones are void."""

    codes: tuple[str, ...]


class Proof(_Shape, frozen=True):
    """That the owner of the account is there: the passphrase, or a passkey.

    Attributes:
        passkey: what it signed for the options of `POST /api/passkeys` for `prove`.
    """

    passphrase: Passphrase | None = None
    passkey: Credential | None = None


Purpose = Literal["make", "sign-in", "prove"]


class AskPasskey(_Shape, frozen=True):
    """What the browser needs to ask for a passkey.

    Attributes:
        purpose: to make one, to sign in with one, or to prove that the owner is there.
        name: of the account that is to be made, as browsers show it.
    """

    purpose: Purpose
    name: Annotated[str, msgspec.Meta(max_length=24)] = ""


class PasskeyOptions(_Shape, frozen=True):
    """What the browser needs; good once, for five minutes, in this browser.

    Attributes:
        options: for `PublicKeyCredential.parseCreationOptionsFromJSON` to make one, else for
            `parseRequestOptionsFromJSON`.
    """

    options: dict[str, Any]


class SignIn(_Shape, frozen=True):
    """Sign in by name and passphrase.

    Attributes:
        leave: whether to give up the seats that this browser's guest holds, which nobody else
            could take up again.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100, examples=["Wu Song"])]
    passphrase: Passphrase
    leave: bool = False


class PasskeySignIn(_Shape, frozen=True):
    """Sign in with a passkey; it says whose account it is.

    Attributes:
        passkey: what it signed for the options of `POST /api/passkeys` for `sign-in`.
        leave: as of `SignIn`.
    """

    passkey: Credential
    leave: bool = False


class CodeSignIn(_Shape, frozen=True):
    """Sign in with a recovery code, or one that an administrator gave.

    Attributes:
        code: sixteen letters and digits; how they are set apart does not matter.
        leave: as of `SignIn`.
    """

    code: Annotated[
        str, msgspec.Meta(min_length=1, max_length=60, examples=["k3vd-8q2m-x7tw-hns0"])
    ]
    leave: bool = False


class AccountLine(_Shape, frozen=True):
    """An account as administrators see it.

    Attributes:
        person: the public id.
        name: what others read.
        role: what its owner may do besides playing.
        made: when it was made, in milliseconds since 1970.
        seen: when its owner was last here, to the day.
        bot: whether it is a bot's.
    """

    person: str
    name: str
    role: Role
    made: int
    seen: int
    bot: bool


class AccountLines(_Shape, frozen=True):
    """Accounts in the order of their names.

    Attributes:
        accounts: some of them.
        after: the name after which the next ones come; `None`: these are the last.
    """

    accounts: tuple[AccountLine, ...]
    after: str | None


class SetRole(_Shape, frozen=True):
    """What the owner of an account may do besides playing."""

    role: Role


# Moderation

Sanction = Literal["mute", "ban"]
"""Who is muted says nothing to others; who is banned does nothing here."""

_IdText = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,40}$")]
_Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class NewReport(_Shape, frozen=True):
    """What is wrong with what somebody does.

    Attributes:
        text: that, in one's own words.
        table: at which table; `None`: elsewhere.
        match: in which match that is over; `None`: in none.
        hand: in which hand there; `None`: in none.
    """

    text: _Reason
    table: _IdText | None = None
    match: _IdText | None = None
    hand: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None


class ReportLine(_Shape, frozen=True):
    """A report as administrators see it.

    Attributes:
        report: its id.
        at: when, in milliseconds since 1970.
        by: the public id of who has told it; empty: they are gone, and `by_name` is `None`.
        about: of whom.
        name: the name of that person; `None`: they are gone.
        table: at which table, `match`: in which match, `hand`: in which hand there, if in any.
        text: what is wrong.
        closed: when it was settled; `None`: it is open.
        outcome: what came of it.
    """

    report: str
    at: int
    by: str
    by_name: str | None
    about: str
    name: str | None
    table: str | None
    match: str | None
    hand: int | None
    text: str
    closed: int | None
    outcome: str | None


class ReportLines(_Shape, frozen=True):
    """The open reports, the oldest first, or those that are settled, the last first.

    Attributes:
        reports: some of them.
        next: the report after which the next ones stand; `None`: these are the last.
    """

    reports: tuple[ReportLine, ...]
    next: str | None


class Remark(_Shape, frozen=True):
    """What somebody has said at a table: one of the phrases, or a text.

    Attributes:
        at: when, in milliseconds since 1970.
    """

    at: int
    person: str
    name: str
    phrase: str | None
    text: str


class ReportFacts(_Shape, frozen=True):
    """A report, with what was said.

    Attributes:
        line: the report.
        said: the last of what was said at the table before it; none when the table is gone.
    """

    line: ReportLine
    said: tuple[Remark, ...]


class Settle(_Shape, frozen=True):
    """What came of a report."""

    outcome: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class Impose(_Shape, frozen=True):
    """A mute or a ban to be imposed.

    Attributes:
        kind: which of the two.
        reason: why, as its person will read it.
        until: until when, in milliseconds since 1970; `None`: for good.
    """

    kind: Sanction
    reason: _Reason
    until: Annotated[int, msgspec.Meta(ge=0, le=253_402_300_000_000)] | None = None


class SanctionLine(_Shape, frozen=True):
    """A mute or a ban.

    Attributes:
        sanction: its id.
        by: the public id of who has imposed it; empty: who runs the server.
        at: since when, in milliseconds since 1970; `until` when: `None` for good; and when it was
            `lifted`: `None`: it was not.
        holds: whether it is in force.
    """

    sanction: str
    kind: Sanction
    reason: str
    by: str
    at: int
    until: int | None
    lifted: int | None
    holds: bool


class SanctionLines(_Shape, frozen=True):
    """The mutes and bans of a person, the last first."""

    sanctions: tuple[SanctionLine, ...]


class ActLine(_Shape, frozen=True):
    """What a keeper of the site has done.

    Attributes:
        number: its place in the book.
        at: when, in milliseconds since 1970.
        by: the public id of who has done it; empty: who runs the server, on its command line.
        by_name: the name of that person; `None`: there is none.
        act: what, such as `ban` or `role`.
        about: to whom or what, by id.
        name: the name of that person; `None`: it is no person, or they are gone.
        detail: the rest.
    """

    number: int
    at: int
    by: str
    by_name: str | None
    act: str
    about: str
    name: str | None
    detail: dict[str, str | int | None]


class ActLines(_Shape, frozen=True):
    """What the keepers of the site have done, the last first.

    Attributes:
        acts: some of it.
        before: the number before which the next ones stand; `None`: these are the first.
    """

    acts: tuple[ActLine, ...]
    before: int | None


class Subscribe(_Shape, frozen=True):
    """Where this browser is told something while no page is open, as its `PushManager` says.

    Attributes:
        endpoint: the address at its push service.
        p256dh: its public key, in base64url.
        auth: its secret, likewise.
        tongue: in which language it wants to be told.
        muted: the public ids of people who do not call it.
    """

    endpoint: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]
    tongue: Tongue
    muted: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(max_length=200)
    ] = ()


class Pushes(_Shape, frozen=True):
    """Whether this browser is told something while no page is open.

    Attributes:
        key: the public key of the server, with which the browser asks its push service for an
            endpoint, in base64url; `null`: the server calls nobody.
        on: whether it is told.
    """

    key: str | None
    on: bool


# Tables


class NewTable(_Shape, frozen=True):
    """A table to be opened; whoever asks is its host and sits in seat 0.

    Attributes:
        rules: a preset's name, or an object as `shengji.rules.rules_from` reads it.
        settings: how it is run.
        bots: the bot for all other seats; `None`: they stay free.
        start: whether the match starts at once; only where `bots` fills the table.
    """

    rules: str | dict[str, Any] = "zhang-2021"
    settings: Settings = Settings()
    bots: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    start: bool = False


class QuickPlay(_Shape, frozen=True):
    """Play at once, with people who wait for such a table, else with bots.

    Attributes:
        rules: what to play; `None`: whatever people wait for, else the default.
        people: whether to join people; else only bots are wanted.
        bot: which bots.
        one_hand: whether a new match is for one hand.
    """

    rules: str | dict[str, Any] | None = None
    people: bool = True
    bot: Annotated[str, msgspec.Meta(max_length=40)] = STAND_IN
    one_hand: bool = False


class TableId(_Shape, frozen=True):
    """A table; its page is `/#/table/ID`."""

    table: str


class TableLine(_Shape, frozen=True):
    """An open table as the lobby shows it.

    Attributes:
        heading: the rules' preset and system; `changed` is how many options differ from it.
        game: what is played, as in `RulesState`.
        levels: the level of each side, or where friends are called of each seat; none before a
            match.
        free: how many seats can be taken.
        people: the names of the people in its seats; `bots` is how many bots sit there.
        onlookers: whether one may watch.
        rated: whether matches count for ratings there, so that only accounts may sit.
    """

    table: str
    title: str
    heading: Text
    changed: int
    players: int
    free: int
    people: tuple[str, ...]
    bots: int
    playing: bool
    onlookers: bool
    game: Game | None = None
    levels: tuple[Rank, ...] = ()
    rated: bool = False


class BotLine(_Shape, frozen=True):
    """A bot that is offered for a seat.

    Attributes:
        bot: its name.
        seconds: about how long it thinks about a decision; 0 when it answers at once, `null` when
            that is not known.
    """

    bot: str
    seconds: float | None


class Lobby(_Shape, frozen=True):
    """The open tables.

    Attributes:
        tables: those at which somebody is, with people who wait first.
        bots: the bots that are offered, ours from weak to strong, then those of the operator.
    """

    tables: tuple[TableLine, ...]
    bots: tuple[BotLine, ...]


# Rules, in one language


class ValueShape(_Shape, frozen=True):
    """A value that an option may have, and its label."""

    value: Any
    label: str


class OptionShape(_Shape, frozen=True):
    """An option; see `shengji.rules.options.Option`.

    Attributes:
        values: every value in order where they are few; a `number` has `low`, `high` and `step`
            besides, its `words` and `unset` standing here.
        condition: what must be given for it to be in effect, in words, or empty.
    """

    name: str
    group: str
    kind: Literal["choice", "number", "levels", "flag"]
    title: str
    help: str
    source: str
    condition: str
    values: tuple[ValueShape, ...]
    low: int | None
    high: int | None
    step: int


class GroupShape(_Shape, frozen=True):
    """A group of options."""

    name: str
    title: str


class PresetShape(_Shape, frozen=True):
    """A preset, or a system, which can be laid over every text."""

    name: str
    title: str
    note: str


class RulesForm(_Shape, frozen=True):
    """Everything that a form for rules needs, in one language."""

    language: Tongue
    groups: tuple[GroupShape, ...]
    options: tuple[OptionShape, ...]
    texts: tuple[PresetShape, ...]
    systems: tuple[PresetShape, ...]


class CheckRules(_Shape, frozen=True):
    """Rules to be read."""

    rules: str | dict[str, Any]


class RulesFault(_Shape, frozen=True):
    """What is wrong with rules, and with which option."""

    option: str | None
    words: Text


class CheckedRules(_Shape, frozen=True):
    """What rules come to.

    Attributes:
        values: every option's value as plain data; of the preset alone when there is a fault.
        active: the options that are in effect.
        changed: the options that differ from the preset and the system.
        given: the rules in their shortest form.
        heading: the preset and the system in words.
        fault: why they cannot be played, or `None`.
        bots: the bots that are offered for a table with them.
    """

    values: dict[str, Any]
    active: tuple[str, ...]
    changed: tuple[str, ...]
    given: dict[str, Any]
    heading: Text
    fault: RulesFault | None
    bots: tuple[BotLine, ...]


# Faults


class Fault(_Shape, frozen=True):
    """Why a request was refused; nothing has changed."""

    code: str
    words: Text


class HandReplay(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that is over, with all cards, to be gone through.

    Attributes:
        levels: the level of each seat before it.
        layout: the order of the cards under its trump.
        events: all that happened, from its start to its end.
    """

    levels: tuple[Rank, ...]
    layout: Layout
    events: tuple[Event, ...]


# Ratings


class RatedSet(_Shape, frozen=True):
    """Rules by which this house lets people play rated.

    Attributes:
        name: how `POST /api/pairing` and `POST /api/tables` take them.
        heading: what they are, in words; `game` as in `RulesState`.
        given: the rules, as in `RulesState`.
        pool: in which ratings they count.
        players: how many play.
        teams: as in `RulesState`.
        pairs: whether partners may come together to be paired.
    """

    name: str
    heading: Text
    game: Game | None
    given: dict[str, Any]
    pool: Pool
    players: int
    teams: Literal["fixed", "friends"]
    pairs: bool


class BotRating(_Shape, frozen=True):
    """The declared rating of a bot in a pool, which never changes by play."""

    bot: str
    pool: Pool
    value: float


class RatedHouse(_Shape, frozen=True):
    """How rated play goes here.

    Attributes:
        sets: the rules by which people may play rated.
        counted: what counts: `levels`: each hand by its signed levels; `hands`: each as won or
            lost; `matches`: whole matches.
        season: the season now.
        clock: the seconds for a decision that a rated table has where none are set.
        grace: after how many seconds whoever is away has left the match, and lost it.
        fixed: which of the `Settings` are off at every rated table, by their names; there is a
            clock besides, and onlookers see what lies on the table at most.
        bots: whether bots may sit at rated tables.
        bot_ratings: the declared ratings of bots.
    """

    sets: tuple[RatedSet, ...]
    counted: Counted
    season: str
    clock: int
    grace: int
    fixed: tuple[str, ...]
    bots: bool
    bot_ratings: tuple[BotRating, ...]


class TableStakes(_Shape, frozen=True):
    """What is at stake at a table where matches count for ratings.

    Attributes:
        stakes: with what each seat is in the match under way, or would go into the next one; none
            where the table is not rated, or waits for somebody.
        grace: after how many seconds whoever is away has left the match, and lost it.
        now: the time here, in milliseconds since 1970, that `leaving` of the table goes by.
        over: the id of the last match, which is over and kept; `null`: there is none, or it will be
            within moments.
    """

    stakes: tuple[SeatStake, ...]
    grace: int
    now: int
    over: str | None


class BoardLine(_Shape, frozen=True):
    """A person on a leaderboard.

    Attributes:
        rank: the place, from 1.
        person: who, by public id.
        name: the name.
        value: the rating after the last result of the season.
        deviation: how uncertain it is: the strength is within twice as much in 19 of 20 cases.
        games: how many results it rests on, of all seasons.
    """

    rank: int
    person: str
    name: str
    value: float
    deviation: float
    games: int


class Leaderboard(_Shape, frozen=True):
    """Those who are rated best in a pool and a season.

    Attributes:
        pool: the pool.
        season: the season; `None`: nothing was rated in this pool yet.
        seasons: all that this pool has had, the last one first.
        provisional: whether these are those whose ratings are still too uncertain for the board.
        lines: some of them, the best first.
        next: what to ask for as `after` for those that follow; `None`: there are no more.
    """

    pool: Pool
    season: str | None
    seasons: tuple[str, ...]
    provisional: bool
    lines: tuple[BoardLine, ...]
    next: int | None


class RatingPoint(_Shape, frozen=True):
    """A rating after a match.

    Attributes:
        at: when the match was over, in milliseconds since 1970.
        match: the match; `None`: one that who asks may not see.
        value: the rating; `deviation`: how uncertain it is.
    """

    at: int
    match: str | None
    value: float
    deviation: float


class PoolRating(_Shape, frozen=True):
    """A person's rating in a pool.

    Attributes:
        pool: the pool.
        value: the rating now.
        deviation: how uncertain it is now; it grows from season to season.
        provisional: whether that is too much for the leaderboard.
        games: how many results it rests on.
        season: the season of the last result.
        peak: the highest that it has been after a match while it was not provisional; `None`: it
            has always been.
        seasons: the seasons in which the person played, the last one first.
        shown: the season of `points`; `None`: the person did not play in the one that was asked
            for.
        points: the rating after each match of that season, in order; of very many the last 500.
    """

    pool: Pool
    value: float
    deviation: float
    provisional: bool
    games: int
    season: str
    peak: float | None
    seasons: tuple[str, ...]
    shown: str | None
    points: tuple[RatingPoint, ...]


class PersonRatings(_Shape, frozen=True):
    """The ratings of a person; `pools` are those in which the person has one."""

    person: str
    name: str
    pools: tuple[PoolRating, ...]


class SeatResult(_Shape, frozen=True):
    """What a result of a match was for the person of a seat.

    Attributes:
        number: which of the match's results: a hand, or the match.
        expected: the score that was expected of the person's side, from 0 to 1.
        score: the score that it made.
        points: by how much the rating moved.
    """

    number: int
    expected: float
    score: float
    points: float


class SeatRating(_Shape, frozen=True):
    """How a match has changed the rating of whoever held a seat.

    Attributes:
        seat: the seat.
        before: the rating before; `before_deviation`: how uncertain it was.
        after: the rating after; `after_deviation` likewise.
        results: by what, in order.
    """

    seat: int
    before: float
    before_deviation: float
    after: float
    after_deviation: float
    results: tuple[SeatResult, ...]


class MatchRating(_Shape, frozen=True):
    """What a rated match has changed.

    Attributes:
        pool: where it counts; `season`: when.
        counted: what counts, as in `RatedHouse`.
        left: the seats whose persons left the match, and so lost it.
        annulled: why an administrator has annulled it; `None`: it counts.
        done: whether the ratings have been worked out; that is so within moments.
        changes: how ratings have changed, by seats; none of bots.
    """

    pool: Pool
    season: str
    counted: Counted
    left: tuple[int, ...]
    annulled: str | None
    done: bool
    changes: tuple[SeatRating, ...]


class Annul(_Shape, frozen=True):
    """Why a match is not to count."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


# Pairing


class AskPairing(_Shape, frozen=True):
    """A wish to be seated for a rated match with people of about one's rating.

    Attributes:
        rules: by the name of a `RatedSet`.
        partner: whether somebody comes along as partner, by the code that the answer has.
        code: of the partner with whom one comes; `rules` and `partner` do not matter then.
    """

    rules: Annotated[str, msgspec.Meta(max_length=40, examples=["zhang-2021"])] = ""
    partner: bool = False
    code: Annotated[str, msgspec.Meta(max_length=40)] | None = None


PairingStage = Literal["none", "partner", "waits", "seated", "plays"]


class PairingState(_Shape, frozen=True):
    """How it stands with being seated. Who does not ask for 20 seconds waits no more.

    Attributes:
        state: `none`: one does not wait; `partner`: for the partner; `waits`: for others; `seated`:
            at `table`, where the match starts as soon as all have come; `plays`: it has started.
        rules: what is to be played, by name; `None`: nothing.
        code: what a partner gives to come along, as long as one can; the link is `/#/pairing/CODE`.
        people: the names of who comes together, oneself first.
        since: since when one waits, in milliseconds since 1970.
        waiting: how many people wait for the same, oneself included.
        reach: how far from one's own rating others may be by now.
        table: where one is seated.
        until: until when all must have come there, in milliseconds since 1970; who has not is not
            waited for, and the others wait on.
    """

    state: PairingStage
    rules: str | None
    code: str | None
    people: tuple[str, ...]
    since: int | None
    waiting: int
    reach: float
    table: str | None
    until: int | None


# Matches that are over


class MatchPlayer(_Shape, frozen=True):
    """Who held a seat of a match, from some hand on until the next of the same seat.

    Attributes:
        seat: the seat.
        first: the first hand at whose end they held it; 0: they held it when the match began.
        person: who, by public id; `None`: a bot, or somebody who is known no more.
        name: the person's name, or the bot's.
        bot: the bot that held it for nobody.
        hands: at the end of how many hands they held it.
    """

    seat: int
    first: int
    person: str | None
    name: str
    bot: str | None
    hands: int


class MatchLine(_Shape, frozen=True):
    """A match that is over, as lists show it.

    Attributes:
        match: its id.
        begun: when, in milliseconds since 1970; `ended` likewise.
        ending: how it ended: `won` by the levels; `conceded` by the other side; `agreed`: ended
            before anybody had won; `hand`: it was for one hand; `left`: somebody left a
            rated match; `abandoned`: not gone on with.
        heading: the rules' preset and system in words.
        preset: the name of the preset; `system` that of the system laid over it.
        game: what is played, as in `RulesState`; `players`, `decks` and `teams` likewise.
        winners: the seats that won it.
        hands: how many hands are over.
        rated: whether it counts for ratings.
        open: whether others than those who played may see it.
        seats: who held the seats, by seat.
    """

    match: str
    begun: int
    ended: int
    ending: Ending
    heading: Text
    preset: str
    system: str | None
    game: Game | None
    players: int
    decks: int
    teams: Literal["fixed", "friends"]
    winners: tuple[int, ...]
    hands: int
    rated: bool
    open: bool
    seats: tuple[MatchPlayer, ...]


class MatchPage(_Shape, frozen=True):
    """Some matches, the one that ended last first.

    Attributes:
        matches: the matches.
        next: what to ask for as `before` to be told those that follow; `None`: there are no more.
    """

    matches: tuple[MatchLine, ...]
    next: str | None


class HandSeat(_Shape, frozen=True):
    """What a hand was for a seat.

    Attributes:
        person: who held it when the hand ended, by public id; `None`: a bot, or somebody who is
            known no more.
        role: of the seat in the hand.
        levels: how many levels its side went up by; less than 0: the other side did.
        throws: how many throws it led that stood.
        failed: how many throws it led that did not.
    """

    person: str | None
    role: HandRole
    levels: int
    throws: int
    failed: int


class HandLine(_Shape, frozen=True):
    """A hand of a match that is over.

    Attributes:
        hand: its number in the match, from 1.
        dealer: the seat of the Dealer.
        rank: the trump rank.
        suit: the trump suit; `None`: no trump suit.
        points: the Opponents' points.
        won: whether the Declarers won it.
        levels: how many levels the Declarers went up by; less than 0: the Opponents did.
        kitty_by: the seat that buried the kitty last.
        kitty_points: the points in the kitty.
        kitty_factor: what they counted; 0: the Opponents did not win the last trick.
        seats: what it was for each seat.
    """

    hand: int
    dealer: int
    rank: Rank
    suit: Suit | None
    points: int
    won: bool
    levels: int
    kitty_by: int
    kitty_points: int
    kitty_factor: int
    seats: tuple[HandSeat, ...]


class MatchFacts(_Shape, frozen=True):
    """A match that is over, hand by hand.

    Attributes:
        line: as lists show it.
        rules: what was played.
        hands: the hands that are over, in order.
        rating: what it has changed, of a rated match.
    """

    line: MatchLine
    rules: RulesState
    hands: tuple[HandLine, ...]
    rating: MatchRating | None


class PersonPage(_Shape, frozen=True):
    """What everybody may know of a person.

    Attributes:
        person: the public id.
        name: the name.
        made: since when they are here, in milliseconds since 1970; `None`: not known.
        matches: in how many of the matches that one may see they played.
        hands: at the end of how many of their hands they held a seat.
        bot: whether it is a bot's account, which plays over the network.
    """

    person: str
    name: str
    bot: bool
    made: int | None
    matches: int
    hands: int


class Tally(_Shape, frozen=True):
    """Some matches that somebody has won, and how many of them the person has."""

    matches: int
    won: int


class RoleNumbers(_Shape, frozen=True):
    """What a person has come to in a role.

    Attributes:
        role: as in `HandSeat`.
        hands: how many hands.
        won: how many of them the person's side has won.
        levels: how many levels that side went up by in all of them, less those of the other side.
    """

    role: HandRole
    hands: int
    won: int
    levels: int


class TrumpNumbers(_Shape, frozen=True):
    """The hands in which a person was the Dealer with a trump suit.

    Attributes:
        suit: which; `None`: no trump suit.
        hands: how many hands.
        won: how many of them the Declarers have won.
    """

    suit: Suit | None
    hands: int
    won: int


class KittyNumbers(_Shape, frozen=True):
    """What a person had to do with kitties.

    Attributes:
        buried: in how many hands the person buried the kitty last.
        lost: in how many of these the Opponents won the last trick, and the kitty with it.
        taken: in how many hands the person was an Opponent when these won it.
    """

    buried: int
    lost: int
    taken: int


class Companion(_Shape, frozen=True):
    """How a person has done beside another, and against them.

    Attributes:
        person: the other, by public id; `name` the name.
        matches: in how many matches both played.
        together: of those with fixed teams that somebody has won, where they were on one side.
        against: likewise, where they were on two.
    """

    person: str
    name: str
    matches: int
    together: Tally
    against: Tally


class PersonStatistics(_Shape, frozen=True):
    """What a person has done in the hands that are over, of matches that one may see.

    Attributes:
        person: the public id.
        name: the name.
        roles: by role.
        trumps: as the Dealer, by trump suit, that of most hands first.
        throws: how many throws the person led that stood.
        failed: how many that did not.
        kitties: what became of kitties.
        companions: the people with whom most matches were played, those of most matches first.
    """

    person: str
    name: str
    roles: tuple[RoleNumbers, ...]
    trumps: tuple[TrumpNumbers, ...]
    throws: int
    failed: int
    kitties: KittyNumbers
    companions: tuple[Companion, ...]
