"""Take the pictures of the site in docs/pictures: `python -m tests.browser.screenshots`.

The main screens are shown at three sizes and in two languages, one of them in the dark.
"""

from __future__ import annotations

import base64
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.play import Player
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
SIZES = {"phone": (360, 640), "tablet": (820, 1180), "desktop": (1440, 900)}
QUALITY = 70
MIDDLE, MOST = 20, 2
"""The trick that is shown comes when fewer cards than so are left, and so many have played."""
SETTLED_MS = 700
"""Longer than anything on the site moves."""
TELLS_APART = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    const drawn = (text) => {
        pen.clearRect(0, 0, 100, 100);
        pen.font = "40px sans-serif";
        pen.fillText(text, 10, 60);
        return pen.canvas.toDataURL();
    };
    return drawn("升") !== drawn("级");
}"""
"""Whether two Chinese characters look different: without a font for them both are a box."""


class Cast(NamedTuple):
    """Who is seen in the pictures of a language, and what their tables are called.

    Attributes:
        tables: open tables in the lobby, each with its host, its title and what is played.
    """

    locale: str
    name: str
    title: str
    tables: Sequence[tuple[str, str, str]]


CASTS: dict[Tongue, Cast] = {
    "en": Cast(
        "en-US",
        "Robin",
        "Friday evening",
        (
            ("Mei", "Beginners are welcome", "tractor"),
            ("Jonas", "Three against three", "six-player"),
        ),
    ),
    "zh-Hans": Cast(
        "zh-CN",
        "小林",
        "周五晚上打升级",
        (("梅姐", "新手请进", "tractor"), ("老陈", "三对三", "six-player")),
    ),
}


class Camera:
    """Takes pictures of a page at every size.

    Args:
        page: whose language and tables they show.
        tongue: the language, for the names of the pictures.
    """

    def __init__(self, page: Page, tongue: Tongue) -> None:
        self._page = page
        self._tongue = tongue
        self._session = page.context.new_cdp_session(page)

    def take(self, screen: str, scheme: Literal["light", "dark"] = "light") -> None:
        """Take a screen at all sizes."""
        self._page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for size, (width, height) in SIZES.items():
            self._page.set_viewport_size({"width": width, "height": height})
            self._page.wait_for_timeout(SETTLED_MS)
            taken = self._session.send(
                "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
            )
            name = f"web-{screen}-{size}-{self._tongue}.webp"
            (PICTURES / name).write_bytes(base64.b64decode(taken["data"]))
        self._page.emulate_media(color_scheme="light")


def _open_lobby_tables(browser: Browser, url: str, cast: Cast) -> None:
    """Let others open tables that wait for people."""
    for name, title, rules in cast.tables:
        with browser.new_context(locale=cast.locale) as context:
            player = Player(context.new_page())
            player.introduce(url, name)
            player.open_table(url, rules, bots=None, start=False, title=title)


def _picture(player: Player, camera: Camera, url: str, cast: Cast) -> None:
    """Go through the screens."""
    page, tongue = player.page, player.tongue
    player.introduce(url, cast.name)
    page.goto(url)
    page.get_by_role("heading", name=cast.tables[-1][1]).wait_for()
    camera.take("lobby")
    player.button("shell.new_table").click()
    player.dialog.get_by_label(say("rules.search", tongue)).wait_for()
    camera.take("rules")

    page.goto(f"{url}/#/intro")
    page.get_by_role("heading", level=1).wait_for()
    camera.take("introduction")

    player.open_table(url, bots=None, start=False, title=cast.title, private=True)
    player.button("room.fill").wait_for()
    camera.take("room")
    player.button("room.fill").click()
    player.button("room.start").click()
    while player.until_own_turn():
        if player.hand.count() < MIDDLE and player.told.plays_in_trick >= MOST:
            break
        player.follow_hint()
    player.button("table.hint").click()
    camera.take("trick", "dark" if tongue != "en" else "light")
    player.play_hand()
    camera.take("result")


def main() -> int:
    """Take all pictures.

    Returns:
        The exit status.
    """
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        if not browser.new_page().evaluate(TELLS_APART):
            print("no font here has Chinese characters; install one, as Noto Sans CJK SC is")
            return 1
        for tongue, cast in CASTS.items():
            place = Path(folder) / tongue
            place.mkdir()
            with ServerProcess(place) as server:
                _open_lobby_tables(browser, server.url, cast)
                context = browser.new_context(locale=cast.locale, reduced_motion="reduce")
                player = Player(context.new_page(), tongue)
                _picture(player, Camera(player.page, tongue), server.url, cast)
                context.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
