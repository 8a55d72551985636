"""Write the table of the family into docs/family.md.

Run as `python -m tests.family.make_table` after a change of `tests/family.toml` or
`docs/peers.toml`; it is what `python -m tests.coverage --markdown` prints.
"""

from __future__ import annotations

from pathlib import Path

from tests.coverage.rows import read_page, read_peers
from tests.coverage.tables import as_markdown

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "family.md"
BEGIN = "<!-- The family: made by `python -m tests.family.make_table`. -->\n"
END = "<!-- End of the family. -->\n"


def block_of(text: str) -> str:
    """The block between the marks."""
    return text.partition(BEGIN)[2].partition(END)[0]


def with_block(text: str, block: str) -> str:
    """The text with this between the marks."""
    before, begin, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    assert begin and END in rest, f"{PAGE} has no {BEGIN.strip()} ... {END.strip()}"
    return before + begin + block + END + after


def main() -> None:
    """Write the table."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(
        with_block(text, as_markdown(read_page(ROOT), read_peers(ROOT))), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
