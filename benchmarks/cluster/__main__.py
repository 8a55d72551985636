"""A site of many servers on this machine, at one address: `make cluster`.

PostgreSQL, NATS, two doors, two nodes with tables and two bot workers as processes of their own,
and a proxy before the doors. All of it goes with the command, and so does what was played.
"""

from __future__ import annotations

import argparse
import signal
import tempfile
import threading
from pathlib import Path

from benchmarks.cluster.processes import Site, postgres
from benchmarks.cluster.proxy import proxy


def main() -> None:
    """Run it from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="where the site is")
    parser.add_argument("--doors", type=int, default=2)
    parser.add_argument("--tables", type=int, default=2, help="so many nodes with tables")
    parser.add_argument("--bots", type=int, default=2, help="so many bot workers")
    chosen = parser.parse_args()
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    with tempfile.TemporaryDirectory(prefix="shengji-cluster-") as name:
        folder = Path(name)
        with (
            postgres(folder / "postgres") as url,
            Site(folder, url, chosen.doors, chosen.tables, chosen.bots) as site,
            proxy(folder, site.doors, chosen.port) as address,
        ):
            print(address, flush=True)
            for server in site.servers:
                print(f"  {server.name}: {server.url}, process {server.pid}", flush=True)
            ended.wait()


if __name__ == "__main__":
    main()
