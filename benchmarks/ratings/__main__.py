"""The commands: `measure`, `scale`, `bots` and `simulate`."""

from __future__ import annotations

import argparse
import os

from benchmarks.ratings import __doc__ as about
from benchmarks.ratings import page
from benchmarks.ratings.declaring import declare
from benchmarks.ratings.measuring import measure


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ratings",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("measure", "scale", "bots", "simulate"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--players", type=int, default=page.PEOPLE)
    parser.add_argument("--seed", type=int, default=page.SEED)
    given = parser.parse_args()
    if given.what == "measure":
        for told in measure(given.jobs):
            print(told, flush=True)
        return
    if given.what == "bots":
        declare()
        tables = page.bots_tables()
    elif given.what == "scale":
        tables = page.scale_tables()
    else:
        tables = page.simulation_tables(given.players, given.seed)
    print("\n".join(tables.values()))
    if (given.players, given.seed) == (page.PEOPLE, page.SEED):
        page.write(f"ratings {given.what}", tables)


if __name__ == "__main__":
    main()
