"""How fast a long match opens to be replayed, and how fast one steps through it.

`python -m benchmarks.replay` lets bots play hands of Tractor, and measures how long a core of the
server is busy with their list and with each hand, and in Chromium how long opening the record as a
file takes, and each step.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from shengji.bots import Table, make_bot
from shengji.game import Event
from shengji.record import read_record
from shengji.rules import Rules
from shengji.server.table.records import PlayedMatch, match_of
from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.servers import ServerProcess

STEPS = 80
OPENS = """async ([text, chooser]) => {
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
    each = [timed(partial(one_hand, record, number)) for number in range(1, asked.hands + 1)]
    print(f"server: a hand {median(each):.0f} ms, at most {max(each):.0f} ms")
    print(f"server: reading it as a file {timed(lambda: read_record('', BytesIO(record))):.0f} ms")
    in_browser(record.decode())


def long_record(hands: int, seed: int) -> bytes:
    """A record of hands that bots have played, though a side may have won the match before."""
    rules, events = Rules(), list[Event]()
    bots = {seat: make_bot("basic", rules, seat, seed + seat) for seat in range(rules.players)}
    table = Table(rules, bots, Random(seed), told=events.append)
    while table.match.hands < hands:
        table.play_hand()
        if table.match.winners is not None:
            raise SystemExit(f"the match is over after {table.match.hands} hands; try another seed")
    names = ("basic",) * rules.players
    levels = (rules.first_level,) * rules.players
    return PlayedMatch(rules, names, levels, None, tuple(events)).record()


def one_hand(record: bytes, number: int) -> object:
    """What the server does for a hand of a match that it keeps."""
    return match_of(record).hand(number)


def timed(work: Callable[[], object]) -> float:
    """How long something keeps a core busy, in milliseconds."""
    began = time.thread_time()
    work()
    return (time.thread_time() - began) * 1000


def in_browser(record: str) -> None:
    """Open the record on a server of its own, and step through its first hand."""
    opened, steps = list[float](), list[float]()
    with (
        TemporaryDirectory() as folder,
        ServerProcess(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        for _ in range(5):
            page = browser.new_context().new_page()
            page.goto(f"{server.url}/#/replay")
            chooser = page.locator("input[type=file]").element_handle()
            opened.append(page.evaluate(OPENS, [record, chooser]))
            steps += [page.evaluate(STEP) for _ in range(STEPS)]
            page.context.close()
        browser.close()
    print(f"browser: opened after {median(opened[1:]):.0f} ms, the first time {opened[0]:.0f} ms")
    print(f"browser: a step {median(steps):.0f} ms, at most {max(steps):.0f} ms")


if __name__ == "__main__":
    main()
