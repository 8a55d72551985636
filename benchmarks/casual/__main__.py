"""Play simulated evenings: `python -m benchmarks.casual --evenings 100 --seed 1`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.casual.evening import PATIENCE, evening
from shengji.server.site.log_lines import set_up_logs
from shengji.server.site.settings import ServerSettings


def main(given: Sequence[str] | None = None) -> int:
    """Do what the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.casual",
        description="Plays evenings at which 2 to 12 people come to play with people, against the "
        "application in this process. Says in how many of them all met who should have.",
    )
    parser.add_argument("--evenings", type=int, default=100, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="of the first evening")
    words = parser.parse_args(given)
    set_up_logs(ServerSettings(log_level="error"))
    good = due = met = full = parted = barred = blocked = people = 0
    longest = 0.0
    for seed in range(words.seed, words.seed + words.evenings):
        with tempfile.TemporaryDirectory(prefix="shengji-casual-") as folder:
            found = evening(seed, Path(folder))
        good += not found.missed
        due += found.due
        met += found.met
        full += found.full
        parted += found.parted
        barred += found.barred
        blocked += found.blocked
        people += found.people
        longest = max(longest, found.longest)
        for missed in found.missed:
            print(f"evening {seed}: {missed}", file=sys.stderr)
    print(f"Evenings at which all met who should have: {good} of {words.evenings}")
    print(f"People: {people}; pairs that were to meet: {due}; met in time: {met}")
    print(f"... every seat was taken where the one sat: {full}")
    print(f"... both sat with others, since not all fit at one table: {parted}")
    print(f"... somebody sat with one who is kept apart from the other: {barred}")
    wait = f"{longest:.1f} s (at most {PATIENCE:.0f} s)"
    print(f"The longest wait for a first card, or for a hand to follow: {wait}")
    print(f"Meetings of blocked people: {blocked}")
    return 0 if good == words.evenings and not blocked and longest <= PATIENCE else 1


if __name__ == "__main__":
    sys.exit(main())
