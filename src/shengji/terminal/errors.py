"""How a command says why it ends before its end; each error is one clear message."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from shengji.words import Language, Phrase, Spoken, why_of


class EndedError(Exception):
    """Why a command ends before its end; as text it is in English.

    Args:
        why: the message, or what can be said in both languages.
    """

    status: int

    def __init__(self, why: str | Spoken) -> None:
        self._why = why
        super().__init__(why if isinstance(why, str) else why.said("en"))

    def said(self, language: Language) -> str:
        """The message in a language, as far as it has words in it."""
        return self._why if isinstance(self._why, str) else self._why.said(language)


class UsageError(EndedError):
    """Wrong input on the command line or in a file: exit status 2."""

    status = 2


class FailedError(EndedError):
    """A request that could not be carried out, through no fault of ours: exit status 1."""

    status = 1


class StoppedError(EndedError):
    """The person has stopped it from the keyboard: exit status 130."""

    status = 130


Doing: TypeAlias = Callable[[OSError], Spoken]
"""The deed that could not be done, and why."""


def reading(path: Path | str | None) -> Doing:
    """A file could not be read."""
    return lambda error: Phrase("usage", "cannot-read", path=path, why=why_of(error))


def writing(path: Path | str) -> Doing:
    """A file could not be written."""
    return lambda error: Phrase("usage", "cannot-write", path=path, why=why_of(error))


def misused(key: str, **params: object) -> UsageError:
    """Wrong input, by a text of the catalogue."""
    return UsageError(Phrase("usage", key, **params))


@contextmanager
def as_usage(*kinds: type[Exception], doing: str | Doing = "") -> Iterator[None]:
    """Turn errors of these kinds, which say what is wrong with the input, into a `UsageError`.

    Of an `OSError` it tells what could not be done: `doing`, such as `reading("a.toml")`.
    """
    try:
        yield
    except kinds as error:
        if isinstance(error, OSError):
            told = f"{doing}: {error.strerror}" if isinstance(doing, str) else doing(error)
            raise UsageError(told) from None
        raise UsageError(error if isinstance(error, Spoken) else str(error)) from None
