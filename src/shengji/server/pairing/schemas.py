"""Being seated for a rated match."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from shengji.server.site.schemas import Shape


class AskPairing(Shape, frozen=True):
    """A wish to be seated for a rated match with people of about one's rating.

    Attributes:
        rules: by the name of a `RatedSet`.
        partner: whether somebody comes along as partner, by the code that the answer has.
        code: of the partner with whom one comes; `rules` and `partner` do not matter then.
    """

    rules: Annotated[str, msgspec.Meta(max_length=40, examples=["zhang-2021"])] = ""
    partner: bool = False
    code: Annotated[str, msgspec.Meta(max_length=40)] | None = None


PairingStage = Literal["none", "partner", "waits", "seated", "plays"]


class PairingState(Shape, frozen=True):
    """How it stands with being seated. Who does not ask for 20 seconds waits no more.

    Attributes:
        state: `none`: one does not wait; `partner`: for the partner; `waits`: for others; `seated`:
            at `table`, where the match starts as soon as all have come; `plays`: it has started.
        rules: what is to be played, by name; `None`: nothing.
        code: what a partner gives to come along, as long as one can; the link is `/#/pairing/CODE`.
        people: the names of who comes together, oneself first.
        since: since when one waits, in milliseconds since 1970.
        waiting: how many people wait for the same, oneself included.
        reach: how far from one's own rating others may be by now.
        table: where one is seated.
        until: until when all must have come there, in milliseconds since 1970; who has not is not
            waited for, and the others wait on.
    """

    state: PairingStage
    rules: str | None
    code: str | None
    people: tuple[str, ...]
    since: int | None
    waiting: int
    reach: float
    table: str | None
    until: int | None
