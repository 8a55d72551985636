"""Claims: the things that a guest of a night gives to have what they played, and gets, as JSON."""

from __future__ import annotations

from typing import Annotated

import msgspec

from shengji.server.site.schemas import Fault, Shape


class ClaimCode(Shape, frozen=True):
    """The code with which a guest claims what they have played.

    Attributes:
        person: the guest, by id in this night.
        name: as others read it.
        code: to be written down, or part of a link: `/#/claim/NIGHT/CODE`.
    """

    person: str
    name: str
    code: str


class ClaimCodes(Shape, frozen=True):
    """The codes of all in a night whom an organiser has checked in and who have no account."""

    codes: tuple[ClaimCode, ...]


class AskClaim(Shape, frozen=True):
    """A claim to what a guest has played.

    Attributes:
        code: the guest's code, however it was typed.
        confirm: whether to claim it; else it is only told what it is.
    """

    code: Annotated[str, msgspec.Meta(max_length=40)]
    confirm: bool = False


class NightClaim(Shape, frozen=True):
    """The results of a guest, which can be claimed.

    Attributes:
        night: the night.
        title: what it is called; empty: nothing.
        opened: when it was made, in milliseconds since 1970.
        person: the guest, by id in it.
        name: as others read it.
        rounds: in how many rounds they have played a hand that counts.
        hands: how many hands that count.
        claimed: whether it belongs to an account; `yours`: to that of who asks.
        refusal: why it could not be claimed, and what to do; `None`: nothing was refused.
    """

    night: str
    title: str
    opened: int
    person: str
    name: str
    rounds: int
    hands: int
    claimed: bool
    yours: bool
    refusal: Fault | None
