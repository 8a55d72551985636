"""How fast the site opens on a slow phone, and a first hand goes: `python -m benchmarks.page`."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.measures import Cost, measured, newcomer
from tests.browser.play import Player
from tests.browser.servers import ServerProcess

VISITS = 5


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        for name, address in {"lobby": "/", "introduction": "/#/intro"}.items():
            visits = [visit(browser, server.url + address) for _ in range(VISITS)]
            middle = sorted(visits, key=lambda cost: cost.score)[VISITS // 2]
            print(f"{name}, first visit: {line(middle)}")
        print(f"first hand: {first_hand(browser, server.url)}")
        browser.close()


def visit(browser: Browser, url: str) -> Cost:
    context = newcomer(browser)
    cost = measured(context.new_page(), url, phone=True)
    context.close()
    return cost


def first_hand(browser: Browser, url: str) -> str:
    """Play the first hand at once, as a bot would; the times count from the touch of Play."""
    context = newcomer(browser)
    player = Player(context.new_page())
    player.page.goto(url)
    player.button("shell.play_now").click()
    began, marks = time.monotonic(), []
    player.hand.first.wait_for()
    marks.append(time.monotonic() - began)
    while player.until_own_turn():
        marks.append(time.monotonic() - began)
        player.follow_hint()
    marks.append(time.monotonic() - began)
    context.close()
    return (
        f"first card after {marks[0]:.1f} s, first cards to choose after {marks[1]:.1f} s, "
        f"result after {marks[-1]:.1f} s"
    )


def line(cost: Cost) -> str:
    return (
        f"score {cost.score:.0f}; first paint {cost.first_paint:.0f} ms, "
        f"largest {cost.largest_paint:.0f} ms, blocked {cost.blocking:.0f} ms, "
        f"shift {cost.shift:.3f}, {cost.transferred / 1000:.0f} kB in {cost.requests} requests"
    )


if __name__ == "__main__":
    main()
