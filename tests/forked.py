"""Processes of the site that are forked from one which has loaded it, since that takes seconds.

Each runs what `python -m MODULE ARGUMENTS` runs, with an environment and a seed of hashes of 0. A
process of tests starts the one that others are forked from when the first is asked for, and shares
it with the workers that are forked later. So are the processes that a site starts for jobs and
reviews, and the commands that `in_place` gives.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import json
import multiprocessing
import os
import runpy
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final
from unittest.mock import patch

from shengji.arena import spread
from shengji.review.child import Child
from tests.waiting import PATIENCE

ROOT: Final = Path(__file__).parents[1]

_LOADED: Final = (
    "shengji.server.runner",
    "shengji.terminal.cli",
    "shengji.terminal.commands.admin",
    "shengji.terminal.commands.serve",
    "tests.loaded",
)
_LENT: Final = Path(__file__).with_name("lent.py")
_begin: Final = Child.__init__
_SIZE: Final = 4
"""In so many bytes stands how long a message is, and an answer."""
_POLL: Final = 0.02
"""After so many seconds it is asked again whether a process has ended."""
_LIVES: Final = 1000
"""The answer about a process that has not ended."""


class Forked:
    """A process.

    Args:
        module: what runs as its main module, with arguments.
        environment: its environment; `None`: that of this process.
        out: where it writes; `None`: nowhere.
        err: where its errors go; `None`: where those of this process do.
    """

    def __init__(
        self,
        module: str,
        *arguments: str,
        environment: Mapping[str, str] | None = None,
        out: IO[bytes] | None = None,
        err: IO[bytes] | None = None,
    ) -> None:
        asked = {
            "module": module,
            "arguments": arguments,
            "environment": dict(os.environ if environment is None else environment),
        }
        with open(os.devnull, "wb") as nowhere:
            to = [out or nowhere] if err is None else [out or nowhere, err]
            self.pid = _parent().ask(asked, [each.fileno() for each in to])
        self.status: int | None = None
        """How it has ended, once that is known; less than 0: by a signal."""

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, unless it is known to have ended."""
        if self.status is None:
            os.kill(self.pid, number)

    def poll(self) -> int | None:
        """How it has ended, if it has."""
        if self.status is None:
            found = _parent().ask({"pid": self.pid})
            self.status = None if found == _LIVES else found
        return self.status

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it ends; how it has.

        Args:
            timeout: for so many seconds at most.

        Raises:
            subprocess.TimeoutExpired: it has not ended by then.
        """
        until = None if timeout is None else time.monotonic() + timeout
        # Others ask the same process meanwhile.
        while (status := self.poll()) is None:
            if timeout is not None and until is not None and time.monotonic() > until:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout)
            time.sleep(_POLL)
        return status


class _Parent:
    """The process that others are forked from, as seen from here and from workers forked later."""

    def __init__(self) -> None:
        self._line, other = socket.socketpair()
        self._line.settimeout(PATIENCE)
        self._lock = threading.Lock()
        self._owner = os.getpid()
        self._folder = Path(tempfile.mkdtemp())
        self.door = str(self._folder / "door")
        """The socket at which processes ask that stand for forked ones (`tests.lent`)."""
        with other, socket.socket(socket.AF_UNIX) as door:
            door.bind(self.door)
            door.listen()
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, *map(str, (other.fileno(), door.fileno()))],
                cwd=ROOT,
                env={**os.environ, "PYTHONHASHSEED": "0"},
                pass_fds=[other.fileno(), door.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        atexit.register(self._close)

    def ask(self, asked: Mapping[str, Any], given: Sequence[int] = ()) -> int:
        """Have something done, with open files given along; the number that is answered."""
        text = json.dumps(asked).encode()
        with self._lock, open(self._folder / "turn", "wb") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)  # of all processes that share the line
            socket.send_fds(self._line, [len(text).to_bytes(_SIZE)], given)
            self._line.sendall(text)
            answer = self._line.recv(_SIZE, socket.MSG_WAITALL)
        assert answer, "the process that others are forked from has ended"
        return int.from_bytes(answer, signed=True)

    def _close(self) -> None:
        if os.getpid() == self._owner:
            self._line.close()
            self._process.wait()
            shutil.rmtree(self._folder)


@cache
def _parent() -> _Parent:
    return _Parent()


def prepare() -> None:
    """Start the process that others are forked from, for all workers of this one."""
    _parent()


@contextmanager
def children_forked() -> Iterator[None]:
    """Let what a site of this process starts for jobs and reviews be forked."""
    before = Child.__init__
    _fork_children(_parent().door)
    try:
        yield
    finally:
        Child.__init__ = before  # type: ignore[method-assign]


@contextmanager
def helpers_forked() -> Iterator[None]:
    """Let the processes over which work is spread be forked from one that has loaded the bots."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.loaded", "shengji.terminal.botplay"])
    with patch.object(spread, "get_context", lambda way: context):
        yield


def _fork_children(door: str) -> None:
    def begin(self: Child, *given: Any, **more: Any) -> None:
        _begin(self, *given, **more)
        _, _, *asked = self._program
        program = (sys.executable, "-IS", str(_LENT), door, *asked)
        vars(self)["_program"] = program

    Child.__init__ = begin  # type: ignore[method-assign]


def listened_to(
    module: str, *arguments: str, environment: Mapping[str, str] | None = None
) -> tuple[Forked, IO[str]]:
    """A process, and what it writes, as it comes."""
    read, write = os.pipe()
    with open(write, "wb") as out:
        process = Forked(module, *arguments, environment=environment, out=out)
    return process, open(read, encoding="utf-8")


def in_place(module: str, *arguments: str) -> list[str]:
    """A command, for `subprocess`, in the place of `python -m MODULE ARGUMENTS`.

    It has the files, the folder, the environment and the status of what it stands for, and passes
    on the signals that ask it to end; its process is another one, and has no children.
    """
    return [sys.executable, "-IS", str(_LENT), _parent().door, module, *arguments]


def run(module: str, *arguments: str) -> None:
    """Run a module to its end, which must be a good one."""
    assert Forked(module, *arguments).wait() == 0, (module, arguments)


def _fork_on_demand(line: socket.socket, door: socket.socket) -> None:
    """Do what is asked: fork a process, or say how one has ended; in a process of its own.

    When nobody asks any more, those that live are ended.
    """
    living: set[int] = set()
    lent: dict[int, socket.socket] = {}
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    while True:
        asking: list[socket.socket | int] = [line, door, woken, *lent.values()]
        ready, _, _ = select.select(asking, [], [])
        for pid, lender in lent.items():
            if lender in ready:  # it was killed
                os.kill(pid, signal.SIGKILL)
        if woken in ready:
            os.read(woken, 1024)
            _tell_ends(lent)
        if door in ready and not _fork_lent(lent, line, door):
            return
        if line not in ready:
            continue
        size, given, _, _ = socket.recv_fds(line, _SIZE, 2)
        if not size:
            for pid in living | lent.keys():
                os.kill(pid, signal.SIGKILL)
            return
        text = line.recv(int.from_bytes(size), socket.MSG_WAITALL)
        asked = json.loads(text)
        if "pid" in asked:
            pid, status = os.waitpid(asked["pid"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if pid else _LIVES
            living.discard(pid)
        elif not (answer := os.fork()):
            _close_all(line, door, *lent.values())
            _become(dict(zip((1, 2), given, strict=False)), **asked)
            return
        else:
            living.add(answer)
        for each in given:
            os.close(each)
        line.sendall(answer.to_bytes(_SIZE, signed=True))


def _fork_lent(lent: dict[int, socket.socket], line: socket.socket, door: socket.socket) -> bool:
    """Fork a process for one that lends its files, and tell that its id; false in the new one."""
    lender, _ = door.accept()
    size, given, _, _ = socket.recv_fds(lender, _SIZE, 3)
    text = lender.recv(int.from_bytes(size), socket.MSG_WAITALL)
    if pid := os.fork():
        for each in given:
            os.close(each)
        lent[pid] = lender
        with suppress(OSError):  # it may have been killed already
            lender.sendall(pid.to_bytes(_SIZE))
        return True
    _close_all(line, door, lender, *lent.values())
    _become(dict(enumerate(given)), **json.loads(text))
    return False


def _tell_ends(lent: dict[int, socket.socket]) -> None:
    """Tell those that have lent their files how it ended, where it has."""
    for pid, lender in list(lent.items()):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            with suppress(OSError), lent.pop(pid):
                lender.sendall(os.waitstatus_to_exitcode(status).to_bytes(_SIZE, signed=True))


def _close_all(*sockets: socket.socket) -> None:
    for each in sockets:
        each.close()


def _become(
    files: Mapping[int, int],
    module: str,
    arguments: Sequence[str],
    environment: Mapping[str, str],
    folder: str = str(ROOT),
) -> None:
    """Be what was asked for, in a folder, with these files in the place of the first three."""
    os.close(signal.set_wakeup_fd(-1))
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(folder)
    for own, file in files.items():
        os.dup2(file, own)
        os.close(file)
    # Those of before know that they are not read from a pipe, nor written to a terminal.
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, "utf-8", "backslashreplace", closefd=False)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments
    status = 0
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        if not isinstance(ended.code, int | None):
            raise
        status = ended.code or 0
    # Python would touch, and so copy, all memory that was loaded once to give it back.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status & 0xFF)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in _LOADED:
        import_module(name)
    import_module("tests.server.applications").begin()
    assert threading.active_count() == 1
    gc.freeze()
    with (
        socket.socket(fileno=int(sys.argv[1])) as asking,
        socket.socket(fileno=int(sys.argv[2])) as lending,
    ):
        _fork_children(lending.getsockname())
        _fork_on_demand(asking, lending)
