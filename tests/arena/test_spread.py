"""Work that is spread over processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

SCRIPT = """
import os, time
from shengji.arena.spread import over_processes

def work(number):
    os.write(1, b"%d\\n" % os.getpid())  # at once, as print does not
    time.sleep(600)

if __name__ == "__main__":
    list(over_processes(2)(work, range(2)))
"""


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_who_helps_ends_with_a_process_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        helpers = [int(parent.stdout.readline()) for _ in range(2)]
        assert all(map(lives, helpers))
        parent.kill()
    patience = time.monotonic() + 20
    while any(map(lives, helpers)):
        assert time.monotonic() < patience
        time.sleep(0.05)
