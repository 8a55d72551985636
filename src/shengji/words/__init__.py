"""The words: every sentence and name that a person reads, in English and simplified Chinese.

What lives here: a file for each area, and the reading of them. A text is a table in its file:

    [not-held]
    en = "You do not hold {cards}."
    zh = "你手里没有 {cards}。"

One that says what stands elsewhere already names it: `as = "table.not-seated"`. Traditional
characters are made from the simplified ones where they are shown. What may not: anything else; the
names of options and presets stand with these, in `shengji.rules`.
"""

from __future__ import annotations

import errno
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")

FOLDER = Path(__file__).parent
"""Where the files are, `AREA.toml`."""


class Text(NamedTuple):
    """A text in both languages, with the same parameters in braces."""

    en: str
    zh: str

    def render(self, language: Language, **params: object) -> str:
        """The text in one language, with its parameters put in.

        >>> texts("refusals")["not-held"].render("en", cards="10♠")
        'You do not hold 10♠.'
        """
        return self.of(language).format(**params)

    def of(self, language: Language) -> str:
        """The text in one language, as it is written."""
        return self.zh if language == "zh" else self.en


@runtime_checkable
class Spoken(Protocol):
    """Something that can be said in both languages."""

    def render(self, language: Language) -> str:
        """The words for it."""


class Phrase:
    """A text of the catalogue with its parameters, of which some may be spoken themselves.

    >>> Phrase("refusals", "not-held", cards="10♠").render("zh")
    '你手里没有 10♠。'
    """

    def __init__(self, area: str, key: str, **params: object) -> None:
        self._text = texts(area)[key]
        self._params = params

    def render(self, language: Language) -> str:
        """The text in one language."""
        params = {
            name: found.render(language) if isinstance(found, Spoken) else found
            for name, found in self._params.items()
        }
        return self._text.render(language, **params)


class Names:
    """Some names one after the other, set off as each language does; `apart` where some are long.

    >>> Names(["one", "other"]).render("zh"), Names(["one", "other"], apart=True).render("en")
    ('one、other', 'one; other')
    """

    def __init__(self, names: Iterable[str], *, apart: bool = False) -> None:
        self._names = tuple(names)
        self._marks = {"en": "; ", "zh": "；"} if apart else {"en": ", ", "zh": "、"}

    def render(self, language: Language) -> str:
        """The names in one text."""
        return self._marks[language].join(self._names)


def join_sentences(language: Language, *sentences: str | None) -> str:
    """Sentences that follow each other, but for any `None`; in Chinese nothing stands between them.

    >>> (
    ...     join_sentences("en", "You lead.", "Play a card."),
    ...     join_sentences("zh", "该你先出。", "请出牌。"),
    ... )
    ('You lead. Play a card.', '该你先出。请出牌。')
    """
    said = (sentence for sentence in sentences if sentence is not None)
    return ("" if language == "zh" else " ").join(said)


_OS = {
    errno.ENOENT: "os.missing",
    errno.EACCES: "os.denied",
    errno.EPERM: "os.denied",
    errno.EEXIST: "os.exists",
    errno.EISDIR: "os.folder",
    errno.ENOTDIR: "os.no-folder",
    errno.ENOSPC: "os.full",
}


def why_of(error: OSError) -> Spoken | str:
    """Why a file could not be read or written, as far as there are words for it."""
    key = _OS.get(error.errno or 0)
    return str(error.strerror or error) if key is None else Phrase("usage", key)


class SpokenError(ValueError):
    """A fault in what somebody has given; as text it is in English.

    Args:
        why: what is wrong.
    """

    def __init__(self, why: Spoken) -> None:
        self._why = why
        super().__init__(why.render("en"))

    def render(self, language: Language) -> str:
        """The fault in one language."""
        return self._why.render(language)

    def __reduce__(self) -> tuple[Any, ...]:
        """Tell `pickle` how to make it again in another process."""
        return _come, (type(self), self.args, vars(self))


def _come(kind: type[SpokenError], said: tuple[str, ...], state: dict[str, Any]) -> SpokenError:
    """A fault that was found in another process."""
    error = kind.__new__(kind, *said)
    vars(error).update(state)
    return error


@cache
def texts(area: str) -> Mapping[str, Text]:
    """The texts of an area by key, in their order.

    Raises:
        KeyError: a text names one that there is not.
    """
    return {key: _text(given) for key, given in _read_texts(area).items()}


@cache
def _read_texts(area: str) -> Mapping[str, dict[str, str]]:
    """The texts in the file of an area; `[ask.draw]` has the key `ask.draw`."""
    read = tomllib.loads((FOLDER / f"{area}.toml").read_text(encoding="utf-8"))
    return dict(_tables(read, ""))


def _tables(table: dict[str, Any], key: str) -> Iterator[tuple[str, dict[str, str]]]:
    own = {name: found for name, found in table.items() if isinstance(found, str)}
    if own:
        yield key, own
    for name, found in table.items():
        if isinstance(found, dict):
            yield from _tables(found, f"{key}.{name}" if key else name)


def _text(given: dict[str, str]) -> Text:
    while "as" in given:
        area, _, key = given["as"].partition(".")
        given = _read_texts(area)[key]
    return Text(given["en"], given["zh"])
