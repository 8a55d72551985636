"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from shengji.rules import Rules, RulesError, read_rules, rules_from
from shengji.rules.options import option_of
from shengji.terminal.errors import UsageError

RulesOption = Annotated[
    Optional[str],  # noqa: UP045 - the command line reads this form
    typer.Option("--rules", help="A preset's name, or a TOML file of rules.", show_default=False),
]
SetOption = Annotated[
    Optional[list[str]],  # noqa: UP045
    typer.Option("--set", help="Change one option: NAME=VALUE. May be repeated."),
]


def chosen_rules(rules: str | None, changes: list[str] | None) -> Rules:
    """The rules that `--rules` and `--set` name.

    Raises:
        UsageError: when there are none such.
    """
    try:
        if rules is not None and (rules.endswith(".toml") or "/" in rules):
            chosen = read_rules(Path(rules))
        else:
            chosen = rules_from(rules)
        return _changed(chosen, changes or [])
    except RulesError as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"cannot read {rules}: {error.strerror}") from None


def _changed(rules: Rules, changes: list[str]) -> Rules:
    """Rules with `NAME=VALUE` changes."""
    import msgspec

    given: dict[str, object] = {}
    for change in changes:
        name, sign, text = change.partition("=")
        if not sign:
            raise UsageError(f"--set takes NAME=VALUE, not {change!r}")
        option = option_of(name.strip())
        word = text.strip()
        given[option.name] = word if word in option.values else _plain(word, option.default)
    base = {name: getattr(rules, name) for name in Rules.__struct_fields__}
    plain = {name: msgspec.to_builtins(value) for name, value in base.items()}
    return rules_from({**plain, **given})


def _plain(text: str, default: object) -> object:
    """The value that a text on the command line stands for."""
    if text.lower() in ("unset", "none", ""):
        return None if not isinstance(default, tuple | list) else []
    if isinstance(default, tuple | list):
        return [part.strip() for part in text.split(",")]
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return int(text)
    except ValueError:
        return text
