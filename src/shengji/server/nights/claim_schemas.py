"""Schemas of the requests and responses for claiming a guest's results."""

from __future__ import annotations

from typing import Annotated

import msgspec

from shengji.nights.state import UnixMs
from shengji.server.site.schemas import Fault, Shape


class ClaimCode(Shape, frozen=True):
    """A guest's code for claiming their results.

    Attributes:
        person: the guest's id in this night.
        code: for printing, or as part of a link: `/#/claim/NIGHT/CODE`.
    """

    person: str
    name: str
    code: str


class ClaimCodes(Shape, frozen=True):
    """The codes of all desk guests of a night without an account."""

    codes: tuple[ClaimCode, ...]


class AskClaim(Shape, frozen=True):
    """A claim to a guest's results.

    Attributes:
        code: the guest's code, in any spelling.
        confirm: whether to claim the results; otherwise they are only shown.
    """

    code: Annotated[str, msgspec.Meta(max_length=40)]
    confirm: bool = False


class NightClaim(Shape, frozen=True):
    """The results of a guest, which can be claimed.

    Attributes:
        night: the id of the night.
        title: name of the night; empty: none.
        opened: when the night was created.
        person: the guest's id in the night.
        rounds: number of rounds with a hand that counts.
        hands: number of hands that count.
        claimed: whether the results belong to an account; `yours`: to the caller's.
        refusal: why they could not be claimed, with the remedy; `None`: not refused.
    """

    night: str
    title: str
    opened: UnixMs
    person: str
    name: str
    rounds: int
    hands: int
    claimed: bool
    yours: bool
    refusal: Fault | None
