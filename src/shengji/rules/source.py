"""Reads rules from a name, a mapping, a TOML or JSON file, and writes them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn, TypeAlias

import msgspec
import tomlkit

from shengji.rules.conditions import missing_for_value, missing_needs
from shengji.rules.description import describe_rules
from shengji.rules.domain import UNSET, bare, nearest_name, plain
from shengji.rules.options import needs_words
from shengji.rules.presets import DEFAULT_PRESET, PRESETS, with_values
from shengji.rules.rules import Rules
from shengji.rules.systems import SYSTEMS
from shengji.rules.telling import RulesError, option_of

RulesLike: TypeAlias = Rules | str | Mapping[str, object]
"""Rules, the name of a preset, or a mapping with options; see `rules_from`."""


def rules_from(given: RulesLike | None, *, stored: bool = False) -> Rules:
    """Rules from a preset's name, or from a mapping with options.

    A mapping may name a `preset` and a `system`: the values of the preset hold first, then the
    changes of the system, then every option in the mapping. With `stored`, for rules that have been
    played before, options without effect are accepted, since later versions may classify more
    options so.

    Raises:
        RulesError: a preset or option is unknown, a value is impossible, options contradict each
            other, or an option has no effect because another one is missing. The error has the
            field, the value, the allowed values, and the nearest valid name.

    >>> rules_from({"preset": "tractor", "first_level": "8"}).first_level
    Rank('8')
    >>> rules_from({"preset": "pagat", "system": "finding-friends", "players": 7}).kitty_size
    8
    >>> rules_from({"frist_level": "8"})
    Traceback (most recent call last):
    ...
    shengji.rules.telling.RulesError: there is no option 'frist_level'; did you mean first_level...
    >>> rules_from({"laps": 3})
    Traceback (most recent call last):
    ...
    shengji.rules.telling.RulesError: laps = 3 changes nothing here: it needs
    after_last_level = wrap
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
            kind="no-rules",
        )
    changes = dict(given)
    base = _preset(changes.pop("preset", DEFAULT_PRESET))
    if stored:
        system = _system(changes.pop("system")) if "system" in changes else {}
        for name in changes:
            option_of(str(name))
        return with_values(base, {**system, **changes})
    if "system" not in changes:
        return changed_rules(base, changes)
    return rules_with_system(base, changes.pop("system"), changes)


def rules_with_system(rules: Rules, name: object, changes: Mapping[str, object]) -> Rules:
    """Rules with a system laid over them, and then some options set by hand.

    Raises:
        RulesError: as `rules_from`.

    >>> rules_with_system(PRESETS["pagat"].rules, "three-deck", {}).following
    'tractors'
    """
    system = _system(name)
    return changed_rules(rules, {**system, **changes}, over=with_values(rules, system))


def changed_rules(rules: Rules, changes: Mapping[str, object], over: Rules | None = None) -> Rules:
    """Rules with some options set by hand.

    Args:
        rules: the rules to change.
        changes: the options, as plain data.
        over: the rules whose values are accepted even without effect; by default `rules`.

    Raises:
        RulesError: as `rules_from`.

    >>> changed_rules(Rules(), {"decks": 3}).hand_size
    39
    """
    for name in changes:
        option_of(str(name))
    changed = with_values(rules, changes)
    for name in changes:
        value = getattr(changed, name)
        missing = missing_needs(changed, name) or missing_for_value(changed, name)
        if missing and value != getattr(over or rules, name):
            _refuse_idle(name, plain(value), needs_words(missing))
    return changed


def _refuse_idle(name: str, value: object, needs: str) -> NoReturn:
    raise RulesError(
        f"{name} = {bare(value)} changes nothing here: it needs {needs}",
        field=name,
        value=value,
        allowed=f"anything, with {needs}",
    )


def _preset(name: object) -> Rules:
    if isinstance(name, str) and name in PRESETS:
        return PRESETS[name].rules
    _refuse_name("preset", name, list(PRESETS))


def _system(name: object) -> Mapping[str, object]:
    if isinstance(name, str) and name in SYSTEMS:
        return SYSTEMS[name].changes
    _refuse_name("system", name, list(SYSTEMS))


def _refuse_name(kind: str, name: object, names: list[str]) -> NoReturn:
    nearest = nearest_name(name, names)
    hint = f"; did you mean {nearest}?" if nearest else "."
    raise RulesError(
        f"there is no {kind} {name!r}{hint} The {kind}s are: {', '.join(names)}",
        field=kind,
        value=name,
        allowed=", ".join(names),
        nearest=nearest,
    )


def read_rules(path: Path) -> Rules:
    """Rules from a file: a `preset`, a `system`, and a line for each differing option.

    All of these may be left out. A file whose name ends in `.json` contains one JSON object, any
    other file TOML.

    Raises:
        RulesError: the file is invalid, or its rules cannot be played.
        OSError: the file cannot be read.
    """
    kind = "JSON" if path.suffix.lower() == ".json" else "TOML"
    try:
        text = path.read_text(encoding="utf-8-sig")
        data = msgspec.json.decode(text) if kind == "JSON" else tomllib.loads(text)
        _check_numbers(data)
    except (tomllib.TOMLDecodeError, msgspec.DecodeError, UnicodeDecodeError) as error:
        _refuse_file(path, kind, str(error))
    except RecursionError:
        _refuse_file(path, kind, "it is nested too deeply")
    except ValueError:  # Python refuses to parse integers with thousands of digits
        _refuse_file(path, kind, "a whole number in it has more than 64 bits")
    if not isinstance(data, dict):
        raise RulesError(
            f'{path} must hold one JSON object of options, such as {{"decks": 3}}',
            kind="no-object",
            details={"path": path},
        )
    return rules_from(data)


def _refuse_file(path: Path, kind: str, why: str) -> NoReturn:
    raise RulesError(
        f"{path} is not a {kind} file: {why}",
        kind="no-file",
        details={"path": path, "kind": kind, "detail": why},
    ) from None


def _check_numbers(data: object) -> None:
    """Reject integers of more than 64 bits, as TOML requires.

    Python reads larger ones, but does not write integers of thousands of digits.

    Raises:
        ValueError: an integer is too large.
    """
    if isinstance(data, int) and not -(2**63) <= data < 2**63:
        raise ValueError(data)
    if isinstance(data, dict | list):
        for part in data.values() if isinstance(data, dict) else data:
            _check_numbers(part)


def write_rules(rules: RulesLike) -> str:
    """Rules as TOML for `read_rules`: a preset and the differing options.

    >>> print(write_rules(rules_from({"preset": "tractor", "first_level": "8"})).strip())
    preset = "zhang-2021"
    # First level 起始级
    first_level = "8"
    """
    document = tomlkit.document()
    for name, value in describe_rules(rules_from(rules)).items():
        if name not in ("preset", "system"):
            text = option_of(name).text
            document.add(tomlkit.comment(f"{text.title} {text.title_zh}"))
        document.add(name, tomlkit.item(UNSET if value is None else value))
    return tomlkit.dumps(document)
