"""How a command says why it ends before its end; each error is one clear message."""

from __future__ import annotations


class UsageError(Exception):
    """Wrong input on the command line or in a file: exit status 2."""


class FailedError(Exception):
    """What was asked for could not be done, and not by a fault of ours: exit status 1."""


class StoppedError(Exception):
    """The person has stopped it from the keyboard: exit status 130."""
