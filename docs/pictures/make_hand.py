"""Make the moving picture of the README: `python -m docs.pictures.make_hand`.

A person plays a hand of Tractor with three bots in the browser, as the hints say. The page is
photographed whenever it looks different; the browser finds what has changed since the frame before
and encodes that as WebP, and the frames become one animation.
"""

from __future__ import annotations

import base64
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import FLAGS, chromium_path
from tests.browser.play import Player
from tests.browser.servers import ServerProcess

FILE = Path(__file__).parent / "hand.webp"
WIDTH, HEIGHT = 1000, 680
QUALITY = 0.45
DRAW_MS, HINT_MS, PLAY_MS, MIDDLE_MS, RESULT_MS = 250, 900, 600, 250, 5000
"""How long a frame of each kind is shown."""
SLOW_FRAMES, SLOW_CARDS = 20, 3
"""How many frames of play are shown slowly, and with how many cards in hand again."""
LOOK_MS, RARELY_MS = 120, 700
"""How often the page is looked at, while it is shown slowly and otherwise."""
CHANGED = """async ([before, after, quality]) => {
    const pixels = async (png) => {
        const image = await createImageBitmap(await (await fetch(png)).blob());
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext("2d", {willReadFrequently: true});
        pen.drawImage(image, 0, 0);
        return [canvas, pen.getImageData(0, 0, image.width, image.height)];
    };
    const [canvas, {data, width, height}] = await pixels(after);
    let [left, top, right, bottom] = [0, 0, width, height];
    if (before) {
        const [, old] = await pixels(before);
        [left, top, right, bottom] = [width, height, 0, 0];
        for (let at = 0; at < data.length; at += 4) {
            if (data[at] === old.data[at] && data[at + 1] === old.data[at + 1]
                && data[at + 2] === old.data[at + 2]) continue;
            const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
            [left, top] = [Math.min(left, x), Math.min(top, y)];
            [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
        }
        if (left >= right) return null;
        [left, top] = [left - left % 2, top - top % 2];
    }
    const part = new OffscreenCanvas(right - left, bottom - top);
    part.getContext("2d").drawImage(canvas, -left, -top);
    const bytes = await (await part.convertToBlob({type: "image/webp", quality})).bytes();
    return [left, top, part.width, part.height, Array.from(bytes)];
}"""
"""The rectangle that differs between two pictures, encoded; `null` without a difference."""


class Frame(NamedTuple):
    """A picture of the page.

    Attributes:
        png: its bytes.
        shown_ms: how long it is shown.
    """

    png: bytes
    shown_ms: int


def film(player: Player) -> Iterator[Frame]:
    """Play a hand as the hints say, and photograph it."""
    page = player.page

    def shot(shown_ms: int) -> Frame:
        return Frame(page.screenshot(), shown_ms)

    played = 0
    while not player.result.is_visible():
        asked = player.told.asked
        drawing = player.told.now["wait"] in ("start", "declare", "draw")
        slow = not drawing and (played < SLOW_FRAMES or player.hand.count() <= SLOW_CARDS)
        if asked == "declare" and (button := player.button("table.no_more")).is_visible():
            player.say_no(button)
        page.wait_for_timeout(LOOK_MS if slow else RARELY_MS)
        yield shot(DRAW_MS if drawing else PLAY_MS if slow else MIDDLE_MS)
        played += not drawing
        if asked in ("lead", "follow", "bury"):
            button = player.button("table.bury" if asked == "bury" else "table.play")
            if button.is_visible():
                player.button("table.hint").click()
                if slow:
                    yield shot(HINT_MS)
                player.send()
    page.wait_for_timeout(RARELY_MS)
    yield shot(RESULT_MS)


def parts(browser: Browser, frames: list[Frame]) -> Iterator[tuple[int, list[Any]]]:
    """The duration and the changed rectangle of each frame that changes something."""
    page = browser.new_page()
    before = ""
    for frame in frames:
        after = "data:image/png;base64," + base64.b64encode(frame.png).decode()
        changed = page.evaluate(CHANGED, [before, after, QUALITY])
        if changed is not None:
            before = after
            yield frame.shown_ms, changed


def animation(found: list[tuple[int, list[Any]]]) -> bytes:
    """An animated WebP of rectangles, each drawn over the frame before."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)

    def three(number: int) -> bytes:
        return struct.pack("<I", number)[:3]

    head = bytes((2, 0, 0, 0)) + three(WIDTH - 1) + three(HEIGHT - 1)  # 2: animated
    chunks = [chunk(b"VP8X", head), chunk(b"ANIM", struct.pack("<IH", 0xFFFFFFFF, 0))]
    for shown_ms, (left, top, width, height, data) in found:
        place = b"".join(map(three, (left // 2, top // 2, width - 1, height - 1, shown_ms)))
        picture = bytes(data)
        picture = picture[picture.index(b"VP8 ") :]  # without its colour profile
        chunks.append(chunk(b"ANMF", place + b"\2" + picture))  # 2: not blended
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def main() -> int:
    """Make the picture.

    Returns:
        The exit status.
    """
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        with ServerProcess(Path(folder)) as server:
            size = {"width": WIDTH, "height": HEIGHT}
            context = browser.new_context(locale="en-US", reduced_motion="reduce", viewport=size)
            player = Player(context.new_page())
            player.introduce(server.url, "Robin")
            player.open_table(server.url, bots="medium", pace="fast", title="Friday evening")
            frames = list(film(player))
        found = list(parts(browser, frames))
        FILE.write_bytes(animation(found))
        shown = sum(shown_ms for shown_ms, _ in found) / 1000
        print(f"{len(found)} frames, {shown:.0f} s, {FILE.stat().st_size / 1e6:.2f} MB")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
