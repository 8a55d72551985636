"""Write the client's requests, `src/requests.ts`, from the addresses of the server.

`make` runs `python -m web.make_requests` whenever it is older than the program. Whatever a browser
may ask and is answered in JSON becomes a function, called as the server's own; what is fetched as a
file becomes one that gives its address.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from litestar.handlers import HTTPRouteHandler

from shengji.server.app import create_app
from shengji.server.routes import ADDRESSES
from shengji.server.site.idempotency import HEADER
from web.make_types import type_of

Operation = dict[str, Any]

REQUESTS: Final = Path(__file__).resolve().parent / "src" / "requests.ts"

HEADING: Final = (
    "// Written by `python -m web.make_requests` from src/shengji/server; change that.\n"
)
JSON: Final = "application/json"
ATOMS: Final = {"boolean", "null", "number", "string"}


class Request(NamedTuple):
    """An address as a function of the client.

    Attributes:
        name: what it is called.
        text: what is written.
        types: the types that it speaks of.
    """

    name: str
    text: str
    types: frozenset[str]


def module(
    addresses: tuple[HTTPRouteHandler, ...] = ADDRESSES, document: Operation | None = None
) -> str:
    """The text of the module: a function for each address that browsers ask.

    Args:
        addresses: those of the server.
        document: its OpenAPI document; `None`: that of the server as it is.
    """
    paths = (document or _document())["paths"]
    found = [
        _request(address, method, path, paths[path][method.lower()])
        for address in addresses
        for method in sorted(address.http_methods)
        for path in (re.sub(r":[a-z]+}", "}", one) for one in sorted(address.paths))
        if not _is_of_programs(paths[path][method.lower()])
    ]
    made = [request for request in found if request is not None]
    twice = [name for name, number in Counter(one.name for one in made).items() if number > 1]
    if twice:
        raise ValueError(f"Addresses are called alike: {', '.join(twice)}; rename all but one.")
    types = sorted(frozenset[str]().union(*(request.types for request in made)))
    imports = ['import { ask, make, withQuery } from "./net/api";\n']
    listed = "".join(f"  {name},\n" for name in types)
    imports.append(f'import type {{\n{listed}}} from "./wire";\n')
    return "\n".join([HEADING + "".join(imports), *(request.text for request in made)])


def _document() -> Operation:
    """The OpenAPI document of the server."""
    written = msgspec.json.encode(create_app().openapi_schema.to_schema())
    found: Operation = msgspec.json.decode(written)
    return found


def _is_of_programs(operation: Operation) -> bool:
    """Tell whether browsers are refused there, or have nothing to ask."""
    by = [name for one in operation.get("security", ()) for name in one]
    return by == ["token"] or "operations" in operation["tags"]


def _request(
    address: HTTPRouteHandler, method: str, path: str, operation: Operation
) -> Request | None:
    """The function of an address; none, where it gives neither JSON nor a file to fetch."""
    first, *others = address.handler_name.split("_")
    name = first + "".join(map(str.capitalize, others))
    contents = [
        response.get("content") or {JSON: {"schema": {"type": "null"}}}
        for status, response in operation["responses"].items()
        if status.startswith("2")
    ]
    is_file = not all(JSON in content for content in contents)
    if is_file and method != "GET":
        return None
    answer = " | ".join(type_of(content[JSON]["schema"]) for content in contents if JSON in content)
    given, place, kinds = _given(path, operation)
    if is_file:
        name, result, body = f"{name}Address", "string", place
    else:
        kinds.append(answer)
        sent = ", body" if any(one.startswith("body:") for one in given) else ""
        asked = f"make({place}" if _makes(operation) else f'ask("{method}", {place}'
        result, body = f"Promise<{answer}>", f"{asked}{sent})"
    words = f"/** {operation['summary'].removesuffix('.')}. */\n"
    text = f"{words}export const {name} = ({', '.join(given)}): {result} =>\n  {body};\n"
    types = {name for kind in kinds for name in re.findall(r"\b[A-Z][A-Za-z0-9_]*", kind)}
    return Request(name, text, frozenset(types - {"Readonly", "Record"}))


def _makes(operation: Operation) -> bool:
    """Whether the server takes a key there, so that what is sent again is made once."""
    return any(one["name"] == HEADER for one in operation.get("parameters", ()))


def _given(path: str, operation: Operation) -> tuple[list[str], str, list[str]]:
    """The parameters of a function, the address that it asks, and the types of what it sends."""
    given, query, kinds = [], [], []
    for one in operation.get("parameters", ()):
        if one["in"] == "header":
            continue
        kind = type_of(one["schema"])
        if one["in"] == "path":
            words = one["name"].split("_")
            name = words[0] + "".join(map(str.capitalize, words[1:]))
            part = name if kind == "number" else f"encodeURIComponent({name})"
            given.append(f"{name}: {kind}")
            path = path.replace(f"{{{one['name']}}}", f"${{{part}}}")
        else:
            query.append(f"readonly {one['name']}?: {kind}")
        kinds.append(kind if '"' not in kind else "")
    place = f"`{path}`" if "$" in path else f'"{path}"'
    if "requestBody" in operation:
        kinds.append(type_of(operation["requestBody"]["content"][JSON]["schema"]))
        given.append(f"body: {kinds[-1]}")
    if query:
        given.append(f"query: {{ {'; '.join(query)} }} = {{}}")
        place = f"withQuery({place}, query)"
    return given, place, kinds


def main() -> int:
    """Write the file again, unless that would change nothing: it is built into the client.

    Returns:
        The exit status.
    """
    text = module()
    if not REQUESTS.exists() or REQUESTS.read_text(encoding="utf-8") != text:
        REQUESTS.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
