"""Allowlist of browsers' push services.

Clients supply the endpoints, so the server sends to known hosts only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

KNOWN: Final = (
    "fcm.googleapis.com",  # Chrome, and browsers based on it
    "*.push.services.mozilla.com",  # Firefox
    "*.push.apple.com",  # Safari
    "*.notify.windows.com",  # Edge on Windows
)
"""Hosts of known push services; `*.` matches any subdomain."""

# Stricter than URL syntax, so that no URL parser reads it differently.
_ENDPOINT = re.compile(r"https://(?P<host>[a-z0-9.-]{1,253}(?::[0-9]{1,5})?)/[!-\"$-\[\]-~]*")


def service_of(endpoint: str, others: Iterable[str] = ()) -> str | None:
    """The entry of `KNOWN` or `others` that matches an endpoint, or `None`.

    Args:
        endpoint: the address from the browser's subscription.
        others: additional hosts, in the format of `KNOWN`; a host with a port matches that port
            only.

    >>> service_of("https://fcm.googleapis.com/fcm/send/abc:DEF-1")
    'fcm.googleapis.com'
    >>> service_of("https://web.push.apple.com/QK"), service_of("https://push.apple.com/QK")
    ('*.push.apple.com', None)
    >>> service_of("https://fcm.googleapis.com@10.0.0.1/") is None
    True
    >>> service_of("https://localhost:8443/x", ["localhost:8443"])
    'localhost:8443'
    """
    read = _ENDPOINT.fullmatch(endpoint)
    if read is None:
        return None
    host = read["host"].removesuffix(":443")
    for known in (*KNOWN, *others):
        if host.endswith(known[1:]) if known.startswith("*.") else host == known:
            return known
    return None


def origin_of(endpoint: str) -> str:
    """The origin (scheme, host and port) of an endpoint that `service_of` accepts.

    >>> origin_of("https://web.push.apple.com:443/QK")
    'https://web.push.apple.com'
    """
    return "/".join(endpoint.split("/", 3)[:3]).removesuffix(":443")
