"""The push services of browsers. An endpoint is an address that a stranger names, so no others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

KNOWN: Final = (
    "fcm.googleapis.com",  # Chrome, and what is made of it
    "*.push.services.mozilla.com",  # Firefox
    "*.push.apple.com",  # Safari
    "*.notify.windows.com",  # Edge on Windows
)
"""Their hosts; `*.` stands for any name before."""

# Narrower than what may stand in an address, so that nobody reads it in another way.
_ENDPOINT = re.compile(r"https://(?P<host>[a-z0-9.-]{1,253}(?::[0-9]{1,5})?)/[!-\"$-\[\]-~]*")


def service_of(endpoint: str, others: Iterable[str] = ()) -> str | None:
    """The push service at which an endpoint is, as `KNOWN` names it; `None`: none that is known.

    Args:
        endpoint: the address that a browser names.
        others: hosts besides `KNOWN`, written likewise; one with a port is meant with that alone.

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
    """The push service of an endpoint that `service_of` knows: its scheme, host and port.

    >>> origin_of("https://web.push.apple.com:443/QK")
    'https://web.push.apple.com'
    """
    return "/".join(endpoint.split("/", 3)[:3]).removesuffix(":443")
