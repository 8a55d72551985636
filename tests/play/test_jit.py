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


def copy_of_compiler(folder: Path) -> Path:
    """A package that can compile kernels, in this folder, and has none yet."""
    ours, copy = Path(shengji.__file__).parent, folder / "shengji"
    (copy / "play").mkdir(parents=True)
    for name in (
        "__init__.py",
        "play/__init__.py",
        "play/bits.py",
        "play/jit.py",
        "play/compiler.py",
        "play/sharing.py",
        "play/sources.py",
    ):
        shutil.copy(ours / name, copy / name)
    return copy


def run_with(folder: Path, script: str) -> str:
    """The output of a script that runs in a process of its own with the package in this folder."""
    ran = subprocess.run(
        [sys.executable, "-c", script],
        # Python would take its own cache for a file of the same second and size.
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return ran.stdout.strip()


def test_what_is_kept_is_good_for_these_sources_only(tmp_path: Path) -> None:
    """A kernel has those that it calls in its machine code, from whatever file they come."""
    copy = copy_of_compiler(tmp_path)
    one = "from shengji.play.jit import INT, compiled, compiled_part\n\n@compiled"
    (copy / "play/whole.py").write_text(
        f"from shengji.play.part import part\n{one}(INT)\ndef whole():\n    return part()\n"
    )
    part = copy / "play/part.py"

    def answer(number: int) -> str:
        """The answer of a kernel with this part in another file; and whether it was kept."""
        source = f"{one}_part(INT)\ndef part():\n    return {number}\n"
        # Older versions of Numba compare the time of a file, newer ones its content.
        if not part.exists() or part.read_text() != source:
            part.write_text(source)
        script = (
            "import logging;"
            "heard = [];"
            "logging.getLogger('shengji').addFilter(lambda line: heard.append(line));"
            "from shengji.play.whole import whole as w;"
            "print(w(), len(w.dispatcher.stats.cache_hits), len(heard))"
        )
        return run_with(tmp_path, script)

    # A line says that it is compiled, and nothing where it is read.
    assert [answer(1), answer(1), answer(2)] == ["1 0 1", "1 1 0", "2 0 1"]


def test_a_kernel_stays_when_one_of_a_room_above_changes(tmp_path: Path) -> None:
    """It calls none of these; those of the rooms above may call it."""
    copy = copy_of_compiler(tmp_path)
    script = (
        "from shengji.play.sources import room_of, stamp_of_kernels as stamp;"
        "print(*map(stamp, map(room_of, ('shengji.play.a', 'shengji.bots.b', 'elsewhere'))))"
    )

    def changed_by(room: str) -> list[bool]:
        """Tell of which rooms the kernels are others when one of this room has come."""
        before = run_with(tmp_path, script).split()
        (copy / room).mkdir(exist_ok=True)
        (copy / room / f"{room}_kernel.py").write_text("\n@compiled(INT)\ndef one(): return 1\n")
        after = run_with(tmp_path, script).split()
        return [one != other for one, other in zip(before, after, strict=True)]

    assert changed_by("env") == [False, False, True]
    assert changed_by("bots") == [False, True, True]
    assert changed_by("play") == [True, True, True]


def write_callers_of_large(copy: Path) -> None:
    """Put a large kernel into a package, one between, and two that call these."""
    head = "from shengji.play.jit import INT, WORDS, compiled, compiled_lean, compiled_part\n"
    steps = "".join(f"    words[{k}] = words[{k}] * {k + 3} ^ words[{k + 1}]\n" for k in range(49))
    (copy / "play/large.py").write_text(
        f"{head}\n@compiled_lean(INT, WORDS)\ndef large(words):\n{steps}    return words[0]\n"
        "\n@compiled_part(INT, WORDS)\ndef between(words):\n    return large(words) + 1\n"
        "\n@compiled(INT, INT)\ndef other(number):\n    return number\n"
    )
    (copy / "play/callers.py").write_text(
        f"from shengji.play.large import between, large\n{head}"
        "\n@compiled(INT, WORDS)\ndef first(words):\n    return large(words)\n"
        "\n@compiled(INT, WORDS)\ndef second(words):\n    return between(words)\n"
    )


LARGE = """
import numpy as np
from shengji.play.large import large, other
from shengji.play.callers import first, second
other(1)
print([kernel(np.arange(50)) for kernel in (second, first, large)])
for kernel in (first, second, large):
    made, = kernel.dispatcher.overloads.values()
    names = [f.name for f in made.library._final_module.functions if not f.is_declaration]
    print(len(kernel.dispatcher.stats.cache_hits), sum("5large5large" in name for name in names))
"""
"""Calls kernels of a package, and says of three whether they were kept, and have a large one."""


@pytest.fixture(scope="module")
def callers_of_large(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with such a package, whose kernels are compiled; and what was said then."""
    folder = tmp_path_factory.mktemp("large")
    write_callers_of_large(copy_of_compiler(folder))
    return folder, run_with(folder, LARGE)


@pytest.mark.campaign
def test_the_code_of_a_large_kernel_is_made_once(
    callers_of_large: tuple[Path, str], tmp_path: Path
) -> None:
    """Its callers find it by name, also in other processes, and where it was compiled anew."""
    folder, said = callers_of_large
    answers = "[2, 1, 1]"
    compiled_now, kept = "0 0\n0 0\n0 2", "1 0\n1 0\n1 0"
    assert said == f"{answers}\n{compiled_now}"
    copy = shutil.copytree(folder, tmp_path / "copy")  # others go on with the whole one
    assert run_with(copy, LARGE) == f"{answers}\n{kept}"
    kernels = copy / "shengji/play/__pycache__"
    for name in ("large.large", "large.other"):
        for file in kernels.glob(f"{name}-*"):
            file.unlink()
    assert run_with(copy, LARGE) == f"{answers}\n1 0\n1 0\n0 2"
    for file in kernels.glob("callers.first-*"):
        file.unlink()
    assert run_with(copy, LARGE) == f"{answers}\n0 0\n1 0\n1 0"


def test_threads_that_read_what_they_share_do_not_wait_for_each_other(
    callers_of_large: tuple[Path, str],
) -> None:
    """One asks for its kernel while another, which reads one, comes to a third that this calls."""
    folder, _ = callers_of_large
    script = """
from concurrent.futures import ThreadPoolExecutor
from threading import Event
import numpy as np
from shengji.play import compiler
from shengji.play.callers import first, second

class Lock:
    "The lock of the compiler, which tells that somebody wants it."
    wanted, real = Event(), compiler.LOCK

    def __enter__(self):
        self.wanted.set()
        self.real.__enter__()

    def __exit__(self, *fault):
        self.real.__exit__(*fault)

with ThreadPoolExecutor() as threads:
    with compiler.LOCK:
        compiler.LOCK = Lock()
        other = threads.submit(first, np.arange(50))
        Lock.wanted.wait()
        own = second(np.arange(50))
    print(own, other.result())
"""
    assert run_with(folder, script) == "2 1"
