"""The commands; `planted` as a rule."""

from __future__ import annotations

import sys

from benchmarks.review import confirm, human, planted, seeds, vetoed

COMMANDS = {
    "planted": planted.main,
    "confirm": confirm.main,
    "seeds": seeds.main,
    "human": human.main,
    "vetoed": vetoed.main,
}


def main() -> None:
    name, *rest = sys.argv[1:] or ["planted"]
    if name in COMMANDS:
        COMMANDS[name](rest)
    else:
        planted.main([name, *rest])


if __name__ == "__main__":
    main()
