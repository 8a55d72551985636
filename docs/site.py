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

from docs import python_api

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


def _begin(app: Sphinx) -> None:
    if Path(app.srcdir) == DOCS:
        python_api.write_pages()


def _read(app: Sphinx, name: str, source: list[str]) -> None:
    page = Path(app.srcdir, f"{name}.md")
    if page.exists():
        source[0] = adapted(source[0], page)


def _reword(*given: list[str]) -> None:
    """Reword a docstring, whose lines are the last of what autodoc gives."""
    lines = given[-1]
    lines[:] = python_api.reworded("\n".join(lines)).split("\n")


def _skip(
    _app: Sphinx, _kind: str, _name: str, value: object, skip: bool, _options: object
) -> bool:
    """Leave out fields of named tuples that their class describes already."""
    return skip or str(value.__doc__).startswith("Alias for field number")


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension, as Sphinx asks for it."""
    app.connect("builder-inited", _begin)
    app.connect("source-read", _read)
    app.connect("autodoc-process-docstring", _reword, priority=100)  # before napoleon
    app.connect("autodoc-skip-member", _skip)
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
