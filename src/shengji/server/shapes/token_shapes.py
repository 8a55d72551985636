"""Tokens, with which programs act for a person."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from shengji.server.shapes.shape import Shape

Scope = Literal["profile", "history", "bot"]
"""What a token allows: to read who one is and where one sits; to read matches and people, as far as
one may; to play as a bot."""


class NewToken(Shape, frozen=True):
    """A token to be made.

    Attributes:
        label: what it is for.
        scopes: what it allows.
        days: how long it is good; `None`: until it is ended.
    """

    label: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    scopes: Annotated[tuple[Scope, ...], msgspec.Meta(min_length=1, max_length=3)]
    days: Annotated[int, msgspec.Meta(ge=1, le=3650)] | None = None


class Token(Shape, frozen=True):
    """A token, without its secret.

    Attributes:
        id: its id.
        label: what it is for.
        scopes: what it allows, each a `Scope`.
        made: when it was made, in milliseconds since 1970.
        seen: when it was last used, to the day; `null`: never.
        expires: from when on it is void; `null`: never.
    """

    id: str
    label: str
    scopes: tuple[str, ...]
    made: int
    seen: int | None
    expires: int | None


class Tokens(Shape, frozen=True):
    """The person's tokens, the newest first."""

    tokens: tuple[Token, ...]


class MadeToken(Shape, frozen=True):
    """A new token, and its secret, which is never told again."""

    token: Token
    secret: str
