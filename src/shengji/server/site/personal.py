"""Personal data: how each subject gives it out, forgets it, and hands a guest's to an account."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from shengji.server.site.archives import Files
from shengji.server.site.person import Person


class PersonalData:
    """The things that one subject keeps of people."""

    def export(self, person: Person) -> Files:
        """Give out what is kept about a person, as files."""
        raise NotImplementedError

    async def forget(self, person: Person) -> None:
        """Remove it, or take the person's name out of it; records of others stay whole.

        What the database removes with the person, who goes last, is left to that.
        """

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Let what a guest has be an account's from now on, into which the guest signs in."""


def as_json(content: Any) -> Callable[[], bytes]:
    """A file's maker: the JSON of a value, so that people can read it."""
    return partial(_as_json, content)


def _as_json(content: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(content), indent=2)
