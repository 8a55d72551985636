"""Write the client's types, `src/wire.ts`, from the types of the server.

`make` runs `python -m web.make_types` whenever it is older than the program.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from shengji.server.json_schema import server_schema
from shengji.server.routes import ADDRESSES

Schema = dict[str, Any]

WIRE = Path(__file__).resolve().parent / "src" / "wire.ts"

HEADING = "// Written by `python -m web.make_types` from src/shengji/server; change that.\n"

PARTS = {
    "Wait": 'Now["wait"]',
    "Pool": 'Leaderboard["pool"]',
    "Game": 'NonNullable<Seated["game"]>',
    "What": 'Propose["what"]',
    "Phrase": 'NonNullable<Say["phrase"]>',
    "Pace": 'Settings["pace"]',
    "Onlookers": 'Settings["onlookers"]',
    "Layout": 'NonNullable<Welcome["layout"]>',
}
"""Parts of types that the client calls by a name of their own."""

ATOMS = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def typescript(schema: Schema) -> str:
    """Write the definitions of a JSON Schema as TypeScript.

    Args:
        schema: as `shengji.server.json_schema.server_schema` gives it.

    Returns:
        The text of the module: one exported type for each definition.
    """
    types = [_definition(name, part) for name, part in schema["$defs"].items()]
    parts = [f"export type {name} = {part};\n" for name, part in PARTS.items()]
    return "\n".join([HEADING, *types, *parts])


def _definition(name: str, part: Schema) -> str:
    words = _comment(part, "")
    if "properties" in part:
        return f"{words}export interface {name} {_object(part)}\n"
    return f"{words}export type {name} = {type_of(part)};\n"


def _object(part: Schema) -> str:
    required = set(part.get("required", ()))
    lines = []
    for name, of in part["properties"].items():
        # What tells the members of a union apart has one value, and is always there.
        tag = len(of.get("enum", ())) == 1
        key = name if name.isidentifier() else json.dumps(name)
        mark = "" if tag or name in required else "?"
        lines.append(f"{_comment(of, '  ')}  readonly {key}{mark}: {type_of(of)};\n")
    return "{\n" + "".join(lines) + "}"


def type_of(part: Schema) -> str:
    """The type of a part of a JSON Schema, or of one of OpenAPI, in TypeScript."""
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "enum" in part:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in part["enum"])
    if "anyOf" in part or "oneOf" in part:
        found = part.get("anyOf") or part["oneOf"]
        return " | ".join(dict.fromkeys(map(type_of, found)))
    kind = part.get("type")
    if isinstance(kind, list):
        return " | ".join(ATOMS[one] for one in kind)
    if kind == "array":
        return _array(part)
    if kind == "object":
        of = part.get("additionalProperties")
        return f"Readonly<Record<string, {type_of(of) if isinstance(of, dict) else 'unknown'}>>"
    return ATOMS[kind] if kind else "unknown"


def _array(part: Schema) -> str:
    if "prefixItems" in part:
        return f"readonly [{', '.join(map(type_of, part['prefixItems']))}]"
    of = type_of(part["items"]) if isinstance(part.get("items"), dict) else "unknown"
    return f"readonly ({of})[]" if " " in of else f"readonly {of}[]"


def _comment(part: Schema, indent: str) -> str:
    words = part.get("description")
    return f"{indent}/** {words} */\n" if words else ""


def main() -> int:
    """Write the file again.

    Returns:
        The exit status.
    """
    WIRE.write_text(typescript(server_schema(ADDRESSES)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
