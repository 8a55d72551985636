"""Shares of the server and of the players in a deal.

docs/deals.md states the protocol, and why nobody can choose a deal.
"""

from __future__ import annotations

import hashlib
import re
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from shengji.rules.bounds import PER_SEAT, Count, Seat
from shengji.rules.groups.setup import FirstDrawer

Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""32 bytes as lower-case hexadecimal digits: a share, or a SHA-256."""
_HEX: Final = re.compile("[0-9a-f]{64}")

NoShare: TypeAlias = Literal["bot", "away", "none", "out", "limit"]
"""Reason why no share is asked of a seat:

- `bot`: a bot of the server sits there;
- `away`: the person is not connected;
- `none`: the page has sent no commitment;
- `out`: a share of the seat was late since the deal before, or of the person earlier in the match;
- `limit`: 20 requests were given up since the deal before.
"""

MOST_GIVEN_UP: Final = 20
"""Maximum number of requests given up before a deal; the server then shuffles alone."""


class SeatShare(msgspec.Struct, frozen=True):
    """The share of a seat in a deal.

    Attributes:
        commitment: SHA-256 of the share, known before the request; `None`: no share is asked for.
        share: the share; `None`: it is not there.
        why: why no share is asked for; `None`: one is.
    """

    commitment: Digest | None = None
    share: Digest | None = None
    why: NoShare | None = None


class DealRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request for shares, with the shares that are there.

    Attributes:
        number: its number at the table, from 1.
        match: number of the match at the table, from 1.
        hand: number of the hand in the match, from 1.
        deal: number of the deal in the match, from 1.
        first: the seat that draws first; in a match's first deal how the deal decides it, as in the
            rule `first_drawer`.
        rules: digest of the rules, as made by `digest_of_rules`.
        previous: digest of the request before; `None`: it is the first.
        server: SHA-256 of the server's share.
        seats: the share of each seat.
        server_share: the server's share of a request that was given up; `None`: the deck was dealt,
            and its salt begins with the share.
    """

    number: Count
    match: Count
    hand: Count
    deal: Count
    first: Seat | FirstDrawer
    rules: Digest
    previous: Digest | None = None
    server: Digest
    seats: Annotated[tuple[SeatShare, ...], PER_SEAT]
    server_share: Digest | None = None

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats whose shares are asked for and not there."""
        return tuple(
            number for number, at in enumerate(self.seats) if at.commitment and at.share is None
        )

    def without_shares(self) -> DealRequest:
        """The request as it was asked."""
        return replace(self, seats=tuple(replace(at, share=None) for at in self.seats))

    def line(self, table: str) -> str:
        """The request as one line: all that the seed is bound to, except for the shares.

        Args:
            table: SHA-256 of the table's id, in hex.
        """
        seats = ",".join(at.why or at.commitment or "" for at in self.seats)
        return (
            f"shengji-deal-1 request={self.number} table={table} match={self.match}"
            f" hand={self.hand} deal={self.deal} first={self.first} rules={self.rules}"
            f" previous={self.previous or '-'} server={self.server} seats={seats}"
        )


class JointDeal(msgspec.Struct, frozen=True):
    """How the server and the players made a deal.

    Attributes:
        request: the request that decided it, with all shares but the server's.
        given_up: the requests at the table that were given up since the deal before, oldest first.
    """

    request: DealRequest
    given_up: Annotated[tuple[DealRequest, ...], msgspec.Meta(max_length=MOST_GIVEN_UP)] = ()


def commitment_to(share: str) -> str:
    """The commitment to a share: SHA-256 of its 32 bytes, in hex.

    >>> commitment_to("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(share)).hexdigest()


def digest_of_request(line: str) -> str:
    """The digest of a request's line, which the next request states."""
    return hashlib.sha256(line.encode()).hexdigest()


def misfit_of(request: DealRequest, server_share: str) -> int | Literal["server"] | None:
    """The seat whose share does not fit its commitment, or `server`; `None`: all shares fit."""
    if not _HEX.fullmatch(server_share) or commitment_to(server_share) != request.server:
        return "server"
    for number, at in enumerate(request.seats):
        if (at.commitment is None) == (at.why is None):
            return number
        if at.share is not None and commitment_to(at.share) != at.commitment:
            return number
    return None
