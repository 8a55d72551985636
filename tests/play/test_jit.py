"""Kernels are read from the disk when they are first called, by whomever, and only once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import shengji
from shengji.play.jit import INT, compiled, compiled_lean, compiled_part


@compiled_part(INT, INT)
def more(number: int) -> int:
    return number + 1


@compiled(INT, INT)
def called_by_many(number: int) -> int:
    return more(number)


@compiled(INT, INT)
def called_wrongly(number: int) -> int:
    return more(number)


@compiled(INT, INT)
def sum_of_ones(number: int) -> int:
    return int(np.ones(number, dtype=np.int64).sum())


@compiled_lean(INT, INT)
def lean(number: int) -> int:
    return sum_of_ones(number)


def test_who_asks_first_does_not_matter() -> None:
    """A kernel is compiled by its own options, also for another with others."""
    assert lean(3) == sum_of_ones(3) == 3


def test_many_threads_may_be_the_first() -> None:
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(called_by_many, range(64))) == list(range(1, 65))
    kernel: Any = called_by_many
    assert len(kernel.dispatcher.signatures) == 1


def test_the_first_call_must_fit_the_types_as_well() -> None:
    for _ in range(2):
        with pytest.raises(TypeError, match="No matching definition"):
            called_wrongly("1")  # type: ignore[arg-type]
    assert called_wrongly(1) == 2


def test_nothing_is_read_that_is_not_called() -> None:
    """All kernels together take seconds to read."""
    script = "import shengji.bots.policy.playout as p; print(p.play_on.dispatcher.signatures)"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_what_is_kept_is_good_for_these_sources_only(tmp_path: Path) -> None:
    """A kernel has those that it calls in its machine code, from whatever file they come."""
    ours, copy = Path(shengji.__file__).parent, tmp_path / "shengji"
    (copy / "play").mkdir(parents=True)
    for name in (
        "__init__.py",
        "play/__init__.py",
        "play/jit.py",
        "play/compiler.py",
        "play/sources.py",
    ):
        shutil.copy(ours / name, copy / name)

    def answer(number: int) -> str:
        """The answer of a kernel with this part in another file; and whether it was kept."""
        one = "from shengji.play.jit import INT, compiled, compiled_part\n\n@compiled"
        (copy / "play/part.py").write_text(f"{one}_part(INT)\ndef part():\n    return {number}\n")
        (copy / "play/whole.py").write_text(
            f"from shengji.play.part import part\n{one}(INT)\ndef whole():\n    return part()\n"
        )
        script = (
            "from shengji.play.whole import whole as w;"
            "print(w(), len(w.dispatcher.stats.cache_hits))"
        )
        ran = subprocess.run(
            [sys.executable, "-c", script],
            # Python would take its own cache for a file of the same second and size.
            env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
        return ran.stdout.strip()

    assert [answer(1), answer(1), answer(2)] == ["1 0", "1 1", "2 0"]
