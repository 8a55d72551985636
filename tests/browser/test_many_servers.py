"""A site of many servers: real processes, PostgreSQL and NATS, of which some are killed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from benchmarks.cluster.processes import Server, Site, postgres
from benchmarks.cluster.seen import Seen, check
from tests.browser.company import ONE_DECK, Guest, acts, play_out, play_until, start
from tests.browser.conftest import Visit

ENDS = (Server.kill, Server.stop)
"""The ways in which the servers with tables end, one after the other; each is started again."""


class Many(NamedTuple):
    """A site, and the address of its database."""

    site: Site
    database: str


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Many]:
    folder = tmp_path_factory.mktemp("many")
    with postgres(folder / "postgres") as url, Site(folder, url, doors=2, tables=2) as site:
        yield Many(site, url)


def test_a_hand_goes_on_while_its_owner_is_killed_and_the_next_one_ends(
    many: Many, person: Visit
) -> None:
    one, other = many.site.doors
    ann, ben = Guest(person()), Guest(person(width=360, height=640))
    table = ann.open_table(one.url, ONE_DECK, bots="basic", start=False)
    ann.button("room.remove_bot").first.click()
    ben.come(f"{other.url}/#/table/{table}")
    ben.button("room.ready").click()
    start(ann)
    for server, end in zip(many.site.tables, ENDS, strict=True):
        play_until([ann, ben], acts(ann))
        held = ann.cards
        end(server)
        assert ann.cards == held
        played = ann.choose()
        ann.button("table.play").click()  # whoever owns the table by then carries it out
        expect(ann.hand).to_have_count(len(held) - len(played))
        play_until([ann, ben], acts(ann))
        server.start()
    for guest in (ann, ben):
        expect(guest.lost).to_have_count(0)
    totals = play_out([ann, ben])
    assert totals[0] == totals[1]
    with ThreadPoolExecutor(1) as apart:  # here the loop of the browser runs
        assert apart.submit(asyncio.run, check(many.database, [Seen(table)])).result() == []
