"""Coverage-guided fuzzing of all decoders: `make fuzz MINUTES=15 ONLY=record SEED=1`.

Each decoder has an equal share of the time. An input that raises anything but a refusal, or takes
too much time or memory, is a finding: it is kept in `build/fuzz/findings`. Mend the decoder, and
move the input into `tests/fuzz/corpus/TARGET`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

from docs.words import ROOT

CORPUS = Path(__file__).parent / "corpus"
BUILD = ROOT / "build" / "fuzz"
SECONDS = 5
"""Maximum CPU seconds of one input; instrumented code is several times slower."""
LIMITS = ("-timeout=120", "-rss_limit_mb=1024", "-print_final_stats=1")
"""Seconds after which a decoder hangs on a busy machine, and memory of the process."""


def drive(name: str, *given: str) -> None:
    """Fuzz a decoder in this process, with arguments of libFuzzer.

    Modules with kernels are not instrumented: Numba compiles only the bytecode of the compiler.
    """
    import atheris  # noqa: PLC0415 - only this needs it

    sources = [path for path in (ROOT / "src").rglob("*.py") if "@compiled" in path.read_text()]
    kernels = [".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in sources]
    with atheris.instrument_imports(include=["shengji"], exclude=kernels):
        target = import_module("tests.fuzz.targets").TARGETS[name]

    def decode(data: bytes) -> None:
        began = time.process_time()
        target.accepts(data)
        taken = time.process_time() - began
        assert taken < SECONDS, f"{len(data)} bytes took {taken:.1f} seconds"

    atheris.Setup([name, *given, f"-max_len={target.longest}"], decode)
    atheris.Fuzz()


def fuzz(name: str, seconds: int, seed: int) -> tuple[int, bool]:
    """Fuzz a decoder in a process; returns the number of inputs, and whether there is a finding."""
    found, findings = BUILD / "corpus" / name, BUILD / "findings"
    for folder in (found, findings):
        folder.mkdir(parents=True, exist_ok=True)
    given = [found, CORPUS / name, f"-max_total_time={seconds}", f"-seed={seed}", *LIMITS]
    command = [sys.executable, "-m", "tests.fuzz", "--drive", name, *map(str, given)]
    command.append(f"-artifact_prefix={findings}/{name}-")
    done = subprocess.run(command, check=False, cwd=ROOT, stderr=subprocess.PIPE)
    said = done.stderr.decode(errors="replace")
    inputs, branches = (
        int((re.findall(rf"{key}: ([0-9]+)", said) or ["0"])[-1])
        for key in ("number_of_executed_units", "cov")
    )
    print(f"{name:18} {inputs:10,} inputs, {branches:5,} branches", flush=True)
    if done.returncode:
        print(said[max(said.find(" === Uncaught"), 0) :][-3000:], flush=True)
    return inputs, done.returncode != 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=15, help="time of all decoders together")
    parser.add_argument("--only", default="", help="part of the names of the decoders")
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    names = [path.name for path in sorted(CORPUS.iterdir()) if words.only in path.name]
    began = time.monotonic()
    share = int(60 * words.minutes / max(len(names), 1))
    found = [fuzz(name, share, words.seed) for name in names]
    inputs, wrong = sum(tried for tried, _ in found), sum(finding for _, finding in found)
    hours = (time.monotonic() - began) / 3600
    print(f"{len(names)} decoders, {inputs:,} inputs, {hours:.2f} hours, {wrong} findings")
    return 1 if wrong or not names else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--drive"]:
        drive(*sys.argv[2:])
    sys.exit(main())
