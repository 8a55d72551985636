"""Word lists, with one word a line; each file states its source."""

from __future__ import annotations

from importlib.resources import files


def read_list(name: str) -> tuple[str, ...]:
    """The lines of a list, without comments.

    >>> "admin" in read_list("roles")
    True
    """
    text = files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))
