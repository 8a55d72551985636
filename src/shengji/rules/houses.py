"""A house's own rules, saved under a name in the user's configuration folder."""

from __future__ import annotations

import os
import re
import unicodedata
from pathlib import Path

import platformdirs

from shengji.rules.domain import nearest_name
from shengji.rules.presets import PRESETS
from shengji.rules.rules import Rules
from shengji.rules.source import read_rules, rules_from, write_rules
from shengji.rules.telling import RulesError

FOLDER_VARIABLE = "SHENGJI_HOUSES"
"""Environment variable with the path of another folder."""

_SUFFIX = ".toml"
_NAME = re.compile(r"[^\W_][\w-]{0,39}")
# Windows reserves these names for devices, with any suffix.
_DEVICES = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]", re.IGNORECASE)


def folder() -> Path:
    """The folder of saved house rules."""
    given = os.environ.get(FOLDER_VARIABLE)
    return Path(given) if given else platformdirs.user_config_path("shengji") / "rules"


def houses() -> list[str]:
    """Sorted names of all saved rules."""
    try:
        found = [path.stem for path in folder().iterdir() if path.suffix == _SUFFIX]
    except OSError:
        return []
    return sorted(unicodedata.normalize("NFC", name) for name in found if _NAME.fullmatch(name))


def save_house(name: str, rules: Rules) -> Path:
    """Save rules under a name, replacing rules already saved under it.

    Returns:
        The file.

    Raises:
        RulesError: the name is not a valid file name, or belongs to a preset.
        OSError: the file cannot be written.
    """
    path = _path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Write a temporary file and rename it, so that readers see the old rules or the new ones.
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(write_rules(rules), encoding="utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return path


def load_house(name: str) -> Rules:
    """The rules saved under a name.

    Raises:
        RulesError: there are none, or they cannot be played.
        OSError: the file cannot be read.
    """
    path = _saved(name)
    if path is not None:
        return read_rules(path)
    known = [*PRESETS, *houses()]
    nearest = nearest_name(name, known)
    hint = f"; did you mean {nearest}?" if nearest else "."
    raise RulesError(
        f"there are no saved rules and no preset {name!r}{hint} There are: {', '.join(known)}",
        field="preset",
        value=name,
        allowed=", ".join(known),
        nearest=nearest,
    )


def remove_house(name: str) -> None:
    """Delete the rules saved under a name.

    Raises:
        RulesError: there are none.
        OSError: the file cannot be removed.
    """
    path = _saved(name)
    if path is None:
        saved = ", ".join(houses())
        known = f"there are: {saved}" if saved else "none have been saved"
        raise RulesError(
            f"there are no saved rules {name!r}; {known}",
            field="name",
            value=name,
            allowed=saved,
            kind="no-house",
        )
    path.unlink()


def named_rules(name: str) -> Rules:
    """The rules of a preset, or else the rules saved under this name.

    Raises:
        RulesError: there are neither.
        OSError: a saved file cannot be read.

    >>> named_rules("forty-points").deck_count
    1
    """
    return rules_from(name) if name in PRESETS else load_house(name)


def _path(name: str) -> Path:
    name = unicodedata.normalize("NFC", name)
    allowed = "a letter or digit, then up to 39 letters, digits, - and _; no preset's name"
    if not _NAME.fullmatch(name) or _DEVICES.fullmatch(name):
        why, kind = "it is no name for a file", "file"
    elif name.casefold() in PRESETS:
        why, kind = "a preset has this name", "preset"
    else:
        return folder() / f"{name}{_SUFFIX}"
    raise RulesError(
        f"rules cannot be saved as {name!r}: {why}; allowed: {allowed}",
        field="name",
        value=name,
        allowed=allowed,
        kind="bad-name",
        details={"reason": kind},
    )


def _saved(name: str) -> Path | None:
    if name in PRESETS or not _NAME.fullmatch(name):
        return None
    path = folder() / f"{unicodedata.normalize('NFC', name)}{_SUFFIX}"
    return path if path.is_file() else None
