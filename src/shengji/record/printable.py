"""Texts of strangers, on a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""A text without what would steer the terminal.

    >>> printable("Ann\x1b[2J 安")
    'Ann�[2J 安'
    """
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
