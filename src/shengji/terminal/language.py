"""The language of a command's output."""

from __future__ import annotations

import locale
import os
import sys

from shengji.words import Language


def asked_language() -> Language:
    """The language of the `--lang` option, even if the command line is invalid.

    It is read from the raw arguments, because an invalid command line has no parsed options.
    """
    given = sys.argv[1:]
    for at, word in enumerate(given):
        name, _, value = word.partition("=")
        if name in ("--lang", "--language"):
            return "zh" if (value or "".join(given[at + 1 : at + 2])) == "zh" else "en"
    return "en"


def system_language() -> Language:
    """The language of the system."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    name = next((name for name in names if name), None) or locale.getlocale()[0] or ""
    return "zh" if name.lower().startswith(("zh", "chinese")) else "en"
