"""Redirection of a request to the node that owns the addressed actor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from litestar.types import Scope

from shengji.server.database.errors import ElsewhereError

ELSEWHERE: Final = "shengji.elsewhere"
"""Key of the `Redirection` in a request's ASGI scope."""


@dataclass(slots=True)
class Redirection:
    """State of the forwarding of a request or socket.

    Attributes:
        is_again: whether this node or another has already handled the request.
        can_move: whether a socket may move to another node after it has been accepted here.
        is_moved: whether another node must answer.
        node: the owner; empty: unknown, to be looked up.
        first: messages that a moved socket sends to the owner first, in place of the browser.
    """

    is_again: bool = False
    can_move: bool = False
    is_moved: bool = False
    node: str = ""
    first: Sequence[str] = ()


def forward(scope: Scope, error: ElsewhereError) -> bool:
    """Redirect a request to the owner of the actor.

    Returns:
        Whether it is redirected; `False`: forwarding is not available.
    """
    found = _of(scope)
    if found is None:
        return False
    found.is_moved, found.node = True, error.node
    return True


def is_again(scope: Scope) -> bool:
    """Whether the request has been handled before, so that it is already counted."""
    found = _of(scope)
    return found is not None and found.is_again


def is_moved(scope: Scope) -> bool:
    """Whether another node answers, so that the response made here is dropped."""
    found = _of(scope)
    return found is not None and found.is_moved


def can_move(scope: Scope) -> bool:
    """Whether a socket can move to another node without a new connection of the browser."""
    found = _of(scope)
    return found is not None and found.can_move


def migrate_socket(scope: Scope, first: Sequence[str]) -> None:
    """Move a socket to the current owner of its table.

    Args:
        scope: the scope of the socket.
        first: messages to send to the owner first, in place of the browser.
    """
    found = _of(scope)
    assert found is not None
    found.is_moved, found.first = True, first


def _of(scope: Scope) -> Redirection | None:
    found: Redirection | None = dict(scope).get(ELSEWHERE)  # type: ignore[assignment]
    return found
