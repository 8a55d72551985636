"""Personal data: each subject's export, deletion, and transfer from a guest to an account."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from shengji.server.site.archives import Files
from shengji.server.site.person import Person


class PersonalData:
    """Personal data of one subject."""

    def export(self, person: Person) -> Files:
        """Export the data about a person, as files."""
        raise NotImplementedError

    async def forget(self, person: Person) -> None:
        """Delete the data, or remove the person's name; other people's records stay complete.

        Rows that the database deletes with the person, who is deleted last, need no code here.
        """

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Transfer a guest's data to the account that the guest signs in to."""


def as_json(content: Any) -> Callable[[], bytes]:
    """Make a function that returns a value as formatted JSON, for `Files`."""
    return partial(_as_json, content)


def _as_json(content: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(content), indent=2)
