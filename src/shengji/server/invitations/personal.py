"""Rows that are kept of people and their invitations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from shengji.server.invitations.store import InvitationStore, Kept
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import Personal, as_json


class InvitationPersonal(Personal):
    """The invitations of people; the database removes them with the person."""

    def __init__(self, invitations: InvitationStore) -> None:
        self._invitations = invitations

    async def export(self, person: Person) -> Files:
        """Give out by whom a person was invited, and whom they have invited."""
        received, sent = await self._invitations.kept(person.id)
        content = {"received": _lines(received), "sent": _lines(sent)}
        yield "invitations.json", as_json(content)

    async def hand_over(self, guest: Person, owner: str) -> None:
        """Let the invitations of a guest be the account's."""
        if guest.id != owner:
            await self._invitations.move(guest.id, owner)


def _lines(kept: Iterable[Kept]) -> list[dict[str, Any]]:
    names = ("other", "name", "kind", "place", "at", "until", "outcome")
    return [{name: getattr(at, name) for name in names} for at in kept]
