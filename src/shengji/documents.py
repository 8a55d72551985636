"""Documents: where a reader finds a page of the documentation, and where its site is built."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import shengji

_HERE = Path(__file__).parent
SITE: Final = next(
    (folder for folder in (_HERE / "server" / "docs",) if folder.is_dir()),
    _HERE.parents[1] / "build" / "docs",
)
"""The folder of the built site: in a wheel part of the package, in a clone that of `make docs`."""


def page(name: str, anchor: str = "") -> str:
    """Where a page is found: its URL, or its file in the project before the project is published.

    Args:
        name: the page's name, such as `ratings`; in Chinese `zh/learn`.
        anchor: the anchor of a heading.

    >>> page("record-format", "the-header")
    'docs/record-format.md#the-header'
    """
    path = f"docs/{name}.md" + (f"#{anchor}" if anchor else "")
    return f"{shengji.__url__}/blob/v{shengji.__version__}/{path}" if shengji.__url__ else path
