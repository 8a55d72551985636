"""The first start: what is said before rules and bots are compiled, in the person's language."""

from __future__ import annotations

import locale
import os
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from shengji.game import Language  # which would compile them

_COMPILED = [Path(__file__).parents[1] / folder for folder in ("play", "bots/policy")]
"""Where most of what is compiled lies; finding it must not import it."""

_COLD: dict[Language, str] = {
    "en": "Compiling the rules of play and the bots, only this once; it takes a few minutes ...",
    "zh": "首次运行：正在编译规则和机器人，大约需要几分钟……",
}


def tell_if_cold(language: Language, *, err: bool = False) -> None:
    """Say that rules and bots are compiled now, if importing them will do that.

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
    """Whether importing the rules of play, or the bots, will compile them first."""
    if os.environ.get("NUMBA_DISABLE_JIT") == "1":
        return False
    for module in (path for folder in _COMPILED for path in folder.glob("*.py")):
        if "@compiled(" in module.read_text(encoding="utf-8"):
            where = Path(os.environ.get("NUMBA_CACHE_DIR", module.parent / "__pycache__"))
            made = [path.stat().st_mtime for path in where.rglob(f"{module.stem}.*.nbi")]
            if not made or max(made) < module.stat().st_mtime:
                return True
    return False
