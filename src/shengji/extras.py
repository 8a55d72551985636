"""Extras: optional packages that only some features need.

This module holds the check that reports a missing extra. pyproject.toml lists the packages of each
extra. This module imports no such package.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

from shengji.words import Language, Phrase


class MissingExtraError(ImportError):
    """An extra's package is not installed; the message has the command to install it.

    Args:
        package: the package's import name.
    """

    def __init__(self, extra: str, package: str) -> None:
        self._why = Phrase("usage", "missing-extra", package=package, extra=extra)
        super().__init__(self._why.render("en"), name=package)

    def render(self, language: Language) -> str:
        """The message in a language."""
        return self._why.render(language)


def require(extra: str, package: str) -> None:
    """Check that an extra is installed, before importing its packages.

    Args:
        extra: its name, as in `pip install 'shengji[site]'`.
        package: the import name of one of the extra's packages.

    Raises:
        MissingExtraError: the package is not installed.

    >>> require("site", "no_such_package")
    Traceback (most recent call last):
    shengji.extras.MissingExtraError: this needs no_such_package, ... pip install 'shengji[site]'
    """
    if sys.modules.get(package) is None and not _is_found(package):
        raise MissingExtraError(extra, package)


def _is_found(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # its parent package is not installed
        return False
