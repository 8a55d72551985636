"""The commands: `collect`, `fit` and `compare`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.distil import __doc__ as about
from benchmarks.distil.collecting import collect
from benchmarks.distil.comparing import levels_between
from benchmarks.distil.fitting import fit
from benchmarks.distil.samples import joined, read, write
from shengji.arena.intervals import interval
from shengji.arena.results import code_fingerprint
from shengji.arena.warmup import load_kernels
from shengji.bots.policy.networks import (
    LEADS,
    NAMES,
    SEVERAL,
    SINGLES,
    networks_in,
    path_of,
    read_networks,
)
from shengji.bots.policy.numbers import Floats
from shengji.rules import PRESETS, Rules

FOLDER = Path("build/distil")
PLACES = dict(zip((LEADS, SINGLES, SEVERAL), NAMES, strict=True))
TITLES = (
    "Declarers, fixed teams",
    "Opponents, fixed teams",
    "Declarers, all friends found",
    "Opponents, all friends found",
    "Declarers, a friend to be found",
    "Opponents, a friend to be found",
)
"""The networks of a file, as `judge.view_of` numbers them."""
SYSTEMS = {
    "default": Rules(),
    "one deck": Rules(decks=1),
    "three decks": Rules(decks=3),
    "six players": Rules(players=6),
    "four players, friends": Rules(teams="friends", players=4),
    "five players, friends": Rules(teams="friends", players=5),
    "finding-friends": PRESETS["finding-friends"].rules,
}
"""The rules by which networks are compared."""
COLUMNS = 16
"""The number of numbers in a line of a file of networks."""
NEGLIGIBLE = 1e-9
"""Fitting leaves some numbers that are nearly 0; a processor is slow with the smallest of them."""


def origin(files: Sequence[Path], seed: int) -> str:
    """Where the numbers of a file come from: what is written at its head."""
    seeds = ", ".join(file.stem.rpartition("-")[2] for file in files)
    return (
        f"Fitted by `python -m benchmarks.distil fit --seed {seed}` with the code of "
        f"{code_fingerprint()} to what `collect` found with the seeds {seeds}."
    )


def written(numbers: Floats) -> list[str]:
    """The numbers of a network as they stand in a file, line by line."""
    rounded = np.where(np.abs(numbers) < NEGLIGIBLE, 0.0, numbers)
    return [" ".join(f"{each:.4g}" for each in row) for row in rounded.reshape(-1, COLUMNS)]


def compare(folder: Path, seconds: float, seed: int) -> None:
    """Say how far the networks there are play better than those in a folder, in each system."""
    load_kernels()
    networks = read_networks(), read_networks(folder)
    for title, rules in SYSTEMS.items():
        found = levels_between(rules, networks, seconds, seed)
        levels = interval(found)
        print(
            f"{title}: {levels.mean:+.4f} levels "
            f"({levels.low:+.4f} to {levels.high:+.4f}, {len(found)} deals)"
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, dest="command")
    collecting = commands.add_parser("collect", help="study decisions of the rule player")
    collecting.add_argument("--seconds", type=float, default=900.0)
    collecting.add_argument("--seed", type=int, default=1)
    collecting.add_argument("--teams", choices=("fixed", "friends"), help="only such games")
    collecting.add_argument(
        "--leaves",
        type=int,
        choices=range(5),
        default=0,
        metavar="CARDS",
        help="play so many cards of each hand perfectly, too, and take the mean (at most 4)",
    )
    fitting = commands.add_parser("fit", help="fit the networks to all that was collected")
    fitting.add_argument("--seed", type=int, default=0)
    fitting.add_argument(
        "--anew", action="store_true", help="with new networks, not beginning with those there are"
    )
    comparing = commands.add_parser("compare", help="play the networks against those of a folder")
    comparing.add_argument("folder", type=Path, help="has files such as `fit` writes")
    comparing.add_argument("--seconds", type=float, default=60.0, help="for each system")
    comparing.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.command == "compare":
        compare(given.folder, given.seconds, given.seed)
        return
    if given.command == "collect":
        for place, found in collect(given.seconds, given.seed, given.teams, given.leaves).items():
            write(FOLDER / f"{PLACES[place]}-{given.seed}.npz", found)
            print(f"{PLACES[place]}: {found.decisions[-1] + 1} decisions")
        return
    for name in NAMES:
        files = sorted(FOLDER.glob(f"{name}-*.npz"))
        if not files:
            parser.error(f"there is no {FOLDER}/{name}-*.npz: collect first")
        samples = joined([read(file) for file in files])
        networks, lines = networks_in(name), [f"# {origin(files, given.seed)}"]
        for view, title in enumerate(TITLES):
            own = samples.where(samples.views == view)
            if len(own.worth) > 0:
                made = fit(own, given.seed, None if given.anew else networks[view])
                networks[view] = made.network
                brought = (
                    f"{made.seen:.4f} levels a decision above the average play, "
                    f"{made.kept_out:.4f} in decisions kept out"
                )
                print(f"{name}, {title}: {brought}")
                lines.append(f"# {own.decisions[-1] + 1} decisions; its choices bring {brought}.")
            else:
                lines.append("# As it was before.")
            numbers = np.concatenate([part.reshape(-1) for part in networks[view]])
            lines += [f"# {title}", *written(numbers)]
        path_of(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"written beside {path_of(NAMES[0])}; the kernels need not be compiled again")


if __name__ == "__main__":
    main()
