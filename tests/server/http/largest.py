"""For every address the largest requests that its types allow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any, Final, NamedTuple

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from msgspec import inspect

from shengji.record.lines import encode
from shengji.rules.bounds import READ_STRICTLY
from shengji.server.matches.schemas import LONGEST_RECORD
from shengji.server.site.parameters import LONGEST_ADDRESS
from shengji.server.site.settings import ServerSettings
from shengji.server.tables.acts import Action
from shengji.server.tables.messages import FromBrowser
from tests.record.kit import played
from tests.record.test_notation import example

RULES: Final[tuple[dict[str, Any], ...]] = (
    {"preset": "zhang-2021", "decks": 6, "consecutive": "nothing-between"},
    {"preset": "finding-friends", "players": 12, "decks": 6},
    {"preset": "pagat", "must_play": ["2"] * 3000},
    {"preset": "x" * 12_000},
    {f"option{number}": 2**60 for number in range(200)},
)
"""Rules that are dear to read, or to play by."""

_ENDLESS: Final = 2**60
"""As large as this is what has no bound."""

_numbers = count()
_GIVEN: Final = frozenset({"request", "socket", "state"})


class Large(NamedTuple):
    """A request.

    Attributes:
        method: of HTTP.
        path: as it is written in the program, such as `/api/tables/{table}`.
        query: what stands after it.
        body: makes what stands in it, as JSON; `None`: there is none.
    """

    method: str
    path: str
    query: dict[str, Any]
    body: Callable[[], bytes] | None

    def address(self, things: dict[str, str]) -> str:
        """The path, with what there is in the place of names, and the longest text for others."""
        free = "x" * (LONGEST_ADDRESS // 4)
        found = re.sub(r"\{(hand|number)\}", "9999", self.path)
        return re.sub(r"\{(\w+)\}", lambda name: things.get(name[1], free), found)


def all_large(app: Litestar) -> Iterator[Large]:
    """The largest requests to every address, several where there is a choice."""
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        for handler in route.route_handlers:
            if str(handler).startswith("shengji."):
                for method in sorted(handler.http_methods - {"OPTIONS", "HEAD"}):
                    yield from _of_handler(handler, str(method), route.path_format)


def _of_handler(handler: HTTPRouteHandler, method: str, path: str) -> Iterator[Large]:
    signature = inspect.type_info(handler.signature_model)
    assert isinstance(signature, inspect.StructType)
    given = _GIVEN | handler.resolve_dependencies().keys()
    fields = {field.name: field.type for field in signature.fields if field.name not in given}
    body = fields.pop("data", None)
    query = {
        _name_of(handler, name): msgspec.json.decode(_fitting(kind, 0, LONGEST_ADDRESS // 4))
        for name, kind in fields.items()
        if f"{{{name}}}" not in path
    }
    if body is None:
        yield Large(method, path, query, None)
        return
    limit = ServerSettings().message_size
    if isinstance(handler.request_max_body_size, int):
        limit = handler.request_max_body_size
    # Records are read alike everywhere: all of them are brought to one address.
    choices = [len(TEXTS) - 1] if path.startswith("/api/replays/") else range(_choices(body))
    for choice in choices:
        yield Large(method, path, query, partial(_fitting, body, choice, limit))


def _name_of(handler: HTTPRouteHandler, parameter: str) -> str:
    """The name of a parameter in an address."""
    given = handler.parsed_fn_signature.parameters[parameter].kwarg_definition
    return getattr(given, "name", None) or parameter


def _fitting(kind: inspect.Type, choice: int, limit: int) -> bytes:
    """The largest body of a type that is no longer than a limit."""
    share = 1e-17
    found = tried = msgspec.json.encode(largest(kind, share, choice))
    while share <= 1.0 and len(tried) <= limit:
        found, share = tried, share * (1.3 if share > 1e-4 else 4.0)
        tried = msgspec.json.encode(largest(kind, share, choice))
    return found[:limit]


def messages() -> Iterator[bytes]:
    """The largest messages that a browser may send by the socket."""
    kind = inspect.type_info(FromBrowser)
    limit = ServerSettings().message_size
    for choice in range(_choices(kind)):
        yield _fitting(kind, choice, limit)
    action = inspect.type_info(Action)
    for choice in range(_choices(action)):
        body = _fitting(action, choice, limit - 100)
        for wrapped in ("do", "check"):
            yield b'{"type":"%s","id":"%d","action":%s%s}' % (
                wrapped.encode(),
                next(_numbers),
                body,
                b',"version":9007199254740991' if wrapped == "do" else b"",
            )


def _choices(kind: inspect.Type) -> int:
    """In how many ways a value is chosen at the most."""
    match kind:
        case inspect.Metadata():
            return len(RULES) if _is_rules(kind) else _choices(kind.type)
        case inspect.UnionType():
            structs = [part for part in kind.types if isinstance(part, inspect.StructType)]
            return max(len(structs), *(_choices(part) for part in kind.types))
        case inspect.StructType():
            return max((_choices(field.type) for field in kind.fields), default=1)
        case inspect.ListType() | inspect.VarTupleType() | inspect.CollectionType():
            return _choices(kind.item_type)
        case inspect.StrType(max_length=length) if length == LONGEST_RECORD:
            return len(TEXTS)
    return 1


def largest(kind: inspect.Type, share: float, choice: int) -> Any:
    """The largest value of a type.

    Args:
        kind: the type.
        share: how much of the longest texts and lists, from 0 to 1.
        choice: which where there are several.
    """
    match kind:
        case inspect.Metadata():
            if _is_rules(kind):
                return RULES[choice % len(RULES)]
            if (kind.extra or {}).get(READ_STRICTLY):
                return {f"field{number}": ["x" * 200] for number in range(int(40 * share))}
            return largest(kind.type, share, choice)
        case inspect.IntType():
            return kind.le if kind.le is not None else (kind.lt or _ENDLESS) - 1
        case inspect.FloatType():
            return kind.le or 1e300
        case inspect.StrType(max_length=length) if length == LONGEST_RECORD:
            return TEXTS[choice % len(TEXTS)](int(share * LONGEST_RECORD))
        case inspect.StrType():
            return _text(kind, share)
        case inspect.ListType() | inspect.VarTupleType() | inspect.CollectionType():
            number = max(kind.min_length or 0, int(share * (kind.max_length or _ENDLESS)))
            return [largest(kind.item_type, share, choice)] * number
        case inspect.TupleType():
            return [largest(part, share, choice) for part in kind.item_types]
        case inspect.DictType():
            return {}
        case inspect.UnionType():
            structs = [part for part in kind.types if isinstance(part, inspect.StructType)]
            rules = [part for part in kind.types if _is_rules(part)]
            full = [part for part in kind.types if not isinstance(part, inspect.NoneType)]
            found = rules or structs or full
            return largest(found[choice % len(found)], share, choice)
        case inspect.StructType():
            given = {field.encode_name: largest(field.type, share, choice) for field in kind.fields}
            return given if kind.tag is None else {str(kind.tag_field): kind.tag, **given}
        case inspect.BoolType():
            return True
        case inspect.LiteralType():
            return kind.values[-1]
        case inspect.EnumType():
            return list(kind.cls)[-1].value
    return None


def _text(kind: inspect.StrType, share: float) -> str:
    bound = re.search(r"\{\d*,?(\d+)\}\$$", kind.pattern or "")
    if kind.pattern is not None:
        return f"{next(_numbers):x>{bound[1] if bound else 1}}"  # no two ids are the same
    return "龘" * max(kind.min_length or 0, int(share * (kind.max_length or _ENDLESS)))


def _is_rules(kind: inspect.Type) -> bool:
    extra = kind.extra if isinstance(kind, inspect.Metadata) else None
    return bool((extra or {}).get(READ_STRICTLY) == "shengji.rules.rules_from")


def _long_record(size: int) -> str:
    """A match of as many hands as fit, which are all the same one."""
    header, events, _ = played("tractor")
    lines = b"".join(map(encode, events)).decode()
    return encode(header).decode() + lines * max(1, size // (len(lines) * 2))


TEXTS: Final = (
    lambda size: "(" * size,
    lambda size: "1 " * (size // 2),
    lambda size: "a\n" * (size // 2),
    lambda size: encode(played("tractor")[0]).decode() + "x\n" * (size // 3),
    lambda size: example() + "# so\n" * (size // 6),
    _long_record,
)
"""Records that are none, and some that are."""
