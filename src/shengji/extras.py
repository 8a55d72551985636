"""Extras: packages that only some of what is here needs, installed where they are asked for.

What lives here: the one check that says which extra is missing. Which packages an extra brings
stands in pyproject.toml. What may not: anything that imports such a package.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

from shengji.words import Language, Phrase


class MissingExtraError(ImportError):
    """A package that an extra brings is not installed; the message says what installs it.

    Args:
        extra: the name of the extra.
        package: the package, by the name under which it is imported.
    """

    def __init__(self, extra: str, package: str) -> None:
        self._why = Phrase("usage", "missing-extra", package=package, extra=extra)
        super().__init__(self._why.said("en"), name=package)

    def said(self, language: Language) -> str:
        """The message in a language."""
        return self._why.said(language)


def require(extra: str, package: str) -> None:
    """Make sure that an extra is installed, before what it brings is imported.

    Args:
        extra: its name, as in `pip install 'shengji[site]'`.
        package: one of those that it brings, by the name under which it is imported.

    Raises:
        MissingExtraError: the package is not there.

    >>> require("site", "no_such_package")
    Traceback (most recent call last):
    shengji.extras.MissingExtraError: this needs no_such_package, ... pip install 'shengji[site]'
    """
    if sys.modules.get(package) is None and not _is_found(package):
        raise MissingExtraError(extra, package)


def _is_found(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # the package that it lies in is not there
        return False
