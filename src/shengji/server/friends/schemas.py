"""Schemas of friends and of the messages on the page socket."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from shengji.server.rules.schemas import BotLine
from shengji.server.site.schemas import PersonLine, Schema, ToPage
from shengji.server.tables.schemas import CasualLine, Lobby, TableLine

Where = Literal["table", "here", "away"]
"""The place of a person: at a table, elsewhere on the site, or offline."""


class FriendLine(PersonLine, frozen=True):
    """A person whom the caller knows.

    Attributes:
        since: when the relationship began, in milliseconds since 1970.
    """

    since: int


class FriendTable(Schema, frozen=True):
    """The public table of a friend."""

    table: str
    title: str


class Whereabouts(Schema, frozen=True):
    """The place of a friend.

    Attributes:
        where: also `away` for a friend who hides their presence.
        table: the friend's table; `null` unless it is a public one.
    """

    person: str
    where: Where
    table: FriendTable | None


class Friend(Whereabouts, frozen=True):
    """A friend, with their presence; `name`, `account` and `since` as in `FriendLine`."""

    name: str
    account: bool
    since: int


class Friends(Schema, frozen=True):
    """The people whom the caller knows.

    Attributes:
        friends: friends, online ones first.
        asking: senders of open friend requests to the caller.
        asked: recipients of the caller's open friend requests.
        shown: whether friends see the caller's presence.
    """

    friends: tuple[Friend, ...]
    asking: tuple[FriendLine, ...]
    asked: tuple[FriendLine, ...]
    blocked: tuple[FriendLine, ...]
    shown: bool


class SetShown(Schema, frozen=True):
    """The setting whether friends see the caller's presence."""

    shown: bool


class AskByName(Schema, frozen=True):
    """The account name of the person to send a friend request to."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40, examples=["Wu Song"])]


class Asked(Schema, frozen=True):
    """The outcome of a friend request.

    Attributes:
        friends: whether the two are friends now, because of an earlier friendship or a mutual
            request.
    """

    person: str
    friends: bool


class FriendLink(Schema, frozen=True):
    """A friend link, `/#/friend/TOKEN`: any person who accepts it becomes the owner's friend."""

    token: str


class FriendOffer(PersonLine, frozen=True):
    """A friend link, as shown to the person who opens it: its owner, and the caller's relation.

    Attributes:
        own: whether the caller owns the link.
        friends: whether the caller is already the owner's friend.
    """

    own: bool
    friends: bool


class Welcomed(ToPage, tag="welcome", frozen=True, kw_only=True):
    """The first message to a page: the public id of its person."""

    you: str


class Beat(ToPage, tag="beat", frozen=True, kw_only=True):
    """A heartbeat, sent after some seconds without another message."""


class FriendsTold(ToPage, tag="friends", frozen=True, kw_only=True):
    """The complete friends list, sent on connect and on each change."""

    known: Friends


class LobbyTold(ToPage, tag="lobby", frozen=True, kw_only=True):
    """The complete lobby, sent to a page that shows it: on connect, or in place of a change."""

    lobby: Lobby


class LobbyChanged(ToPage, tag="lobby_changed", frozen=True, kw_only=True):
    """A change of the lobby.

    Attributes:
        tables: new and changed tables, the last changed first.
        gone: the ids of tables that are no longer open.
        sets: as in `Lobby`; `null` if unchanged.
        bots: as in `Lobby`; `null` if unchanged.
    """

    tables: tuple[TableLine, ...]
    gone: tuple[str, ...]
    sets: tuple[CasualLine, ...] | None
    bots: tuple[BotLine, ...] | None
    playing: int


class FriendsMoved(ToPage, tag="moved", frozen=True, kw_only=True):
    """The friends whose presence has changed."""

    moved: tuple[Whereabouts, ...]
