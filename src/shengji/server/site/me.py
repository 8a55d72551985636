"""People as they are told of themselves."""

from __future__ import annotations

from shengji.cards import Rank
from shengji.server.site.schemas import Game, Role, Shape, Text


class Fellow(Shape, frozen=True):
    """Another person at a table at which one holds a seat.

    Attributes:
        person: who, by public id.
        name: the name.
        account: whether that is an account's, which nobody else has.
    """

    person: str
    name: str
    account: bool


class Seated(Shape, frozen=True):
    """A table at which a person holds a seat.

    Attributes:
        game: what is played, as in `RulesState`.
        heading: the rules' preset and system.
        levels: as in `TableLine`.
        others: the other people who hold seats there; none: bots alone, or nobody.
        at: when something of this changed last, in milliseconds since 1970.
    """

    table: str
    title: str
    playing: bool
    game: Game | None
    heading: Text
    levels: tuple[Rank, ...]
    others: tuple[Fellow, ...]
    at: int


class Held(Shape, frozen=True):
    """A mute or a ban, as its person is told of it.

    Attributes:
        reason: why.
        until: until when, in milliseconds since 1970; `None`: for good.
    """

    reason: str
    until: int | None


class Me(Shape, frozen=True):
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
