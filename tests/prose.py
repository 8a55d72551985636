"""Prose check: counts wordings in docstrings and comments that make a reader stop.

`python -m tests.prose` prints, for each pattern, its matches per 1,000 sentences in `src/shengji`,
and exits with status 1 when one is above its limit. `python -m tests.prose PATH...` prints the
matching sentences of files or folders instead.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
LIMIT: Final = 20
"""Maximum matches of a pattern per 1,000 sentences."""

PATTERNS: Final = {
    "relative clause without a noun": r"\b(what|whatever|whoever|whomever|that of which)\b"
    r"|\bthose (who|whose|whom|that|which|of|in|at|with)\b"
    r"|\b(whether|of|by|to|for|with|from|and|or) who\b|^who\b|\bwho (is|has|may|asks|comes) .*, ",
    "of whom, by which in the first sentence": r"^FIRST .*\b(of|by|to|with|for|from|in|at) "
    r"(whom|which|whose)\b",
    "let or have": r"^(FIRST )?(let|have)\b",
    "tell, hear, say": r"\b(tells?|told|telling|hears?|heard|hearing|says?|said|saying)\b",
    "pronoun for a role": r"\b(somebody|someone|nobody|no one|something|anybody|anyone|everybody"
    r"|everyone|others|likewise)\b|\bthe same(?=[.,;:)]|$)",
    "rare word": r"\b(anew|besides|beforehand|for good|by then|henceforth|hereby|thereby|therein"
    r"|whereof|whither|such as that one)\b",
    "so many": r"^(FIRST )?(so (many|much|long|often|far)|for so|after so|in so|of so)\b",
}
_COMPILED: Final = {name: re.compile(text, re.IGNORECASE) for name, text in PATTERNS.items()}
_SENTENCE_END: Final = re.compile(r"(?<=[.;?!:])\s+(?=[A-Z`(\"'])")
_CODE: Final = re.compile(r"``?[^`]*``?|^\s*(>>>|\.\.\.|[|+]).*$", re.MULTILINE)
_SECTION: Final = re.compile(
    r"^\s*(Args|Attributes|Raises|Returns|Yields|Examples?):\s*$|^\s*[\w*. ,]+: ", re.MULTILINE
)
_EXEMPT: Final = ("words", "rules_book")
"""Folders of players' words."""


class Sentence(NamedTuple):
    """A sentence of a docstring or comment.

    Attributes:
        path: of the file, from the root of the repository.
        text: without code; the first sentence of a docstring begins with "FIRST ".
    """

    path: str
    line: int
    text: str


def docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """All strings that stand as statements."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as text):
                yield text


def sentences_of(path: Path) -> Iterator[Sentence]:
    """The sentences of a file's docstrings and comments."""
    source = path.read_text(encoding="utf-8")
    name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    for docstring in docstrings(ast.parse(source)):
        for number, sentence in enumerate(_split(str(docstring.value))):
            first = "FIRST " if number == 0 else ""
            yield Sentence(name, docstring.lineno, first + sentence)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not re.match(r"#(!| noqa| type:|:)", token.string):
            for sentence in _split(token.string.lstrip("# ")):
                yield Sentence(name, token.start[0], sentence)


def _split(text: str) -> list[str]:
    """Sentences of a text; each field of a section counts as one."""
    plain = _SECTION.sub("\n\n", _CODE.sub("X", text))
    parts = (" ".join(block.split()) for block in re.split(r"\n\s*\n", plain))
    return [s for part in parts for s in _SENTENCE_END.split(part) if len(s.split()) > 1]


def matches(sentence: str) -> list[str]:
    """The names of the patterns that a sentence matches."""
    return [name for name, pattern in _COMPILED.items() if pattern.search(sentence)]


def count(paths: Sequence[Path]) -> tuple[Counter[str], int]:
    """Matches by pattern, and the number of sentences."""
    found: Counter[str] = Counter()
    number = 0
    for path in paths:
        for sentence in sentences_of(path):
            number += 1
            found.update(matches(sentence.text))
    return found, number


def python_files(*folders: Path) -> list[Path]:
    """All Python files of folders that hold prose for developers."""
    files = (file for at in folders for file in ([at] if at.is_file() else at.rglob("*.py")))
    return sorted(file for file in files if not set(_EXEMPT) & set(file.parts))


def main(arguments: Sequence[str]) -> int:
    """Print counts, or the sentences of some paths, and return an exit status."""
    if arguments:
        for path in python_files(*(Path(name).resolve() for name in arguments)):
            for sentence in sentences_of(path):
                if found := matches(sentence.text):
                    text = sentence.text.removeprefix("FIRST ")
                    print(f"{sentence.path}:{sentence.line}: {', '.join(found)}: {text}")
        return 0
    by_pattern, number = count(python_files(ROOT / "src/shengji"))
    rates = {name: 1000 * by_pattern[name] / number for name in PATTERNS}
    for name, rate in rates.items():
        print(f"{rate:6.1f} in 1,000 sentences: {name}")
    return int(max(rates.values()) > LIMIT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
