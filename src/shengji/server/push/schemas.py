"""Being told something while no page is open."""

from __future__ import annotations

from typing import Annotated

import msgspec

from shengji.server.site.schemas import Shape, Tongue


class Subscribe(Shape, frozen=True):
    """Where this browser is told something while no page is open, as its `PushManager` says.

    Attributes:
        endpoint: the address at its push service.
        p256dh: its public key, in base64url.
        auth: its secret, likewise.
        tongue: in which language it wants to be told.
        muted: the public ids of people who do not call it.
    """

    endpoint: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]
    tongue: Tongue
    muted: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(max_length=200)
    ] = ()


class Pushes(Shape, frozen=True):
    """Whether this browser is told something while no page is open.

    Attributes:
        key: the public key of the server, with which the browser asks its push service for an
            endpoint, in base64url; `null`: the server calls nobody.
        on: whether it is told.
    """

    key: str | None
    on: bool
