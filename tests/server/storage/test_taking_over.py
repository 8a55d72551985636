"""Two whole servers on one database: each goes on with what the other has left."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import httpx
import pytest

from benchmarks.cluster.processes import Nats
from shengji.server.database.database import Database
from shengji.server.database.leader import Leader
from shengji.server.database.nodes import Nodes
from shengji.server.tables.live.hub import Hub
from tests.server.http.site import Site, running, serving
from tests.server.storage.kit import execute
from tests.waiting import wait_for

pytestmark = pytest.mark.faults


class Hearts:
    """The heartbeats of the servers.

    Attributes:
        silent: the nodes of those that show no more that they are alive.
        beats: how often the others have done so.
    """

    def __init__(self) -> None:
        self.silent: set[str] = set()
        self.beats: Counter[str] = Counter()


@pytest.fixture
def hearts(monkeypatch: pytest.MonkeyPatch) -> Hearts:
    beat, hearts = Nodes.beat, Hearts()

    async def beat_if_not_silent(nodes: Nodes) -> None:
        node = nodes._database.node.id
        if node not in hearts.silent:
            await beat(nodes)
            hearts.beats[node] += 1

    monkeypatch.setattr(Nodes, "beat", beat_if_not_silent)
    return hearts


def node_of(site: Site) -> str:
    found: str = site.server.app.state.services[Database].node.id
    return found


def has_in_memory(site: Site, table: str) -> bool:
    return site.server.app.state.services[Hub].loaded(table) is not None


def known(site: Site, browser: httpx.Client) -> httpx.Client:
    """The same browser as it comes to another server."""
    return site.browser(cookies=browser.cookies)


def act(site: Site, browser: httpx.Client, table: str, *, automate: bool) -> tuple[int, int]:
    """Come to a table, and do something there that is stored: the versions before and after."""
    with site.connect(browser, table) as talk:
        before = talk.hello()["version"]
        action = {"do": "automate", "on": automate}
        talk.say({"type": "do", "id": f"{before}", "version": before, "action": action})
        answer = talk.until("done", "refused")
        assert answer["type"] == "done", answer
        return before, answer["version"]


def test_a_server_that_missed_its_lease_goes_on_with_what_others_did(
    tmp_path: Path, postgres_url: str, nats: Nats, hearts: Hearts
) -> None:
    with running(tmp_path, database=postgres_url, nats=nats.url) as first:
        with running(tmp_path, database=postgres_url, nats=nats.url) as second:
            ann = first.guest()
            table = first.table(ann, bots="basic", start=True, settings={"pace": "slow"})
            act(first, ann, table, automate=True)
            assert has_in_memory(first, table)
            node = node_of(first)
            hearts.silent.add(node)
            wait_for(lambda: has_in_memory(second, table))  # nobody has come to it there
            _, reached = act(second, known(second, ann), table, automate=False)
            assert has_in_memory(first, table), "or the rest shows nothing"
            hearts.beats.clear()
            hearts.silent.clear()
            wait_for(lambda: hearts.beats[node])
            assert not has_in_memory(first, table)
        before, after = act(first, ann, table, automate=True)
        assert reached <= before < after


def test_the_only_server_starts_again_after_it_was_killed(
    tmp_path: Path, postgres_url: str
) -> None:
    with serving(tmp_path, "--database", postgres_url) as process:
        assert process.stdout is not None and process.stdout.readline()
        process.kill()
    # Its lease has run out long ago.
    asyncio.run(execute(postgres_url, "UPDATE nodes SET until = until - 60000"))
    with running(tmp_path, database=postgres_url) as site:
        assert site.guest().get("/api/ready").status_code == 200
        wait_for(lambda: site.server.app.state.services[Leader].is_leader)
