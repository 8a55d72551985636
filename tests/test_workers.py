"""Worker processes run each test once, also after one of them dies."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LASTS = """
import time
from pathlib import Path

def test_one(once):
    others = {"test_passes.py::test_one", "test_fails.py::test_one"}
    while not others <= set(Path("ran").read_text().split()):
        time.sleep(0.01)
"""
"""It keeps one worker until the other has had something to do."""
MODULES = {
    "test_passes": "def test_one(once): pass\ndef test_two(once): print('told')",
    "test_fails": "def test_one(once):\n print('said before')\n assert 1 == 2",
    "test_dies": "import os\ndef test_one(once): os._exit(3)\ndef test_two(once): pass",
    "test_lasts": LASTS,
}
CONFTEST = """
import os
from pathlib import Path
import pytest

@pytest.fixture(scope="session", autouse=True)
def shared():
    yield
    Path("ended").open("a").write(f"{os.getpid()}\\n")

@pytest.fixture
def once(request):
    Path("ran").open("a").write(f"{request.node.nodeid}\\n")
"""


def test_each_test_runs_once_and_a_worker_that_dies_fails_its_test(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for name, text in MODULES.items():
        (tmp_path / f"{name}.py").write_text(text)
    command = ["-m", "pytest", "-p", "tests.workers", "--workers", "2", "-p", "no:schemathesis"]
    ended = subprocess.run(
        [sys.executable, *command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1, ended.stdout
    assert "2 failed, 4 passed" in ended.stdout
    assert "said before" in ended.stdout and "told" not in ended.stdout
    assert "The worker process ended with status 3 during this test." in ended.stdout
    ran = (tmp_path / "ran").read_text().splitlines()
    assert sorted(ran) == sorted(
        f"{name}.py::{test}"
        for name in MODULES
        for test in ("test_one", "test_two")
        if test in MODULES[name]
    )
    # Two of three workers tear down the session fixture; the third has died.
    assert len(set((tmp_path / "ended").read_text().splitlines())) == 2
