"""Sanitizes untrusted text for terminals."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""Replace the characters of a text that would control the terminal.

    >>> printable("Ann\x1b[2J 安")
    'Ann�[2J 安'
    """
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
