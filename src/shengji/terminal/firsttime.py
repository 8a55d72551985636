"""The first start: rules and bots are compiled, and the person is told so in the own language."""

from __future__ import annotations

import locale
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from shengji.game import Language

_COMPILED = [Path(__file__).parents[1] / folder for folder in ("play", "bots")]
"""Where all that is compiled lies; whether it has been is told without importing it."""

_COLD: dict[Language, str] = {
    "en": "Compiling the rules of play and the bots, only this once; it takes a few minutes ...",
    "zh": "首次运行：正在编译规则和机器人，大约需要几分钟……",
}


def compile_if_cold(language: Language | None = None, *, err: bool = True) -> None:
    """Compile rules and bots, if they are not, and say so.

    Args:
        language: in which language; in that of the system unless it is given.
        err: whether standard output belongs to something else.
    """
    if _kernels_are_cold():
        compile_everything(language or system_language(), err=err)


def compile_everything(language: Language, *, err: bool = False) -> None:
    """Compile all rules and bots that are not compiled, with a bar; as `compile_if_cold`."""
    typer.echo(_COLD[language], err=err)
    import shengji.bots  # noqa: F401 - with which come all that is compiled
    from shengji.play.jit import LOADS

    with typer.progressbar(LOADS, file=sys.stderr if err else sys.stdout) as loads:
        for load in loads:
            load()


def system_language() -> Language:
    """The language of the system."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    name = next((name for name in names if name), None) or locale.getlocale()[0] or ""
    return "zh" if name.lower().startswith(("zh", "chinese")) else "en"


def _kernels_are_cold() -> bool:
    """Whether anything has still to be compiled."""
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        return False
    for module in (path for folder in _COMPILED for path in folder.rglob("*.py")):
        if "\n@compiled" in module.read_text(encoding="utf-8"):
            where = Path(os.environ.get("NUMBA_CACHE_DIR", module.parent / "__pycache__"))
            made = [path.stat().st_mtime for path in where.rglob(f"{module.stem}.*.nbi")]
            if not made or max(made) < module.stat().st_mtime:
                return True
    return False
