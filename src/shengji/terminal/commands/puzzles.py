"""`shengji puzzles`: make, check and solve puzzles (docs/puzzles.md)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal.errors import FailedError, UsageError, as_usage, misused, reading
from shengji.terminal.first_run import compile_if_cold
from shengji.terminal.options import LanguageOption, SeedOption
from shengji.terminal.output import bar
from shengji.words import Names

if TYPE_CHECKING:
    from shengji.practice.puzzles import Kind, Puzzle
    from shengji.rules import Rules

app = typer.Typer(help="Make, check and solve puzzles.", no_args_is_help=True)

USUAL_RULES = ("tractor", "forty-points", "finding-friends")
"""The default rules."""

KindsOption = Annotated[
    str | None,
    typer.Option(
        help="Which kinds, with commas: lead, follow, bury, call, throw.", show_default="all"
    ),
]
FileArgument = Annotated[Path, typer.Argument(help="A file of puzzles.", metavar="PUZZLES")]


@app.command()
def make(
    out: Annotated[Path, typer.Option("--out", "-o", help="The file; a new one.")],
    count: Annotated[int, typer.Option(help="How many.", min=1)] = 50,
    seed: SeedOption = 0,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            help="The name of a preset or system. May be repeated; they are played by turns.",
            show_default=" ".join(USUAL_RULES),
        ),
    ] = None,
    kinds: KindsOption = None,
    sources: Annotated[
        list[Path] | None,
        typer.Option(
            "--from",
            help="A record to make them of, in place of hands that bots play. May be repeated.",
            show_default=False,
        ),
    ] = None,
    depth: Annotated[
        float | None,
        typer.Option(
            help="Search effort to find a puzzle, as a multiple of that of `strong`; checking it "
            "takes ten times as much.",
            show_default="1",
        ),
    ] = None,
) -> None:
    """Make puzzles, of hands that bots play or of records.

    The same arguments make the same file. Each puzzle has one answer that is clearly the best.
    """
    compile_if_cold()
    from shengji.practice.puzzles import DEPTH, encode, make, make_from
    from shengji.record import RecordError, read_record

    if out.exists():
        raise UsageError(f"{out} is there already; name a new file")
    if sources and rules:
        raise UsageError("records have rules of their own; give either --rules or --from")
    thought = DEPTH if depth is None else depth
    if thought <= 0:
        raise UsageError(f"--depth is more than 0, not {thought:g}; 1 is usual")
    wanted = _kinds(kinds)
    with bar("puzzles", count) as advance:

        def found(_: Puzzle) -> None:
            advance(advance=1)

        if sources:
            with as_usage(RecordError, OSError):
                records = [read_record(source) for source in sources]
                made = make_from(
                    records, count, seed, wanted, thought, lambda _: advance(advance=1)
                )
        else:
            played = _rules(rules or USUAL_RULES)
            made = make(count, seed, played, wanted, thought, found)
    if not made:
        raise FailedError("no decision had one answer that was clearly the best")
    with as_usage(OSError, doing=f"cannot write {out}"):
        out.write_bytes(b"".join(map(encode, made)))
    typer.echo(f"{len(made)} puzzles are in {out}", err=True)


def _rules(names: tuple[str, ...] | list[str]) -> list[Rules]:
    from shengji.rules import RulesError, named_rules

    with as_usage(RulesError):
        return [named_rules(name) for name in names]


def _kinds(names: str | None) -> list[Kind]:
    from shengji.practice.puzzles import KINDS

    if names is None:
        return list(KINDS)
    asked = [name.strip() for name in names.split(",")]
    unknown = [name for name in asked if name not in KINDS]
    if unknown:
        raise misused("puzzle-kind", names=Names(KINDS), given=unknown[0])
    return [kind for kind in KINDS if kind in asked]


@app.command()
def check(
    file: FileArgument,
    depth: Annotated[
        float,
        typer.Option(
            help="Search effort per answer, as a multiple of that for finding the puzzle; 0: only "
            "shape and rules are checked.",
            min=0,
        ),
    ] = 10,
) -> None:
    """Check puzzles: their shape, that all choices are legal, and that the answer holds.

    No second answer may be within the margin, on other deals than those the puzzle was made with.
    Says which fail, and then ends with status 1.
    """
    compile_if_cold()
    from shengji.practice.puzzles.checking import check_line

    lines = list(_lines(file))
    failed = 0
    with bar("puzzles", len(lines)) as advance:
        for number, line in enumerate(lines, 1):
            found = check_line(line, depth)
            failed += bool(found.faults)
            for fault in found.faults:
                typer.echo(f"{file}, line {number} ({found.id or 'no puzzle'}): {fault}")
            advance(advance=1)
    typer.echo(f"{len(lines) - failed} of {len(lines)} puzzles hold")
    if failed:
        raise FailedError(f"{failed} of {len(lines)} puzzles do not hold")


@app.command()
def play(
    file: Annotated[
        Path | None,
        typer.Argument(
            help="A file of puzzles; else those that come with the program, that of today first.",
            metavar="[PUZZLES]",
            show_default=False,
        ),
    ] = None,
    kinds: KindsOption = None,
    lang: LanguageOption = "en",
) -> None:
    """Solve puzzles: the position is shown, and after your answer what each choice was worth."""
    compile_if_cold(lang)
    from shengji.terminal.puzzleplay import solve

    wanted = _kinds(kinds)
    chosen = [puzzle for puzzle in _puzzles(file) if puzzle.kind in wanted]
    if not chosen:
        raise misused("no-such-puzzles", file=file)
    solve(chosen, lang)


def _lines(file: Path) -> Iterator[bytes]:
    with as_usage(OSError, doing=reading(file)):
        lines = file.read_bytes().splitlines(keepends=True)
    if not lines:
        raise misused("empty-puzzles", file=file)
    yield from lines


def _puzzles(file: Path | None) -> Iterator[Puzzle]:
    from shengji.practice.puzzles import PuzzleError, decode
    from shengji.practice.puzzles.checking import shape_faults
    from shengji.practice.puzzles.shipped import from_day

    if file is None:
        yield from from_day(datetime.now(UTC).date())
        return
    for number, line in enumerate(_lines(file), 1):
        try:
            puzzle = decode(line)
        except PuzzleError as error:
            raise misused("in-line", file=file, number=number, why=error) from None
        for fault in shape_faults(puzzle):
            raise misused("in-line", file=file, number=number, why=fault)
        yield puzzle
