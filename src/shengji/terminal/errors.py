"""How a command says that it was given something wrong."""

from __future__ import annotations


class UsageError(Exception):
    """Wrong input on the command line or in a file: one clear message, exit status 2."""
