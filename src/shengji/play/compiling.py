"""Compiles all kernels in advance, either now or in a background process.

Numba compiles under the GIL, so a thread would stop all other threads. A separate process does not;
this process loads its results from disk.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from threading import Thread

from shengji.play import jit
from shengji.play.marks import is_compiled, note_compiled
from shengji.play.sources import kernel_modules

NICENESS = 10
"""Increase of the niceness of the compiling process; see `nice`."""


def compile_meanwhile(after: float = 1.0) -> None:
    """Compile all kernels in another process, and run uncompiled ones as Python until then.

    A kernel that takes some microseconds then takes about a hundred times as long, but compiling it
    with its callees takes seconds. Bots that search decide by rule in the meantime. The function
    does nothing when all kernels are compiled.

    Args:
        after: delay in seconds; a process that ends sooner compiles nothing.
    """
    if not (is_compiled() or jit.MEANWHILE.lasts):
        jit.MEANWHILE.begin()
        Thread(target=_compile_elsewhere, args=(after,), daemon=True).start()


def _compile_elsewhere(after: float) -> None:
    """Run the compiling process and record its progress; if it fails, Python stays in use."""
    time.sleep(after)
    command = [sys.executable, "-m", __spec__.name, str(NICENESS)]
    with (
        suppress(OSError),
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # shields it from a terminal's interrupt
        ) as process,
    ):
        for line in process.stdout or ():
            module, _, kernel = line.strip().partition(" ")
            jit.MEANWHILE.note(module, kernel)
        if process.wait() == 0:
            jit.MEANWHILE.end()


def _tell_what_is_compiled(niceness: int) -> None:
    """Compile all kernels and print the name of each one; stop when the reader closes the pipe."""
    if sys.platform != "win32":
        os.nice(niceness)
    for (module, kernel), load in all_kernels().items():
        load()
        print(module, kernel, flush=True)
    note_compiled()


def all_kernels() -> Mapping[tuple[str, str], Callable[[], None]]:
    """The loaders of all kernels, by module and name; each loads or compiles its kernel."""
    for name in kernel_modules():
        import_module(name)
    return jit.LOADS


if __name__ == "__main__":
    try:
        _tell_what_is_compiled(int(sys.argv[1]))
    except BrokenPipeError:
        os._exit(1)  # Exit without output to the closed pipe
