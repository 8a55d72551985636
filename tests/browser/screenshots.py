"""Take pictures of the site: `python -m tests.browser.screenshots [SCREEN ...]`.

Each screen is taken at five widths, in two languages, light and dark, into build/screens, with a
page that shows all (`index.html`). The pictures in docs/pictures are made again with `--documents`.
"""

from __future__ import annotations

import argparse
import base64
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple
from uuid import uuid4

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.company import ONE_DECK
from tests.browser.conftest import KNOW_SIGNS
from tests.browser.play import Player, Rules
from tests.browser.servers import ServerProcess
from tests.browser.speech import Tongue, say

ROOT = Path(__file__).parents[2]
SCREENS = ROOT / "build" / "screens"
PICTURES = ROOT / "docs" / "pictures"
HEIGHTS = {320: 568, 390: 844, 768: 1024, 1280: 800, 2560: 1440}
"""The height of a picture by its width, in CSS pixels."""
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
DOCUMENTS: dict[str, tuple[int, Scheme]] = {
    "lobby": (1280, "light"),
    "trick": (390, "light"),
    "result": (390, "light"),
    "replay": (1280, "light"),
}
"""The screens in the documents, each with its width and scheme."""
QUALITY = 70
MIDDLE, MOST = 20, 2
"""The trick that is shown comes when fewer cards than so are left, and so many have played."""
SETTLED_MS = 500
"""Longer than anything on the site moves when motion is reduced."""
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

TWELVE: Rules = {"preset": "finding-friends", "players": 12, "decks": 3}
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


def _shoot(session: CDPSession, path: Path) -> None:
    """Take a picture of what a page shows."""
    taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    path.write_bytes(base64.b64decode(taken["data"]))


class Camera:
    """Takes pictures of a page.

    Args:
        page: the page, in one language.
        tongue: the language, for the names of the pictures.
        screens: the screens to take; all when empty.
        documents: whether to take the pictures of the documents, and no others.
    """

    def __init__(
        self, page: Page, tongue: Tongue, screens: Sequence[str], *, documents: bool
    ) -> None:
        self._page = page
        self._tongue = tongue
        self._screens = screens
        self._documents = documents
        self._session = page.context.new_cdp_session(page)

    def take(self, screen: str) -> None:
        """Take a screen at all widths, light and dark."""
        if self._documents:
            if screen in DOCUMENTS:
                path = PICTURES / f"web-{screen}-{self._tongue}.webp"
                self._take(*DOCUMENTS[screen], path)
        elif not self._screens or screen in self._screens:
            for scheme in SCHEMES:
                for width in HEIGHTS:
                    name = f"{screen}-{self._tongue}-{scheme}-{width}.webp"
                    self._take(width, scheme, SCREENS / name)
        self._page.emulate_media(color_scheme="light", reduced_motion="reduce")

    def _take(self, width: int, scheme: Scheme, path: Path) -> None:
        self._page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        self._page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        self._page.wait_for_timeout(SETTLED_MS)
        _shoot(self._session, path)


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
    views = (("desk", host.page, "/run", 390), ("player", shown.page, "", 390))
    for name, at_page, view, width in (*views, ("projector", host.page, "/screen", 1280)):
        at_page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        at_page.goto(page + view)
        at_page.get_by_role("timer").first.wait_for()
        at_page.wait_for_timeout(SETTLED_MS)
        _shoot(at_page.context.new_cdp_session(at_page), PICTURES / f"night-{name}-en.webp")


def _open_lobby_tables(browser: Browser, url: str, cast: Cast) -> None:
    """Let others open tables that wait for people; they stay there, else the tables go."""
    for name, title, rules in cast.tables:
        player = Player(browser.new_page(locale=cast.locale))
        player.introduce(url, name)
        player.open_table(url, rules, bots=None, start=False, title=title)


def _picture(player: Player, camera: Camera, url: str, cast: Cast) -> None:
    """Go through the screens."""
    page, tongue = player.page, player.tongue

    def go(address: str, screen: str) -> None:
        page.goto(f"{url}/#/{address}")
        page.get_by_role("heading").first.wait_for()
        page.wait_for_load_state("networkidle")
        camera.take(screen)

    player.introduce(url, cast.name)
    page.goto(url)
    page.get_by_role("heading", name=cast.tables[-1][1]).wait_for()
    camera.take("lobby")
    player.button("shell.settings").click()
    player.dialog.wait_for()
    camera.take("settings")
    page.keyboard.press("Escape")
    player.button("shell.new_table").click()
    player.dialog.get_by_text(say("rules.options", tongue), exact=True).wait_for()
    camera.take("rules")
    page.keyboard.press("Escape")
    go("intro", "introduction")
    go("friends", "friends")
    go("practice/daily", "puzzle")

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
    camera.take("trick")
    player.play_hand()
    camera.take("result")

    player.open_table(url, pace="normal")
    player.hand.nth(7).wait_for()
    camera.take("draw")
    player.open_table(url, TWELVE)
    while player.until_own_turn() and player.told.plays_in_trick < MOST:
        player.follow_hint()
    camera.take("twelve")

    # A match of one hand, whose end is seen at its table.
    table = player.open_table(url, ONE_DECK, one_hand=True)
    player.let_a_bot_play(table)
    page.get_by_role("dialog", name=say("sheets.match_over", tongue)).wait_for()
    camera.take("match")
    go("matches", "history")
    page.goto(f"{url}/#/replay/table/{table}/1")
    page.get_by_label(say("replay.position", tongue)).wait_for()
    page.keyboard.press("2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    camera.take("replay")


def main() -> int:
    """Take the pictures.

    Returns:
        The exit status.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("screens", nargs="*", help="the screens to take; all when none is named")
    parser.add_argument("--documents", action="store_true", help="take those of the documents")
    asked = parser.parse_args()
    SCREENS.mkdir(parents=True, exist_ok=True)
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
                context.add_init_script(KNOW_SIGNS)
                player = Player(context.new_page(), tongue)
                camera = Camera(player.page, tongue, asked.screens, documents=asked.documents)
                _picture(player, camera, server.url, cast)
                context.close()
                if tongue == "en" and asked.documents:
                    _picture_night(browser, server.url)
        browser.close()
    if not asked.documents:
        shown = "".join(f'<img src="{path.name}" title="{path.stem}">' for path in _taken())
        (SCREENS / "index.html").write_text(f"<style>img{{height:20rem}}</style>{shown}")
    return 0


def _taken() -> list[Path]:
    return sorted(SCREENS.glob("*.webp"))


if __name__ == "__main__":
    sys.exit(main())
