"""HTML pages of documentation, from OpenAPI and JSON Schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape

from shengji.forms.docstrings import Schema

STYLE = """\
:root { color-scheme: light dark; --line: #8886; --link: light-dark(#0b57a4, #8ec5ff); }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem; padding: 1rem; }
a { color: var(--link); }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); }
h3 { margin-top: 2.5rem; }
code, pre { font: 0.9em/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.4rem; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; }
tr + tr { border-top: 1px solid var(--line); }
nav { columns: 14rem; }
nav a { display: block; }
"""

_METHODS = ("get", "post", "put", "patch", "delete")
_SHOWN = 12
"""Maximum number of values shown of an enumeration."""


def api_page(openapi: Schema) -> str:
    """Render the addresses of an OpenAPI document as a page."""
    operations = [
        (method.upper(), path, item[method])
        for path, item in sorted(openapi["paths"].items())
        for method in _METHODS
        if method in item
    ]
    parts = openapi.get("components", {}).get("schemas", {})
    about = (
        f"<p>{_text(openapi['info']['description'])}</p>"
        '<p>For programs: <a href="/api/openapi.json">OpenAPI</a>. '
        '<a href="/api/docs/socket">The messages of the socket</a>.</p>'
    )
    addresses = "".join(_operation(*operation) for operation in operations)
    links = [(f"{method} {path}", _anchor(method, path)) for method, path, _ in operations]
    return types_page(
        f"{openapi['info']['title']}: HTTP API",
        about + _nav(links) + "<h2>Addresses</h2>" + addresses,
        parts,
    )


def socket_page(schema: Schema) -> str:
    """Render the socket's messages and their types as a page."""
    parts = dict(schema["$defs"])
    sections = [
        ("From the browser", members(parts["FromBrowser"])),
        ("To the browser", members(parts["ToBrowser"])),
    ]
    pages = [name for name in members(parts["ToPage"]) if name not in members(parts["ToBrowser"])]
    sections.append(("To a page, over the socket of the site", pages))
    about = (
        "<p>The socket of a table is at <code>/api/tables/ID/socket</code>. Each frame is one JSON "
        "object, whose <code>type</code> names the message. The browser authenticates with its "
        "cookie, and sends <code>hello</code> first. Messages contain no cards that the viewer may "
        "not see.</p>"
        "<p>The socket of the site is at <code>/api/socket</code>. It sends each page the messages "
        "for its person, and accepts none.</p>"
        '<p>For programs: <a href="/api/socket.json">JSON Schema</a>, '
        '<a href="/api/asyncapi.json">AsyncAPI</a>. <a href="/api/docs">The HTTP API</a>.</p>'
        "<pre>&gt; {&quot;type&quot;: &quot;hello&quot;}\n"
        "&lt; {&quot;type&quot;: &quot;welcome&quot;, &quot;version&quot;: 7, ...}\n"
        "&gt; {&quot;type&quot;: &quot;do&quot;, &quot;id&quot;: &quot;a1&quot;, "
        "&quot;version&quot;: 7, &quot;action&quot;: "
        "{&quot;do&quot;: &quot;sit&quot;, &quot;seat&quot;: 1}}\n"
        "&lt; {&quot;type&quot;: &quot;table&quot;, &quot;version&quot;: 8, ...}\n"
        "&lt; {&quot;type&quot;: &quot;done&quot;, &quot;id&quot;: &quot;a1&quot;, "
        "&quot;version&quot;: 8}</pre>"
    )
    body = about + _nav([(name, name) for _, names in sections for name in names])
    for title, names in sections:
        body += f"<h2>{title}</h2>" + "".join(_part(name, parts.pop(name)) for name in names)
    return types_page("shengji: the socket of a table", body, parts)


def types_page(title: str, body: str, parts: Schema) -> str:
    """Render a page with some HTML, and after it the types that it names.

    Args:
        title: plain text.
        body: HTML before the types.
        parts: the schemas of the types by name, the `$defs` of a JSON Schema.
    """
    types = "".join(_part(name, part) for name, part in sorted(parts.items()))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title>"
        '<link rel="icon" href="data:,"><link rel="stylesheet" href="/api/docs/style.css"></head>'
        f"<body><main><h1>{escape(title)}</h1>{body}<h2>Types</h2>{types}</main></body></html>"
    )


def _nav(links: Iterable[tuple[str, str]]) -> str:
    items = "".join(f'<a href="#{anchor}">{escape(name)}</a>' for name, anchor in links)
    return f"<nav>{items}</nav>"


def _operation(method: str, path: str, operation: Schema) -> str:
    rows = [
        ("in the path", f"<code>{escape(parameter['name'])}</code>")
        for parameter in operation.get("parameters", ())
    ]
    scopes = [scope for way in operation.get("security", ()) for scope in way.get("token", ())]
    if scopes:
        rows.append(("token scope", f"<code>{escape(', '.join(scopes))}</code>"))
    body = operation.get("requestBody", {}).get("content", {})
    rows += [("body", _kind(content["schema"])) for content in body.values()]
    for status, response in sorted(operation["responses"].items()):
        kinds = " | ".join(
            _kind(content["schema"])
            for content in response.get("content", {}).values()
            if "schema" in content
        )
        words = "" if status < "300" else f": {_text(response.get('description', ''))}"
        rows.append((f"response {status}", f"{kinds}{words}"))
    return (
        f'<h3 id="{_anchor(method, path)}"><code>{method} {escape(path)}</code></h3>'
        f"<p><b>{_text(operation.get('summary', ''))}.</b> "
        f"{_text(operation.get('description', ''))}</p>"
        + _table([(escape(name), words) for name, words in rows])
    )


def _part(name: str, part: Schema) -> str:
    """A type: its description, and its fields or values."""
    words = (
        f'<h3 id="{escape(name)}">{escape(name)}</h3><p>{_text(part.get("description", ""))}</p>'
    )
    if "properties" not in part:
        return words + f"<p>{_kind(part)}</p>"
    required = part.get("required", ())
    rows = []
    for field, kind in part["properties"].items():
        default = "" if field in required else f" (default {_default(kind)})"
        about = _text(kind.get("description", ""))
        rows.append((f"<code>{escape(field)}</code>", f"{_kind(kind)}{default}", about))
    return words + _table(rows)


def _default(kind: Schema) -> str:
    return f"<code>{escape(json.dumps(kind['default']))}</code>" if "default" in kind else "none"


def _kind(kind: Schema) -> str:
    """A type as a short expression, such as `list of string`."""
    if "$ref" in kind:
        name = kind["$ref"].rsplit("/", 1)[1]
        return f'<a href="#{escape(name)}">{escape(name)}</a>'
    if "enum" in kind or "const" in kind:
        values = kind.get("enum") or [kind["const"]]
        more = " | …" if len(values) > _SHOWN else ""
        return " | ".join(f"<code>{escape(str(value))}</code>" for value in values[:_SHOWN]) + more
    for several in ("anyOf", "oneOf"):
        if several in kind:
            return " | ".join(map(_kind, kind[several]))
    if "prefixItems" in kind:
        return f"[{', '.join(map(_kind, kind['prefixItems']))}]"
    name = kind.get("type", "anything")
    if name == "array":
        return f"list of {_kind(kind.get('items', {}))}" + _limits(kind, "Items", "")
    if isinstance(name, list):
        return " | ".join(map(str, name))
    return f"{name}{_limits(kind, 'Length', ' characters')}{_limits(kind, 'imum', '')}"


def _limits(kind: Schema, what: str, unit: str) -> str:
    low, high = kind.get(f"min{what}"), kind.get(f"max{what}")
    if low is None and high is None:
        return ""
    if low is None:
        return f", at most {high}{unit}"
    return f", at least {low}{unit}" if high is None else f", {low} to {high}{unit}"


def members(union: Schema) -> list[str]:
    """Names of a union's member types."""
    return [member["$ref"].rsplit("/", 1)[1] for member in union["anyOf"]]


def _table(rows: Iterable[tuple[str, ...]]) -> str:
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>{lines}</table>" if lines else ""


def _text(words: str) -> str:
    """Text as HTML, with `code` in backticks."""
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(words, quote=False))


def _anchor(method: str, path: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", f"{method}{path}".lower()).strip("-")
