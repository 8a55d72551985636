"""How strong the bots are: plays the matches of strength.toml, and writes docs/strength.md.

`python -m benchmarks.strength play --minutes 20` plays on where the last run stopped, every match
by its turn, and writes the page; `write` only writes it; `check` is a short guard against
regressions. Deals are kept in build/strength, and played anew when the bots have changed; figures
in benchmarks/results, and the deals of an unfinished match beside them, packed, so that another
machine can play on; whoever ends a run loses only the deals under way. Figures of a whole match
stay: delete its file to have it played anew.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import re
import signal
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from shengji.arena.bench import hands_per_second
from shengji.arena.contest import Contest
from shengji.arena.duel import DealLine, Duel
from shengji.arena.figures import figures
from shengji.arena.results import (
    ResultsError,
    ResultsFile,
    ResultsInUseError,
    results_header,
    rules_line,
)
from shengji.arena.spread import over_processes
from shengji.arena.stopping import Stopping, stopping
from shengji.bots import BotError
from shengji.rules import Rules, describe_rules, rules_from
from shengji.terminal.dueltables import duration

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "strength.md"
RESULTS = HERE / "results"
PARTS = HERE.parent / "build" / "strength"
LEAST_DEALS = 40
"""So many deals are played before a match may stop early."""
SLICE = 600
"""So many seconds one match is played on before the next has its turn."""


class Match(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One match of the list.

    Attributes:
        bots: who plays whom.
        deals: how many deals, at most where it may `stop`.
        seed: where chance starts.
        rules: as everywhere rules are chosen.
        stop: whether it ends at the checkpoint at which the interval excludes zero.
        alone: whether the first bot sits alone among the second.
        least: for checks, the levels a hand that are expected.
    """

    bots: tuple[str, str]
    deals: int
    seed: int
    rules: dict[str, Any] = {}
    stop: bool = False
    alone: bool = False
    least: float = 0.0

    @property
    def stopping(self) -> Stopping:
        return stopping(self.deals, (0.0,) if self.stop else (), LEAST_DEALS)

    @property
    def name(self) -> str:
        """What its files are called."""
        words = [*self.bots, *map(str, self.rules.values()), str(self.seed)]
        return "-".join(re.sub(r"[^a-z0-9]+", "", word.lower()) for word in words)

    @property
    def duel(self) -> Duel:
        rules = rules_from(self.rules)
        return Duel(rules, self.bots, seed=self.seed, on_failure="stop", alone=self.alone)


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Matches that stand in one table."""

    title: str
    text: str
    match: tuple[Match, ...]


class Strength(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that strength.toml says."""

    section: tuple[Section, ...]
    check: tuple[Match, ...]

    @property
    def matches(self) -> list[Match]:
        return [match for section in self.section for match in section.match]


def read() -> Strength:
    data = tomllib.loads((HERE / "strength.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data, Strength)


# Playing


class Paused(Exception):
    """The time of a match is over for this turn."""


def play(minutes: float, jobs: int, only: str) -> None:
    """Play for so long, always on with the match of which the smallest part is done.

    `only` must be a part of the name of a match for it to be played.
    """
    end = time.monotonic() + 60 * minutes
    matches = [match for match in read().matches if only in match.name]
    if not matches:
        sys.exit(f"no match has {only!r} in its name, as strong-medium-71006 has strong-medium")
    PARTS.mkdir(parents=True, exist_ok=True)
    speed()  # while nothing else is under way
    for match in matches:
        _unpack(match)
    done = {match.name: _done(match) for match in matches}
    while (left := [match for match in matches if not _is_over(match)]) and time.monotonic() < end:
        match = min(left, key=lambda match: done[match.name] / match.deals)
        until = end if len(left) == 1 else min(end, time.monotonic() + SLICE)
        done[match.name] = _play_on(match, until, jobs)
        print(f"{match.name}: {done[match.name]} of {match.deals} deals", flush=True)


def _play_on(match: Match, end: float, jobs: int) -> int:
    """Play one match on until the end of its turn, and keep its figures; how many deals it has."""
    path, stops = _part(match), match.stopping
    header = results_header(match.duel, stops)
    try:
        file = ResultsFile(path, header, resume=path.exists())
    except ResultsInUseError as error:
        sys.exit(str(error))
    except ResultsError as error:
        print(f"{error}; it begins anew", file=sys.stderr)
        path.unlink()
        file = ResultsFile(path, header, resume=False)
    with file:
        contest = Contest(match.duel, stops, file.done)

        def told(line: DealLine) -> None:
            file.add(line)
            if time.monotonic() > end:
                raise Paused

        try:
            with suppress(Paused):
                contest.play(over_processes(jobs), told)
        finally:  # also when we are told to end
            # A run that has begun anew does not replace figures of more deals until it has as many.
            kept = results_of(match)
            least = 1 if kept is None or contest.over else kept["deals"]
            if len(contest.lines) >= least:
                _keep(match, contest)
    return len(contest.lines)


def _keep(match: Match, contest: Contest) -> None:
    found = figures(contest) | {"machine": machine(), "speed": speed()}
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(found, ensure_ascii=False, indent=1)
    _file(match).write_text(text + "\n", encoding="utf-8")
    if contest.over:
        _packed(match).unlink(missing_ok=True)
    else:
        _packed(match).write_bytes(gzip.compress(_part(match).read_bytes(), mtime=0))


def _unpack(match: Match) -> None:
    """Take over the deals that are kept packed, where they are more than those of this machine.

    Those of bots that have changed meanwhile are no use.
    """
    if not _packed(match).exists():
        return
    packed = gzip.decompress(_packed(match).read_bytes())
    code = results_header(match.duel, match.stopping).code.encode()
    fits = code in packed.partition(b"\n")[0]
    if not _part(match).exists() or (fits and packed.count(b"\n") > _done(match) + 1):
        _part(match).write_bytes(packed)


def _done(match: Match) -> int:
    """How many deals of a match have been played, and can go on."""
    path = _part(match)
    return max(0, path.read_bytes().count(b"\n") - 1) if path.exists() else 0


def _is_over(match: Match) -> bool:
    found = results_of(match)
    return found is not None and _is_whole(match, found)


def _is_whole(match: Match, found: dict[str, Any]) -> bool:
    """Whether figures are those of the whole match, as it is planned now."""
    return bool(found["over"]) and found["settings"]["deals"] == match.deals


def _file(match: Match) -> Path:
    return RESULTS / f"{match.name}.json"


def _packed(match: Match) -> Path:
    return RESULTS / f"{match.name}.jsonl.gz"


def _part(match: Match) -> Path:
    return PARTS / f"{match.name}.jsonl"


def machine() -> str:
    """The processor, in words."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return f"{os.cpu_count()} cores of {line.partition(':')[2].strip()}"
    return f"{os.cpu_count()} cores of {platform.machine()}"


@cache
def speed() -> int:
    """How many random-legal hands a second one thread of this machine plays, in thousands."""
    rules = Rules()
    hands_per_second(rules, 100, 1, 1)
    return round(hands_per_second(rules, 50_000, 1, 1) / 1000)


# The page


def results_of(match: Match) -> dict[str, Any] | None:
    """The figures of a match, if it has been played as it is planned.

    How many deals are planned may have changed.
    """
    file = _file(match)
    if not file.exists():
        return None
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    settings, duel = found["settings"], match.duel
    played = (settings["rules"], settings["bots"], settings["seed"], settings.get("alone", False))
    planned = (describe_rules(duel.rules), list(duel.bots), duel.seed, duel.alone)
    return found if played == planned and bool(settings["bounds"]) == match.stop else None


def page() -> str:
    """The text of docs/strength.md."""
    strength = read()
    found = {match.name: results_of(match) for match in strength.matches}
    lines = [
        "# How strong the bots are",
        "",
        "<!-- Generated by `make strength` from benchmarks/strength.toml, benchmarks/results and",
        "benchmarks/strength-notes.md; change those. -->",
        "",
        "Duplicate deals ([how it is measured](arena.md)): each deal is played twice, the seats",
        "exchanged, and the unit is the deal. Levels are signed, a hand: what the first bot's side",
        "gains; of a bot that sat alone among others, what its seat gains over theirs.",
        "Intervals are 95 %. CPU time is the mean of all decisions, half of which are",
        "whether to declare with a card just drawn and take none, and in brackets of leads and",
        f"of follows, on {_machines(found.values())}.",
        "`make strength MINUTES=60` plays on; a row whose deals are fewer than planned says so.",
        "A match of so many deals at most stops where its interval, which is wider for that,",
        "excludes zero. Every row can be played again alone: `shengji arena FIRST SECOND --deals",
        "DEALS --seed SEED`, with the rules (`--rules forty-points`, `--set land=true`), with",
        f"`--alone` where that is said, and with `--stop --min-deals {LEAST_DEALS}` for a match",
        "that may stop.",
        "",
    ]
    for section in strength.section:
        lines += [f"## {section.title}", "", section.text, "", *_table(section, found), ""]
    notes = (HERE / "strength-notes.md").read_text(encoding="utf-8").strip()
    return "\n".join([*lines, notes, ""])


def _table(section: Section, found: dict[str, dict[str, Any] | None]) -> Iterator[str]:
    yield "| first | second | rules | deals | seed | levels | points | won | CPU 1 | CPU 2 |"
    yield "| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: |"
    for match in section.match:
        start = f"| {match.bots[0]} | {match.bots[1]} | {_rules_of(match)} |"
        one = found[match.name]
        if one is None:
            yield f"{start} 0 of {_planned(match)} | {match.seed} | | | | | |"
            continue
        whole = _is_whole(match, one)
        deals = f"{one['deals']}"
        if not whole or match.stop:
            deals += f"{'' if whole else ', so far,'} of {_planned(match)}"
        won = one["win_rate"][0]["mean"]
        cells = [
            deals,
            str(match.seed),
            _with_interval(one["levels"], 2),
            _with_interval(one["points"], 1),
            f"{won:.1%}",
            *map(_cpu, one["cpu"]),
        ]
        yield " ".join([start, " | ".join(cells), "|"])


def _rules_of(match: Match) -> str:
    rules = rules_line(match.rules) or "default"
    return f"{rules}, alone" if match.alone else rules


def _planned(match: Match) -> str:
    return f"{'at most ' if match.stop else ''}{match.deals}"


def _with_interval(found: dict[str, Any], digits: int) -> str:
    mean = f"{found['mean']:+.{digits}f}"
    if found["interval"] is None:
        return mean
    low, high = found["interval"]
    return f"**{mean}** ({low:+.{digits}f} to {high:+.{digits}f})"


def _cpu(own: dict[str, dict[str, float]]) -> str:
    every, lead, follow = (duration(own[kind]["mean_us"]) for kind in ("all", "lead", "follow"))
    return f"{every} ({lead}, {follow})"


def _machines(found: Iterable[dict[str, Any] | None]) -> str:
    """On what was measured, and how fast that is."""
    speeds: dict[str, list[int]] = defaultdict(list)
    for one in found:
        if one is not None:
            speeds[one["machine"]].append(one["speed"])
    return ", and ".join(
        f"{name} (random-legal hands a second on one: {min(each)},000 to {max(each)},000)"
        for name, each in speeds.items()
    )


# The guard


def check(jobs: int) -> bool:
    """Whether every check is passed."""
    fine = True
    for match in read().check:
        contest = Contest(match.duel, match.stopping)
        start = time.monotonic()
        try:
            contest.play(over_processes(jobs))
        except BotError as error:
            sys.exit(f"{' against '.join(match.bots)}: a bot failed: {error}")
        found = match.stopping.interval(contest.levels)
        passed = found.mean >= match.least
        fine &= passed
        print(
            f"{' against '.join(match.bots)}, {_rules_of(match)}, {len(contest.lines)} deals: "
            f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f}) levels a hand, at least "
            f"{match.least:+.2f} expected: {'passed' if passed else 'FAILED'} "
            f"({time.monotonic() - start:.0f} s)",
            flush=True,
        )
    return fine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "write", "check"))
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--only", default="", help="only matches with this in their name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if given.what == "check":
        sys.exit(0 if check(given.jobs) else 1)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        if given.what == "play":
            play(given.minutes, given.jobs, given.only)
    finally:
        PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
