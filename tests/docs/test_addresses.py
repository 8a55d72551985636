"""The list of addresses in docs/addresses.md is that of their declarations."""

from __future__ import annotations

import re

from docs.addresses import LIST, listed
from shengji.server.documents import openapi_config
from shengji.server.routes import ADDRESSES


def test_the_list_is_that_of_the_declarations() -> None:
    """`python -m docs.addresses` would change nothing."""
    assert LIST.read() == listed()


def test_every_address_is_listed_once() -> None:
    found = re.findall(r"^\| `([A-Z]+ [^`]+)` \| \S.*\. \|", listed(), re.MULTILINE)
    declared = [
        f"{method} {re.sub(r':[a-z]+}', '}', path)}"
        for address in ADDRESSES
        for path in address.paths
        for method in address.http_methods
    ]
    assert sorted(found) == sorted(declared)


def test_every_heading_has_addresses() -> None:
    used = {tag for address in ADDRESSES for tag in address.tags or ()}
    assert [tag.name for tag in openapi_config().tags or () if tag.name not in used] == []
