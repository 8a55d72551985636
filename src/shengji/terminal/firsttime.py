"""The first start: what is said before the rules of play are compiled, in the person's language."""

from __future__ import annotations

import locale
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from shengji.game import Language  # which would compile them

_COLD: dict[Language, str] = {
    "en": "Compiling the rules of play, only this once; it takes some seconds ...",
    "zh": "首次运行：正在编译规则，需要几秒钟……",
}


def tell_if_cold(language: Language, *, err: bool = False) -> None:
    """Say that the rules of play are compiled now, if importing them will do that.

    Args:
        language: in which language.
        err: whether standard output belongs to something else.
    """
    if _kernels_are_cold():
        typer.echo(_COLD[language], err=err)


def system_language() -> Language:
    """The language of the system."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    name = next((name for name in names if name), None) or locale.getlocale()[0] or ""
    return "zh" if name.lower().startswith(("zh", "chinese")) else "en"


def _kernels_are_cold() -> bool:
    """Whether importing the rules of play will compile them first."""
    room = find_spec("shengji.play")
    if room is None or room.origin is None or os.environ.get("NUMBA_DISABLE_JIT") == "1":
        return False
    folder = Path(room.origin).parent
    where = Path(os.environ.get("NUMBA_CACHE_DIR", folder / "__pycache__"))
    for module in folder.glob("*.py"):
        if "@compiled(" in module.read_text(encoding="utf-8"):
            made = [path.stat().st_mtime for path in where.rglob(f"{module.stem}.*.nbi")]
            if not made or max(made) < module.stat().st_mtime:
                return True
    return False
