"""Schemas of the queue for rated matches."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from shengji.server.site.schemas import Schema


class AskPairing(Schema, frozen=True):
    """A request to queue for a rated match.

    Attributes:
        rules: the name of a `RatedSet`.
        partner: whether to wait for a partner, who joins with the `code` of the answer.
        code: the code of a waiting partner; then `rules` and `partner` are ignored.
    """

    rules: Annotated[str, msgspec.Meta(max_length=40, examples=["zhang-2021"])] = ""
    partner: bool = False
    code: Annotated[str, msgspec.Meta(max_length=40)] | None = None


PairingStage = Literal["none", "partner", "waits", "seated", "plays"]


class PairingState(Schema, frozen=True):
    """The caller's state in the queue.

    A person who does not poll for 75 seconds leaves the queue.

    Attributes:
        state: `none`: not in the queue; `partner`: waiting for the partner; `waits`: waiting for
            opponents; `seated`: at `table`, where the match starts once all players have arrived;
            `plays`: it has started.
        rules: the name of the requested rules.
        code: the code for a partner while one can join; the link is `/#/pairing/CODE`.
        people: the names of the party, the caller's first.
        since: the start of the wait, in milliseconds since 1970.
        waiting: the number of people in the queue for these rules, the caller included.
        reach: the present maximum distance in rating to other players.
        table: the id of the assigned table.
        until: the deadline for all players to arrive, in milliseconds since 1970. Players who miss
            it leave the queue; the rest keep their places.
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
