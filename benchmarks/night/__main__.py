"""Play a night: `python -m benchmarks.night --players 24 --rounds 4 --seed 1`."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.night.playing import ORGANISER, PASSPHRASE, Evening, NightError, Plan, site
from shengji.bots import QUICK_BOTS


def main(given: Sequence[str] | None = None) -> int:
    """Do what the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.night",
        description="Plays a whole night with bots through the API of a server, and leaves a site "
        "to look at. Everybody has an account; the passphrase of all is told at the end. With "
        "--real-cards the same seed plays the same hands.",
    )
    parser.add_argument("--players", type=int, default=24, help="how many people come, from 4")
    parser.add_argument("--rounds", type=int, default=4, help="how many rounds there are")
    parser.add_argument("--seed", type=int, default=1, help="decides who sits where")
    parser.add_argument(
        "--hands", type=int, default=2, help="how many hands a table plays in a round at least"
    )
    parser.add_argument(
        "--bot", choices=sorted(QUICK_BOTS), default="basic", help="who plays in all seats"
    )
    parser.add_argument(
        "--real-cards",
        action="store_true",
        help="let all tables have real cards: hands are played apart, and written down",
    )
    parser.add_argument(
        "--data", type=Path, help="where the site is left, with all that happened; a new folder"
    )
    words = parser.parse_args(given)
    if words.players < 4 or min(words.rounds, words.hands) < 1:
        parser.error("it takes 4 players, 1 round and 1 hand")
    folder: Path = (words.data or Path(tempfile.mkdtemp(prefix="shengji-night-"))).resolve()
    if (folder / "tables.db").exists():
        parser.error(f"there is a site in {folder} already; name another folder with --data")
    folder.mkdir(parents=True, exist_ok=True)
    plan = Plan(
        players=words.players,
        rounds=words.rounds,
        hands=words.hands,
        seed=words.seed,
        bot=words.bot,
        real_cards=words.real_cards,
    )
    try:
        with site(folder) as address:
            made = asyncio.run(Evening(address, folder, plan, print).play())
    except NightError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"The night is over. Look at it: shengji serve --database sqlite:///{folder}/tables.db")
    print(f"and open /#/night/{made}. Sign in as {ORGANISER!r}, or anybody: {PASSPHRASE!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
