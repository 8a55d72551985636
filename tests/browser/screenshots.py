"""Take the pictures of the site in docs/pictures: `python -m tests.browser.screenshots`.

The main screens are shown at three sizes and in two languages, one of them in the dark.
"""

from __future__ import annotations

import base64
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple
from uuid import uuid4

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

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


NIGHT = ("Mei", "Jonas", "Ana", "Tom", "Lena", "Wei", "Sara", "Paul")
"""The people who play in the pictures of a night."""


class Cast(NamedTuple):
    """The people in the pictures of a language, and the names of their tables.

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


def _shoot(session: CDPSession, name: str) -> None:
    """Take a picture of what a page shows."""
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    (PICTURES / name).write_bytes(base64.b64decode(taken["data"]))


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
            _shoot(self._session, f"web-{screen}-{size}-{self._tongue}.webp")
        self._page.emulate_media(color_scheme="light")


class Somebody(NamedTuple):
    """Somebody in a night, with a browser of their own."""

    page: Page
    id: str


def _come(browser: Browser, url: str, name: str) -> Somebody:
    """Come to the site under a name."""
    page = browser.new_page(locale="en-US", reduced_motion="reduce")
    Player(page).introduce(url, name)
    return Somebody(page, page.request.post(f"{url}/api/me").json()["person"])


def _ask(somebody: Somebody, night: str, *commands: dict[str, Any]) -> None:
    """Have something done in a night."""
    numbered = [{"id": uuid4().hex, "made": at, **asked} for at, asked in enumerate(commands)]
    answer = somebody.page.request.post(night, data={"commands": numbered})
    assert answer.ok and all(one["done"] for one in answer.json()["answers"]), answer.text()


def _picture_night(browser: Browser, url: str) -> None:
    """Take the pictures of a night with real cards, in which a hand has been played."""
    host = _come(browser, url, "Robin")
    account = {"name": "Robin", "passphrase": "tiger on the ridge"}
    assert host.page.request.post(f"{url}/api/me/account", data=account).ok
    settings = {"title": "Wednesday club", "rounds": 3, "real_cards": "all"}
    made = host.page.request.post(f"{url}/api/nights", data={"settings": settings})
    night = made.json()["night"]
    api, page = f"{url}/api/nights/{night}", f"{url}/#/night/{night}"
    people = {one.id: one for one in (_come(browser, url, name) for name in NIGHT)}
    for name, one in zip(NIGHT, people.values(), strict=True):
        _ask(one, api, {"do": "check_in", "person": "", "name": name})
    _ask(host, api, {"do": "draw", "seed": 1}, {"do": "start_round"})
    tables = host.page.request.get(api).json()["round"]["tables"]
    for table, points in zip(tables, (35, 90), strict=True):
        writer, other = (people[seat] for seat in table["seats"][:2])
        at = {"round": 1, "table": table["table"], "hand": 1}
        entry = {
            "dealer": writer.id,
            "points": points,
            "last_trick": {"side": "declarers"},
        }
        _ask(writer, api, {"do": "enter_hand", **at, "entry": entry})
        _ask(other, api, {"do": "confirm_hand", **at})
    shown = people[tables[0]["seats"][0]]
    views = (("desk", host.page, "/run", "phone"), ("player", shown.page, "", "phone"))
    for name, at_page, view, size in (*views, ("projector", host.page, "/screen", "desktop")):
        width, height = SIZES[size]
        at_page.set_viewport_size({"width": width, "height": height})
        at_page.goto(page + view)
        at_page.get_by_role("timer").first.wait_for()
        at_page.wait_for_timeout(SETTLED_MS)
        _shoot(at_page.context.new_cdp_session(at_page), f"night-{name}-en.webp")


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
    player.dialog.get_by_text(say("rules.options", tongue), exact=True).wait_for()
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
                if tongue == "en":
                    _picture_night(browser, server.url)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
