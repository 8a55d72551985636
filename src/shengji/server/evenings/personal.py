"""Personal data about regular evenings."""

from __future__ import annotations

from shengji.server.evenings.held import HeldEvenings
from shengji.server.evenings.store import EveningStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class EveningPersonal(PersonalData):
    """Export, deletion and guest merge of a person's regular evenings."""

    def __init__(self, evenings: EveningStore, held: HeldEvenings) -> None:
        self._evenings = evenings
        self._held = held

    async def export(self, person: Person) -> Files:
        """Export a person's evenings, answers and played dates."""
        own, played = await self._evenings.of(person.id), await self._held.played_by(person.id)
        yield (
            "evenings.json",
            as_json(
                {
                    "evenings": [
                        {
                            "evening": known.evening.id,
                            "title": known.evening.settings.title,
                            "since": at.joined,
                            "seat": at.seat,
                            "calendar": at.calendar,
                            "answers": {
                                day: said[person.id]
                                for day, said in known.answers.items()
                                if person.id in said
                            },
                        }
                        for known in own
                        for at in known.members
                        if at.person == person.id
                    ],
                    "played": [row._asdict() for row in played],
                }
            ),
        )

    async def forget(self, person: Person) -> None:
        """End a person's memberships, and remove their name from the results."""
        await self._evenings.forget(person.id)

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Transfer a guest's evenings to their account."""
        if guest.id != owner:
            await self._evenings.merge_guest(guest.id, owner)
