"""The six programs of docs/programs.md: short, whole, and with the output that stands there."""

from __future__ import annotations

import runpy
from pathlib import Path
from random import Random

import pytest

import shengji
from docs.programs import NEEDS_PANDAS, PROGRAMS, part_of, shown


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_program_is_short_and_prints_what_the_page_says(program: Path) -> None:
    lines = [line for line in program.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 15
    assert [line for line in lines if "import" in line and "shengji" in line] == ["import shengji"]
    assert part_of(program).read() == shown(program)


def test_records_become_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "records").mkdir()
    file, bots = tmp_path / "records" / "one.jsonl", {}
    for seat in range(4):
        bots[seat] = shengji.make_bot("random", "tractor", seat)
    with shengji.RecordWriter(file, shengji.header_of("tractor", "ABCD")) as record:
        shengji.Table("tractor", bots, Random(1), record.write).play_hand()
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(next(path for path in PROGRAMS if path.stem == NEEDS_PANDAS)))
    assert "count" in capsys.readouterr().out
