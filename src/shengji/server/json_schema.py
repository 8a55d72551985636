"""JSON Schema of the messages between server and browser, generated from the Python types.

The browser's TypeScript types are generated from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, TypeAlias, get_args, get_type_hints

import msgspec
from litestar.handlers import HTTPRouteHandler

from shengji.forms.docstrings import Schema, document
from shengji.game import Event
from shengji.server.friends.schemas import (
    Beat,
    FriendsMoved,
    FriendsTold,
    LobbyChanged,
    LobbyTold,
    Welcomed,
)
from shengji.server.invitations.schemas import InvitationsTold
from shengji.server.nights.schemas import AskedOfNight
from shengji.server.site.schemas import Fault, Tongue
from shengji.server.tables import messages
from shengji.server.tables.acts import Action
from shengji.server.tables.acts.decisions import GameAction

_YOUNGER = {
    (kind.__name__, field.encode_name)
    for kind in get_args(Event)
    for field in msgspec.structs.fields(kind)
    if field.default is msgspec.UNSET
}
"""Fields missing from events that were stored before the field existed."""

DRAFT = "https://json-schema.org/draft/2020-12/schema"

ToPage: TypeAlias = (
    Welcomed
    | FriendsTold
    | FriendsMoved
    | InvitationsTold
    | LobbyTold
    | LobbyChanged
    | Beat
    | messages.Refused
    | messages.Bye
)
"""A message from the server on the site's socket."""

UNIONS: dict[str, tuple[str, Any]] = {
    "FromBrowser": ("A message from the browser.", messages.FromBrowser),
    "ToBrowser": ("A message to the browser.", messages.ToBrowser),
    "ToPage": ("A message to any page of the site.", ToPage),
    "Action": ("An action at a table.", Action),
    "GameAction": ("A decision in a hand.", GameAction),
    "Event": ("An event of a match.", Event),
    "AskedOfNight": ("A command to a night.", AskedOfNight),
}
"""Unions with a definition of their own: description and type, by name."""


@cache
def socket_schema() -> Schema:
    """JSON Schema of the sockets' messages.

    `$defs` has `FromBrowser` and `ToBrowser` for the socket of a table, and `ToPage` for the socket
    of the site, which accepts no messages from the browser.
    """
    parts = _parts(
        get_args(messages.FromBrowser), (*get_args(messages.ToBrowser), *get_args(ToPage))
    )
    return {
        "$schema": DRAFT,
        "title": "shengji socket",
        "description": "A message of a table's socket, either way, or of the site's socket.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("FromBrowser", "ToBrowser", "ToPage")],
        "$defs": parts,
    }


def server_schema(addresses: Iterable[HTTPRouteHandler]) -> Schema:
    """JSON Schema of the socket's messages and of all request and response bodies.

    All fields of a type that the server sends are required, except fields that stored events may
    lack. Fields with a default are optional in a type that only the browser sends.
    """
    taken, given = (
        {*get_args(messages.FromBrowser)},
        {*get_args(messages.ToBrowser), *get_args(ToPage), Fault},
    )
    for address in addresses:
        for name, kind in address.fn.__annotations__.items():
            if name in ("data", "return"):
                (taken if name == "data" else given).update(_shapes_in(kind))
    parts = _parts(taken, given)
    parts["Tongue"] = {
        "description": "A language of the site.",
        "enum": list(get_args(Tongue)),
    }
    return {
        "$schema": DRAFT,
        "title": "shengji server",
        "description": "Messages and request and response bodies, between server and browser.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in parts],
        "$defs": parts,
    }


def _shapes_in(kind: Any) -> Iterator[type]:
    """Struct types within a type annotation, without the structs nested in their fields."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
    for part in get_args(kind):
        yield from _shapes_in(part)


def _types_by_name(kinds: Iterable[type]) -> dict[str, type]:
    """Struct types by name, with all types that their fields refer to."""
    found: dict[str, type] = {}
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if kind.__name__ not in found:
            found[kind.__name__] = kind
            waiting += [one for hint in get_type_hints(kind).values() for one in _shapes_in(hint)]
    return found


def _parts(taken: Iterable[type], given: Iterable[type]) -> dict[str, Schema]:
    """Definitions of the types that the server receives and sends, with all types they refer to."""
    taken, given = tuple(taken), tuple(given)
    _, parts = msgspec.json.schema_components((*taken, *given), ref_template="#/$defs/{name}")
    sent_back = {kind.__name__ for kind in get_args(Action)}
    complete = _reached(parts, {kind.__name__ for kind in given}, but=sent_back)
    kinds = _types_by_name((*taken, *given))
    for name, part in parts.items():
        document(part, kinds.get(name))
        if name in complete and "properties" in part:
            part["required"] = [key for key in part["properties"] if (name, key) not in _YOUNGER]
    named = {
        name: _union(words, kinds)
        for name, (words, kinds) in UNIONS.items()
        if all(kind.__name__ in parts for kind in get_args(kinds))
    }
    for part in parts.values():
        _name_unions(part, named)
    return dict(sorted({**parts, **named}.items()))


def _reached(parts: dict[str, Schema], names: set[str], but: set[str]) -> set[str]:
    """Names of definitions reachable from `names`, themselves included, not going through `but`."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found and name not in but:
            found.add(name)
            text = json.dumps(parts[name])
            waiting += re.findall(r'"#/\$defs/([A-Za-z0-9_]+)"', text)
    return found


def _union(words: str, kinds: Any) -> Schema:
    members = get_args(kinds)
    refs = [f"#/$defs/{kind.__name__}" for kind in members]
    configs = [kind.__struct_config__ for kind in members]
    tags = {str(config.tag): ref for config, ref in zip(configs, refs, strict=True)}
    return {
        "description": words,
        "anyOf": [{"$ref": ref} for ref in refs],
        "discriminator": {"propertyName": configs[0].tag_field, "mapping": tags},
    }


def _name_unions(part: Any, named: dict[str, Schema]) -> None:
    """Replace inline unions by a reference to the named union with the same members."""
    if isinstance(part, list):
        for one in part:
            _name_unions(one, named)
    elif isinstance(part, dict):
        tags = part.get("discriminator", {}).get("mapping")
        for name, union in named.items():
            if tags == union["discriminator"]["mapping"]:
                del part["anyOf"], part["discriminator"]
                part["$ref"] = f"#/$defs/{name}"
        for one in part.values():
            _name_unions(one, named)
