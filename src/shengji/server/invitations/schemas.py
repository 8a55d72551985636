"""Schemas of invitations."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from shengji.server.site.schemas import PersonLine, Schema, ToPage

PlaceKind = Literal["table", "night", "evening"]
"""The kinds of places for invitations.

Each kind has its `InvitationTargets`, its words for a push (`invited-...` in `words/pushes.toml`),
and its line in `web/src/friends/invitations.svelte.ts`.
"""

_Id = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,40}$")]


class Invite(Schema, frozen=True):
    """An invitation to send: the friend's public id, and the id of the place."""

    person: _Id
    kind: PlaceKind
    place: _Id


class Invitation(PersonLine, frozen=True):
    """An invitation to me, with its sender.

    Attributes:
        kind: the kind of `place`, whose id is the permission to enter it.
        title: the title of the place; empty if it has none.
        full: whether all seats there are taken now.
        until: when it ends, in milliseconds since 1970, unless the place ends earlier.
    """

    id: str
    kind: PlaceKind
    place: str
    title: str
    full: bool
    until: int


class SentInvitation(Schema, frozen=True):
    """An invitation by me: the recipient's public id, and the place.

    Attributes:
        until: when it ends, in milliseconds since 1970.
        refused: whether the recipient has declined; `false` without an answer.
    """

    person: str
    kind: PlaceKind
    place: str
    until: int
    refused: bool


class Invitations(Schema, frozen=True):
    """The open invitations to me and by me, the latest first."""

    received: tuple[Invitation, ...]
    sent: tuple[SentInvitation, ...]


class AnswerInvitation(Schema, frozen=True):
    """The answer to an invitation: whether the recipient accepts."""

    come: bool


class InvitationsTold(ToPage, tag="invitations", frozen=True, kw_only=True):
    """All invitations to me and by me, sent on connect and on each change."""

    invitations: Invitations
