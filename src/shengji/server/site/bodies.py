"""Request bodies: read by middleware, and replayed to the handler."""

from __future__ import annotations

from collections import deque
from typing import Any

from litestar.types import HTTPRequestEvent, Receive


async def read_body(receive: Receive, most: int) -> list[HTTPRequestEvent] | None:
    """Read a request's body; `None`: the client has disconnected.

    Args:
        receive: the ASGI `receive`.
        most: number of bytes after which reading stops; the handler then refuses the body.
    """
    parts: list[HTTPRequestEvent] = []
    size = 0
    while size <= most:
        part = await receive()
        if part["type"] != "http.request":
            return None
        parts.append(part)
        size += len(part["body"])
        if not part["more_body"]:
            break
    return parts


def read_again(parts: list[HTTPRequestEvent], receive: Receive) -> Receive:
    """Make a `receive` that repeats these messages, and continues with the original."""
    left = deque(parts)

    async def next_part() -> Any:
        return left.popleft() if left else await receive()

    return next_part
