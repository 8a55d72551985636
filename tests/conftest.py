"""Fixtures that tests of several rooms share, and the seed of each test."""

from __future__ import annotations

import gc
import logging
from collections.abc import Generator, Iterator
from contextlib import contextmanager, nullcontext
from random import SystemRandom
from typing import Any

import pytest
import structlog
from _pytest.doctest import DoctestModule
from hypothesis import settings

from tests import seeds, workers
from tests.commandkit import Command

_SEED = pytest.StashKey[int]()
_MARKERS = (
    "seed(number): the test wants what chance makes of this.",
    "postgresql: what is tested is done otherwise there.",
    "shared: what is tested is not there in SQLite.",
    "bare: the database does not exist yet, or is empty.",
    "faults: a disk, a clock, memory or a process fails; make faults runs these.",
    "campaign: what is tested is tested in another way too; only in a campaign.",
)


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    if not pluginmanager.is_registered(workers):
        pluginmanager.register(workers)
    parser.addoption(
        "--seed",
        metavar="NUMBER",
        help="what chance starts from in every test, instead of what its name comes to; 'drawn': "
        "from another number in each",
    )
    parser.addoption(
        "--campaign",
        action="store_true",
        help="test also what takes long and seldom finds anything: all random trials, all that is "
        "stored on PostgreSQL too, and all ways in which people come to the site",
    )


def pytest_configure(config: pytest.Config) -> None:
    for marker in _MARKERS:
        config.addinivalue_line("markers", marker)
    seeds.try_all(config.getoption("campaign"))
    # How long an example takes says how busy the machine is, and nothing about the program.
    usual = settings(deadline=None, max_examples=seeds.examples(200))
    settings.register_profile("usual", usual)
    settings.load_profile("usual")
    gc.disable()  # what is collected stays
    _log_only_warnings()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is tested in a campaign only."""
    if seeds.all_are_made():
        return
    if left_out := [item for item in items if item.get_closest_marker("campaign")]:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("campaign")]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Make what all workers need, and let the collector of garbage leave alone what stays."""
    if session.config.option.workers > 1 and not session.config.option.collectonly:
        from tests.preloading import preload  # noqa: PLC0415 - loads the whole program

        preload()
    gc.collect()
    gc.freeze()
    gc.enable()


@contextmanager
def _same_logging() -> Iterator[None]:
    root, own = logging.getLogger(), logging.getLogger("shengji")
    handlers, levels = root.handlers[:], (root.level, own.level)
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    own.setLevel(levels[1])
    _log_only_warnings()


def _log_only_warnings() -> None:
    """Limit the log of servers in this process to warnings."""
    structlog.reset_defaults()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))


@pytest.fixture(autouse=True)
def same_logging() -> Iterator[None]:
    """Undo the logging settings of a test: a server changes them for its process."""
    with _same_logging():
        yield


@pytest.fixture(autouse=True, scope="module")
def same_logging_after_modules() -> Iterator[None]:
    """Undo the logging settings of a server that the tests of a module share."""
    with _same_logging():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for no examples in the tests themselves: there are none, and it takes a while."""
    found = yield
    return [collector for collector in found if not isinstance(collector, DoctestModule)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let the seed of a test hold while it runs."""
    mark = item.get_closest_marker("seed")
    if mark is not None and item.config.getoption("seed") in (None, "drawn"):
        item.stash[_SEED] = mark.args[0]
    else:
        item.stash[_SEED] = _seed_for(item.config, item.nodeid)
    with seeds.holding(item.stash[_SEED]):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """Things that several tests share come from a seed of their own, whichever is the first."""
    name = f"{request.node.nodeid}::{fixturedef.argname}"
    shared = fixturedef.scope != "function"
    with seeds.holding(_seed_for(request.config, name)) if shared else nullcontext():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say what chance has started from in a test that fails."""
    report = yield
    if report.failed and seeds.was_asked():
        seed = item.stash[_SEED]
        again = f"seed {seed}; once more the same: .venv/bin/pytest '{item.nodeid}' --seed {seed}"
        if item.get_closest_marker("campaign"):
            again += " --campaign"
        report.sections.append(("Chance", again))
    return report


def _seed_for(config: pytest.Config, name: str) -> int:
    """The seed of a test, or of what several share, by its name."""
    match config.getoption("seed"):
        case None:
            return seeds.of_name(name)
        case "drawn":
            return SystemRandom().getrandbits(32)
        case number:
            return int(number)


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs a command of `shengji`."""
    return Command(monkeypatch)
