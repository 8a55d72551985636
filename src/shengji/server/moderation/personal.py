"""Personal data of the moderation package: export."""

from __future__ import annotations

from shengji.server.moderation.store import ModerationStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json

_IMPOSED = ("kind", "reason", "at", "until", "lifted")
_TOLD = ("about", "table", "match", "hand", "text", "at", "closed")


class ModerationPersonal(PersonalData):
    """Export of the sanctions of a person, and of the reports by them."""

    def __init__(self, moderation: ModerationStore) -> None:
        self._moderation = moderation

    async def export(self, person: Person) -> Files:
        """Export the person's mutes and bans, and the reports that they have made."""
        sanctions = await self._moderation.sanctions(person.id)
        yield (
            "sanctions.json",
            as_json([{name: getattr(one, name) for name in _IMPOSED} for one in sanctions]),
        )
        reports = await self._moderation.reports_by(person.id)
        yield (
            "reports.json",
            as_json([{name: getattr(one, name) for name in _TOLD} for one in reports]),
        )
