"""Rules and bots are compiled once, and the person is told so."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

import shengji
from shengji.play import compiling, jit
from shengji.terminal.errors import UsageError
from shengji.terminal.first_run import compile_for, compile_if_cold


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The list of what was compiled, of a package in a folder where nothing can be written."""
    (tmp_path / "package").touch()
    monkeypatch.setattr(shengji, "__file__", str(tmp_path / "package" / "__init__.py"))
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / name)
    done: list[str] = []
    monkeypatch.setattr(jit, "LOADS", {("module", "kernel"): lambda: done.append("kernel")})
    monkeypatch.setattr(compiling, "compile_meanwhile", lambda: done.append("meanwhile"))
    return done


def test_only_once(compiled: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    compile_if_cold("en")
    assert compiled == ["kernel"]
    assert "only this once" in capsys.readouterr().err
    compile_if_cold("en")
    assert compiled == ["kernel"]
    assert not any(capsys.readouterr())


def test_again_after_an_upgrade(
    compiled: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_if_cold("en")
    monkeypatch.setattr("shengji.play.marks.version", lambda _: "0.99.0")
    compile_if_cold("zh", err=False)
    assert compiled == ["kernel", "kernel"]
    assert "首次运行" in capsys.readouterr().out


def test_not_where_nothing_is_compiled(
    compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    compile_if_cold("en")
    assert not compiled


def test_only_for_bots_that_think_one_waits(compiled: list[str]) -> None:
    compile_for(["medium", "exec:club", "easy"], "en")
    assert compiled == ["meanwhile"]
    compile_for(["medium", "strong@2"], "en")
    assert compiled == ["meanwhile", "kernel"]
    with pytest.raises(UsageError, match="strong@x"):
        compile_for(["strong@x"], "en")
