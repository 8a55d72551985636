"""The tables of docs/figures.md, made anew: `python -m benchmarks.scale`."""

from __future__ import annotations

import argparse

from benchmarks.scale import measuring, page


def main() -> None:
    """Read the command line, and write or measure."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.scale",
        description="Works out from what was measured what so many players at once need, and "
        "writes the tables of docs/figures.md.",
    )
    commands = parser.add_subparsers(dest="command")
    measure = commands.add_parser("measure", help="measure the inputs that no other command does")
    measure.add_argument("--machine", default="", help="what the figures are of")
    given = parser.parse_args()
    if given.command == "measure":
        measuring.keep(measuring.measure(given.machine or measuring.measured().machine))
    for name, table in page.tables().items():
        print(f"{name}\n{table}")
        page.marked(name).write(table)


if __name__ == "__main__":
    main()
