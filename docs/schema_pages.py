"""The pages of all schemas: of the HTTP API, the socket, records, the judge and bots.

They are made from the types when the site is built, each beside its machine-readable form.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import msgspec

from shengji.forms.docstrings import Schema
from shengji.server.app import create_app
from shengji.server.documents import asyncapi
from shengji.server.json_schema import socket_schema
from shengji.server.pages import api_page, socket_page, types_page
from shengji.terminal.schemas import schema_of

FOLDER = Path(__file__).parent / "schemas"
"""Where the pages are written; they are not kept."""

TITLES = {
    "record": "Schema of records",
    "events": "Schema of events",
    "commands": "Schema of commands",
    "rules": "Schema of rules",
    "judge": "Schema of the judge",
    "bot-protocol": "Schema of the bot protocol",
    "puzzle": "Schema of puzzles",
}
"""The parts that `shengji schema` prints, with the titles of their pages."""

_HEADING = re.compile(r"<h2>(.*?)</h2>")
_ANCHORED = re.compile(r'<h3 id="([^"]*)">(.*?)</h3>')
_ADDRESSES = {
    "/api/docs/socket": "socket.html",
    "/api/docs": "http.html",
    "/api/openapi.json": "http.json",
    "/api/socket.json": "socket.json",
    "/api/asyncapi.json": "asyncapi.json",
}
"""Links of the pages of a server, with their places in the site."""


def schemas() -> dict[str, Schema]:
    """The machine-readable forms, by the names of their files."""
    http = create_app().openapi_schema.to_schema()
    parts = {name: schema_of(name) for name in TITLES}
    return {"http": http, "socket": socket_schema(), "asyncapi": asyncapi(), **parts}


def write_pages() -> None:
    """Write the page of each schema, and their index."""
    FOLDER.mkdir(exist_ok=True)
    found = schemas()
    pages = {"http": api_page(found["http"]), "socket": socket_page(found["socket"])}
    for name, title in TITLES.items():
        parts = dict(found[name].get("$defs", {}))
        about = f'<p>For programs: <a href="{name}.json">JSON Schema</a>.</p>'
        pages[name] = types_page(title, about, parts)
    for name, html in pages.items():
        (FOLDER / f"{name}.md").write_text(markdown(html), encoding="utf-8")
    listed = "\n".join(pages)
    about = "All that goes in and out of the program as JSON, made from its types."
    toctree = f"```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
    (FOLDER / "index.md").write_text(f"# Schemas\n\n{about}\n\n{toctree}", encoding="utf-8")


def write_files(out: Path) -> None:
    """Write the machine-readable forms into the folder of the site."""
    for name, schema in schemas().items():
        text = msgspec.json.format(msgspec.json.encode(schema), indent=1)
        (out / "schemas" / f"{name}.json").write_bytes(text)


def markdown(html: str) -> str:
    """A page of a server as Markdown with its headings, so that it is listed and searched.

    >>> print(markdown("<h1>A &amp; B</h1><nav>x</nav><h3 id='A'>A</h3></main>".replace("'", '"')))
    ---
    tocdepth: 1
    ---
    <BLANKLINE>
    # A & B
    <BLANKLINE>
    <span id="A"></span>
    <BLANKLINE>
    ### A
    <BLANKLINE>
    """
    title, _, rest = html.partition("<h1>")[2].partition("</h1>")
    body = re.sub(r"<nav>.*?</nav>", "", rest.partition("</main>")[0])
    for address, place in _ADDRESSES.items():
        body = body.replace(f'href="{address}"', f'href="{place}"')
    body = _HEADING.sub(r"\n\n## \1\n\n", body)
    body = _ANCHORED.sub(_anchored, body)
    body = body.replace("<table>", '<table class="docutils">')
    title = unescape(title).removeprefix("shengji: the ").removeprefix("shengji: ")
    text = f"---\ntocdepth: 1\n---\n\n# {title[0].upper()}{title[1:]}\n\n{body.strip()}\n"
    return re.sub(r"\n{3,}", "\n\n", text)


def _anchored(match: re.Match[str]) -> str:
    words = re.sub(r"</?code>", "`", unescape(match[2]))
    return f'\n\n<span id="{match[1]}"></span>\n\n### {words}\n\n'
