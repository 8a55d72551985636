"""Options that several commands share."""

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
"""Digits at most of a number that a person types; thousands of them are no number to Python."""

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
    """How many processes `--jobs` asks for; without it, one for each CPU.

    Raises:
        UsageError: when it asks for none.
    """
    number = jobs if jobs is not None else os.cpu_count() or 1
    if number < 1:
        raise misused("jobs")
    return number


def chosen_limits(time: str | None, start: float | None) -> Limits:
    """How long programs may take, as `--time` and `--start-time` say.

    Raises:
        UsageError: when they say no such thing.
    """
    from shengji.bots.outside import read_limits

    with as_usage(ValueError):
        return read_limits(time, start)


def check_bots(names: Iterable[str], rules: Rules) -> None:
    """Refuse names of bots that there are not, or that cannot play these rules.

    Raises:
        UsageError: when there is one.
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
    """The rules that `--rules`, `--system`, `--set` and the short forms of it name.

    Where a text describes a system of its own for as many decks, and it is not asked for, a line on
    the standard error says so.

    Raises:
        UsageError: when there are none such.
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
    """The rules of a file, a preset or a house, or the usual ones."""
    if rules is None:
        return rules_from(None)
    if rules.endswith((".toml", ".json")) or "/" in rules:
        return read_rules(Path(rules))
    return named_rules(rules)


def _settings(changes: list[str]) -> Iterator[tuple[str, object]]:
    """The options that `NAME=VALUE` changes set, as plain data."""
    for change in changes:
        name, sign, text = change.partition("=")
        if not sign:
            raise misused("set", given=change)
        option = option_of(name.strip())
        yield option.name, _plain(text.strip(), option)


def _plain(text: str, option: Option) -> object:
    """The value of an option that a text on the command line stands for."""
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
    """The number from 1 to `most` that a person has typed; `None`: something else.

    >>> [number_typed(text, 12) for text in ("7", "12", "0", "13", "²", "9" * 5000)]
    [7, 12, None, None, None, None]
    """
    is_short = text.isdecimal() and len(text) <= _LONGEST_NUMBER
    return int(text) if is_short and 1 <= int(text) <= most else None
