"""Rows that are kept of people and their invitations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shengji.server.invitations.store import InvitationStore, StoredInvitation
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class InvitationPersonal(PersonalData):
    """The invitations of people; the database removes them with the person."""

    def __init__(self, invitations: InvitationStore) -> None:
        self._invitations = invitations

    async def export(self, person: Person) -> Files:
        """Give out by whom a person was invited, and whom they have invited."""
        received, sent = await self._invitations.kept(person.id)
        content = {"received": _lines(received), "sent": _lines(sent)}
        yield "invitations.json", as_json(content)

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Let the invitations of a guest be the account's."""
        if guest.id != owner:
            await self._invitations.merge_guest(guest.id, owner)


def _lines(kept: Iterable[StoredInvitation]) -> list[dict[str, Any]]:
    names = ("other", "name", "kind", "place", "at", "until", "outcome")
    return [{name: getattr(at, name) for name in names} for at in kept]
