"""Nothing that comes from outside is without a bound: every shape is walked by its type.

A whole number needs a least and a greatest, a text and a list a longest, and nothing may be nested
without end. What a type cannot bound names the function that reads it strictly.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from litestar.handlers import HTTPRouteHandler, WebsocketRouteHandler
from litestar.routes import HTTPRoute, WebSocketRoute
from msgspec import inspect

import shengji
from shengji.bots.outside.botzone.requests import Answer, Envelope, Request
from shengji.bots.outside.messages import (
    CallReply,
    CardsReply,
    LeadReply,
    Ready,
    RedealReply,
    ToBot,
)
from shengji.game.shares import JointDeal
from shengji.judge.questions import Question
from shengji.practice.puzzles import Puzzle
from shengji.record.changes import Line
from shengji.record.header import Header
from shengji.rules.bounds import READ_STRICTLY
from shengji.server.app import create_app
from shengji.server.site.addresses import CALLER
from shengji.server.tables.messages import FromBrowser

SOURCES: Final = Path(shengji.__file__).parent

DOORS: Final[dict[str, Any]] = {
    "the socket": FromBrowser,
    "a record's header": Header,
    "a record's line": Line,
    "a puzzle": Puzzle,
    "the shares of a deal": JointDeal,
    "the judge": Question,
    "a table's message to a bot": ToBot,
    "a bot that is ready": Ready,
    "a bot's cards": CardsReply,
    "a bot's lead": LeadReply,
    "a bot's calls": CallReply,
    "a bot's re-deal": RedealReply,
    "a game of Botzone": Envelope,
    "a request of Botzone": Request,
    "an answer to Botzone": Answer,
}
"""Shapes that come in from outside, besides those of requests."""

_GIVEN: Final = frozenset({CALLER, "request", "socket", "state"})
"""The parameters that do not come from outside, besides what handlers are provided with."""


def unbounded(kind: inspect.Type, path: str, above: tuple[type, ...] = ()) -> Iterator[str]:
    """Where a type leaves something without a bound."""
    match kind:
        case inspect.Metadata():
            strictly = (kind.extra or {}).get(READ_STRICTLY)
            if not strictly:
                yield from unbounded(kind.type, path, above)
            elif isinstance(kind.type, inspect.DictType) and kind.type.max_length is None:
                yield path
        case inspect.IntType():
            if None in (_first(kind.ge, kind.gt), _first(kind.le, kind.lt)):
                yield path
        case inspect.StrType() | inspect.BytesType():
            pattern = getattr(kind, "pattern", None) or ""
            if kind.max_length is None and not (pattern.startswith("^") and pattern.endswith("}$")):
                yield path
        case inspect.ListType() | inspect.VarTupleType() | inspect.CollectionType():
            if kind.max_length is None:
                yield path
            yield from unbounded(kind.item_type, f"{path}[]", above)
        case inspect.TupleType():
            for place, part in enumerate(kind.item_types):
                yield from unbounded(part, f"{path}[{place}]", above)
        case inspect.DictType():
            if kind.max_length is None:
                yield path
            yield from unbounded(kind.key_type, f"{path}(key)", above)
            yield from unbounded(kind.value_type, f"{path}(value)", above)
        case inspect.UnionType():
            for part in kind.types:
                yield from unbounded(part, path, above)
        case inspect.StructType():
            if kind.cls in above:
                yield f"{path}: nested without end"
                return
            for field in kind.fields:
                name = f"{path}.{kind.cls.__name__}.{field.encode_name}"
                yield from unbounded(field.type, name, (*above, kind.cls))
        case inspect.BoolType() | inspect.NoneType() | inspect.FloatType():
            pass
        case inspect.LiteralType() | inspect.EnumType():
            pass
        case _:
            yield f"{path}: {type(kind).__name__}"


def _first(one: float | None, other: float | None) -> float | None:
    return other if one is None else one


def requests() -> dict[str, inspect.Type]:
    """The shapes of requests, by handler and parameter."""
    found: dict[str, inspect.Type] = {}
    for route in create_app().routes:
        handlers: list[HTTPRouteHandler | WebsocketRouteHandler] = []
        if isinstance(route, HTTPRoute):
            handlers += route.route_handlers
        elif isinstance(route, WebSocketRoute):
            handlers.append(route.route_handler)
        for handler in handlers:
            if not str(handler).startswith("shengji."):
                continue
            provided = handler.resolve_dependencies()
            for taken in (handler, *provided.values()):
                signature = inspect.type_info(taken.signature_model)
                assert isinstance(signature, inspect.StructType)
                for field in signature.fields:
                    # A text in an address is bounded by the gate (`LONGEST_ADDRESS`).
                    if field.name not in _GIVEN | provided.keys() and not _is_text(field.type):
                        found[f"{handler}: {field.name}"] = field.type
    return found


def _is_text(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.Metadata):
        return _is_text(kind.type)
    if isinstance(kind, inspect.UnionType):
        return all(_is_text(part) or isinstance(part, inspect.NoneType) for part in kind.types)
    return isinstance(kind, inspect.StrType)


def test_requests_are_bounded() -> None:
    found = requests()
    assert len(found) > 50
    assert [place for name, kind in found.items() for place in unbounded(kind, name)] == []


@pytest.mark.parametrize("door", DOORS)
def test_all_that_comes_in_is_bounded(door: str) -> None:
    assert list(unbounded(inspect.type_info(DOORS[door]), door)) == []


BOUNDED_ABOVE: Final = {
    "bots/outside/botzone/answers.py": {"dict[str, msgspec.Raw]", "Request", "Envelope"},
    "bots/outside/botzone/guest.py": {"Answer"},
    "bots/outside/host.py": {"ToBot"},
    "bots/outside/protocol.py": {"Ready", "kind"},
    "game/position.py": {"hint"},
    "judge/inputs.py": {"Question"},
    "practice/puzzles/puzzle.py": {"Puzzle"},
    "record/notation/parse.py": {"JointDeal"},
    "record/lines.py": {"Line", "Header", "msgspec.json.decode", "type(line)"},
    "server/site/services.py": {"data.annotation"},
    "server/tables/routes/socket.py": {"FromBrowser", "_Refusal", "_WithId"},
}
"""Where what comes from outside is decoded, and as what: a type of `DOORS`, or a line, a message or
a file of a bounded length of which only a field is looked at."""

OURS: Final = {
    "arena/bench.py",
    "arena/results.py",
    "bots/characters/cast.py",
    "bots/outside/botzone/logs.py",
    "bots/outside/limits.py",
    "nights/state.py",
    "nights/stored.py",
    "record/imports/",
    "record/library.py",
    "review/process.py",
    "review/worker.py",
    "rules/domain.py",
    "rules/rules.py",
    "rules/source.py",
    "server/accounts/webauthn_ceremonies.py",
    "server/accounts/names.py",
    "server/database",
    "server/documents.py",
    "server/evenings/held.py",
    "server/evenings/store.py",
    "server/matches/",
    "server/moderation/store.py",
    "server/nights/drawing.py",
    "server/nights/store.py",
    "server/push/store.py",
    "server/ratings",
    "server/reviews/hand_keys.py",
    "server/reviews/routes/hands.py",
    "server/reviews/review_view.py",
    "server/site/idempotency.py",
    "server/site/settings.py",
    "server/tables/bots/relay.py",
    "server/tables/bots/workers.py",
    "server/tables/core/entries.py",
    "server/tables/core/table.py",
    "server/tables/forgetting.py",
    "server/tables/store.py",
    "server/clubs/store.py",
    "server/cluster/",
    "terminal/reviewing.py",
}
"""Where what is decoded was written by this program, comes from whoever runs it, or was bounded
before it came there."""


def decoded() -> Iterator[tuple[str, str]]:
    """Where something is decoded in the program, and as what."""
    for path in sorted(SOURCES.rglob("*.py")):
        place, program = path.relative_to(SOURCES).as_posix(), path.read_text(encoding="utf-8")
        if not re.search("msgspec|decode|Decoder", program):
            continue
        for node in ast.walk(ast.parse(program)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                name = ast.unparse(node.func)
                kinds = [word.value for word in node.keywords if word.arg == "type"]
                if name.endswith((".Decoder", "msgspec.convert")):
                    kinds += node.args[-1:]
                if name.endswith(("json.decode", "msgpack.decode")) and not kinds:
                    yield place, name
                elif name.startswith("msgspec.") and kinds:
                    yield from ((place, ast.unparse(kind)) for kind in kinds)


def test_every_place_where_something_is_decoded_is_known() -> None:
    found = set(decoded())
    assert len(found) > 30
    outside = {(place, kind) for place, kinds in BOUNDED_ABOVE.items() for kind in kinds}
    assert {at for at in found if not any(at[0].startswith(ours) for ours in OURS)} == outside
