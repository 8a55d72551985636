"""`shengji rules`: every option with its value, its allowed values, and its source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from shengji.rules import (
    PRESETS,
    Option,
    Rules,
    RulesError,
    describe_rules,
    difference,
    houses,
    options,
    remove_house,
    save_house,
    write_rules,
)
from shengji.rules.domain import plain
from shengji.terminal.errors import as_usage, misused
from shengji.terminal.options import (
    DecksOption,
    LanguageOption,
    PlayersOption,
    SetOption,
    SystemOption,
    chosen_rules,
)
from shengji.terminal.output import console, print_json
from shengji.words import Language, Names, texts

if TYPE_CHECKING:
    from rich.table import Table


_COLUMNS = (
    ("option", 5),
    ("value", 3),
    ("default", 3),
    ("allowed", 5),
    ("source", 4),
    ("help", 11),
)


def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            help="A preset's name, the name of your own saved rules, or a TOML or JSON file.",
            show_default=False,
        ),
    ] = None,
    system: SystemOption = None,
    changes: SetOption = None,
    players: PlayersOption = None,
    decks: DecksOption = None,
    listed: Annotated[
        bool, typer.Option("--list", help="List the presets and your own saved rules.")
    ] = False,
    diff: Annotated[
        tuple[str, str] | None,
        typer.Option("--diff", metavar="A B", help="What differs between two.", show_default=False),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Save these rules as your own.", show_default=False),
    ] = None,
    forget: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Remove your own saved rules.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    as_toml: Annotated[
        bool, typer.Option("--toml", help="As a file that can be edited and read again.")
    ] = False,
    lang: LanguageOption = "en",
) -> None:
    """Show rules: all options, or what differs; save your own, and forget them."""
    if as_json and as_toml:
        raise misused("json-or-toml")
    tasks = {
        "--list": listed,
        "--diff": diff,
        "--save": save,
        "--forget": forget,
    }
    wanted = [task for task, given in tasks.items() if given not in (None, False)]
    if len(wanted) > 1:
        raise misused("one-of", one=wanted[0], other=wanted[1])
    if wanted and as_toml:
        raise misused("one-of", one=wanted[0], other="--toml")
    named = any(given is not None for given in (name, system, players, decks))
    described = named or bool(changes)
    if described and wanted and save is None:
        raise misused("no-other-rules", task=wanted[0])
    if listed:
        _list(as_json, lang)
    elif diff is not None:
        _compare(*diff, as_json, lang)
    elif forget is not None:
        _forget(forget, lang)
    else:
        chosen = chosen_rules(name, changes, players, decks, system)
        if save is not None:
            _save(save, chosen, lang)
        elif as_toml:
            typer.echo(write_rules(chosen), nl=False)
        elif as_json:
            print_json(_as_data(chosen))
        else:
            _print_rules(chosen, lang)


def _save(name: str, rules: Rules, lang: Language) -> None:
    with as_usage(RulesError):
        path = save_house(name, rules)
    typer.echo(_words(lang)["saved"].format(name=name, path=path))


def _forget(name: str, lang: Language) -> None:
    with as_usage(RulesError):
        remove_house(name)
    typer.echo(_words(lang)["forgotten"].format(name=name))


def _words(lang: Language) -> dict[str, str]:
    """The texts of this command in one language."""
    return {key: text.of(lang) for key, text in texts("commands").items()}


def _as_data(rules: Rules) -> dict[str, Any]:
    """The rules, with all properties of each option, as plain data."""
    return {
        "rules": describe_rules(rules),
        "deck_count": rules.deck_count,
        "hand_size": rules.hand_size,
        "kitty_size": rules.kitty_size,
        "threshold_points": rules.threshold_points,
        "step_points": rules.step_points,
        "presets": list(PRESETS),
        "houses": houses(),
        "options": [_option_data(rules, option) for option in options()],
    }


def _option_data(rules: Rules, option: Option) -> dict[str, Any]:
    named = [*option.values, *option.words, *([None] if option.unset else [])]
    return {
        "name": option.name,
        "group": option.group.name,
        "kind": option.kind,
        "value": plain(getattr(rules, option.name)),
        "in_effect": rules.in_effect(option.name),
        "default": option.default,
        "allowed": option.allowed,
        "values": list(option.values) or None,
        "low": option.low,
        "high": option.high,
        "step": option.step if option.kind == "number" else None,
        "words": list(option.words),
        "unset": option.unset,
        "needs": option.condition(),
        "needs_zh": option.condition("zh"),
        "title": option.title(),
        "title_zh": option.title("zh"),
        "help": option.help(),
        "help_zh": option.help("zh"),
        "source": option.text.source,
        "labels": [
            {
                "value": value,
                "label": option.label(value),
                "label_zh": option.label(value, "zh"),
                "help": option.value_help(value),
                "help_zh": option.value_help(value, "zh"),
            }
            for value in named
        ],
    }


def _list(as_json: bool, lang: Language) -> None:
    """Print the presets and the houses."""
    if as_json:
        print_json(
            {
                "presets": [
                    {
                        "name": preset.name,
                        "kind": preset.kind,
                        "title": preset.title,
                        "title_zh": preset.title_zh,
                        "notes": [note._asdict() for note in preset.notes],
                    }
                    for preset in PRESETS.values()
                ],
                "houses": houses(),
            }
        )
        return
    words = _words(lang)
    table = _table(words["list"])
    for column in ("name", "about"):
        table.add_column(words[column], overflow="fold")
    for preset in PRESETS.values():
        title = preset.title_zh if lang == "zh" else preset.title
        notes = [note.text_zh if lang == "zh" else note.text for note in preset.notes]
        table.add_row(preset.name, "\n".join([title, *(f"– {note}" for note in notes)]))
    for house in houses():
        table.add_row(house, words["house"])
    console().print(table)


def _compare(first: str, second: str, as_json: bool, lang: Language) -> None:
    """Print the differences between two rules, by option."""
    found = difference(chosen_rules(first, None), chosen_rules(second, None))
    words = _words(lang)
    if as_json:
        print_json(
            [
                {
                    "name": one.option.name,
                    "title": one.option.text.title,
                    "title_zh": one.option.text.title_zh,
                    "first": one.first,
                    "second": one.second,
                    "in_effect": one.matters,
                    "source": one.option.text.source,
                }
                for one in found
            ]
        )
        return
    if not found:
        typer.echo(words["same"].format(first=first, second=second))
        return
    table = _table(words["diff"])
    for column, ratio in ((words["option"], 5), (first, 5), (second, 5), (words["source"], 5)):
        table.add_column(column, ratio=ratio, overflow="fold")
    for one in found:
        option = one.option
        idle = "" if one.matters else f"\n{words['idle']}"
        table.add_row(
            f"{option.title(lang)}\n{option.name}{idle}",
            _labelled(option, one.first, lang),
            _labelled(option, one.second, lang),
            option.text.source,
        )
    console().print(table)


def _print_rules(rules: Rules, lang: Language) -> None:
    from rich.text import Text

    words = _words(lang)
    described = describe_rules(rules)
    names = [str(described[key]) for key in ("preset", "system") if key in described]
    table = _table(
        words["title"].format(name=" + ".join(names)),
        words["caption"].format(
            players=rules.players,
            decks=rules.deck_count,
            hand=rules.hand_size,
            kitty=rules.kitty_size,
            threshold=rules.threshold_points,
            total=rules.total_points,
            step=rules.step_points,
            presets=Names([*PRESETS, *houses()]).render(lang),
        ),
    )
    for column, ratio in _COLUMNS:
        table.add_column(words[column], ratio=ratio, overflow="fold")
    group = None
    for option in options():
        if option.group != group:
            group = option.group
            heading = group.title_zh if lang == "zh" else group.title
            table.add_row(Text.assemble((heading, "bold underline")))
        about = "\n".join(option.explained(lang))
        if option.needs:
            about += "\n" + words["needs"].format(condition=option.condition(lang))
        value, default = plain(getattr(rules, option.name)), option.default
        shown = Text(_labelled(option, value, lang))
        if not rules.in_effect(option.name):
            shown.append(f"\n{words['idle']}")
            shown.stylize("dim")
        elif value != default:
            shown.stylize("bold")
        table.add_row(
            Text.assemble((option.title(lang), "bold"), f"\n{option.name}"),
            shown,
            _format_value(option, default, lang),
            option.allowed,
            option.text.source,
            about,
        )
    console().print(table)


def _table(title: str, caption: str | None = None) -> Table:
    from rich.table import Table

    return Table(title=title, caption=caption, show_lines=True, expand=True)


def _format_value(option: Option, value: object, lang: Language) -> str:
    """A value as written in a file, or the meaning of its absence."""
    if value is None or isinstance(value, bool | list):
        return option.label(value, lang)
    return str(value)


def _labelled(option: Option, value: object, lang: Language) -> str:
    """A value as written and, below, its label."""
    written, label = _format_value(option, value, lang), option.label(value, lang)
    return written if label == written else f"{written}\n{label}"
