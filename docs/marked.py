"""Parts of pages that are generated: what stands between two lines of a page, and tables."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Marked(NamedTuple):
    """A part of a page.

    Attributes:
        page: the page.
        begin: the line before the part.
        end: the line after it.
    """

    page: Path
    begin: str
    end: str

    def read(self) -> str:
        """The text that stands there."""
        return self._parts()[1]

    def write(self, text: str) -> None:
        """Put a text there, in place of what stands there."""
        before, _, after = self._parts()
        whole = before + self.begin + text + self.end + after
        self.page.write_text(whole, encoding="utf-8", newline="\n")

    def _parts(self) -> tuple[str, str, str]:
        before, begin, rest = self.page.read_text(encoding="utf-8").partition(self.begin)
        there, end, after = rest.partition(self.end)
        assert begin and end, f"{self.page} has no {self.begin.strip()} ... {self.end.strip()}"
        return before, there, after


def table_of(heads: list[str], rows: list[list[str]], left: int = 1) -> str:
    """A table in Markdown; so many columns from the left are words, the others numbers."""
    rule = ["---"] * left + ["--:"] * (len(heads) - left)
    return "".join(f"| {' | '.join(row)} |\n" for row in [heads, rule, *rows])
