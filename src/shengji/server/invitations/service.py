"""Service for invitations, and the feed that pushes them to pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace

from shengji.server.database.moments import UnixMs, milliseconds
from shengji.server.friends.presence_feed import Feed, PresenceFeed
from shengji.server.invitations.schemas import (
    Invitations,
    InvitationsTold,
    Invite,
    PlaceKind,
)
from shengji.server.invitations.store import MOST, RESTS, InvitationStore
from shengji.server.invitations.targets import MINUTE, InvitationTargets
from shengji.server.site.errors import ApiError
from shengji.server.site.person import Person
from shengji.server.site.schemas import ToPage
from shengji.server.site.ties import TieSource
from shengji.server.tables.live.news import CallToTable


class _State(NamedTuple):
    """The published invitations of a person.

    Attributes:
        until: when the first of them ends.
        versions: versions of the places of received invitations.
    """

    until: UnixMs
    versions: dict[tuple[PlaceKind, str], object]


class InvitationService(Feed):
    """Sends and answers invitations, and publishes them to pages.

    Args:
        call: pushes a call to a person's phone; `None` if the server sends no pushes.
    """

    def __init__(
        self,
        store: InvitationStore,
        ties: TieSource,
        feed: PresenceFeed,
        places: Iterable[InvitationTargets],
        call: Callable[[CallToTable], None] | None,
        clock: Callable[[], UnixMs] = milliseconds,
    ) -> None:
        self._store, self._ties, self._feed, self._call = store, ties, feed, call
        self._places = {kind.kind: kind for kind in places}
        self._clock = clock
        self._states: dict[str, _State] = {}
        feed.add(self)

    async def of(self, person: str) -> Invitations:
        """A person's open invitations, sent and received; closes those to their present place."""
        return await self._found(person, await self._store.open_of(person))

    async def invite(self, person: Person, wish: Invite) -> None:
        """Invite a friend.

        Raises:
            ApiError: the two are not friends; the sender is not at the place; it has ended or is
                full; the recipient is already there, or has been invited too often or too recently.
        """
        if wish.person not in (await self._ties.ties(person.id)).friends:
            raise ApiError("invite-friends")
        places = self._places[wish.kind]
        found = await places.find_open(wish.place, wish.person)
        if found is None:
            raise ApiError("invite-over")
        if not await places.may_invite(wish.place, person.id):
            raise ApiError("invite-from-there")
        if found.there:
            raise ApiError("invited-there")
        if found.full:
            raise ApiError("invite-full")
        made = await self._store.invite(
            person.id,
            wish.person,
            wish.kind,
            wish.place,
            places.lasts,
            places.side_effect(wish.place, wish.person),
        )
        if isinstance(made, ApiError):
            raise made
        if made == "lately":
            raise ApiError("invited-lately", minutes=RESTS // MINUTE)
        if made == "many-sent":
            raise ApiError("too-many-invitations", most=MOST)
        if made == "many-received":
            raise ApiError("invited-by-many")
        self._feed.invalidate((person.id, wish.person), self)
        if made and self._call is not None and not self._feed.is_open_for(wish.person):
            self._call(
                CallToTable(
                    f"invited-{wish.kind}",
                    wish.person,
                    wish.place,
                    found.title or person.name,
                    person.id,
                    person.name,
                    wish.kind,
                )
            )

    async def answer(self, person: str, id_: str, *, come: bool) -> None:
        """Answer an invitation; the sender sees a refusal only.

        Raises:
            ApiError: the invitation has ended.
        """
        by = await self._store.end([id_], person, "came" if come else "refused")
        if not by:
            raise ApiError("no-invitation")
        self._feed.invalidate((person, *by), self)

    # As a feed

    async def value(self, person: str) -> object:
        """A person's invitations; also records the versions of their places."""
        stored = await self._store.open_of(person)
        ends = [at.until for at in stored.received] + [at.until for at in stored.sent]
        if ends:
            versions = {
                (at.kind, at.place): self._places[at.kind].version(at.place)
                for at in stored.received
            }
            self._states[person] = _State(min(ends), versions)
        else:
            self._states.pop(person, None)
        return await self._found(person, stored)

    async def _found(self, person: str, stored: Invitations) -> Invitations:
        """Combine stored invitations with the present state of their places."""
        received, came = [], []
        for kept in stored.received:
            found = await self._places[kept.kind].find(kept.place, person)
            if found is not None and found.there:
                came.append(kept.id)
            elif found is not None:
                received.append(replace(kept, title=found.title, full=found.full))
        if came:
            self._feed.invalidate(await self._store.end(came, person, "came"), self)
        return replace(stored, received=tuple(received))

    def message(self, value: object) -> ToPage:
        """The message with a person's invitations."""
        assert isinstance(value, Invitations)
        return InvitationsTold(invitations=value)

    def changed(self) -> Iterable[str]:
        """People with an invitation that has ended, or whose place has changed."""
        now = self._clock()
        known = frozenset(key for state in self._states.values() for key in state.versions)
        versions = {key: self._places[key[0]].version(key[1]) for key in known}
        over = [person for person, state in self._states.items() if state.until <= now]
        for person in over:
            del self._states[person]
        return over + [
            person
            for person, state in self._states.items()
            if any(versions[key] != version for key, version in state.versions.items())
        ]

    def release(self, person: str) -> None:
        """Release the state of a person who has had no page for some time."""
        self._states.pop(person, None)
