"""Friends, as addresses take and give them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from shengji.server.rules.schemas import BotLine
from shengji.server.site.schemas import Shape, ToPage
from shengji.server.tables.schemas import CasualLine, Lobby, TableLine

Where = Literal["table", "here", "away"]
"""The place of a person: at a table, elsewhere on the site, or not here."""


class FriendLine(Shape, frozen=True):
    """A person whom one knows.

    Attributes:
        person: the public id.
        name: the name.
        account: whether that is an account's, which nobody else has.
        since: since when it is so, in milliseconds since 1970.
    """

    person: str
    name: str
    account: bool
    since: int


class FriendTable(Shape, frozen=True):
    """An open table at which a friend is."""

    table: str
    title: str


class Whereabouts(Shape, frozen=True):
    """The place of a friend.

    Attributes:
        person: the public id.
        where: away, too, if they do not want to be seen.
        table: the table at which they are, if it is an open one.
    """

    person: str
    where: Where
    table: FriendTable | None


class Friend(Whereabouts, frozen=True):
    """A friend, and where they are; `name`, `account` and `since` as in `FriendLine`."""

    name: str
    account: bool
    since: int


class Friends(Shape, frozen=True):
    """The people whom one knows.

    Attributes:
        friends: those who are here first.
        asking: those who ask to be friends.
        asked: those who have been asked, and have not answered.
        blocked: those whom one does not want to meet.
        shown: whether friends see where one is.
    """

    friends: tuple[Friend, ...]
    asking: tuple[FriendLine, ...]
    asked: tuple[FriendLine, ...]
    blocked: tuple[FriendLine, ...]
    shown: bool


class SetShown(Shape, frozen=True):
    """Whether friends see where one is."""

    shown: bool


class AskByName(Shape, frozen=True):
    """The name of the account of somebody who is to be asked."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40, examples=["Wu Song"])]


class Asked(Shape, frozen=True):
    """The outcome of asking somebody.

    Attributes:
        person: who was asked, by public id.
        friends: whether they are a friend now, since they had asked themselves, or before.
    """

    person: str
    friends: bool


class FriendLink(Shape, frozen=True):
    """A link by which whoever opens it becomes a friend: `/#/friend/TOKEN`."""

    token: str


class FriendOffer(Shape, frozen=True):
    """A link to become somebody's friend, as whoever opens it sees it.

    Attributes:
        person: whose it is, by public id; `name` and `account` as in `FriendLine`.
        own: whether one has made it oneself.
        friends: whether one is their friend already.
    """

    person: str
    name: str
    account: bool
    own: bool
    friends: bool


class Welcomed(ToPage, tag="welcome", frozen=True, kw_only=True):
    """The first message to a page: whose it is, by public id."""

    you: str


class Beat(ToPage, tag="beat", frozen=True, kw_only=True):
    """A sign of life, when a page has been told nothing else for some seconds."""


class FriendsTold(ToPage, tag="friends", frozen=True, kw_only=True):
    """All whom one knows: at first, and whenever they are others."""

    known: Friends


class LobbyTold(ToPage, tag="lobby", frozen=True, kw_only=True):
    """The whole lobby, to a page that shows it: at first, and where that is simpler."""

    lobby: Lobby


class LobbyChanged(ToPage, tag="lobby_changed", frozen=True, kw_only=True):
    """The things that have changed in the lobby.

    Attributes:
        tables: those that are new, or otherwise than before; what changed last comes first.
        gone: the ids of those that are not open any more.
        sets: as in `Lobby`; `null`: as before.
        bots: likewise.
        playing: as in `Lobby`.
    """

    tables: tuple[TableLine, ...]
    gone: tuple[str, ...]
    sets: tuple[CasualLine, ...] | None
    bots: tuple[BotLine, ...] | None
    playing: int


class FriendsMoved(ToPage, tag="moved", frozen=True, kw_only=True):
    """The friends who are elsewhere than before."""

    moved: tuple[Whereabouts, ...]
