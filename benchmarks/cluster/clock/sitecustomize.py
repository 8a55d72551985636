"""The clock of a server that is hurt: as many seconds wrong as stands in a file.

Python loads this module by itself where its folder is in `PYTHONPATH`. The variable names the file.
"""

import os
import time
from pathlib import Path

_FILE = Path(os.environ["SHENGJI_WRONG_CLOCK"])
_time, _time_ns = time.time, time.time_ns


def _wrong() -> float:
    try:
        return float(_FILE.read_text() or 0)
    except OSError:
        return 0.0


time.time = lambda: _time() + _wrong()
time.time_ns = lambda: _time_ns() + int(_wrong() * 1e9)
