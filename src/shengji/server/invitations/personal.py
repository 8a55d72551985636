"""Personal data of the invitations package: export and guest merge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shengji.server.invitations.store import InvitationStore, StoredInvitation
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class InvitationPersonal(PersonalData):
    """Export of invitations; the database deletes them with the person."""

    def __init__(self, invitations: InvitationStore) -> None:
        self._invitations = invitations

    async def export(self, person: Person) -> Files:
        """Export the invitations that a person has received and sent."""
        received, sent = await self._invitations.kept(person.id)
        content = {"received": _lines(received), "sent": _lines(sent)}
        yield "invitations.json", as_json(content)

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Transfer a guest's invitations to their account."""
        if guest.id != owner:
            await self._invitations.merge_guest(guest.id, owner)


def _lines(kept: Iterable[StoredInvitation]) -> list[dict[str, Any]]:
    names = ("other", "name", "kind", "place", "at", "until", "outcome")
    return [{name: getattr(at, name) for name in names} for at in kept]
