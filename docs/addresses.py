"""The list of addresses in docs/addresses.md, made from their declarations.

`python -m docs.addresses` in the root of the project writes it.
"""

from __future__ import annotations

import re
from pathlib import Path

from litestar.handlers import HTTPRouteHandler
from litestar.openapi.spec import Tag

from docs.marked import Marked
from shengji.server.documents import openapi_config
from shengji.server.routes import ADDRESSES
from shengji.server.site.services import SCOPE

LIST = Marked(
    Path(__file__).parent / "addresses.md",
    "<!-- The addresses: made by `python -m docs.addresses`. -->\n",
    "<!-- End of the addresses. -->\n",
)


def listed() -> str:
    """All addresses, in a table for each heading that they have in the documents of the API."""
    return "\n".join(["", *map(_table, openapi_config().tags or ()), ""])


def _table(tag: Tag) -> str:
    found = [address for address in ADDRESSES if tag.name in (address.tags or ())]
    lines = [f"**{tag.name.capitalize()}.** {tag.description}", ""]
    lines += ["| address | what it does | scope |", "| --- | --- | --- |"]
    return "\n".join([*lines, *map(_row, found), ""])


def _row(address: HTTPRouteHandler) -> str:
    (path,), (method,) = address.paths, address.http_methods
    scope = address.opt.get(SCOPE)
    more = re.match(r".+?\.(?= [A-Z`]|$)", address.description or "")
    words = f"{address.summary}. {more[0]}" if more else f"{address.summary}."
    return f"| `{method} {_plain(path)}` | {words} | {f'`{scope}` ' if scope else ''}|"


def _plain(path: str) -> str:
    """A path without the kinds of what stands in it.

    >>> _plain("/api/tables/{table:str}/hands/{hand:int}")
    '/api/tables/{table}/hands/{hand}'
    """
    return re.sub(r":[a-z]+}", "}", path)


if __name__ == "__main__":
    LIST.write(listed())
