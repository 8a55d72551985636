"""A test deals from a seed that has a name; a site that runs deals from none."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from random import SystemRandom

import msgspec
import pytest

from shengji.cards import Card
from shengji.game import DeckShown
from shengji.server.app import create_app
from shengji.server.nights.live_nights import Nights
from shengji.server.site.chance import Chance
from shengji.server.site.settings import ServerSettings
from shengji.server.tables.live.hub import Hub
from tests import seeds
from tests.server.fresh import fresh_in
from tests.server.live.kit import Browser, MemoryStore, hub_of, opened

ROOT = Path(__file__).parents[2]
FAILS = """
import pytest
from tests import seeds

def test_by_its_name():
    assert seeds.held().seed == -1

@pytest.mark.seed(7)
def test_of_a_certain_deal():
    assert seeds.held().seed == -1

def test_without_chance():
    assert False
"""
OTHERWISE = """
import pytest

def test_in_the_usual_way():
    pass

@pytest.mark.campaign
def test_in_another_way():
    pass
"""


async def dealt(hub: Hub) -> tuple[Card, ...]:
    """The deck of the first hand at the next table of a hub."""
    live = await opened(hub, rules={"preset": "forty-points", "kitty": 38})
    ann = await Browser(live, "ann", plays=True).connect()

    def deck() -> tuple[Card, ...] | None:
        shown = (at.event for at in ann.events)
        return next((event.deck for event in shown if isinstance(event, DeckShown)), None)

    return await ann.until(deck)


async def test_what_is_asked_for_in_the_same_order_is_the_same_again() -> None:
    found = []
    for seed in (1, 1, 2):
        with seeds.holding(seed):
            hub = hub_of(MemoryStore())
            found.append([await dealt(hub), await dealt(hub)])
            await hub.close()
    assert found[0] == found[1] != found[2]
    assert len({deck for decks in found for deck in decks}) == 4


async def test_in_another_test_a_server_that_runs_begins_anew() -> None:
    """Also in one that has the same seed."""
    hub = hub_of(MemoryStore())
    found = []
    for seed in (1, 1, 2, 1):
        with seeds.holding(seed):
            found.append(await dealt(hub))
    await hub.close()
    assert found[0] == found[1] == found[3] != found[2]


def test_a_site_deals_from_no_seed_whatever_is_set() -> None:
    names = [field.name for field in msgspec.structs.fields(ServerSettings)]
    assert not [name for name in names if re.search("seed|chance|random|deal", name)]
    assert isinstance(Chance().of("deals"), SystemRandom)
    assert Chance().part("table").of("deals") is Chance().of("deals")


async def test_an_application_that_is_given_nothing_has_the_systems_chance(tmp_path: Path) -> None:
    app = create_app(ServerSettings(database=fresh_in(tmp_path), push="off"))
    async with app.lifespan():
        services = app.state.services
        nights, hub = services[Nights].context, services[Hub]._context
        for chance in (services.chance, nights.chance, hub.chance):
            assert type(chance) is Chance


@pytest.mark.parametrize(
    ("given", "first", "second"),
    [
        ((), seeds.of_name("test_given.py::test_by_its_name"), 7),
        (("--seed", "12345"), 12345, 12345),
    ],
)
def test_a_test_that_fails_says_its_seed(
    tmp_path: Path, given: tuple[str, ...], first: int, second: int
) -> None:
    told = told_of(FAILS, tmp_path, *given)
    said = re.findall(r"^seed (\d+); once more the same: .* --seed (\d+)$", told, re.M)
    assert said == [(str(first),) * 2, (str(second),) * 2], told


@pytest.mark.parametrize(("given", "passed"), [((), 1), (("--campaign",), 2)])
def test_what_is_tested_otherwise_too_is_left_to_a_campaign(
    tmp_path: Path, given: tuple[str, ...], passed: int
) -> None:
    assert f"\n{passed} passed" in told_of(OTHERWISE, tmp_path, "-q", *given)


def told_of(tests: str, folder: Path, *given: str) -> str:
    """The words of pytest about some tests, in a folder of their own."""
    (folder / "test_given.py").write_text(tests)
    (folder / "conftest.py").write_text("from tests.conftest import *\n")
    left_out = [f"-pno:{name}" for name in ("cacheprovider", "schemathesis", "faker", "anyio")]
    command = [sys.executable, "-m", "pytest", *left_out, f"--rootdir={folder}"]
    return subprocess.run(
        [*command, str(folder), *given], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout
