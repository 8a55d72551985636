"""Schemas of push subscriptions."""

from __future__ import annotations

from typing import Annotated

import msgspec

from shengji.server.site.schemas import Schema, Tongue


class Subscribe(Schema, frozen=True):
    """A browser's push subscription, as its `PushManager` returns it.

    Attributes:
        endpoint: the address at its push service.
        p256dh: its public key, in base64url.
        auth: its secret, in base64url.
        tongue: the language of notifications.
        muted: the public ids of people whose calls are not pushed.
    """

    endpoint: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
    p256dh: Annotated[str, msgspec.Meta(max_length=100)]
    auth: Annotated[str, msgspec.Meta(max_length=40)]
    tongue: Tongue
    muted: Annotated[
        tuple[Annotated[str, msgspec.Meta(max_length=40)], ...], msgspec.Meta(max_length=200)
    ] = ()


class Pushes(Schema, frozen=True):
    """The push state of this browser.

    Attributes:
        key: the server's public key for the browser's subscription, in base64url; `null` if the
            server sends no pushes.
        on: whether this browser is subscribed.
    """

    key: str | None
    on: bool
