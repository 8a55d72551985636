"""The interface that programs use: all of what was once published is still there.

`interface.json` has the OpenAPI document and the schema of the socket without their words. What is
added does no harm; what is taken away, or asked for besides, breaks programs of others. A change
that must break them is written anew with `python -m tests.server.http.test_interface`, and told in
the changelog.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from shengji.server.app import create_app
from shengji.server.json_schema import socket_schema

PUBLISHED: Final = Path(__file__).with_name("interface.json")
WORDS: Final = {"description", "summary", "examples", "title"}


@cache
def interface_text() -> str:
    """The interface as it is now, without its words, as JSON."""
    openapi = create_app().openapi_schema.to_schema()
    parts = {"paths": openapi["paths"], "components": openapi["components"]}
    plain = msgspec.json.decode(msgspec.json.encode({**parts, "socket": socket_schema()}))
    return json.dumps(without_words(plain), separators=(",", ":"))


def without_words(part: Any) -> Any:
    """The same without what is said of it; a field may be called like that, too."""
    if isinstance(part, dict):
        return {
            name: without_words(value)
            for name, value in sorted(part.items())
            if name not in WORDS or isinstance(value, dict)
        }
    return [without_words(one) for one in part] if isinstance(part, list) else part


def broken(old: Any, new: Any, place: str = "") -> Iterator[str]:
    """Each place at which something old is gone or another."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name, value in old.items():
            if name in new:
                yield from broken(value, new[name], f"{place}/{name}")
            else:
                yield f"{place}/{name} is gone"
    elif isinstance(old, list) and isinstance(new, list):
        written = [json.dumps(one, sort_keys=True) for one in new]
        choices = [one for one in new if isinstance(one, dict) and one.keys() == {"oneOf"}]
        for one in old:
            wider = isinstance(one, dict) and any(not list(broken(one, now)) for now in choices)
            if not wider and json.dumps(one, sort_keys=True) not in written:
                yield f"{place}: {one} is gone"
    elif old != new:
        yield f"{place}: {old} is {new}"


def taken(interface: dict[str, Any]) -> set[str]:
    """The shapes that addresses take."""
    schemas = interface["components"]["schemas"]
    found: set[str] = set()
    asked = [
        json.dumps(handler.get("requestBody"))
        for path in interface["paths"].values()
        for handler in path.values()
        if isinstance(handler, dict)
    ]
    while asked:
        for name in re.findall(r'"#/components/schemas/([^"]+)"', asked.pop()):
            if name not in found:
                found.add(name)
                asked.append(json.dumps(schemas[name]))
    return found


def demanded(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """Each field that an address takes now only with a value, and did not before."""
    was, now = old["components"]["schemas"], new["components"]["schemas"]
    for name in sorted(taken(old)):
        for field in set(now[name].get("required", [])) - set(was[name].get("required", [])):
            yield f"{name}.{field} is asked for"


def test_all_that_was_published_is_still_there() -> None:
    old, new = (
        json.loads(PUBLISHED.read_text(encoding="utf-8")),
        json.loads(interface_text()),
    )
    assert list(broken(old, new)) == []
    assert list(demanded(old, new)) == []


def test_what_breaks_programs_is_seen() -> None:
    old, new = (json.loads(interface_text()) for _ in range(2))
    del new["paths"]["/api/lobby"]
    new["components"]["schemas"]["Rename"]["required"].append("reason")
    new["components"]["schemas"]["Me"]["properties"]["name"]["type"] = "integer"
    assert list(broken(old, new)) == [
        "/components/schemas/Me/properties/name/type: string is integer",
        "/paths//api/lobby is gone",
    ]
    assert list(demanded(old, new)) == ["Rename.reason is asked for"]


def test_a_choice_may_become_wider_and_not_narrower() -> None:
    old = {"oneOf": [{"oneOf": [{"$ref": "a"}, {"$ref": "b"}]}]}
    assert list(broken(old, {"oneOf": [{"oneOf": [{"$ref": x} for x in "cba"]}]})) == []
    assert list(broken(old, {"oneOf": [{"oneOf": [{"$ref": "a"}]}]})) != []
    assert list(broken(old, {"oneOf": [{"oneOf": [{"$ref": x} for x in "ab"], "not": {}}]})) != []


if __name__ == "__main__":
    PUBLISHED.write_text(interface_text().replace('},"/', '},\n"/'))
