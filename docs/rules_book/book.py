"""The rules book, made from the options, the presets, the systems and the examples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from docs.rules_book.examples import EXAMPLES
from docs.rules_book.opening import OPENING
from docs.rules_book.words import SECTIONS_ZH, SHORT_NAMES, WORDS, Language
from shengji.rules import (
    GROUPS,
    PRESETS,
    SYSTEMS,
    Group,
    Note,
    Option,
    Preset,
    Rules,
    option_of,
    rules_from,
)
from shengji.rules.domain import plain

LANGUAGES: tuple[Language, ...] = ("en", "zh")
TEXTS: dict[str, Preset] = {short: PRESETS[name] for name, short in SHORT_NAMES.items()}
"""The texts, by their short names."""

_TRY = """\
>>> end = result(house(), "7 10 7 10", 160)
>>> levels(end), end.next_dealer
('7 Q 7 Q', 1)
"""


def path_of(language: Language) -> Path:
    """Where the book stands in this language."""
    name = "rules-book.md" if language == "en" else "zh/rules-book.md"
    return Path(__file__).parents[1] / name


def book(language: Language) -> str:
    """The whole book in one language, as Markdown."""
    words = WORDS[language]
    parts = [
        "<!-- Made by `python -m docs.rules_book`; change docs/rules_book, not this file. -->",
        f"# {words.title}\n\n{words.other}",
        words.preface,
        _contents(language),
        f"## {words.texts}\n\n{words.texts_intro}",
        _texts(language),
        f"## {words.systems}\n\n{words.systems_intro}",
        _systems(language),
        f"{words.friends_intro}\n\n{_friends(language)}",
        f"## {words.house}\n\n{words.house_intro}",
        _code(words.house_code),
        words.house_end,
        f"## {words.examples}\n\n{words.examples_intro}",
        f"<details>\n<summary>{words.examples_fold}</summary>\n\n{_code(OPENING)}\n\n</details>",
        words.examples_try,
        _code(_TRY),
        *(_group(group, language) for group in GROUPS),
        f'<a id="table"></a>\n\n## {words.table}\n\n{words.table_intro}',
        _table_of_all(language),
    ]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def source_of(text: str, language: Language) -> str:
    """Where something stands, in this language.

    >>> source_of("Z21 §4.1 with footnote 5; PAG, The hook", "zh")
    'Z21 §4.1 及脚注 5；PAG“勾”'
    """
    if language == "en":
        return text
    for title, title_zh in SECTIONS_ZH:
        text = re.sub(rf",? {title}\b", f"“{title_zh}”", text)
    text = re.sub(r" with footnote ([0-9]+)", r" 及脚注 \1", text)
    text = re.sub(r",? footnote ([0-9]+)", r" 脚注 \1", text)
    text = re.sub(r",? note ([0-9]+)", r" 注 \1", text)
    return text.replace("; ", "；").replace(", ", "、")


def _title(option: Option, language: Language) -> str:
    """Its name in this language, then in the other."""
    other: Language = "zh" if language == "en" else "en"
    return f"{option.title(language)} · {option.title(other)}"


def _rows(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)


def _code(code: str) -> str:
    # An empty line ends what an example is expected to print.
    return f"```python\n{code}\n```"


def _contents(language: Language) -> str:
    words = WORDS[language]
    lines = []
    for group in GROUPS:
        links = (f"[{option_of(name).title(language)}](#{name})" for name in group.fields)
        title = group.title_zh if language == "zh" else group.title
        lines.append(f"- **{title}**{words.meta['sep']}{words.who['comma'].join(links)}")
    lines.append(f"- [{words.table}](#table)")
    return "\n".join(lines)


def _texts(language: Language) -> str:
    words, zh = WORDS[language], language == "zh"
    table = _rows(
        words.texts_head,
        (
            (f"`{short}`", preset.title_zh if zh else preset.title, f"`{preset.name}`")
            for short, preset in TEXTS.items()
        ),
    )
    # What is said of several texts is said once, after what is said of one alone.
    takers: dict[Note, list[str]] = {}
    for short, preset in TEXTS.items():
        for note in preset.notes:
            takers.setdefault(note, []).append(f"`{short}`")
    notes = [
        f"- {words.who['comma'].join(shorts)}{words.meta['sep']}{note.text_zh if zh else note.text}"
        for note, shorts in sorted(takers.items(), key=lambda item: len(item[1]))
    ]
    return table + "\n\n" + "\n".join(notes)


def _systems(language: Language) -> str:
    rows = []
    for system in SYSTEMS.values():
        rules = PRESETS[system.name].rules
        title = system.title_zh if language == "zh" else system.title
        players = "4–12" if rules.teams == "friends" else rules.players
        numbers = _numbers(rules) if rules.teams == "fixed" else [""] * 5
        source = source_of(system.source, language)
        rows.append((f"`{system.name}`", title, players, *numbers, source))
    return _rows(WORDS[language].systems_head, rows)


def _numbers(rules: Rules) -> list[object]:
    return [
        rules.deck_count,
        rules.hand_size,
        rules.kitty_size,
        rules.threshold_points,
        rules.step_points,
    ]


def _friends(language: Language) -> str:
    rows = []
    for players in range(4, 13):
        rules = rules_from({"system": "finding-friends", "players": players})
        numbers = _numbers(rules)
        rows.append((players, *numbers[:3], rules.calls, *numbers[3:]))
    return _rows(WORDS[language].friends_head, rows)


def _group(group: Group, language: Language) -> str:
    title = f"{group.title_zh} · {group.title}" if language == "zh" else group.title
    options = (_option(option_of(name), language) for name in group.fields)
    return "\n\n".join([f"## {title}", *options])


def _option(option: Option, language: Language) -> str:
    """The section of one option."""
    words, meta = WORDS[language], WORDS[language].meta
    example = EXAMPLES[option.name]
    facts = [f"`{option.name}`", f"{meta['source']}{meta['sep']}{_source(option, language)}"]
    if option.needs:
        facts.insert(1, f"{meta['needs']}{meta['sep']}{option.condition(language)}")
    parts = [
        f'<a id="{option.name}"></a>\n\n### {_title(option, language)}',
        " · ".join(facts),
        option.help(language),
        _rows(words.value_head, _values(option, language)),
        words.example + (example.zh if language == "zh" else example.en),
        _code(example.code),
    ]
    return "\n\n".join(parts)


def _source(option: Option, language: Language) -> str:
    return source_of(option.text.source, language)


def _values(option: Option, language: Language) -> Iterator[tuple[str, str, str]]:
    """The rows for the values of an option; of numbers and levels for those that somebody plays."""
    words = WORDS[language]
    found = [getattr(preset.rules, option.name) for preset in TEXTS.values()]
    found += [_set_by(name)[option.name] for name in SYSTEMS if option.name in _set_by(name)]
    played = [plain(value) for value in found]
    every = option.kind == "flag" or (option.kind == "choice" and bool(option.text.values))
    rows: list[object] = list(option.values) if every else []
    if not every:
        rows += [None] if option.unset else []
        rows += option.words
        more = [value for i, value in enumerate(played) if value not in rows + played[:i]]
        rows += sorted(more, key=lambda value: value if isinstance(value, int) else 0)
    for value in rows:
        written = f"`{_written(value)}`" if value is not None else words.meta["unset"]
        if value == option.default and type(value) is type(option.default):
            # The default stands out.
            written = f"**{written}**"
        meaning = option.meaning(value, language)
        if meaning == str(value):
            meaning = ""
        yield written, meaning, _who(option, value, language)
    if not every:
        yield words.allowed["other"], _allowed(option, language), words.who["free"]


def _set_by(system: str) -> dict[str, object]:
    return dict(SYSTEMS[system].changes)


def _written(value: object) -> str:
    """A value as it stands in a file of rules."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(f'"{item}"' for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _who(option: Option, value: object, language: Language) -> str:
    """The texts, then the systems, that play an option with this value."""
    who = WORDS[language].who
    if option.text.ours:
        return who["ours" if _same(option.default, value) else "none"]
    takers = [
        short
        for short, preset in TEXTS.items()
        if _same(plain(getattr(preset.rules, option.name)), value)
    ]
    at_work = [short for short in takers if TEXTS[short].rules.in_effect(option.name)]
    idle = [short for short in takers if short not in at_work]
    parts = []
    if at_work:
        parts.append(_names(at_work, language))
    if idle:
        parts.append(who["idle"].format(names=_names(idle, language)))
    systems = [
        f"`{name}`"
        for name in SYSTEMS
        if option.name in _set_by(name) and _same(_set_by(name)[option.name], value)
    ]
    if systems:
        word = who["systems"] if len(systems) > 1 else who["system"]
        parts.append(word.format(names=who["comma"].join(systems)))
    return who["semicolon"].join(parts) or who["none"]


def _same(one: object, other: object) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def _names(shorts: Sequence[str], language: Language) -> str:
    who = WORDS[language].who
    return who["all"] if len(shorts) == len(TEXTS) else who["comma"].join(shorts)


def _allowed(option: Option, language: Language) -> str:
    """The values that an option may have besides those that are listed."""
    words = WORDS[language].allowed
    if option.kind == "levels":
        return words["levels"].format(levels=" ".join(map(str, option.values)))
    if option.kind == "choice":
        return words["choice"].format(first=option.values[0], last=option.values[-1])
    text = words["range"].format(low=option.low, high=option.high)
    return text + (words["step"].format(step=option.step) if option.step > 1 else "")


def _table_of_all(language: Language) -> str:
    """All options and the texts; behind the first only what differs from it."""
    words = WORDS[language]
    head = [words.table_head, *(f"`{short}`" for short in TEXTS)]
    rows = []
    for group in GROUPS:
        title = group.title_zh if language == "zh" else group.title
        rows.append([f"**{title}**", *[""] * len(TEXTS)])
        for name in group.fields:
            option = option_of(name)
            values = [getattr(preset.rules, name) for preset in TEXTS.values()]
            cells = [
                option.label(value, language) if i == 0 or value != values[0] else ""
                for i, value in enumerate(values)
            ]
            rows.append([f"[{option.title(language)}](#{name})", *cells])
    return _rows(head, rows)
