"""The six programs of docs/programs.md: short, whole, and of the output that stands there."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from random import Random

import pytest

import shengji
from docs.words import DOCS, ROOT

PAGE = (DOCS / "programs.md").read_text(encoding="utf-8")
FOLDER = ROOT / "examples" / "programs"
BLOCKS = re.findall(
    r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", PAGE, re.DOTALL | re.MULTILINE
)
PROGRAMS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py"))}


def test_the_page_has_the_programs() -> None:
    assert sorted(code for code, _ in BLOCKS) == sorted(PROGRAMS.values())
    assert len(PROGRAMS) == 6


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_short_and_prints_what_the_page_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [line for line in PROGRAMS[name].splitlines() if line.strip()]
    assert len(lines) <= 15
    assert [line for line in lines if "import" in line and "shengji" in line] == ["import shengji"]
    monkeypatch.chdir(tmp_path)
    if name == "records":
        pytest.importorskip("pandas")
        write_record(tmp_path / "records")
    runpy.run_path(str(FOLDER / f"{name}.py"))
    printed = capsys.readouterr().out
    expected = dict(BLOCKS)[PROGRAMS[name]]
    assert printed == expected if expected else "declarers" in printed or "opponents" in printed


def write_record(folder: Path) -> None:
    """A record of two hands."""
    folder.mkdir()
    bots = {seat: shengji.make_bot("random", "tractor", seat) for seat in range(4)}
    with shengji.RecordWriter(folder / "one.jsonl", shengji.header_of("tractor", "ABCD")) as record:
        table = shengji.Table("tractor", bots, Random(1), record.write)
        for _ in range(2):
            table.play_hand()
