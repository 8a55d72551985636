"""The words of the documents that are written by hand: `python -m docs.words`.

Generated parts stand between two comments, as `docs.marked` marks them; a generated page says so in
a comment near its top. Neither counts. Examples count.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

_GENERATED_PAGE = re.compile(r"^<!-- (?:Made|Generated) by [^>]*change ", re.MULTILINE)
_GENERATED = re.compile(
    r"^<!-- [^>]*\bby `[^>]*-->\n.*?^<!-- End of [^>]*-->$", re.MULTILINE | re.DOTALL
)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def by_hand(text: str) -> str:
    r"""The part of a page that is written by hand.

    >>> by_hand("one\n<!-- Two: made by `python -m two`. -->\n2\n<!-- End of two. -->\nthree")
    'one\n\nthree'
    """
    if _GENERATED_PAGE.search(text):
        return ""
    return _COMMENT.sub("", _GENERATED.sub("", text))


def count(text: str) -> int:
    """The number of words of a text, as `wc -w` counts; two Chinese characters are a word.

    >>> count("Sheng Ji (升级) is a game."), count("找朋友的打法")
    (6, 3)
    """
    return sum(max(1, len(_CHINESE.findall(part)) // 2) for part in text.split())


def pages(folder: Path = DOCS) -> list[Path]:
    """The pages in a folder and those below, without those that are made when the site is built."""
    return sorted(page for page in folder.rglob("*.md") if page.parent.name != "schemas")


def counts(folder: Path = DOCS) -> dict[str, int]:
    """The words by hand of each page of a folder, by its path there."""
    found = {}
    for page in pages(folder):
        name = page.relative_to(folder).as_posix()
        found[name] = count(by_hand(page.read_text(encoding="utf-8")))
    return found


def main() -> None:
    """Print the words of each page that has any, and their sum."""
    found = {page: words for page, words in counts().items() if words}
    for page, words in sorted(found.items(), key=lambda one: -one[1]):
        print(f"{words:7,} {page}")
    chinese = sum(words for page, words in found.items() if page.startswith("zh/"))
    print(f"{sum(found.values()) - chinese:7,} in all, and {chinese:,} in Chinese")


if __name__ == "__main__":
    main()
