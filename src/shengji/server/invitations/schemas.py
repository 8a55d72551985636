"""Invitations, as addresses take and give them, and pages hear of them."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from shengji.server.site.schemas import Shape, ToPage

PlaceKind = Literal["table", "night", "evening"]
"""The kinds of places to which one is invited. Each has its `InvitationTargets`, its words for a
push (`invited-...` in `words/pushes.toml`), and its line in
`web/src/friends/invitations.svelte.ts`."""

_Id = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,40}$")]


class Invite(Shape, frozen=True):
    """A friend to be invited: who, by public id, and to which place, by its id."""

    person: _Id
    kind: PlaceKind
    place: _Id


class Invitation(Shape, frozen=True):
    """An invitation to me.

    Attributes:
        id: its id.
        person: who invites, by public id; `name` and `account` as in `FriendLine`.
        kind: to what; `place` is its id, which is the right to come there.
        title: what it is called; empty where it has no name.
        full: whether all seats are taken there now.
        until: when it ends, in milliseconds since 1970, unless the place does so sooner.
    """

    id: str
    person: str
    name: str
    account: bool
    kind: PlaceKind
    place: str
    title: str
    full: bool
    until: int


class SentInvitation(Shape, frozen=True):
    """An invitation by me: to whom, by public id, and to what.

    Attributes:
        until: when it ends, in milliseconds since 1970.
        refused: whether the answer was "not this time"; no answer is none.
    """

    person: str
    kind: PlaceKind
    place: str
    until: int
    refused: bool


class Invitations(Shape, frozen=True):
    """The invitations to me, and by me, that have not ended; those that were made last first."""

    received: tuple[Invitation, ...]
    sent: tuple[SentInvitation, ...]


class AnswerInvitation(Shape, frozen=True):
    """The answer to an invitation: whether one comes."""

    come: bool


class InvitationsTold(ToPage, tag="invitations", frozen=True, kw_only=True):
    """All invitations to me, and by me: at first, and whenever they are others."""

    invitations: Invitations
