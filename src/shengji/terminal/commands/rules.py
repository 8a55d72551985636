"""`shengji rules`: every option with its value, what it may be, and where it comes from."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any, Literal, Optional

import typer

from shengji.rules import PRESETS, Option, Rules, describe_rules, options, write_rules
from shengji.terminal.errors import UsageError
from shengji.terminal.options import SetOption, chosen_rules

_PIPE_WIDTH = 140
_COLUMNS = (
    ("option", 5),
    ("value", 3),
    ("default", 3),
    ("allowed", 5),
    ("source", 4),
    ("help", 11),
)
_WORDS = {
    "en": {
        "title": "The rules {name}",
        "option": "Option",
        "value": "Value",
        "default": "Default",
        "allowed": "Allowed",
        "source": "Source",
        "help": "What it does",
        "unset": "unset",
        "caption": (
            "{players} players, decks: {decks}, {hand} cards each, kitty {kitty}; "
            "the Opponents need {threshold} of {total} points, {step} make a level. "
            "Presets: {presets}."
        ),
    },
    "zh": {
        "title": "规则 {name}",
        "option": "选项",
        "value": "值",
        "default": "默认",
        "allowed": "可选",
        "source": "出处",
        "help": "说明",
        "unset": "不设",
        "caption": (
            "{players} 人 {decks} 副牌，每人 {hand} 张，底牌 {kitty} 张；"
            "闲家须得 {threshold} 分（共 {total} 分），每 {step} 分一级。预设：{presets}。"
        ),
    },
}


def rules(
    name: Annotated[
        Optional[str],  # noqa: UP045 - the command line reads this form
        typer.Argument(help="A preset's name, or a TOML file of rules.", show_default=False),
    ] = None,
    changes: SetOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    as_toml: Annotated[
        bool, typer.Option("--toml", help="As a file that can be edited and read again.")
    ] = False,
    lang: Annotated[Literal["en", "zh"], typer.Option(help="The language.")] = "en",
) -> None:
    """Show rules: all options, or what differs from a preset as a file."""
    if as_json and as_toml:
        raise UsageError("choose one of --json and --toml")
    chosen = chosen_rules(name, changes)
    if as_toml:
        typer.echo(write_rules(chosen), nl=False)
    elif as_json:
        typer.echo(json.dumps(_as_data(chosen), indent=2, ensure_ascii=False))
    else:
        _print_table(chosen, lang)


def _value(rules: Rules, option: Option) -> Any:
    """The value of an option as plain data."""
    import msgspec

    return msgspec.to_builtins(getattr(rules, option.name))


def _as_data(rules: Rules) -> dict[str, Any]:
    """The rules, and everything about each option."""
    return {
        "rules": describe_rules(rules),
        "deck_count": rules.deck_count,
        "hand_size": rules.hand_size,
        "kitty_size": rules.kitty_size,
        "threshold_points": rules.threshold_points,
        "step_points": rules.step_points,
        "presets": list(PRESETS),
        "options": [
            {
                "name": option.name,
                "value": _value(rules, option),
                "default": option.default,
                "allowed": option.allowed,
                "values": list(option.values) or None,
                **option.text._asdict(),
            }
            for option in options()
        ],
    }


def _print_table(rules: Rules, lang: Literal["en", "zh"]) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    words = _WORDS[lang]
    table = Table(
        title=words["title"].format(name=describe_rules(rules)["preset"]),
        caption=words["caption"].format(
            players=rules.players,
            decks=rules.deck_count,
            hand=rules.hand_size,
            kitty=rules.kitty_size,
            threshold=rules.threshold_points,
            total=rules.total_points,
            step=rules.step_points,
            presets=", ".join(PRESETS),
        ),
        show_lines=True,
    )
    for column, ratio in _COLUMNS:
        table.add_column(words[column], ratio=ratio, overflow="fold")
    for option in options():
        text = option.text
        title, about = (text.title_zh, text.help_zh) if lang == "zh" else (text.title, text.help)
        value, default = (_shown(v, words) for v in (_value(rules, option), option.default))
        table.add_row(
            f"[bold]{escape(title)}[/]\n{option.name}",
            f"[bold]{escape(value)}[/]" if value != default else escape(value),
            escape(default),
            escape(option.allowed),
            escape(text.source),
            escape(about),
        )
    # What is not a terminal has no width of its own; wide enough to be read, then.
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    Console(width=width, highlight=False).print(table)


def _shown(value: Any, words: dict[str, str]) -> str:
    """A value as it is written in the table."""
    if value is None:
        return words["unset"]
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "–"
    return str(value)
