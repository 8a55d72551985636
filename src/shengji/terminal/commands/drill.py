"""`shengji drill`: questions about the rules, answered in the terminal (docs/learn.md)."""

from __future__ import annotations

import random
import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from shengji.terminal.errors import as_usage, misused
from shengji.terminal.options import (
    DecksOption,
    LanguageOption,
    PlayersOption,
    RulesOption,
    SetOption,
    SystemOption,
    chosen_rules,
    number_typed,
)
from shengji.terminal.output import print_json
from shengji.words import Language, Names, texts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shengji.cards import Card
    from shengji.practice.drills import Drill

_MOST = 1000
_SEEDS = 1_000_000_000


def drill(
    rules: RulesOption = None,
    system: SystemOption = None,
    changes: SetOption = None,
    players: PlayersOption = None,
    decks: DecksOption = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="What is asked; may be repeated. Anything when not given."),
    ] = None,
    count: Annotated[int, typer.Option(help="How many questions.", min=1, max=_MOST)] = 10,
    seed: Annotated[
        int | None,
        typer.Option(help="Where chance starts.", min=0, show_default="by chance"),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print the questions with their answers as JSON; ask nothing."),
    ] = False,
    lang: LanguageOption = "en",
) -> None:
    """Ask questions about the rules, and explain the right answers.

    They are made for the rules that are chosen, and answered by the same judge as `shengji judge`.
    """
    from shengji.play.compiling import compile_meanwhile
    from shengji.practice.drills import KINDS, DrillError, DrillKind, a_drill

    compile_meanwhile()
    chosen = chosen_rules(rules, changes, players, decks, system)
    wanted: list[DrillKind] = []
    for name in kind or ():
        found = next((one for one in KINDS if one == name), None)
        if found is None:
            raise misused("drill-kind", names=Names(KINDS), given=name)
        wanted.append(found)
    first = random.randrange(_SEEDS) if seed is None else seed
    with as_usage(DrillError):
        drills = (a_drill(chosen, wanted, first + number) for number in range(count))
        if as_json:
            print_json([_plain(one, lang) for one in drills])
            return
        asked = right = 0
        for one in drills:
            answered = _ask(one, asked + 1, count, lang)
            if answered is None:
                break
            asked += 1
            right += answered
    _say("score", lang, right=right, count=asked)


def _say(key: str, lang: Language, **params: object) -> None:
    typer.echo(texts("drills")[key].render(lang, **params))


def _ask(one: Drill, number: int, count: int, lang: Language) -> bool | None:
    """Ask one question and print the result; returns whether it was right, or `None` at the end."""
    from shengji.cards import write_cards
    from shengji.game.refusals import cards_words

    def cards(shown: Iterable[Card]) -> str:
        return cards_words(write_cards(shown), lang)

    colon = "：" if lang == "zh" else ": "
    typer.echo()
    _say("number", lang, number=number, count=count, what=_kind(one, lang))
    if one.trump is not None:
        suit = one.trump.suit
        trump = one.trump.rank.value + ("" if suit is None else suit.symbol)
        _say("trump" if suit else "trump.none", lang, trump=trump)
    for pile in one.piles:
        typer.echo(f"  {pile.label.of(lang)}{colon}{cards(pile.cards) or '-'}")
    typer.echo(one.prompt.of(lang))
    for place, choice in enumerate(one.choices, 1):
        label = "" if choice.label is None else choice.label.of(lang)
        shown = cards(choice.cards)
        typer.echo(f"  {place}  {label}{colon if label and shown else ''}{shown}")
    chosen = _answer(one, lang)
    if chosen is None:
        return None
    right = one.is_right(chosen)
    numbers = Names(str(index + 1) for index in one.right).render(lang)
    _say("right" if right else "wrong", lang, right=numbers)
    typer.echo(one.explanation.of(lang))
    for place, choice in enumerate(one.choices, 1):
        if choice.reason is not None:
            typer.echo(f"  {place}  {choice.reason.of(lang)}")
    for hinge in one.hinges:
        said = {"title": hinge.title.of(lang), "value": hinge.value.of(lang)}
        _say("hinge", lang, source=hinge.source, **said)
    _say("source", lang, source=one.source)
    return right


def _kind(one: Drill, lang: Language) -> str:
    return texts("drills")[f"kind.{one.kind}"].of(lang)


def _answer(one: Drill, lang: Language) -> set[int] | None:
    """Read the chosen indices, from 0; `None` at the end of the input."""
    count = len(one.choices)
    while True:
        typer.echo(texts("drills")["ask.several" if one.several else "ask.one"].of(lang), nl=False)
        line = sys.stdin.readline()
        if not line or line.strip().lower() in ("q", "quit"):
            typer.echo()
            return None
        typed = [number_typed(text, count) for text in re.split(r"[\s,，、]+", line.strip())]
        numbers = {number - 1 for number in typed if number is not None}
        if None not in typed and (one.several or len(typed) == 1):
            return numbers
        _say("bad-answer.several" if one.several else "bad-answer", lang, count=count)


def _plain(one: Drill, lang: Language) -> dict[str, object]:
    """A drill as plain data, its texts in one language."""
    import msgspec

    return {
        "kind": one.kind,
        "seed": one.seed,
        "rules": one.rules,
        "trump": msgspec.to_builtins(one.trump),
        "prompt": one.prompt.of(lang),
        "piles": [
            {"label": pile.label.of(lang), "cards": [card.value for card in pile.cards]}
            for pile in one.piles
        ],
        "choices": [
            {
                "label": None if choice.label is None else choice.label.of(lang),
                "cards": [card.value for card in choice.cards],
                "reason": None if choice.reason is None else choice.reason.of(lang),
            }
            for choice in one.choices
        ],
        "several": one.several,
        "right": list(one.right),
        "explanation": one.explanation.of(lang),
        "source": one.source,
        "options": [
            {
                "option": hinge.option,
                "title": hinge.title.of(lang),
                "value": hinge.value.of(lang),
                "source": hinge.source,
            }
            for hinge in one.hinges
        ],
        "asks": msgspec.to_builtins(one.asks),
    }
