"""A mutation campaign over some rooms (`_TESTS`): `make mutants MINUTES=10 SEED=1`.

A mutant is the source with one small fault: another comparison, `and` for `or`, a number one
higher. Faults are drawn at random, planted one by one in a copy of the sources, and the tests of
the room are run there until one fails. A mutant that survives shows something that no test sees; or
it does the same as before, which is judged in `mutants.toml` beside this file.

Rules of `play` run as plain Python here, since to compile them takes longer than to test them.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]
JUDGED = Path(__file__).with_suffix(".toml")
PATIENCE = 3
"""A mutant counts as seen when its tests take so many times as long as without a fault: it may
never end."""
MEMORY = 6_000_000
"""So many kilobytes a mutant may use, which may never have enough."""

_SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}
_TESTS = {
    "game": ("tests/game", "tests/family", "tests/bots/policy/test_playout.py"),
    "play": (
        "tests/play",
        "tests/family",
        "tests/bots/policy/test_playout.py",
        "--ignore=tests/play/test_jit.py",
        "--ignore=tests/play/test_bounds.py",
    ),
    "server/site": (
        "tests/server/jobs",
        "tests/server/test_words.py",
        "tests/server/http/test_limits.py",
        "tests/server/http/test_gate.py",
        "tests/server/http/test_protocols.py",
        "tests/server/http/test_strangers.py",
        "tests/server/http/test_idempotency.py",
        "tests/server/http/test_logs.py",
        "tests/server/http/test_sanctions.py",
        "tests/server/http/test_people.py",
    ),
    "server/tables/acts": ("tests/server/table", "tests/server/live"),
    "server/tables/core": ("tests/server/table", "tests/server/live"),
    "server/evenings": (
        "tests/server/evenings",
        "tests/server/storage/test_evenings.py",
        "tests/server/live/test_evenings.py",
        "tests/server/http/test_regular_evenings.py",
    ),
}


@dataclass(frozen=True)
class Mutant:
    """A fault.

    Attributes:
        room: its folder, a key of `_TESTS`.
        file: the name of its file.
        name: where, and what for what; the same for as long as the code around is.
        source: the file with the fault.
    """

    room: str
    file: str
    name: str
    source: str


def places(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """The places in functions that can be changed, each with function and code around it."""

    def inside(node: ast.AST, name: str) -> Iterator[tuple[str, ast.AST]]:
        for field, value in ast.iter_fields(node):
            if field in ("decorator_list", "annotation", "returns") or isinstance(node, ast.Assert):
                continue
            if field == "keywords" and isinstance(node, ast.ClassDef):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.FunctionDef | ast.ClassDef):
                    yield from inside(child, f"{name}.{child.name}".lstrip("."))
                elif isinstance(child, ast.AST):
                    if name and changed(child) is not None:
                        around = ast.unparse(node).partition("\n")[0]
                        yield f"{name}: {around}", child
                    yield from inside(child, name)

    yield from inside(tree, "")


def changed(node: ast.AST) -> ast.AST | None:
    """The node with a fault; `None`: none is made there."""
    match node:
        case ast.Compare(left=left, ops=[only], comparators=others) if type(only) in _SWAPS:
            return ast.Compare(left, [_SWAPS[type(only)]()], others)  # type: ignore[list-item]
        case ast.BoolOp(op=op, values=values):
            return ast.BoolOp(_SWAPS[type(op)](), values)  # type: ignore[arg-type]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _SWAPS:
            return ast.BinOp(left, _SWAPS[type(op)](), right)  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operand
        case ast.Constant(value=bool(value)):
            return ast.Constant(not value)
        case ast.Constant(value=int(value)):
            return ast.Constant(value + 1)
    return None


class _Change(ast.NodeTransformer):
    def __init__(self, target: ast.AST) -> None:
        self.target = target

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.target:
            found = changed(node)
            assert found is not None
            return ast.copy_location(found, node)
        return self.generic_visit(node)


def mutants(room: str, chance: Random) -> Iterator[Mutant]:
    """Faults in a room, in a random order, without end of the same twice."""
    files = sorted((ROOT / "src/shengji" / room).glob("*.py"))
    found = []
    for path in files:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [(path, number) for number, _ in enumerate(places(tree))]
    for path, number in chance.sample(found, len(found)):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name, node = list(places(tree))[number]
        fault = changed(node)
        assert fault is not None
        was, instead = ast.unparse(node), ast.unparse(ast.fix_missing_locations(fault))
        said = f"{path.stem}.{name}: {was} -> {instead}"
        source = ast.unparse(ast.fix_missing_locations(_Change(node).visit(tree)))
        yield Mutant(room, path.name, said, source)


def passes(room: str, folder: Path, seconds: float | None = None) -> bool:
    """Whether the tests of the room pass, in time, with what stands in a copy of the sources."""
    environment = os.environ | {
        "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_DISABLE_JIT": str(int(room == "play")),
    }
    command = ["sh", "-c", f'ulimit -v {MEMORY}; exec "$@"', "sh", sys.executable, "-m", "pytest"]
    command += ["-x", "-q", "-p", "no:cacheprovider"]
    try:
        ran = subprocess.run(
            [*command, *_TESTS[room], f"src/shengji/{room}"],
            cwd=folder,
            env=environment,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    (folder / "last").write_bytes(ran.stdout[-4_000:])
    return ran.returncode == 0


def survives(mutant: Mutant, folder: Path, seconds: float) -> bool:
    """Whether no test of the room fails with the fault; in a copy of the sources."""
    path = folder / "src/shengji" / mutant.room / mutant.file
    before = path.read_bytes()
    path.write_text(mutant.source, encoding="utf-8")
    try:
        return passes(mutant.room, folder, seconds)
    finally:
        path.write_bytes(before)


def campaign(room: str, seed: int, until: float) -> Iterator[tuple[Mutant, bool]]:
    """Plant one fault after the other until the time is up; whether each has survived."""
    with tempfile.TemporaryDirectory(prefix="shengji-mutants-") as name:
        folder = Path(name) / "tree"
        # With what is compiled of it, which is good for as long as the kernels are the same.
        away = shutil.ignore_patterns(".*", "node_modules", "build")
        shutil.copytree(ROOT, folder, ignore=away)
        begun = time.monotonic()
        if not passes(room, folder):
            sys.exit(f"{room}: a test fails without any fault:\n{(folder / 'last').read_text()}")
        patience = PATIENCE * (time.monotonic() - begun)
        for mutant in mutants(room, Random(seed)):
            if time.monotonic() > until:
                return
            yield mutant, survives(mutant, folder, patience)


def judged() -> dict[str, str]:
    """Why mutants that survive do no harm, by their names."""
    found: dict[str, str] = tomllib.loads(JUDGED.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Read the command line, run the campaign, tell what has survived."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    until = time.monotonic() + 60 * given.minutes

    def one(room: str) -> list[tuple[Mutant, bool]]:
        return list(campaign(room, given.seed, until))

    with ThreadPoolExecutor() as pool:
        results = dict(zip(_TESTS, pool.map(one, _TESTS), strict=True))
    known, fresh = judged(), 0
    for room, tried in results.items():
        alive = [mutant for mutant, survived in tried if survived]
        print(f"{room}: {len(tried)} faults planted, {len(tried) - len(alive)} seen by a test.")
        for mutant in alive:
            print(f"  {mutant.name}\n    {known.get(mutant.name, 'not judged yet')}")
            fresh += mutant.name not in known
    sys.exit(1 if fresh else 0)


if __name__ == "__main__":
    main()
