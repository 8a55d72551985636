"""The results file of a duel, so that a long run can be interrupted and resumed.

One JSON object per line: the header with the plan, and then each deal in order. An incomplete last
line is dropped, and its deal played again.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import IO, Any, Literal

import msgspec

import shengji
from shengji import __version__
from shengji.arena.duel import DealLine, Duel
from shengji.arena.intervals import Stopping
from shengji.arena.plan import OnFailure
from shengji.bots.outside import Limits
from shengji.record.lines import encode
from shengji.record.lock import take
from shengji.rules import describe_rules


class ResultsError(ValueError):
    """A results file cannot be used; the message contains the reason."""


class OtherResultsError(ResultsError):
    """The file belongs to another plan or version, and cannot be resumed."""


class ResultsInUseError(ResultsError):
    """Another run is writing to the file."""


class ResultsHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The plan of a results file, and the version of the program.

    Attributes:
        format, version: constants of the file format.
        code: the fingerprint of the code that determines how a deal is played (see
            `code_fingerprint`).
        rules: as plain data.
        bots, seed, matches, on_failure, limits: as in `Duel`.
        alone: as in `Duel`.
        looks: the checkpoints, if the duel may stop early; else empty.
        bounds: as in `Stopping`.
    """

    rules: dict[str, Any]
    bots: tuple[str, str]
    seed: int
    matches: bool
    on_failure: OnFailure
    limits: Limits = Limits()
    alone: bool = False
    looks: tuple[int, ...] = ()
    bounds: tuple[float, ...] = ()
    shengji: str = __version__
    code: str = ""
    format: Literal["shengji-arena"] = "shengji-arena"
    version: Literal[1] = 1


def results_header(duel: Duel, stopping: Stopping) -> ResultsHeader:
    """The header of a duel; the number of deals is left open, unless the duel may stop early."""
    return ResultsHeader(
        rules=describe_rules(duel.rules),
        bots=duel.bots,
        seed=duel.seed,
        matches=duel.matches,
        on_failure=duel.on_failure,
        limits=duel.limits,
        alone=duel.alone,
        looks=stopping.looks if stopping.bounds else (),
        bounds=stopping.bounds,
        code=code_fingerprint(),
    )


SOURCES = (".py", ".txt")
"""File name extensions of the program's sources and networks."""


@cache
def code_fingerprint() -> str:
    """The first 12 hex digits of the SHA-256 of all sources that determine how a deal is played.

    These are the built-in bots, the game, and the plan of deals and seats. Comments, docstrings and
    layout do not count, nor does the protocol of external bots.
    """
    root = Path(shengji.__file__).parent
    digest = hashlib.sha256()
    for room in ("cards.py", "rules", "play", "game", "bots", "arena/plan.py", "arena/duel.py"):
        folder = root / room
        for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            name = path.relative_to(root).as_posix()
            if path.suffix in SOURCES and not name.startswith("bots/outside/"):
                digest.update(name.encode() + b"\0" + what_counts(path))
    return digest.hexdigest()[:12]


def what_counts(path: Path) -> bytes:
    """A source without comments, docstrings and layout."""
    source = path.read_bytes()
    if path.suffix != ".py":
        return source
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [line for line in node.body if not _is_text(line)]
    return ast.unparse(tree).encode()


def _is_text(line: ast.stmt) -> bool:
    """Whether a statement is a docstring, or the text below a constant."""
    return (
        isinstance(line, ast.Expr)
        and isinstance(line.value, ast.Constant)
        and isinstance(line.value.value, str)
    )


class ResultsFile:
    """A results file that grows by a line for each deal.

    Args:
        resume: whether to continue an existing file; else it must be new or empty.

    Raises:
        ResultsError: the file is not empty and should be new, belongs to another plan, or is in
            use.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path, header: ResultsHeader, *, resume: bool) -> None:
        self.done: list[DealLine] = []
        self._file: IO[bytes] = path.open("r+b" if resume else "a+b")
        try:
            end = self._take_up(path, header, resume)
            self._file.truncate(end)
            self._file.seek(end)
            if not end:
                self.add(header)
        except BaseException:
            self._file.close()
            raise

    def _take_up(self, path: Path, header: ResultsHeader, resume: bool) -> int:
        """Lock and read the file, and return the end of its last complete line."""
        if not take(self._file):
            raise ResultsInUseError(f"another run is adding to {path}")
        self._file.seek(0)
        lines = self._file.readlines()
        if lines and encode(header)[:-1].startswith(lines[0]):
            return 0  # The run that began the file did not complete the header.
        if not resume:
            if lines:
                raise ResultsError(f"{path} holds something already; --resume goes on with results")
            return 0
        if not lines or not lines[0].endswith(b"\n"):
            raise ResultsError(f"{path} has no results to go on with; --save begins a new file")
        self.done, end = _read(lines, path, header)
        return end

    def add(self, line: DealLine | ResultsHeader) -> None:
        """Append a deal, or the header, and flush it to the operating system."""
        self._file.write(encode(line))
        self._file.flush()

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()


def holds_results(path: Path) -> bool:
    """Whether a file starts with the header of a results file.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        first = file.readline()
    try:
        msgspec.json.decode(first, type=ResultsHeader)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True


def _read(lines: list[bytes], path: Path, header: ResultsHeader) -> tuple[list[DealLine], int]:
    """The deals in a file, and the end of its last complete line."""
    done: list[DealLine] = []
    end = 0
    decoder = msgspec.json.Decoder(DealLine)
    for number, text in enumerate(lines, start=1):
        if not text.endswith(b"\n"):
            break
        try:
            if number == 1:
                _check(path, msgspec.json.decode(text, type=ResultsHeader), header)
            else:
                line = decoder.decode(text)
                if line.deal != number - 2:
                    raise ResultsError(f"{path}, line {number}: deal {number - 2} is missing")
                done.append(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            what = "this is no file of results" if number == 1 else "this is no deal"
            raise ResultsError(f"{path}, line {number}: {what}: {error}") from None
        end += len(text)
    return done, end


def _check(path: Path, found: ResultsHeader, wanted: ResultsHeader) -> None:
    """Check that results belong to this plan and version.

    Raises:
        OtherResultsError: they differ; the message contains the difference.
    """
    if (found.shengji, found.code) != (wanted.shengji, wanted.code):
        changed = (
            "the bots or the rules of the game have changed"
            if found.shengji == wanted.shengji
            else f"shengji {found.shengji} has become {wanted.shengji}"
        )
        raise OtherResultsError(f"{changed} since {path} was begun")
    begun = _described(found)
    for name, text in _described(wanted).items():
        if getattr(found, name) != getattr(wanted, name):
            raise OtherResultsError(f"{path} was begun {begun[name]}, and not {text}")


def rules_line(rules: Mapping[str, object]) -> str:
    """Rules as a single line, from the output of `describe_rules`.

    >>> rules_line({"preset": "zhang-2021", "land": True, "hooks": ["J"]})
    'preset zhang-2021, land true, hooks ["J"]'
    """
    return ", ".join(
        f"{name} {value if isinstance(value, str) else json.dumps(value)}"
        for name, value in rules.items()
    )


def _described(header: ResultsHeader) -> dict[str, str]:
    """The command-line form of each field of a header; the bounds come before the looks."""
    limits, bounds, looks = header.limits, header.bounds, header.looks
    stops = " ".join(f"--until {bound}" if bound else "--stop" for bound in bounds)
    return {
        "rules": f"with the rules {rules_line(header.rules)}",
        "bots": f"for {header.bots[0]} against {header.bots[1]}",
        "seed": f"with --seed {header.seed}",
        "matches": "with --matches" if header.matches else "without --matches",
        "on_failure": f"with --on-failure {header.on_failure}",
        "limits": f"with --time {limits.decision}+{limits.bank} --start-time {limits.start}",
        "alone": "with --alone" if header.alone else "without --alone",
        "bounds": f"with {stops}" if bounds else "without --stop and --until",
        "looks": f"with --deals {looks[-1]} --min-deals {looks[0]}" if looks else "",
    }
