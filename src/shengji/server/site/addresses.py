"""Declaration of API endpoints: each states once its guard, parameters, response and errors.

A declaration is a path and a function, from which the handler and its OpenAPI entry are made:

```python
addresses = Addresses("tables")


@addresses.post("/api/tables", status=201, faults="rules, too-many-tables", makes=True)
async def open_table(caller: HumanCaller, data: NewTable) -> TableId:
    '''Open a table.

    The caller is its host and sits in seat 0.
    '''
```

The first line of the docstring is the summary in OpenAPI, the rest is the description. The type of
`caller` is the guard. `data` is the JSON body. Other arguments come from the path (`FromPath`) or
the query (`FromQuery`, `QueryParameter`; a struct of such fields as `InQuery`). Errors that follow
from these types are raised and documented automatically; `faults` lists only the errors that the
function itself raises.

A function can serve several paths, each with an `EndpointVariant`. It then takes an argument
`source`, and `addresses.get("/hands", AtTable.at("hands_of_table"), ...)` lists the variants.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from inspect import Parameter, Signature, getdoc
from types import FunctionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    NamedTuple,
    TypeAlias,
    TypedDict,
    TypeVar,
    Unpack,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from litestar import Request
from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, SkipValidation
from litestar.types import Empty, Method

from shengji.server.site import idempotency
from shengji.server.site.errors import answers
from shengji.server.site.guards import AnyCaller
from shengji.server.site.idempotency import IdempotencyKey, IdempotencyMiddleware, claim
from shengji.server.site.schemas import Scope
from shengji.server.site.services import EVEN_BANNED, WITHOUT_WORDS, NamedServices, allowed
from shengji.words.others import has_texts

T = TypeVar("T")
_Function = TypeVar("_Function", bound=Callable[..., Awaitable[Any]])

CALLER: Final = "caller"
"""Name of the argument with the guard."""

IN_QUERY: Final = "in the query"

SOURCE: Final = "source"
"""Name of the argument with the `EndpointVariant` of the called path."""

InQuery: TypeAlias = Annotated[T, IN_QUERY]
"""A struct whose fields are query parameters, each with its `QueryParameter`."""

_BODY: Final = ("bad-request", "too-deep", "not-utf8", "too-large", "origin")
"""Error codes of an endpoint with a body."""

_GIVEN: Final[Any] = NamedDependency
_AS_IT_IS: Final[Any] = SkipValidation
_IN_BODY: Final[Any] = JSONBody
"""Markers for Litestar: injected arguments without validation, and the body."""

_TOKEN: Final = ("no-token", "scope", "too-many-requests")
"""Error codes of an endpoint that accepts tokens."""


class EndpointOptions(TypedDict, total=False):
    """Options of an endpoint's declaration.

    Attributes:
        faults: error codes that the function raises, separated by commas, in the order of the
            documentation.
        status: HTTP status; by default 200, or 204 without content.
        scope: scope that a token needs; by default no token is accepted (but see `BotCaller`).
        even_banned: whether banned people may call it.
        without_words: whether it accepts a muted person's request and drops the texts in it.
        media_type: of the response, if not JSON.
        besides: descriptions of other responses without content, by status.
        tag: heading in the documentation, if not that of `Addresses`.
        name: operation name, if not that of the function.
        summary: summary in the documentation, if not the first line of the docstring.
        description: description in the documentation, if not the rest of the docstring.
        more: text after the description.
        longest: maximum size of the body in bytes, if not the default.
        makes: whether it creates a resource, so that it accepts an `Idempotency-Key`.
    """

    faults: str
    status: int
    scope: Scope
    even_banned: bool
    without_words: bool
    media_type: str
    besides: Mapping[int, str]
    tag: str
    name: str
    summary: str
    description: str
    more: str
    longest: int
    makes: bool


class EndpointVariant:
    """One of several resources under which a function is served: the argument `source`.

    It is constructed from the path parameters.

    Attributes:
        PATH: common prefix of the paths.
        TAG: heading in the documentation.
        FAULTS: error codes of all endpoints under the prefix, as in `EndpointOptions`.
        MISSING: error code if a further path parameter names nothing.
        SCOPE: scope that a token needs; `None`: no token is accepted.
    """

    PATH: ClassVar[str]
    TAG: ClassVar[str]
    FAULTS: ClassVar[str]
    MISSING: ClassVar[str]
    SCOPE: ClassVar[Scope | None] = None

    @classmethod
    def at(cls, name: str, summary: str = "", description: str = "", more: str = "") -> VariantPath:
        """Bind one endpoint to this variant, with its name and documentation.

        Args:
            name: as in `EndpointOptions`.
            summary: as in `EndpointOptions`; empty: that of the endpoint.
            description: as in `EndpointOptions`; empty: that of the endpoint.
            more: as in `EndpointOptions`.
        """
        declared = EndpointOptions(name=name, summary=summary, description=description, more=more)
        return VariantPath(cls, declared)


class VariantPath(NamedTuple):
    """One endpoint bound to a variant.

    Attributes:
        declared: options of this variant only.
    """

    variant: type[EndpointVariant]
    declared: EndpointOptions

    def all_of(self, path: str, declared: EndpointOptions) -> tuple[str, EndpointOptions]:
        """The full path, and the merged options."""
        variant = self.variant
        faults = [variant.FAULTS, declared.get("faults"), variant.MISSING if "{" in path else None]
        own: EndpointOptions = {"tag": variant.TAG, "faults": ", ".join(filter(None, faults))}
        if variant.SCOPE is not None:
            own["scope"] = variant.SCOPE
        return variant.PATH + path, {**declared, **self.declared, **own}


class Addresses:
    """Endpoints of one subject, in the order of declaration.

    Args:
        tag: heading in the documentation.
    """

    def __init__(self, tag: str) -> None:
        self._tag = tag
        self._handlers: list[HTTPRouteHandler] = []

    def __iter__(self) -> Iterator[HTTPRouteHandler]:
        return iter(self._handlers)

    def get(
        self, path: str, *variants: VariantPath, **declared: Unpack[EndpointOptions]
    ) -> Callable[[_Function], _Function]:
        """Declare a GET endpoint."""
        return self._declare("GET", path, variants, declared)

    def post(
        self, path: str, *variants: VariantPath, **declared: Unpack[EndpointOptions]
    ) -> Callable[[_Function], _Function]:
        """Declare a POST endpoint."""
        return self._declare("POST", path, variants, declared)

    def put(
        self, path: str, *variants: VariantPath, **declared: Unpack[EndpointOptions]
    ) -> Callable[[_Function], _Function]:
        """Declare a PUT endpoint."""
        return self._declare("PUT", path, variants, declared)

    def patch(
        self, path: str, *variants: VariantPath, **declared: Unpack[EndpointOptions]
    ) -> Callable[[_Function], _Function]:
        """Declare a PATCH endpoint."""
        return self._declare("PATCH", path, variants, declared)

    def delete(
        self, path: str, *variants: VariantPath, **declared: Unpack[EndpointOptions]
    ) -> Callable[[_Function], _Function]:
        """Declare a DELETE endpoint."""
        return self._declare("DELETE", path, variants, declared)

    def _declare(
        self,
        method: Method,
        path: str,
        variants: tuple[VariantPath, ...],
        declared: EndpointOptions,
    ) -> Callable[[_Function], _Function]:
        def made(function: _Function) -> _Function:
            own: EndpointOptions = {"tag": self._tag, **declared}
            for at in variants:
                full_path, options = at.all_of(path, own)
                self._handlers.append(_handler(method, full_path, options, function, at.variant))
            if not variants:
                self._handlers.append(_handler(method, path, own, function, None))
            return function

        return made


def _handler(
    method: Method,
    path: str,
    declared: EndpointOptions,
    function: Callable[..., Awaitable[Any]],
    variant: type[EndpointVariant] | None,
) -> HTTPRouteHandler:
    """Make the Litestar handler of an endpoint."""
    hints = get_type_hints(function, include_extras=True)
    by = hints.get(CALLER)
    if not (isinstance(by, type) and issubclass(by, AnyCaller)):
        raise TypeError(f"{function.__name__}: declare its guard, such as `caller: PersonCaller`")
    summary, _, description = (getdoc(function) or "").partition("\n")
    if not summary.endswith("."):
        raise TypeError(f"{function.__name__}: say in a docstring what it does, in a first line")
    status = declared.get("status", 204 if hints["return"] is type(None) else 200)
    scope = declared.get("scope") or by.SCOPE
    even_banned = declared.get("even_banned", False)
    opt: dict[str, Any] = {EVEN_BANNED: even_banned}
    opt[WITHOUT_WORDS] = declared.get("without_words", False)
    security = None
    if scope is not None:
        programs = allowed(scope, token_only=by.SCOPE is not None, even_banned=even_banned)
        opt, security = opt | programs["opt"], programs["security"]
    makes = declared.get("makes", False)
    faults = _faults(method, path, by, hints, declared)
    if makes:
        faults += idempotency.FAULTS
    besides = {
        code: ResponseSpec(None, description=words, generate_examples=False)
        for code, words in declared.get("besides", {}).items()
    }
    text = f"{declared.get('description') or description} {declared.get('more', '')}"
    handled = _copy_function(function, declared.get("name"))
    provided = {CALLER: Provide(_provider(by, makes=makes))}
    handled.__annotations__ = hints | {CALLER: _GIVEN[_AS_IT_IS[by]]}
    if variant is not None:
        handled.__annotations__[SOURCE] = _GIVEN[_AS_IT_IS[hints[SOURCE]]]
        provided[SOURCE] = Provide(variant, sync_to_thread=False)
    for name, hint in hints.items():
        if get_origin(hint) is Annotated and IN_QUERY in get_args(hint):
            handled.__annotations__[name] = _GIVEN[_AS_IT_IS[get_args(hint)[0]]]
            provided[name] = Provide(_from_query(get_args(hint)[0]))
    if "data" in hints:
        handled.__annotations__["data"] = _IN_BODY[hints["data"]]
    handler = HTTPRouteHandler(
        path,
        http_method=method,
        status_code=status,
        tags=[declared["tag"]],
        summary=declared.get("summary") or summary.removesuffix("."),
        description=" ".join(text.split()) or None,
        media_type=declared.get("media_type"),
        opt=opt,
        security=security,
        responses=answers(*faults) | besides,
        dependencies=provided,
        request_max_body_size=declared.get("longest", Empty),
        middleware=[IdempotencyMiddleware] if makes else None,
    )
    return handler(handled)


def _copy_function(function: Callable[..., Awaitable[Any]], name: str | None) -> FunctionType:
    """Copy a function, with its own name and annotations."""
    assert isinstance(function, FunctionType)
    made = FunctionType(
        function.__code__,
        function.__globals__,
        name or function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    made.__module__, made.__kwdefaults__ = function.__module__, function.__kwdefaults__
    return made


def _faults(
    method: Method,
    path: str,
    by: type[AnyCaller],
    hints: Mapping[str, Any],
    declared: EndpointOptions,
) -> list[str]:
    """All error codes of an endpoint: those that follow from its declaration, and its own.

    This is their order in the documentation; a code listed in the declaration keeps its place
    there.
    """
    named, data = list(filter(None, declared.get("faults", "").split(", "))), hints.get("data")
    found = list(by.FAULTS)
    if by.SCOPE is not None:
        found[:1] = _TOKEN
    elif "scope" in declared:
        found[1:1] = _TOKEN
    if data is not None:
        found[:0] = _BODY
    elif declared.get("makes") or _takes_parameters(path, hints):
        found[:0] = ["bad-request"]
    found = [*(fault for fault in found if fault not in named), *named]
    if method != "GET" and by.SCOPE is None:
        found.append("origin")
    if data is not None and not declared.get("without_words") and has_texts(data):
        found.append("muted")
    return list(dict.fromkeys(found))


def _takes_parameters(path: str, hints: Mapping[str, Any]) -> bool:
    """Whether the endpoint has parameters in the path or the query, which can be invalid."""
    return "{" in path or any(name not in (CALLER, SOURCE, "data", "return") for name in hints)


def _from_query(struct: type[msgspec.Struct]) -> Callable[..., Awaitable[msgspec.Struct]]:
    """Make a dependency that reads a struct's fields from query parameters."""

    async def read(**given: object) -> msgspec.Struct:
        return struct(**given)

    hints, fields = get_type_hints(struct, include_extras=True), msgspec.structs.fields(struct)
    read.__signature__ = Signature(  # type: ignore[attr-defined]
        [Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default) for field in fields]
    )
    read.__annotations__ = {**hints, "return": struct}
    return read


def _provider(by: type[AnyCaller], *, makes: bool) -> Callable[..., Awaitable[AnyCaller]]:
    """Make the dependency that provides the argument `caller`."""

    async def provide(request: Request[Any, Any, Any], services: NamedServices) -> AnyCaller:
        caller = by(request, services)
        await caller.admit()
        return caller

    async def provide_once(
        request: Request[Any, Any, Any], services: NamedServices, key: IdempotencyKey = None
    ) -> AnyCaller:
        caller = await provide(request, services)
        await claim(caller)
        return caller

    return provide_once if makes else provide
