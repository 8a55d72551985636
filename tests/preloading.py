"""Things that every worker needs, made once in the process from which workers are forked."""

from __future__ import annotations

from shengji.play.compiling import all_kernels
from tests import forked
from tests.server import applications, fresh


def preload() -> None:
    """Read all kernels of the program, and make an application of the site and an empty database.

    The process that others are forked from is started first, and loads meanwhile. Kernels of tests
    stay unread: some tests are about who reads them first.
    """
    forked.prepare()
    for (module, _), load in list(all_kernels().items()):
        if module.startswith("shengji."):
            load()
    applications.begin()
    fresh.prepare()
