"""The example of an option in the rules book."""

from __future__ import annotations

from typing import NamedTuple


class Example(NamedTuple):
    """An example for one option.

    Attributes:
        option: the name of the option.
        en: what the example shows, in English.
        zh: the same in Chinese.
        code: Python with prompts and what it prints; it may use what `OPENING` defines, and what
            examples before it in the book have defined.
    """

    option: str
    en: str
    zh: str
    code: str
