"""axe-core, which finds what keeps people with disabilities out of a page."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.chromium import WEB
from tests.waiting import PATIENCE

SOURCE = WEB / "node_modules" / "axe-core" / "axe.min.js"
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental")
OPTIONS = {
    "runOnly": {"type": "tag", "values": TAGS},
    "resultTypes": ["violations"],
    "reporter": "no-passes",
    "selectors": False,  # a finding shows the HTML, and a selector for each element takes long
    # It forbids what another rule demands: that keys can get into what scrolls.
    "rules": {"focus-order-semantics": {"enabled": False}},
}
SETTLED_MS = 10_000
"""Things that move are waited for, but no longer than this."""
_RUN = """async ([options, settled, patience]) => {
    // Things that stand still, or are taken away in the same moment, never end.
    const moves = ({ effect, playState }) =>
        playState === "running" && effect.getComputedTiming().endTime < Infinity;
    const busy = () => document.querySelector("[role=status][aria-busy=true]") !== null;
    const until = performance.now() + settled;
    while ((busy() || document.getAnimations().some(moves)) && performance.now() < until)
        await new Promise((later) => setTimeout(later, 20));
    const late = new Promise((_, fail) =>
        setTimeout(() => fail(new Error("axe does not come to an end")), patience));
    // What it reads out of the style sheets is the same until there are more of them.
    const preload = self.sheetsRead !== document.styleSheets.length;
    self.sheetsRead = document.styleSheets.length;
    const found = await Promise.race([axe.run(document, { ...options, preload }), late]);
    return found.violations.map(({ id, help, nodes }) => ({
        id,
        help,
        places: nodes.map(({ html, any, all, none }) => [
            html.slice(0, 200),
            [...any, ...all, ...none].map(({ message }) => message).join("; "),
        ]),
    }));
}"""


class Inspector:
    """Looks at one screen after the other, and notes what is wrong there.

    Args:
        page: a page that has not been opened yet.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self.screens: list[str] = []
        self.findings: list[str] = []
        page.add_init_script(path=SOURCE)

    def look(self, screen: str) -> None:
        """Look at what the page shows now.

        Args:
            screen: what it is called in the findings.
        """
        self.screens.append(screen)
        for found in self._page.evaluate(_RUN, [OPTIONS, SETTLED_MS, PATIENCE * 1000]):
            for place, words in found["places"]:
                self.findings.append(f"{screen}: {found['id']}: {found['help']}\n{place}\n{words}")
