"""Addresses of the API, each declared once: what it does, who may ask, what is taken and given.

A declaration is a path and a function, from which the handler and its documents are made:

```python
addresses = Addresses("tables")


@addresses.post("/api/tables", status=201, faults="rules, too-many-tables")
async def open_table(asked: ByHuman, data: NewTable) -> TableId:
    '''Open a table.

    Whoever opens it is its host and sits in seat 0.
    '''
```

The first line of the docstring is the summary in the documents, the rest is the description. The
type of `asked` says who may ask. `data` is the body, in JSON; other arguments stand in the path
(`FromPath`) or in the query (`FromQuery`, `QueryParameter`). What follows from all this is refused
and documented by itself, so that `faults` has only what the function refuses on its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from inspect import getdoc
from typing import Any, Final, TypeAlias, TypedDict, Unpack, get_type_hints

from litestar import Request
from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, SkipValidation
from litestar.types import Method

from shengji.server.site.askers import ByAnybody
from shengji.server.site.faults import answers
from shengji.server.site.services import EVEN_BANNED, WITHOUT_WORDS, NamedServices, allowed
from shengji.server.site.shapes import Scope
from shengji.words.others import has_texts

_Function: TypeAlias = Callable[..., Awaitable[Any]]

ASKED: Final = "asked"
"""The argument of every address that has who asks and what is asked."""

_BODY: Final = ("bad-request", "too-deep", "not-utf8", "too-large", "origin")
"""The faults of what takes a body."""

_GIVEN: Final[Any] = NamedDependency
_AS_IT_IS: Final[Any] = SkipValidation
_IN_BODY: Final[Any] = JSONBody
"""How Litestar is told of that argument, and of the body."""

_TOKEN: Final = ("no-token", "scope", "too-many-requests")
"""The faults of what may be asked with a token."""


class Declared(TypedDict, total=False):
    """All that the declaration of an address may say, besides its path and function.

    Attributes:
        faults: why the function refuses, besides what follows from its arguments: codes, with
            commas between them, as they stand in the documents.
        status: of HTTP; by default 200, or 204 where nothing is given.
        scope: what a token must allow; by default none is taken (but see `ByBot`).
        even_banned: whether who is banned may ask it.
        without_words: whether who is muted may ask it with words, which it leaves out.
        media_type: what is given, if not JSON.
        besides: other answers without content, by status: what they mean.
        tag: under which heading it stands in the documents, if not under that of its neighbours.
    """

    faults: str
    status: int
    scope: Scope
    even_banned: bool
    without_words: bool
    media_type: str
    besides: Mapping[int, str]
    tag: str


class Addresses:
    """Some addresses of one subject, in the order in which they are declared.

    Args:
        tag: under which heading they stand in the documents.
    """

    def __init__(self, tag: str) -> None:
        self._tag = tag
        self._handlers: list[HTTPRouteHandler] = []

    def __iter__(self) -> Iterator[HTTPRouteHandler]:
        return iter(self._handlers)

    def get(
        self, path: str, **declared: Unpack[Declared]
    ) -> Callable[[_Function], HTTPRouteHandler]:
        """Declare what changes nothing."""
        return self._declare("GET", path, declared)

    def post(
        self, path: str, **declared: Unpack[Declared]
    ) -> Callable[[_Function], HTTPRouteHandler]:
        """Declare what makes or does something."""
        return self._declare("POST", path, declared)

    def put(
        self, path: str, **declared: Unpack[Declared]
    ) -> Callable[[_Function], HTTPRouteHandler]:
        """Declare what sets something."""
        return self._declare("PUT", path, declared)

    def patch(
        self, path: str, **declared: Unpack[Declared]
    ) -> Callable[[_Function], HTTPRouteHandler]:
        """Declare what changes a part of something."""
        return self._declare("PATCH", path, declared)

    def delete(
        self, path: str, **declared: Unpack[Declared]
    ) -> Callable[[_Function], HTTPRouteHandler]:
        """Declare what ends something."""
        return self._declare("DELETE", path, declared)

    def _declare(
        self, method: Method, path: str, declared: Declared
    ) -> Callable[[_Function], HTTPRouteHandler]:
        def made(function: _Function) -> HTTPRouteHandler:
            handler = _handler(method, path, {"tag": self._tag, **declared}, function)
            self._handlers.append(handler)
            return handler

        return made


def _handler(
    method: Method, path: str, declared: Declared, function: _Function
) -> HTTPRouteHandler:
    """The handler of an address, as Litestar wants it."""
    hints = get_type_hints(function, include_extras=True)
    by = hints.get(ASKED)
    if not (isinstance(by, type) and issubclass(by, ByAnybody)):
        raise TypeError(f"{function.__name__}: declare who may ask, as `asked: ByPerson`")
    summary, _, description = (getdoc(function) or "").partition("\n")
    if not summary.endswith("."):
        raise TypeError(f"{function.__name__}: say in a docstring what it does, in a first line")
    status = declared.get("status", 204 if hints["return"] is type(None) else 200)
    scope = declared.get("scope") or by.SCOPE
    even_banned = declared.get("even_banned", False)
    opt: dict[str, Any] = {EVEN_BANNED: even_banned}
    opt[WITHOUT_WORDS] = without_words = declared.get("without_words", False)
    security = None
    if scope is not None:
        programs = allowed(scope, token_only=by.SCOPE is not None, even_banned=even_banned)
        opt, security = opt | programs["opt"], programs["security"]
    faults = _faults(method, by, hints, declared, writes=not without_words)
    besides = {
        code: ResponseSpec(None, description=words, generate_examples=False)
        for code, words in declared.get("besides", {}).items()
    }
    function.__annotations__ = hints | {ASKED: _GIVEN[_AS_IT_IS[by]]}
    if "data" in hints:
        function.__annotations__["data"] = _IN_BODY[hints["data"]]
    handler = HTTPRouteHandler(
        path,
        http_method=method,
        status_code=status,
        tags=[declared["tag"]],
        summary=summary.removesuffix("."),
        description=" ".join(description.split()) or None,
        media_type=declared.get("media_type"),
        opt=opt,
        security=security,
        responses=answers(*faults) | besides,
        dependencies={ASKED: Provide(_provider(by))},
    )
    return handler(function)


def _faults(
    method: Method,
    by: type[ByAnybody],
    hints: Mapping[str, Any],
    declared: Declared,
    *,
    writes: bool,
) -> list[str]:
    """All faults of an address, those that follow from its declaration and those it names.

    They are documented in this order; one that is named stands where it is named.
    """
    named, data = list(filter(None, declared.get("faults", "").split(", "))), hints.get("data")
    found = list(by.FAULTS)
    if by.SCOPE is not None:
        found[:1] = _TOKEN
    elif "scope" in declared:
        found[1:1] = _TOKEN
    if data is not None:
        found[:0] = _BODY
    elif _may_be_misread(hints, by):
        found[:0] = ["bad-request"]
    found = [*(fault for fault in found if fault not in named), *named]
    if method != "GET" and by.SCOPE is None:
        found.append("origin")
    if data is not None and writes and has_texts(data):
        found.append("muted")
    return list(dict.fromkeys(found))


def _may_be_misread(hints: Mapping[str, Any], by: type[ByAnybody]) -> bool:
    """Tell whether what is asked can be wrong: whatever is more than any text in the path."""
    asked = [kind for name, kind in hints.items() if name not in (ASKED, "data", "return")]
    return by.SCOPE is None and any(kind != FromPath[str] for kind in asked)


def _provider(by: type[ByAnybody]) -> Callable[..., Awaitable[ByAnybody]]:
    """Make the argument `asked` of a kind."""

    async def provide(request: Request[Any, Any, Any], services: NamedServices) -> ByAnybody:
        asked = by(request, services)
        await asked.admit()
        return asked

    return provide
