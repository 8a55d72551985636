"""People: who one is, and the browsers that are one's own."""

from __future__ import annotations

from typing import Annotated

import msgspec

from shengji.cards import Rank
from shengji.server.shapes.shape import Role, Shape
from shengji.server.states import Game, Text
from shengji.words.others import ForOthers


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


class Rename(Shape, frozen=True):
    """A new name."""

    name: Annotated[ForOthers, msgspec.Meta(min_length=1, max_length=24, examples=["Wu Song"])]


class DeviceLink(Shape, frozen=True):
    """A link that makes another browser this person's, once, for some minutes.

    Attributes:
        token: the secret; the link is `/#/device/TOKEN`.
        seconds: how long it is good.
    """

    token: str
    seconds: int


class Device(Shape, frozen=True):
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


class Devices(Shape, frozen=True):
    """The person's browsers, those that were here last first."""

    devices: tuple[Device, ...]
