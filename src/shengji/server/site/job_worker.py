"""The process in which jobs are done: a job comes in, what it returns or raises goes out.

With a job comes for how many seconds it may work; one that works longer ends the process.
`python -m shengji.server.site.job_worker NICENESS` is the `Child` of `Jobs`. Jobs are pickled by
the server that has started it, and by nobody else.
"""

from __future__ import annotations

import pickle
import signal
from time import process_time
from typing import Any

from shengji.review.child import Messages, Tell, be_child


def work(jobs: Messages, tell: Tell) -> None:
    """Do one job after the other, for good.

    Of each is told what it returned, or what it raised; whether it raised something; and for how
    many seconds it kept this process busy.
    """
    while True:
        message = jobs.get()
        began = process_time()
        try:
            patience, job = pickle.loads(message)
            _end_after(patience)
            answer = _pickled(job(), False, began)
        except Exception as error:
            try:
                answer = _pickled(error.with_traceback(None), True, began)
                pickle.loads(answer)
            except Exception:  # what was raised cannot be sent, or not be read
                answer = _pickled(RuntimeError(f"{type(error).__name__}: {error}"), True, began)
        _end_after(0)
        tell(answer)


def _end_after(seconds: float) -> None:
    """End this process when it has worked for so many seconds from now on; 0: never."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)  # its signal ends who does not expect it


def _pickled(found: Any, failed: bool, began: float) -> bytes:
    return pickle.dumps((found, failed, process_time() - began), pickle.HIGHEST_PROTOCOL)


if __name__ == "__main__":
    be_child(work)
