"""Bodies of requests: read before a handler asks for them, and given to it after that."""

from __future__ import annotations

from collections import deque
from typing import Any

from litestar.types import HTTPRequestEvent, Receive


async def read_body(receive: Receive, most: int) -> list[HTTPRequestEvent] | None:
    """The parts of a request's body, as far as they are wanted; `None`: its sender has gone.

    Args:
        receive: gives them.
        most: how many bytes are wanted; who reads on is refused.
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
    """An iterator that gives these parts, and then what comes after them."""
    left = deque(parts)

    async def next_part() -> Any:
        return left.popleft() if left else await receive()

    return next_part
