"""Errors that end a command; each has one clear message and an exit status."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from shengji.words import Language, Phrase, Spoken, why_of


class EndedError(Exception):
    """The error that ends a command; its `str` is in English.

    Args:
        why: the message, as text or in both languages.
    """

    status: int

    def __init__(self, why: str | Spoken) -> None:
        self._why = why
        super().__init__(why if isinstance(why, str) else why.render("en"))

    def render(self, language: Language) -> str:
        """The message in a language, or in English if it has no translation."""
        return self._why if isinstance(self._why, str) else self._why.render(language)


class UsageError(EndedError):
    """Wrong input on the command line or in a file: exit status 2."""

    status = 2


class FailedError(EndedError):
    """A request that could not be fulfilled for external reasons: exit status 1."""

    status = 1


class StoppedError(EndedError):
    """An interrupt from the keyboard: exit status 130."""

    status = 130


Doing: TypeAlias = Callable[[OSError], Spoken]
"""Builds the message of a failed file operation."""


def reading(path: Path | str | None) -> Doing:
    """The message of a failed read."""
    return lambda error: Phrase("usage", "cannot-read", path=path, why=why_of(error))


def writing(path: Path | str) -> Doing:
    """The message of a failed write."""
    return lambda error: Phrase("usage", "cannot-write", path=path, why=why_of(error))


def misused(key: str, **params: object) -> UsageError:
    """Create a usage error from a text of the catalogue."""
    return UsageError(Phrase("usage", key, **params))


@contextmanager
def as_usage(*kinds: type[Exception], doing: str | Doing = "") -> Iterator[None]:
    """Convert errors of these kinds, which are caused by the input, into a `UsageError`.

    For an `OSError`, `doing` describes the failed operation, such as `reading("a.toml")`.
    """
    try:
        yield
    except kinds as error:
        if isinstance(error, OSError):
            told = f"{doing}: {error.strerror}" if isinstance(doing, str) else doing(error)
            raise UsageError(told) from None
        raise UsageError(error if isinstance(error, Spoken) else str(error)) from None
