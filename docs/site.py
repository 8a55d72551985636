"""The site that Sphinx makes of the documents: `python -m docs.site`, and the extension it needs.

Pages are written for readers of the files, too: they link to files of the repository, and to pages
in the other language. Each language is built by itself: English to `build/docs`, Chinese to
`build/docs/zh`.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.cmd.build import main as sphinx_build

DOCS = Path(__file__).parent
OUT = DOCS.parent / "build" / "docs"

_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()#\s:]+)(#[^()\s]*)?\)")
_ANCHOR = re.compile(r'^<a id="([^"]+)"></a>$', re.MULTILINE)


def adapted(text: str, page: Path) -> str:
    """The source of a page as Sphinx takes it.

    Args:
        text: Markdown.
        page: its file.

    Returns:
        Markdown in which links to the other language lead to its pages, links to files outside
        `docs` are their words alone, and anchors are targets of MyST.
    """

    def linked(match: re.Match[str]) -> str:
        words, path, anchor = match[1], match[2], match[3] or ""
        target = Path(os.path.normpath(page.parent / path))
        if not target.is_relative_to(DOCS):
            return words
        if target.suffix == ".md" and ("zh" in target.parts) != ("zh" in page.parts):
            return f'<a href="{path.removesuffix(".md")}.html{anchor}">{words}</a>'
        return match[0]

    text = _ANCHOR.sub(r"(\1)=", text).replace("```mermaid\n", "```text\n")
    return _LINK.sub(linked, text)


def _read(app: Sphinx, name: str, source: list[str]) -> None:
    source[0] = adapted(source[0], Path(app.srcdir, f"{name}.md"))


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension, as Sphinx asks for it."""
    app.connect("source-read", _read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def main() -> int:
    """Build the site of each language; a warning is an error. Returns an exit status."""
    shared = ["-q", "-W", "--keep-going", "-b", "html", "-c", str(DOCS)]
    chinese = ["-D", "language=zh_CN", "-D", "html_title=升级 shengji"]
    return sphinx_build([*shared, str(DOCS), str(OUT)]) or sphinx_build(
        [*shared, *chinese, str(DOCS / "zh"), str(OUT / "zh")]
    )


if __name__ == "__main__":
    sys.exit(main())
