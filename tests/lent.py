"""A process that stands for one forked elsewhere, to which it lends its own files.

`python -IS lent.py DOOR MODULE ARGUMENTS` takes some 20 ms; see `tests.forked`. It passes on what
asks it to end, and ends as the other does.
"""

import json
import os
import signal
import socket
import sys

ENDS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)

if __name__ == "__main__":
    door, module, *arguments = sys.argv[1:]
    asked = {
        "module": module,
        "arguments": arguments,
        "environment": dict(os.environ),
        "folder": os.getcwd(),
    }
    text = json.dumps(asked).encode()
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)  # until it is known to whom they go
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(door)
        socket.send_fds(line, [len(text).to_bytes(4)], [0, 1, 2])
        line.sendall(text)
        os.close(0)
        os.close(1)
        other = int.from_bytes(line.recv(4, socket.MSG_WAITALL))
        assert other, "the process that others are forked from has ended"
        for number in ENDS:
            signal.signal(number, lambda number, frame: os.kill(other, number))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)
        status = int.from_bytes(line.recv(4, socket.MSG_WAITALL), signed=True)
    if status < 0:
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)
