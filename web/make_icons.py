"""Draw the icons of the installed client, `public/*.png`, from `public/icon.svg`.

`python -m web.make_icons` draws them again; it needs a Chromium, `--browser` says where.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

PUBLIC = Path(__file__).resolve().parent / "public"

GROUND = "#1f5843"
ROUND = (("icon-192.png", 192), ("icon-512.png", 512))
FULL = (("icon-maskable.png", 512, 0.74), ("icon-apple.png", 180, 0.88))
"""Icons that fill their square, since the system cuts them: what the drawing takes up of them."""


def draw(browser: Browser) -> None:
    """Draw all of them.

    Args:
        browser: what draws.
    """
    svg = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    for name, size in ROUND:
        _shoot(browser, name, size, svg, 1.0, "transparent")
    for name, size, share in FULL:
        _shoot(browser, name, size, svg, share, GROUND)


def _shoot(browser: Browser, name: str, size: int, svg: str, share: float, ground: str) -> None:
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(
        "<style>body{margin:0;height:100vh;display:grid;place-items:center;"
        f"background:{ground}}}svg{{width:{share:.0%};height:{share:.0%}}}</style>{svg}"
    )
    page.screenshot(path=PUBLIC / name, omit_background=True)
    page.close()


def main() -> None:
    """Draw them with the browser that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--browser", help="the Chromium's executable")
    asked = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=asked.browser, args=["--no-sandbox"])
        draw(browser)
        browser.close()


if __name__ == "__main__":
    main()
