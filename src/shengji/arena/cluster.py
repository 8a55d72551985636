"""Spreading work over a cluster of machines with Ray, which is installed only where it is wanted.

Every machine of the cluster needs the same version of this program.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from importlib import import_module
from itertools import islice
from typing import Any

from shengji.arena.spread import Result, Spread, Work


class ClusterError(RuntimeError):
    """The cluster cannot be used; the message says why, and what to do."""


def over_cluster(address: str) -> Spread:
    """Spread work over a Ray cluster.

    Args:
        address: of a cluster that runs, `HOST:PORT` or `auto`; or `local`, which starts one of its
            own on this machine.

    Raises:
        ClusterError: when Ray is not installed, or the cluster cannot be reached.
    """
    try:
        ray = import_module("ray")
    except ImportError:
        raise ClusterError(
            "--ray needs Ray, which is not installed; pip install 'shengji[cluster]' installs it"
        ) from None
    if not ray.is_initialized():
        try:
            ray.init(
                address=address,
                log_to_driver=False,
                include_dashboard=False,
            )
        except Exception as error:
            raise ClusterError(f"the cluster at {address} cannot be reached: {error}") from None

    def spread(function: Callable[[Work], Result], work: Iterable[Work], /) -> Generator[Result]:
        return _in_order(ray, function, work)

    return spread


def _in_order(
    ray: Any, function: Callable[[Work], Result], work: Iterable[Work]
) -> Generator[Result]:
    """As `shengji.arena.spread.in_order`, with a few pieces for each processor of the cluster."""
    task = ray.remote(function_of(function))
    pieces = iter(work)
    most = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = deque(task.remote(piece) for piece in islice(pieces, most))
    try:
        while waiting:
            result = ray.get(waiting.popleft())
            waiting.extend(task.remote(piece) for piece in islice(pieces, 1))
            yield result
    finally:
        for left in waiting:
            ray.cancel(left)


def function_of(function: Callable[[Work], Result]) -> Callable[[Work], Result]:
    """A plain function, as Ray wants it, that does what any callable does."""

    def call(piece: Work) -> Result:
        return function(piece)

    return call
