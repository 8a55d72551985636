"""The steps of the image, in a clean root, where no container engine is at hand.

`python -m tests.image`: takes what git has of this folder into an empty one, runs `deploy/build.sh`
there, and starts what it has made as the image does: from a root that cannot be written to, with a
folder of its own for data. It takes some minutes, and the network.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
CONTAINERFILE: Final = ROOT / "deploy" / "Containerfile"

_READ_ONLY: Final = "mount --bind {0} {0} && mount -o remount,ro,bind {0} && exec {1}"


def variables() -> dict[str, str]:
    """The environment that the image gives, for this kind of processor."""
    text = CONTAINERFILE.read_text(encoding="utf-8").replace("\\\n", " ")
    given = " ".join(re.findall(r"(?m)^ENV (.*)$", text))
    found = dict(re.findall(r'([A-Z_]+)="?([^\s"]*)"?', given))
    found.pop("PATH")
    if os.uname().machine == "x86_64":
        found["NUMBA_CPU_NAME"] = "x86-64-v2"
    return found


def main() -> int:
    """Build, start, examine, stop; the exit status."""
    with tempfile.TemporaryDirectory(prefix="shengji-image-") as name:
        folder = Path(name)
        source, prefix, data = folder / "source", folder / "prefix", folder / "data"
        data.mkdir(mode=0o700)
        _copy(source)
        kept = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
        environment = {**kept, **variables(), "SHENGJI_DATABASE": f"sqlite:///{data}/tables.db"}
        fetching = {key: value for key, value in os.environ.items() if key.startswith("PIP_")}
        print("building ...", flush=True)
        subprocess.run(
            [source / "deploy" / "build.sh", prefix],
            check=True,
            env={**environment, **fetching, "PYTHON": sys.executable},
        )
        shutil.rmtree(source)
        print("starting ...", flush=True)
        cache = {"NUMBA_CACHE_DIR": str(folder / "kernels")}
        return _tried(prefix, {**environment, **cache, "HOME": str(data)})


def _copy(target: Path) -> None:
    """Copy the files of the project, as git has them, but for those that the image leaves out."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    left_out = re.findall(r"(?m)^([a-z]+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"))
    for name in listed.stdout.decode().split("\0"):
        if name and name.partition("/")[0] not in left_out and (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def _tried(prefix: Path, environment: dict[str, str]) -> int:
    """Start the server from a root that cannot be written to, examine it, and end it."""

    def alone(*command: str) -> list[str]:
        return ["unshare", "-rm", "sh", "-c", _READ_ONLY.format(prefix, " ".join(command))]

    read = subprocess.run(
        alone(f"{prefix}/bin/shengji-start", "warm"),
        check=True,
        env={**environment, "NUMBA_DEBUG_CACHE": "1"},
        capture_output=True,
        text=True,
    ).stdout
    kept, loaded = (read.count(f"[cache] {what} loaded") for what in ("index", "data"))
    assert kept == loaded > 0, f"of {kept} compiled rules {loaded} are read, the others made again"
    serve = alone(f"{prefix}/bin/shengji-start", "serve", "--host", "127.0.0.1", "--port", "0")
    with subprocess.Popen(serve, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            with urllib.request.urlopen(f"{address}/", timeout=30) as page:
                assert b"<script" in page.read(), "the pages are built"
            doctor = [f"{prefix}/bin/shengji", "doctor", address]
            return subprocess.run(
                doctor, check=False, env={**environment, "SHENGJI_PORT": "0"}
            ).returncode
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main())
