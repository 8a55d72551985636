"""Play whole matches over random rules and check everything that must hold.

    python -m tests.campaign [--hands HANDS] [--seed SEED] [--case CASE] [--report FILE]

Every hand is played by bots in all seats under rules drawn at random from all systems and options.
Points must balance, every seat and an onlooker must see the same match, and the record must be
valid and give the match again. Ends with status 1 when something went wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from shengji.terminal.output import bar
from tests.campaign import playing
from tests.campaign.playing import Outcome, report


def main(given: Sequence[str] | None = None) -> int:
    """Do what the command line says; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaign",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--hands", type=int, default=20_000, help="how many to play, at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--case", type=int, help="play only the case of this number again")
    parser.add_argument("--report", type=Path, help="write the report to this file, as JSON")
    words = parser.parse_args(given)
    if min(words.hands, words.jobs) < 1 or (words.case is not None and words.case < 0):
        parser.error("--hands and --jobs must be 1 or more, --case 0 or more")
    if words.case is not None:
        outcomes = [playing.play_case(words.seed, words.case)]
    else:
        outcomes = []
        try:
            _play(outcomes, words.seed, words.hands, words.jobs)
        except KeyboardInterrupt:
            hands = sum(outcome.hands for outcome in outcomes)
            print(f"stopped; {hands} hands were played", file=sys.stderr)
            return 130
    figures = report(words.seed, outcomes)
    if words.report is not None:
        words.report.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    faulty = [outcome for outcome in outcomes if outcome.fault]
    for outcome in faulty:
        print(f"case {outcome.case}: {json.dumps(outcome.rules)}\n{outcome.fault}")
    print(
        f"{figures['cases']} cases, {figures['hands']} hands, {figures['matches_finished']} "
        f"matches to their end, {len(faulty)} faults\ndigest {figures['digest']}"
    )
    return 1 if faulty else 0


def _play(outcomes: list[Outcome], seed: int, hands: int, jobs: int) -> None:
    """Play, with a bar on a terminal; each outcome is added as soon as it is known."""
    with bar("hands", hands) as move:

        def told(outcome: Outcome) -> None:
            outcomes.append(outcome)
            faults = sum(bool(other.fault) for other in outcomes)
            text = f"hands, {faults} faults" if faults else "hands"
            move(advance=max(1, outcome.hands), description=text)

        playing.campaign(seed, hands, jobs, told)


if __name__ == "__main__":
    sys.exit(main())
