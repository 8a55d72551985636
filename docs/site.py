"""The site that Sphinx makes of the documents: `python -m docs.site`, and the extension it needs.

Pages are written for readers of the files, too: they link to files of the repository, and to pages
in the other language. Each language is built by itself: English to `build/docs`, Chinese to
`build/docs/zh`.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from hashlib import sha256
from importlib import import_module
from importlib.metadata import files
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.cmd.build import main as sphinx_build
from sphinx.config import Config

import shengji
from docs import python_api, schema_pages

DOCS = Path(__file__).parent
OUT = DOCS.parent / "build" / "docs"

_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()#\s:]+)(#[^()\s]*)?\)")
_INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)
_STYLE = re.compile(r' style="[^"]*"')
_STYLES = {"display: none;": "hidden", "opacity: 50%": 'opacity="0.5"'}
"""Styles in attributes, and what says the same."""
_EVALUATED = re.compile(r"new Function\(.*?\);", re.DOTALL)
_CHINESE = re.compile(r"[\u4e00-\u9fff]{2,}")
_MERMAID = re.compile(r"^```mermaid\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_NODE = re.compile(r'([A-Za-z0-9_]+)\["<b>[A-Za-z0-9_]+</b><br/>(.*?)"\]')
_ARROW = re.compile(r"([A-Za-z0-9_]+) --> ([A-Za-z0-9_]+)")
_ANCHOR = re.compile(r'^<a id="([^"]+)"></a>$', re.MULTILINE)


def adapted(text: str, page: Path) -> str:
    """The source of a page as Sphinx takes it.

    Args:
        text: Markdown.
        page: its file.

    Returns:
        Markdown in which links to the other language lead to its pages, links to files outside
        `docs` to the repository (before it is published they are their words alone), and anchors
        are targets of MyST.
    """

    def linked(match: re.Match[str]) -> str:
        words, path, anchor = match[1], match[2], match[3] or ""
        target = Path(os.path.normpath(page.parent / path))
        if not target.is_relative_to(DOCS):
            file = os.path.relpath(target, DOCS.parent)
            url = f"{shengji.__url__}/blob/v{shengji.__version__}/{file}"
            return f"[{words}]({url}{anchor})" if shengji.__url__ else words
        if target.suffix == ".md" and ("zh" in target.parts) != ("zh" in page.parts):
            return f'<a href="{path.removesuffix(".md")}.html{anchor}">{words}</a>'
        return match[0]

    text = _MERMAID.sub(_tabled, _ANCHOR.sub(r"(\1)=", text))
    return _LINK.sub(linked, text)


def _tabled(picture: re.Match[str]) -> str:
    """A flowchart of Mermaid, which needs a program of others to be drawn, as a table."""
    uses: dict[str, list[str]] = {}
    for high, low in _ARROW.findall(picture[1]):
        uses.setdefault(high, []).append(low)
    rows = "".join(
        f"| `{name}` | {words} | {', '.join(uses.get(name, []))} |\n"
        for name, words in _NODE.findall(picture[1])
    )
    return f"| | | uses |\n| --- | --- | --- |\n{rows}"


def _configure(app: Sphinx, config: Config) -> None:
    """Write what a language needs beside its pages: the Python API, or words for the search."""
    if Path(app.srcdir) == DOCS:
        python_api.write_pages()
        schema_pages.write_pages()
        config.autodoc_type_aliases = python_api.aliases()
    elif config.language == "zh_CN":
        words = OUT.with_name("search-words.txt")
        words.parent.mkdir(exist_ok=True)
        words.write_text("\n".join(search_words()), encoding="utf-8")
        import_module("jieba").setLogLevel(logging.WARNING)
        config.html_search_options = {"dict": str(words)}


def search_words() -> list[str]:
    """The Chinese terms of docs/terms.md, which the search takes for words."""
    rows = re.findall(
        r"^\| [^|]+ \| ([^|]+) \|", (DOCS / "terms.md").read_text("utf-8"), re.MULTILINE
    )
    found = {term.strip() for row in rows for term in row.split(",")}
    return sorted(term for term in found if _CHINESE.fullmatch(term))


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


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Remove stale pages, and what the Content-Security-Policy of the server forbids."""
    if error is not None:
        return
    out = Path(app.outdir)
    if Path(app.srcdir) == DOCS:
        schema_pages.write_files(out)
    if app.config.language == "zh_CN":
        _mend_search(out / "_static")
    made = {*app.env.found_docs, "genindex", "py-modindex", "search"}
    for page in out.rglob("*.html"):
        if "zh" in page.relative_to(out).parts:
            continue
        if page.relative_to(out).with_suffix("").as_posix() not in made:
            page.unlink()
            continue
        text = page.read_text(encoding="utf-8")
        allowed = without_inline(text, out, page)
        if allowed != text:
            page.write_text(allowed, encoding="utf-8")


def _mend_search(static: Path) -> None:
    """Make the Chinese search run: without `eval`, which the server forbids."""
    tools, search = static / "doctools.js", static / "language_data.js"
    text = tools.read_text(encoding="utf-8")
    tools.write_text(_EVALUATED.sub("() => 0;", text), encoding="utf-8")
    text = search.read_text(encoding="utf-8")
    ours = (DOCS / "search-zh.js").read_text(encoding="utf-8")
    search.write_text(text.replace("window.Stemmer = ChineseStemmer;", ours), encoding="utf-8")


def without_inline(text: str, out: Path, page: Path) -> str:
    """Move the scripts and styles that stand in a page into files of `_static`.

    Args:
        text: the page as HTML.
        out: the folder of the site.
        page: the page's file in it.
    """
    static = os.path.relpath(out / "_static", page.parent)

    def moved(match: re.Match[str]) -> str:
        kind = "js" if match[1] == "script" else "css"
        name = f"inline-{sha256(match[2].encode()).hexdigest()[:8]}.{kind}"
        (out / "_static" / name).write_text(match[2], encoding="utf-8")
        if kind == "js":
            return f'<script src="{static}/{name}"></script>'
        return f'<link rel="stylesheet" href="{static}/{name}">'

    for style, attribute in _STYLES.items():
        text = text.replace(f'style="{style}"', attribute)
    return _STYLE.sub("", _INLINE.sub(moved, text))


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension, as Sphinx asks for it."""
    app.connect("config-inited", _configure)
    app.connect("source-read", _read)
    app.connect("autodoc-process-docstring", _reword, priority=100)  # before napoleon
    app.connect("autodoc-skip-member", _skip)
    app.connect("build-finished", _finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def licenses() -> str:
    """The licences of the packages whose scripts and styles the site contains."""
    return "\n".join(
        f"{package}\n\n{file.read_text(encoding='utf-8')}"
        for package in ("furo", "Pygments", "Sphinx")
        for file in files(package) or ()
        if re.search(r"dist-info/.*LICEN[CS]E", str(file))
    )


def main() -> int:
    """Build the site of each language; a warning is an error. Returns an exit status."""
    shared = ["-q", "-W", "--keep-going", "-b", "html", "-c", str(DOCS)]
    chinese = ["-D", "language=zh_CN", "-D", "html_title=升级 shengji"]
    kept = OUT.with_name("doctrees")
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "licenses.txt").write_text(licenses(), encoding="utf-8")
    status = sphinx_build([*shared, "-d", str(kept / "en"), str(DOCS), str(OUT)]) or sphinx_build(
        [*shared, *chinese, "-d", str(kept / "zh"), str(DOCS / "zh"), str(OUT / "zh")]
    )
    for made in OUT.rglob(".buildinfo"):  # of where it was built, which the wheel does not say
        made.unlink()
    return status


if __name__ == "__main__":
    sys.exit(main())
