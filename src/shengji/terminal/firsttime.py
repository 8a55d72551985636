"""The first start: rules and bots are compiled, and the person is told so in the own language."""

from __future__ import annotations

import hashlib
import locale
import os
import sys
from importlib.metadata import version
from pathlib import Path

import platformdirs
import typer

import shengji
from shengji.play.sources import stamp_of_kernels
from shengji.words import Language, texts


def compile_if_cold(language: Language | None = None, *, err: bool = True) -> None:
    """Compile rules and bots, if they are not, and say so.

    Args:
        language: in which language; in that of the system unless it is given.
        err: whether standard output belongs to something else.
    """
    if os.environ.get("NUMBA_DISABLE_JIT") != "1" and not any(map(Path.exists, marks())):
        compile_everything(language or system_language(), err=err)


def compile_everything(language: Language, *, err: bool = False) -> None:
    """Compile all rules and bots that are not compiled, with a bar; as `compile_if_cold`."""
    typer.echo(texts("commands")["cold"].of(language), err=err)
    import shengji.bots  # noqa: F401 - with which come all that is compiled
    from shengji.play.jit import LOADS

    with typer.progressbar(LOADS.values(), file=sys.stderr if err else sys.stdout) as loads:
        for load in loads:
            load()
    for mark in marks():
        try:
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
        except OSError:
            continue
        return


def system_language() -> Language:
    """The language of the system."""
    names = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    name = next((name for name in names if name), None) or locale.getlocale()[0] or ""
    return "zh" if name.lower().startswith(("zh", "chinese")) else "en"


def marks() -> list[Path]:
    """The files of which one says that all is compiled, the better place first.

    Told without importing what is compiled, which takes time.
    """
    here = Path(shengji.__file__).parent
    what = (stamp_of_kernels("bots"), str(here), version("numba"), sys.version)
    where = os.environ.get("NUMBA_CACHE_DIR", "")
    stamp = hashlib.sha256("\n".join((*what, where)).encode()).hexdigest()
    name = f"kernels-{stamp[:12]}.compiled"
    return [here / "__pycache__" / name, platformdirs.user_cache_path("shengji") / name]
