"""All kernels compiled before they are needed: now, or by another process while this one goes on.

Numba compiles under the GIL, so that a thread would stop all others. Another process stops nobody;
what it has compiled is read here from the disk.
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
"""By how much the process that compiles comes after others; see `nice`."""


def compile_meanwhile(after: float = 1.0) -> None:
    """Have another process compile all kernels, and run as Python those that it has not yet done.

    A kernel of some microseconds takes some hundred times as long then, where to compile those that
    it calls takes seconds. Players that search decide by rule meanwhile. Nothing happens where all
    is compiled.

    Args:
        after: in how many seconds it begins; what is over before needs none.
    """
    if not (is_compiled() or jit.MEANWHILE.lasts):
        jit.MEANWHILE.begin()
        Thread(target=_compile_elsewhere, args=(after,), daemon=True).start()


def _compile_elsewhere(after: float) -> None:
    """Hear of a process what it has compiled; where it fails all goes on as Python."""
    time.sleep(after)
    command = [sys.executable, "-m", __spec__.name]
    with (
        suppress(OSError),
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # a key that stops us is not for it: it ends after us
        ) as process,
    ):
        for line in process.stdout or ():
            module, _, kernel = line.strip().partition(" ")
            jit.MEANWHILE.note(module, kernel)
        if process.wait() == 0:
            jit.MEANWHILE.end()


def _tell_what_is_compiled() -> None:
    """Compile all, and write the name of each kernel that is; end when nobody reads them."""
    if sys.platform != "win32":
        os.nice(NICENESS)
    for (module, kernel), load in all_kernels().items():
        load()
        print(module, kernel, flush=True)
    note_compiled()


def all_kernels() -> Mapping[tuple[str, str], Callable[[], None]]:
    """The readers of all kernels, by module and name; each reads its kernel, or compiles it."""
    for name in kernel_modules():
        import_module(name)
    return jit.LOADS


if __name__ == "__main__":
    try:
        _tell_what_is_compiled()
    except BrokenPipeError:
        os._exit(1)  # without a word more to nobody
