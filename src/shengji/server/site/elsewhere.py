"""Things that another server of the site owns: how a handler says that it is to be asked."""

from __future__ import annotations

from typing import Final

from litestar.types import Scope

from shengji.server.database.errors import ElsewhereError

ELSEWHERE: Final = "shengji.elsewhere"
"""Under which key the scope of a request has where it is said."""


def send_on(scope: Scope, error: ElsewhereError) -> bool:
    """Have a request answered by the server that owns what it is about.

    Returns:
        Whether that is done; else nobody is there who would do it.
    """
    found: list[str] | None = dict(scope).get(ELSEWHERE)  # type: ignore[assignment]
    if found is None:
        return False
    found.append(error.node)
    return True
