"""The commands: `play`, `write` and `check`."""

from __future__ import annotations

import argparse
import os
import signal
import sys

from benchmarks.strength import __doc__ as about
from benchmarks.strength.checking import check
from benchmarks.strength.keeping import Kept
from benchmarks.strength.page import tables
from benchmarks.strength.plan import read
from benchmarks.strength.playing import play
from shengji.arena.spread import over_processes


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.strength",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("play", "write", "check"))
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--only", default="", help="only matches with this in their name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    strength, spread = read(), over_processes(given.jobs)
    if given.what == "check":
        sys.exit(0 if check(strength.check, spread) else 1)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    matches = [match for match in strength.matches if given.only in match.name]
    if not matches:
        parser.error(f"no match has {given.only!r} in its name, as strong-medium-71014 has strong")
    try:
        if given.what == "play":
            play(matches, given.minutes, spread, Kept())
    finally:
        for place, table in tables().items():
            place.write(table)


if __name__ == "__main__":
    main()
