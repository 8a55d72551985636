"""Rules from a name, a mapping or a TOML file, and back."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import get_type_hints

import msgspec
import tomlkit

from shengji.rules.domain import RulesError, check_value, nearest_name
from shengji.rules.options import option_of, options
from shengji.rules.presets import DEFAULT_PRESET, PRESETS, describe_rules
from shengji.rules.rules import Rules

_TYPES = get_type_hints(Rules, include_extras=True)


def rules_from(given: str | Mapping[str, object] | Rules | None) -> Rules:
    """Rules from a preset's name, or from a mapping with an optional `preset` and any options.

    Raises:
        RulesError: for an unknown preset or option, an impossible value, or a contradiction; it
            names the field, the value, what is allowed, and the nearest right name.

    >>> rules_from({"preset": "tractor", "first_level": "8"}).first_level
    Rank('8')
    >>> rules_from({"frist_level": "8"})
    Traceback (most recent call last):
    ...
    shengji.rules.domain.RulesError: there is no option 'frist_level'; did you mean first_level? ...
    """
    if given is None:
        return PRESETS[DEFAULT_PRESET].rules
    if isinstance(given, Rules):
        return given
    if isinstance(given, str):
        return _preset(given)
    if not isinstance(given, Mapping):
        raise RulesError(
            f"rules are a preset's name or a mapping of options, not {given!r}",
            value=given,
            allowed=", ".join(PRESETS),
        )
    changed = dict(given)
    base = _preset(changed.pop("preset", DEFAULT_PRESET))
    values = {
        name: check_value(option_of(str(name)).name, value, _TYPES[name])
        for name, value in changed.items()
    }
    return msgspec.structs.replace(base, **values)


def _preset(name: object) -> Rules:
    if isinstance(name, str) and name in PRESETS:
        return PRESETS[name].rules
    nearest = nearest_name(name, list(PRESETS))
    hint = f"; did you mean {nearest}?" if nearest else "."
    raise RulesError(
        f"there is no preset {name!r}{hint} The presets are: {', '.join(PRESETS)}",
        field="preset",
        value=name,
        allowed=", ".join(PRESETS),
        nearest=nearest,
    )


def read_rules(path: Path) -> Rules:
    """Rules from a TOML file: an optional `preset`, and one line for each option that differs.

    Raises:
        RulesError: when the file is not TOML or its rules cannot be played.
        OSError: when the file cannot be read.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulesError(f"{path} is not a TOML file: {error}") from None
    return rules_from(data)


def write_rules(rules: Rules) -> str:
    """Rules as a TOML text that `read_rules` reads back: a preset and what differs from it."""
    document = tomlkit.document()
    for name, value in describe_rules(rules).items():
        if name != "preset":
            option = next(o for o in options() if o.name == name)
            document.add(tomlkit.comment(f"{option.text.title} {option.text.title_zh}"))
        document.add(name, tomlkit.item(value))
    return tomlkit.dumps(document)
