"""Sources of the HTTP handlers for uploaded records.

Of an uploaded record only reviews are stored, by the digests of the hands as for other matches. The
digest can be computed from the record and cannot be guessed without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from litestar.params import FromPath

from shengji.server.matches.records import FinishedRecord
from shengji.server.matches.sources import FoundMatch, Source
from shengji.server.reviews.opened_records import BroughtError, BroughtRecord
from shengji.server.reviews.queue import ReviewQueue
from shengji.server.reviews.store import ReviewKey
from shengji.server.site.errors import ApiError
from shengji.server.site.guards import PersonCaller

T = TypeVar("T")

_DIGEST: Final = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True)
class UploadedRecord(Source):
    """A record in the body of the request."""

    text: str

    async def find(self, caller: PersonCaller) -> FoundMatch:
        """Return the match of the record."""
        chosen = caller.services[ReviewQueue].settings

        async def kept() -> FinishedRecord:
            return BroughtRecord(self.text, chosen.depth, chosen.seed)

        return FoundMatch(kept)

    async def read(self, caller: PersonCaller, job: Callable[[], T | None]) -> T:
        """Run a job that reads the record, and convert its errors.

        Raises:
            ApiError: the record is not valid, or has no such moment.
        """
        try:
            return await super().read(caller, job)
        except BroughtError as error:
            if error.line is None:
                raise ApiError("no-moment", why=error.why) from None
            raise ApiError("bad-record", line=error.line, why=error.why) from None


@dataclass(frozen=True)
class ByDigest(Source):
    """A hand of an uploaded record, by its digest; only the review is stored."""

    PATH = "/api/replays/review/{digest:str}"
    FAULTS = "bad-request, too-many-requests"

    digest: FromPath[str]

    async def find(self, caller: PersonCaller) -> FoundMatch:
        """Raise an error, since the match is not stored."""
        raise ApiError(self.MISSING)

    def key(self, caller: PersonCaller, hand: int) -> ReviewKey:
        """Return the key of the hand's review.

        Raises:
            ApiError: the digest is not valid.
        """
        if not _DIGEST.fullmatch(self.digest):
            raise ApiError(self.MISSING)
        return caller.services[ReviewQueue].key(bytes.fromhex(self.digest), hand)
