"""Things that another server of the site owns: how a handler says that it is to be asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from litestar.types import Scope

from shengji.server.database.errors import ElsewhereError

ELSEWHERE: Final = "shengji.elsewhere"
"""Under which key the scope of a request has where it is said."""


@dataclass(slots=True)
class Redirection:
    """The way on of a request or a socket, from the server that answers it now.

    Attributes:
        is_again: whether another server has begun to answer it, or this one has before.
        can_move: whether a socket may go on with another server after it has been answered here.
        is_moved: whether another server is to answer.
        node: which; empty: it is to be looked for.
        first: what a socket says there first, in the browser's place.
    """

    is_again: bool = False
    can_move: bool = False
    is_moved: bool = False
    node: str = ""
    first: Sequence[str] = ()


def forward(scope: Scope, error: ElsewhereError) -> bool:
    """Have a request answered by the server that owns what it is about.

    Returns:
        Whether that is done; else nobody is there who would do it.
    """
    found = _of(scope)
    if found is None:
        return False
    found.is_moved, found.node = True, error.node
    return True


def is_again(scope: Scope) -> bool:
    """Whether a server has begun to answer a request before, so that it is counted already."""
    found = _of(scope)
    return found is not None and found.is_again


def is_moved(scope: Scope) -> bool:
    """Whether another server is to answer a request, so that what is answered here goes nowhere."""
    found = _of(scope)
    return found is not None and found.is_moved


def can_move(scope: Scope) -> bool:
    """Whether a socket may go on with another server, so that its browser notices nothing."""
    found = _of(scope)
    return found is not None and found.can_move


def migrate_socket(scope: Scope, first: Sequence[str]) -> None:
    """Let a socket that can move go on with whatever server owns by now what it is about.

    Args:
        scope: of the socket.
        first: what is said there first, in the browser's place.
    """
    found = _of(scope)
    assert found is not None
    found.is_moved, found.first = True, first


def _of(scope: Scope) -> Redirection | None:
    found: Redirection | None = dict(scope).get(ELSEWHERE)  # type: ignore[assignment]
    return found
