"""Work over a cluster of machines with Ray, an optional dependency.

Every machine of the cluster needs the same version of this program.
"""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable
from functools import partial
from importlib import import_module
from itertools import islice
from typing import Any, Final

from shengji.arena.spread import HelperEndedError, Result, Spread, Work, outcome_of
from shengji.extras import require

LOCAL: Final = "local"
"""The address of a cluster on this machine alone, started for this run."""

_PATIENCE = 5.0
"""Timeout of a connection, in seconds; Ray itself would try for minutes."""


class ClusterError(RuntimeError):
    """The cluster cannot be used; the message contains the reason and a remedy."""


def over_cluster(address: str) -> Spread:
    """Spread work over a Ray cluster.

    Args:
        address: of a running cluster, `HOST:PORT`, `ray://HOST:PORT` or `auto`; or `local`, which
            starts one on this machine.

    Raises:
        ClusterError: the cluster cannot be reached.
        MissingExtraError: Ray is not installed.
    """
    require("ray", "ray")
    ray = import_module("ray")
    if not ray.is_initialized():
        _check_address(address)
        try:
            ray.init(address=address, log_to_driver=False, include_dashboard=False)
        except Exception as error:
            raise ClusterError(f"the cluster at {address} cannot be reached: {error}") from None
    return partial(_in_order, ray)


def _check_address(address: str) -> None:
    """Check that an address is valid and accepts connections."""
    kind, _, place = address.rpartition("://")
    if address in ("auto", LOCAL) or kind not in ("", "ray"):
        return  # Ray resolves these itself.
    host, _, port = place.rpartition(":")
    if not host or not port.isdecimal() or len(port) > 5 or int(port) > 65_535:
        raise ClusterError(
            f"--ray takes HOST:PORT, ray://HOST:PORT, auto or {LOCAL}, not {address!r}"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE).close()
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise ClusterError(
            f"the cluster at {address} cannot be reached: {why}; `ray start --head` begins one "
            f"there, and --ray {LOCAL} one of its own on this machine"
        ) from None


def _in_order(
    ray: Any, function: Callable[[Work], Result], work: Iterable[Work]
) -> Generator[Result]:
    """Like `shengji.arena.spread.in_order`, with up to four pieces per processor of the cluster."""
    # An error is returned as a value, because Ray would print each one that is never fetched.
    task = ray.remote(outcome_of)
    pieces = iter(work)
    most = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = deque(task.remote(function, piece) for piece in islice(pieces, most))
    try:
        while waiting:
            try:
                outcome = ray.get(waiting[0])
            except ray.exceptions.RayError as error:
                why = str(error).partition("\n")[0]
                raise HelperEndedError(f"a process of the cluster failed: {why}") from None
            waiting.popleft()
            waiting.extend(task.remote(function, piece) for piece in islice(pieces, 1))
            yield outcome.result()
    finally:
        for left in waiting:
            ray.cancel(left)
