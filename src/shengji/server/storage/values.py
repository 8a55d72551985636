"""What goes into the store and comes out of it."""

from __future__ import annotations

from typing import NamedTuple

from shengji.cards import Rank
from shengji.server.shapes import Role, TableLine, Tongue
from shengji.server.states import TableState


class Person(NamedTuple):
    """A person, by public id.

    Attributes:
        id: the public id.
        name: what others read.
        role: of the account; `None`: a guest.
        bot: whether the account is a bot's, which plays over the network and sits nowhere.
    """

    id: str
    name: str
    role: Role | None = None
    bot: bool = False

    @property
    def has_account(self) -> bool:
        """Whether the name is theirs alone."""
        return self.role is not None

    @property
    def organises(self) -> bool:
        """Tell whether the site trusts them to run what organisers run."""
        return self.role in ("organiser", "administrator")


class Account(NamedTuple):
    """The account of a person.

    Attributes:
        person: whose.
        name: what others read; no other account has one like it.
        role: what its owner may do.
        has_passphrase: whether it has a passphrase.
        mail: an address that its owner has confirmed; `None`: none.
        codes: how many recovery codes have not been used.
        made: when, in milliseconds since 1970.
        renamed: when it got its name.
        seen: when its owner was last here, to the day.
        bot: whether it is a bot's.
    """

    person: str
    name: str
    role: Role
    has_passphrase: bool
    mail: str | None
    codes: int
    made: int
    renamed: int
    seen: int
    bot: bool


class Passkey(NamedTuple):
    """A passkey of an account.

    Attributes:
        id: the credential's id.
        person: whose.
        site: the domain for which it is good.
        key: the public key, as COSE.
        signs: how often it says that it has signed; 0 where it does not count.
        label: what its owner calls it.
        made: when, in milliseconds since 1970.
        used: when last; `None`: never.
    """

    id: bytes
    person: str
    site: str
    key: bytes
    signs: int
    label: str
    made: int
    used: int | None


class KnownDevice(NamedTuple):
    """A browser that is a person's.

    Attributes:
        id: its id.
        label: what it is, such as `Firefox · Android`; empty where that is not known.
        made: since when it is this person's; `None`: from before that was kept.
        seen: when it was last here, to the day; likewise.
    """

    id: str
    label: str
    made: int | None
    seen: int | None


class Subscription(NamedTuple):
    """Where a browser is told something while no page is open (RFC 8030, RFC 8291).

    Attributes:
        endpoint: the address at its push service, which only that browser and we know.
        p256dh: the browser's public key, an uncompressed point of P-256.
        auth: its secret of 16 bytes, with which what is sent is encrypted besides.
        tongue: in which language it wants to be told.
        muted: the public ids of people who do not call it.
    """

    endpoint: str
    p256dh: bytes
    auth: bytes
    tongue: Tongue
    muted: tuple[str, ...] = ()


class Cause(NamedTuple):
    """Who asked for what was stored, by public id, and the id of the `Do` that asked."""

    person: str
    command: str


class Stored(NamedTuple):
    """An entry of a table's log.

    Attributes:
        number: its place, from 1; the table's version with it.
        at: when, in milliseconds since 1970.
        body: what, as JSON; see `shengji.server.table.entries`.
        cause: stands with the last of the entries that one command has brought.
    """

    number: int
    at: int
    body: bytes
    cause: Cause | None


class Logged(NamedTuple):
    """The log of a table from its last checkpoint on.

    Attributes:
        checkpoint: what the log comes to before these entries; `None`: they are all.
        entries: the entries, in order; none: there is no such table.
    """

    checkpoint: bytes | None
    entries: list[Stored]


class Summary(NamedTuple):
    """What the lobby, and the lists of a person's tables, tell of a table without its log.

    Attributes:
        line: as the lobby shows it; its `table` must be the table's id.
        listed: whether the lobby shows it.
        started: whether a match has ever started there, so that it is kept for longer.
        seated: the public ids of those who hold its seats.
    """

    line: TableLine
    listed: bool
    started: bool
    seated: tuple[str, ...]

    @classmethod
    def of(cls, state: TableState, host: str, levels: tuple[Rank, ...] = ()) -> Summary:
        """What is told of a table that is seen so, and whose host has this name.

        Args:
            state: the table.
            host: the name of its host.
            levels: the level of each seat in the match; none before it.
        """
        people = [seat for seat in state.seats if seat.person is not None]
        closed = state.playing and not state.settings.take_over
        line = TableLine(
            table=state.id,
            title=state.settings.title or host,
            heading=state.rules.heading,
            changed=len(state.rules.changed),
            players=len(state.seats),
            free=0 if closed else len(state.seats) - len(people),
            people=tuple(seat.name for seat in people),
            bots=sum(seat.person is None and seat.bot is not None for seat in state.seats),
            playing=state.playing,
            onlookers=state.settings.onlookers != "none",
            game=state.rules.game,
            levels=levels[:2] if state.rules.teams == "fixed" else levels,
            rated=state.settings.rated,
            accounts=tuple(seat.name for seat in people if seat.account),
        )
        return cls(
            line,
            listed=not state.settings.private,
            started=state.match > 0,
            seated=tuple(seat.person for seat in people if seat.person is not None),
        )


class Swept(NamedTuple):
    """How much `Store.sweep` has removed."""

    tables: int
    people: int
