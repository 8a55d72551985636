"""The worker process of background jobs: receives jobs, and returns results or exceptions.

Each job comes with a limit of CPU seconds; a job above it ends the process. `Jobs` starts `python
-m shengji.server.site.job_worker NICENESS` as its `Child`. Jobs are pickled, and only the server
that has started the process sends them.
"""

from __future__ import annotations

import pickle
import signal
from time import process_time
from typing import Any

from shengji.review.child import Messages, Send, be_child


def run_jobs(jobs: Messages, send: Send) -> None:
    """Run one job after another, until the process ends.

    For each job it sends the result or the exception, whether it is an exception, and the CPU
    seconds that the job took.
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
            except Exception:  # the exception cannot be pickled or unpickled
                answer = _pickled(RuntimeError(f"{type(error).__name__}: {error}"), True, began)
        _end_after(0)
        send(answer)


def _end_after(seconds: float) -> None:
    """End this process after this many CPU seconds from now; 0: cancel the limit."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)  # SIGPROF ends the process


def _pickled(found: Any, failed: bool, began: float) -> bytes:
    return pickle.dumps((found, failed, process_time() - began), pickle.HIGHEST_PROTOCOL)


if __name__ == "__main__":
    be_child(run_jobs)
