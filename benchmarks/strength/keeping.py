"""Figures kept of the matches, and the deals of those that are under way."""

from __future__ import annotations

import gzip
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.strength.machine import machine, speed
from benchmarks.strength.plan import Match
from shengji.arena.contest import Contest
from shengji.arena.figures import figures
from shengji.arena.results import (
    ResultsError,
    ResultsFile,
    ResultsInUseError,
    code_fingerprint,
    results_header,
)
from shengji.rules import describe_rules

HERE = Path(__file__).parent
RESULTS = HERE / "results"
PARTS = HERE.parents[1] / "build" / "strength"

Figures = dict[str, Any]


class Kept:
    """The files of the matches.

    Args:
        results: the folder of figures, and of packed deals, which belong to the repository.
        parts: the folder of deals, which belong to this machine.
    """

    def __init__(self, results: Path = RESULTS, parts: Path = PARTS) -> None:
        self._results = results
        self._parts = parts

    def figures(self, match: Match) -> Figures | None:
        """The figures of a match, if it has been played as it is planned.

        How many deals are planned may have changed.
        """
        file = self._file(match)
        if not file.exists():
            return None
        found: Figures = json.loads(file.read_text(encoding="utf-8"))
        settings, duel = found["settings"], match.duel
        kind = (settings["rules"], settings["bots"], settings["seed"], settings.get("alone", False))
        planned = (describe_rules(duel.rules), list(duel.bots), duel.seed, duel.alone)
        return found if kind == planned and bool(settings["bounds"]) == match.stop else None

    def is_over(self, match: Match) -> bool:
        found = self.figures(match)
        return found is not None and is_whole(match, found)

    def done(self, match: Match) -> int:
        """How many deals of a match have been played, and can go on."""
        part = self._part(match)
        return max(0, part.read_bytes().count(b"\n") - 1) if part.exists() else 0

    def open(self, match: Match) -> ResultsFile:
        """The deals of a match; those of other bots than there are now are thrown away."""
        self._parts.mkdir(parents=True, exist_ok=True)
        path, header = self._part(match), results_header(match.duel, match.stopping)
        try:
            return ResultsFile(path, header, resume=path.exists())
        except ResultsInUseError as error:
            sys.exit(str(error))
        except ResultsError as error:
            print(f"{error}; it begins anew", file=sys.stderr)
            path.unlink()
            return ResultsFile(path, header, resume=False)

    def keep(self, match: Match, contest: Contest) -> None:
        """Keep what a match has come to so far.

        One that has begun anew does not replace figures of more deals until it has as many.
        """
        before = self.figures(match)
        least = 1 if before is None or contest.over else before["deals"]
        if len(contest.lines) < least:
            return
        where = {
            "machine": machine(),
            "speed": speed(),
            "code": code_fingerprint(),
            "date": f"{datetime.now(UTC):%Y-%m-%d}",
        }
        self._results.mkdir(exist_ok=True)
        text = json.dumps(figures(contest) | where, ensure_ascii=False, indent=1)
        _write(self._file(match), text.encode() + b"\n")
        if contest.over:
            self._packed(match).unlink(missing_ok=True)
        else:
            deals = self._part(match).read_bytes()
            _write(self._packed(match), gzip.compress(deals, mtime=0))

    def unpack(self, match: Match) -> None:
        """Take over the deals that are kept packed, where they are more than those of this machine.

        Those of bots that have changed meanwhile are no use.
        """
        if not self._packed(match).exists():
            return
        packed = gzip.decompress(self._packed(match).read_bytes())
        fits = code_fingerprint().encode() in packed.partition(b"\n")[0]
        part = self._part(match)
        if not part.exists() or (fits and packed.count(b"\n") > self.done(match) + 1):
            self._parts.mkdir(parents=True, exist_ok=True)
            _write(part, packed)

    def _file(self, match: Match) -> Path:
        return self._results / f"{match.name}.json"

    def _packed(self, match: Match) -> Path:
        return self._results / f"{match.name}.jsonl.gz"

    def _part(self, match: Match) -> Path:
        return self._parts / f"{match.name}.jsonl"


def _write(path: Path, content: bytes) -> None:
    """Write a file whole, or leave what was there: a run may be stopped at any moment."""
    draft = path.with_name(f".{path.name}")
    draft.write_bytes(content)
    draft.replace(path)


def is_whole(match: Match, found: Figures) -> bool:
    """Whether figures are those of the whole match, as it is planned now."""
    return bool(found["over"]) and found["settings"]["deals"] == match.deals
