"""The rules book is what the generator makes; it is complete, and its examples show something."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from docs.rules_book.book import LANGUAGES, TEXTS, book, path_of, source_of
from docs.rules_book.example import Example
from docs.rules_book.examples import EXAMPLES
from docs.rules_book.opening import OPENING
from docs.rules_book.words import WORDS, Language
from shengji.rules import GROUPS, SYSTEMS, option_of, options

CHINESE = re.compile(r"[\u4e00-\u9fff]")
WORD = re.compile(r"[A-Za-z]{3,}")
NAMES = {"PAG", "Pagat", "BOT", "Botzone", "Python", "English", "None", "TrumpMade", "DealtAgain"}
NAMES |= {"random"}
"""Words that stay as they are in Chinese."""
ALL = [option.name for option in options()]

both = pytest.mark.parametrize("language", LANGUAGES)
every_example = pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES.keys())


def code_of(page: str) -> list[str]:
    """The Python of a page, block by block."""
    return re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)


def prose_of(page: str) -> str:
    """A page without code, in blocks and in lines, and without the addresses of links."""
    page = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    page = re.sub(r"<!--.*?-->|<[^<>]*>", "", page)
    return re.sub(r"`[^`]*`|\]\([^)]*\)", "", page)


def sections_of(page: str) -> dict[str, str]:
    """The section of the page about each option."""
    parts = re.split(r'<a id="(\w+)"></a>', page)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def foreign(words: Iterable[str]) -> set[str]:
    return {word for text in words for word in WORD.findall(text)} - NAMES


@both
def test_the_book_is_what_the_generator_makes(language: Language) -> None:
    """`python -m docs.rules_book` would change nothing."""
    assert path_of(language).read_text(encoding="utf-8") == book(language)


def test_every_option_has_its_example_in_the_order_of_the_options() -> None:
    assert list(EXAMPLES) == ALL == [name for group in GROUPS for name in group.fields]


@every_example
def test_an_example_sets_its_option_and_shows_what_it_changes(example: Example) -> None:
    assert re.search(rf"\b{example.option}=", example.code)
    parsed = doctest.DocTestParser().get_examples(example.code)
    printed = "".join(part.want for part in parsed).splitlines()
    # A line begins with a value, mostly; what comes of it must not be always the same.
    assert len({line.split(maxsplit=1)[1] for line in printed}) > 1
    # A player should take it in at a glance.
    assert len(example.code.splitlines()) <= 17


def test_examples_run_one_after_the_other() -> None:
    text = "\n".join([OPENING, *(example.code for example in EXAMPLES.values())])
    test = doctest.DocTestParser().get_doctest(text, {}, "rules book", None, None)
    output: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=output.append)
    assert result.failed == 0, "".join(output)
    assert result.attempted > len(ALL)


def test_the_code_is_the_same_in_both_languages() -> None:
    english, chinese = (code_of(book(language)) for language in LANGUAGES)
    assert english == chinese
    for example in EXAMPLES.values():
        assert sum(example.code in block for block in english) == 1


@both
@pytest.mark.parametrize("name", ALL)
def test_an_option_is_told_with_all_it_has(name: str, language: Language) -> None:
    option, section = option_of(name), sections_of(book(language))[name]
    example = EXAMPLES[name]
    for needed in (
        option.title("en"),
        option.title("zh"),
        option.help(language),
        option.condition(language),
        source_of(option.text.source, language),
        option.label(option.default, language),
        example.zh if language == "zh" else example.en,
        example.code,
    ):
        assert needed in section
    if option.kind == "choice" and option.text.values:
        for value in option.values:
            assert option.meaning(value, language) in section
    if option.text.ours:
        assert section.count(f"| {WORDS[language].who['ours']} |") == 1
        return
    for short, preset in TEXTS.items():
        value = getattr(preset.rules, name)
        rows = [row for row in section.splitlines() if row.startswith("|")]
        takers = [row for row in rows if short in row or WORDS[language].who["all"] in row]
        assert len(takers) == 1
        plain = str(value).lower() if isinstance(value, bool) else getattr(value, "value", value)
        if value not in (None, ()):
            assert takers[0].split("|")[1].strip(' `"*') == str(plain)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_system_sets_names_the_system(system: str) -> None:
    sections = sections_of(book("en"))
    for name in SYSTEMS[system].changes:
        rows = [row for row in sections[name].splitlines() if f"`{system}`" in row]
        assert len(rows) == 1


@pytest.mark.parametrize("name", ALL)
def test_the_chinese_book_is_chinese(name: str) -> None:
    option, example = option_of(name), EXAMPLES[name]
    for text in (option.title("zh"), option.help("zh"), example.zh):
        assert CHINESE.search(text)
    assert not CHINESE.search(example.en)
    linked = re.sub(r"\]\([^)]*\)", "", example.zh)
    assert foreign([linked, source_of(option.text.source, "zh")]) == set()


def test_the_chinese_book_speaks_chinese_between_the_options() -> None:
    page = prose_of(book("zh"))
    opening = page[: page.index(GROUPS[0].title_zh + " · ")]
    keys = {"three", "deck", "kitty", "factor", "two"}  # names in the notes of the presets
    assert foreign([opening]) - keys == set()


@both
def test_links_lead_somewhere(language: Language) -> None:
    page, home = book(language), path_of(language).parent
    links = re.findall(r"\]\(([^)]*)\)", page)
    anchors = re.findall(r'<a id="(\w+)"></a>', page)
    assert len(anchors) == len(set(anchors)) == len(ALL) + 1
    assert {f"#{anchor}" for anchor in anchors} <= set(links)
    for link in links:
        if link.startswith("#"):
            assert link[1:] in anchors
        else:
            assert (home / link).is_file()


@both
def test_tables_are_whole(language: Language) -> None:
    """Every row of a table has as many cells as its head."""
    cells = 0
    for line in book(language).splitlines():
        if line.startswith("|"):
            now = len(re.findall(r"(?<!\\)\|", line))
            assert cells in (0, now)
            cells = now
        else:
            cells = 0


def test_the_last_table_shows_only_what_differs() -> None:
    rows = {
        match[1]: [cell.strip() for cell in match[2].split("|")[:-1]]
        for match in re.finditer(r"^\| \[[^]]*\]\(#(\w+)\) \|(.*)$", book("en"), re.MULTILINE)
    }
    assert list(rows) == ALL
    presets = list(TEXTS.values())
    for name, cells in rows.items():
        option = option_of(name)
        values = [getattr(preset.rules, name) for preset in presets]
        labels = [option.label(value) for value in values]
        assert cells[0] == labels[0]
        expected = [
            label if value != values[0] else ""
            for value, label in zip(values[1:], labels[1:], strict=True)
        ]
        assert cells[1:] == expected


def test_reading_the_texts_links_to_the_book() -> None:
    home = Path(path_of("en")).parent
    assert "(rules-book.md)" in (home / "reading-the-texts.md").read_text(encoding="utf-8")
