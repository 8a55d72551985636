"""Options shared by several commands."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.rules import (
    SYSTEMS,
    Option,
    Rules,
    RulesError,
    changed_rules,
    named_rules,
    option_of,
    read_rules,
    rules_from,
    rules_with_system,
)
from shengji.rules.domain import plain
from shengji.terminal.errors import as_usage, misused, reading
from shengji.words import Language

_LONGEST_NUMBER = 9
"""Maximum number of digits of a typed number; Python refuses to convert thousands of digits."""

if TYPE_CHECKING:
    from shengji.bots.outside import Limits

RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help="The name of a preset or of your own saved rules, or a TOML or JSON file of rules.",
        show_default=False,
    ),
]
SetOption = Annotated[
    list[str] | None, typer.Option("--set", help="Change one option: NAME=VALUE. May be repeated.")
]
SystemOption = Annotated[
    str | None,
    typer.Option("--system", help="A system that is laid over the rules text.", show_default=False),
]
PlayersOption = Annotated[
    int | None,
    typer.Option("--players", help="How many play; for --set players=N.", show_default=False),
]
DecksOption = Annotated[
    int | None,
    typer.Option("--decks", help="How many decks; for --set decks=N.", show_default=False),
]
TimeOption = Annotated[
    str | None,
    typer.Option(
        "--time",
        help="How many seconds a bot that is a program may take for a decision, and after a plus "
        "how many more in each hand, for all that take longer.",
        metavar="SECONDS[+MORE]",
        show_default="10+60",
    ),
]
StartTimeOption = Annotated[
    float | None,
    typer.Option(help="How many seconds such a bot has to be ready.", show_default="60"),
]
SeedOption = Annotated[int, typer.Option(help="Where chance starts.", min=0)]
JobsOption = Annotated[
    int | None,
    typer.Option(
        help="How many processes; one for each CPU when not given. The figures do not depend on "
        "it, but for those of time.",
        show_default=False,
    ),
]
RecordOption = Annotated[
    Path | None, typer.Option(help="A folder: write a record of each hand or match there.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print all of it as one JSON object.")]
LanguageOption = Annotated[Language, typer.Option("--lang", "--language", help="The language.")]


def number_of_jobs(jobs: int | None) -> int:
    """The number of processes of `--jobs`; without it, one for each CPU.

    Raises:
        UsageError: the number is less than one.
    """
    number = jobs if jobs is not None else os.cpu_count() or 1
    if number < 1:
        raise misused("jobs")
    return number


def chosen_limits(time: str | None, start: float | None) -> Limits:
    """The time limits of external bots, from `--time` and `--start-time`.

    Raises:
        UsageError: an option is invalid.
    """
    from shengji.bots.outside import read_limits

    with as_usage(ValueError):
        return read_limits(time, start)


def check_bots(names: Iterable[str], rules: Rules) -> None:
    """Check that bots exist and can play these rules.

    Raises:
        UsageError: one does not.
    """
    from shengji.bots.outside import seat_bot

    with as_usage(ValueError):
        for name in names:
            seat_bot(name, rules, 0).close()


def chosen_rules(
    rules: str | None,
    changes: list[str] | None,
    players: int | None = None,
    decks: int | None = None,
    system: str | None = None,
) -> Rules:
    """The rules selected by `--rules`, `--system`, `--set` and its short forms.

    If a text describes its own system for this number of decks, and it was not requested, a note on
    standard error mentions it.

    Raises:
        UsageError: the rules are invalid.
    """
    short = {"players": players, "decks": decks}
    given: dict[str, object] = {name: value for name, value in short.items() if value is not None}
    with as_usage(RulesError, OSError, doing=reading(rules)):
        base = _base(rules)
        for name, value in _settings(changes or []):
            if name in given:
                raise misused("set-twice", name=name)
            given[name] = value
        if system is not None:
            return rules_with_system(base, system, given)
        chosen = changed_rules(base, given)
    for own in SYSTEMS.values():
        if own.text and own.text == rules and own.changes["decks"] == decks:
            differing = ", ".join(
                f"{name} = {value}"
                for name, value in own.changes.items()
                if plain(getattr(chosen, name)) != value
            )
            if differing:
                told = f"{own.source}, differs in {differing}; --system {own.name} plays it"
                typer.echo(f"note: {told}", err=True)
    return chosen


def _base(rules: str | None) -> Rules:
    """The rules of a file, a preset or a house, or the default ones."""
    if rules is None:
        return rules_from(None)
    if rules.endswith((".toml", ".json")) or "/" in rules:
        return read_rules(Path(rules))
    return named_rules(rules)


def _settings(changes: list[str]) -> Iterator[tuple[str, object]]:
    """Parse `NAME=VALUE` changes into options and plain values."""
    for change in changes:
        name, sign, text = change.partition("=")
        if not sign:
            raise misused("set", given=change)
        option = option_of(name.strip())
        yield option.name, _plain(text.strip(), option)


def _plain(text: str, option: Option) -> object:
    """Parse the value of an option on the command line."""
    empty = text.lower() in ("unset", "none", "")
    if option.kind == "levels":
        return [] if empty else [part.strip() for part in text.split(",")]
    if text in option.values or option.kind == "flag":
        return text
    if empty:
        return None
    try:
        return int(text)
    except ValueError:
        return text


def number_typed(text: str, most: int) -> int | None:
    """Parse a number from 1 to `most`; `None` for any other text.

    >>> [number_typed(text, 12) for text in ("7", "12", "0", "13", "²", "9" * 5000)]
    [7, 12, None, None, None, None]
    """
    is_short = text.isdecimal() and len(text) <= _LONGEST_NUMBER
    return int(text) if is_short and 1 <= int(text) <= most else None
