"""A process that stands for one forked elsewhere, to which it lends its own files.

`python -IS lent.py DOOR MODULE ARGUMENTS` takes some 20 ms; see `tests.forked`.
"""

import json
import os
import socket
import sys

if __name__ == "__main__":
    door, module, *arguments = sys.argv[1:]
    asked = {"module": module, "arguments": arguments, "environment": dict(os.environ)}
    text = json.dumps(asked).encode()
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(door)
        socket.send_fds(line, [len(text).to_bytes(4)], [0, 1, 2])
        line.sendall(text)
        os.close(0)
        os.close(1)
        line.recv(1)  # until the other has ended
