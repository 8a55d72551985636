"""Cost of a visit, measured as Lighthouse does: on a slow phone with a slow line."""

from __future__ import annotations

import math
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

SLOWER = 4
"""So many times slower than this machine a phone is."""
LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 750e3 / 8,
}
"""A slow 4G line; throughputs in bytes a second, latency in milliseconds."""
SETTLED = 500
"""After so long without a request, in milliseconds, a page has arrived."""

_OBSERVE = """
self.measured = { fcp: 0, lcp: 0, shift: 0, tasks: [] };
const observe = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note))
        .observe({ type, buffered: true });
observe("paint", (e) => { if (e.name === "first-contentful-paint") measured.fcp = e.startTime; });
observe("largest-contentful-paint", (e) => { measured.lcp = e.startTime; });
observe("layout-shift", (e) => { if (!e.hadRecentInput) measured.shift += e.value; });
observe("longtask", (e) => { measured.tasks.push([e.startTime, e.duration]); });
"""
_TRANSFERRED = """() => performance.getEntries()
    .filter(({ entryType }) => ["navigation", "resource"].includes(entryType))
    .map(({ transferSize }) => transferSize)"""


class Cost(NamedTuple):
    """The cost of a visit; times in milliseconds.

    Attributes:
        first_paint: until something is seen.
        largest_paint: until the largest thing is seen.
        blocking: how much longer than 50 ms tasks held the page up, together.
        longest_task: the longest time that it was held up.
        shift: how much of the page moved by itself.
        transferred: bytes, with headers.
        requests: how many files were fetched.
    """

    first_paint: float
    largest_paint: float
    blocking: float
    longest_task: float
    shift: float
    transferred: int
    requests: int

    @property
    def score(self) -> float:
        """The performance score of Lighthouse 12 for phones, from 0 to 100.

        Its Speed Index needs a film of the page; the largest paint stands for it, at which here
        all is to be seen.
        """
        parts = (
            (10, self.first_paint, 1800, 3000),
            (10, self.largest_paint, 3387, 5800),
            (25, self.largest_paint, 2500, 4000),
            (30, self.blocking, 200, 600),
            (25, self.shift, 0.1, 0.25),
        )
        return sum(
            weight * _worth(value, good, middling) for weight, value, good, middling in parts
        )


def _worth(value: float, good: float, middling: float) -> float:
    """Lighthouse's log-normal curve: 0.9 for what is good, 0.5 for what is middling."""
    if value <= 0:
        return 1.0
    inverse_erfc_of_fifth = 0.9061938024368232
    away = math.log(value / middling) / math.log(middling / good)
    return math.erfc(away * inverse_erfc_of_fifth) / 2


def measured(page: Page, url: str, *, phone: bool = False) -> Cost:
    """Open an address and say what that costs.

    Args:
        page: a page that has not been opened yet.
        url: the address.
        phone: whether to do as if this were a slow phone with a slow line.
    """
    page.add_init_script(_OBSERVE)
    if phone:
        wire = page.context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.send("Network.emulateNetworkConditions", LINE)
        wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="load")
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(SETTLED)
    found = page.evaluate("measured")
    sizes = page.evaluate(_TRANSFERRED)
    tasks = [length for start, length in found["tasks"] if start + length > found["fcp"]]
    return Cost(
        first_paint=found["fcp"],
        largest_paint=found["lcp"],
        blocking=sum(max(0, length - 50) for length in tasks),
        longest_task=max(tasks, default=0),
        shift=found["shift"],
        transferred=sum(sizes),
        requests=len(sizes),
    )


def newcomer(browser: Browser) -> BrowserContext:
    """Somebody with a phone who has never been here."""
    return browser.new_context(viewport={"width": 412, "height": 823}, device_scale_factor=1.75)
