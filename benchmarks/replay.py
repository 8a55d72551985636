"""How fast a long match opens to be replayed, and how fast one steps through it.

`python -m benchmarks.replay` lets bots play hands of Tractor, and measures how long a core of the
server is busy with their list and with each hand, and in Chromium how long it takes until the first
hand lies there, in three ways: by the link on the page of a match of the history, by its address in
a new tab of a browser that has been on the site, and as a file. Then it measures each step.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from shengji.bots import Table, make_bot
from shengji.game import Event
from shengji.record import read_record
from shengji.rules import Rules, describe_rules
from shengji.server.matches.filters import MatchFilter
from shengji.server.matches.match_reader import MatchReader
from shengji.server.matches.match_rows import NewMatch
from shengji.server.matches.records import PlayedMatch, match_of
from shengji.server.stores import Stores
from shengji.server.tables.acts.hosting import Opened
from shengji.server.tables.acts.match import MatchBegan
from shengji.server.tables.acts.seating import BotSat, Sat
from shengji.server.tables.state import Settings
from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.servers import ServerProcess

STEPS = 80
READS = 1000
"""How long a person looks at a page before they go on, in milliseconds."""
OPENS = 9
"""How often the match is opened in each way; the first time, the client may have to be fetched."""
LINK = """a[href$="#/replay/match/{match}"]"""
GO = """async (link) => {
    const began = performance.now();
    link.click();
    while (!document.querySelector(".held .fan")) await new Promise(requestAnimationFrame);
    return performance.now() - began;
}"""
"""Follow the link, and wait until the first hand lies there."""
WATCH = """(() => {
    const look = () => {
        if (document.querySelector(".held .fan")) self.arrived = performance.now();
        else requestAnimationFrame(look);
    };
    look();
})()"""
"""Note when the hand lies there, counted from where the browser began to go to the page."""
CHOOSE = """async ([text, chooser]) => {
    const began = performance.now();
    const data = new DataTransfer();
    data.items.add(new File([text], "match.jsonl"));
    chooser.files = data.files;
    chooser.dispatchEvent(new Event("change", { bubbles: true }));
    while (!document.querySelector(".held .fan")) await new Promise(requestAnimationFrame);
    return performance.now() - began;
}"""
"""Choose the record, and wait until its first hand lies there."""
STEP = """async () => {
    const began = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
}"""
"""Step on, and wait until that is drawn; a screen draws 60 times a second."""


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=40, help="how many hands the match has")
    parser.add_argument("--seed", type=int, default=1, help="where chance starts")
    asked = parser.parse_args()
    record = long_record(asked.hands, asked.seed)
    print(f"{asked.hands} hands, {len(record):,} bytes")
    match = match_of(record)
    match.hand(1)  # the rules are read from the disk by the first
    print(f"server: list {timed(lambda: match_of(record).replay()):.0f} ms")
    both = timed(lambda: match_of(record).replay(1))
    print(f"server: list with the first hand {both:.0f} ms")
    each = [timed(partial(one_hand, record, number)) for number in range(1, asked.hands + 1)]
    print(f"server: a hand {median(each):.0f} ms, at most {max(each):.0f} ms")
    print(f"server: reading it as a file {timed(lambda: read_record('', BytesIO(record))):.0f} ms")
    in_browser(record)


def long_record(hands: int, seed: int) -> bytes:
    """A record of hands that bots have played, though a side may have won the match before."""
    rules, events = Rules(), list[Event]()
    bots = {seat: make_bot("basic", rules, seat, seed + seat) for seat in range(rules.players)}
    table = Table(rules, bots, Random(seed), on_event=events.append)
    while table.match.hands < hands:
        table.play_hand()
        if table.match.winners is not None:
            raise SystemExit(f"the match is over after {table.match.hands} hands; try another seed")
    names = ("basic",) * rules.players
    levels = (rules.first_level,) * rules.players
    return PlayedMatch(rules, names, levels, None, tuple(events)).record()


def one_hand(record: bytes, number: int) -> object:
    """The work of the server for a hand of a match that it keeps."""
    return match_of(record).hand(number)


def timed(work: Callable[[], object]) -> float:
    """How long something keeps a core busy, in milliseconds."""
    began = time.thread_time()
    work()
    return (time.thread_time() - began) * 1000


def in_browser(record: bytes) -> None:
    """Open the match on a server of its own, and step through its first hand."""
    with (
        TemporaryDirectory() as folder,
        ServerProcess(Path(folder)) as server,
        sync_playwright() as playwright,
        ThreadPoolExecutor(1) as apart,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        context = browser.new_context()
        page = context.new_page()
        page.goto(server.url)
        person = page.request.post(f"{server.url}/api/me").json()["person"]
        # Beside the event loop with which the browser is driven.
        match = apart.submit(kept, server.database, person, record).result()
        ways = {
            "by a link": partial(by_link, server.url, match),
            "in a new tab": partial(in_new_tab, server.url, match),
            "as a file": partial(as_file, server.url, record.decode()),
        }
        for way, opened in ways.items():
            times = []
            for _ in range(OPENS):
                page = context.new_page()
                times.append(opened(page))
                page.close()
            (first, _), *rest = times
            waited, busy = zip(*rest, strict=True)
            print(
                f"browser: opened {way} after {median(waited):.0f} ms ({min(waited):.0f} to "
                f"{max(waited):.0f}), the first time {first:.0f} ms; a core of the page is busy "
                f"{median(busy):.0f} ms"
            )
        page = context.new_page()
        as_file(server.url, record.decode(), page)
        steps = [page.evaluate(STEP) for _ in range(STEPS)]
        print(f"browser: a step {median(steps):.0f} ms, at most {max(steps):.0f} ms")
        browser.close()


def kept(database: str, person: str, record: bytes) -> str:
    """Keep a record in the history, as a match in which a person had the first seat; its id."""
    match = match_of(record)
    bots = [BotSat(seat, "basic") for seat in range(1, match.rules.players)]
    opened = Opened("benchmark", person, describe_rules(match.rules), Settings())
    reader = MatchReader()
    log = [opened, Sat(0, person, "Wu"), *bots, MatchBegan(), *match.events]
    for number, body in enumerate(log, 1):
        reader.read(number, number, body)
    new = [NewMatch.of(over) for over in reader.finish(abandoned=True)]

    async def keep() -> str:
        store = await Stores.open(database)
        await store.matches.keep("benchmark", 0, new)
        lines = await store.matches.page(person, MatchFilter(), None, 1)
        await store.close()
        assert lines is not None
        return lines[0].match

    return asyncio.run(keep())


class Clock:
    """How long a page has kept a core busy since it is looked at; other work does not count."""

    def __init__(self, page: Page) -> None:
        self._wire = page.context.new_cdp_session(page)
        self._wire.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._began = self._busy()

    def _busy(self) -> float:
        metrics = self._wire.send("Performance.getMetrics")["metrics"]
        return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")

    @property
    def busy(self) -> float:
        """The time in milliseconds."""
        return (self._busy() - self._began) * 1000


def by_link(url: str, match: str, page: Page) -> tuple[float, float]:
    """How long it takes from the page of the match, and how long the page is busy with it."""
    page.goto(f"{url}/#/match/{match}")
    link = page.locator(LINK.format(match=match))
    link.wait_for()
    page.wait_for_timeout(READS)
    clock = Clock(page)
    return float(page.evaluate(GO, link.element_handle())), clock.busy


def in_new_tab(url: str, match: str, page: Page) -> tuple[float, float]:
    """The same from nothing, where the browser has the client."""
    clock = Clock(page)
    page.add_init_script(WATCH)
    page.goto(f"{url}/#/replay/match/{match}")
    page.locator(".held .fan").first.wait_for()
    return float(page.evaluate("arrived")), clock.busy


def as_file(url: str, record: str, page: Page) -> tuple[float, float]:
    """The same from where a file is chosen."""
    page.goto(f"{url}/#/replay")
    chooser = page.locator("input[type=file]")
    chooser.wait_for(state="attached")
    page.wait_for_timeout(READS)
    clock = Clock(page)
    return float(page.evaluate(CHOOSE, [record, chooser.element_handle()])), clock.busy


if __name__ == "__main__":
    main()
