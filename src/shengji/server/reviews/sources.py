"""The door of records that people bring.

Nothing is kept of such a record but its reviews, as of any other, by the digest of what was played:
who has the record can tell the digest, and nobody else can guess it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from litestar.params import FromPath

from shengji.server.matches.sources import FoundMatch, Source
from shengji.server.reviews.opened_records import BroughtError, BroughtRecord
from shengji.server.reviews.queue import ReviewQueue
from shengji.server.reviews.store import ReviewKey
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller
from shengji.server.tables.core.records import FinishedRecord

T = TypeVar("T")

_DIGEST: Final = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class UploadedRecord(Source):
    """A record that who asks brings."""

    text: str

    async def find(self, asked: PersonCaller) -> FoundMatch:
        """The match that the record tells."""
        chosen = asked.services[ReviewQueue].settings

        async def kept() -> FinishedRecord:
            return BroughtRecord(self.text, chosen.depth, chosen.seed)

        return FoundMatch(kept)

    async def told(self, asked: PersonCaller, job: Callable[[], T | None]) -> T:
        """Have something of the record read.

        Raises:
            FaultError: it cannot be read, and why; or it has no such moment.
        """
        try:
            return await super().told(asked, job)
        except BroughtError as error:
            if error.line is None:
                raise ApiError("no-moment", why=error.why) from None
            raise ApiError("bad-record", line=error.line, why=error.why) from None


@dataclass(frozen=True)
class ByDigest(Source):
    """The play of a record that was brought, of which the reviews alone are kept."""

    PATH = "/api/replays/review/{digest:str}"
    FAULTS = "bad-request, too-many-requests"

    digest: FromPath[str]

    async def find(self, asked: PersonCaller) -> FoundMatch:
        """Refuse, since nobody has kept the match."""
        raise ApiError(self.MISSING)

    def key(self, asked: PersonCaller, hand: int) -> ReviewKey:
        """The review of a hand.

        Raises:
            FaultError: that is no digest.
        """
        if not _DIGEST.fullmatch(self.digest):
            raise ApiError(self.MISSING)
        return asked.services[ReviewQueue].key(bytes.fromhex(self.digest), hand)
