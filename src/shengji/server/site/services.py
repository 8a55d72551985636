"""The service container of the server, and the authentication of requests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final, TypeAlias, TypedDict, TypeVar, cast, get_args

import msgspec
from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.openapi.spec import SecurityRequirement
from litestar.params import SkipValidation
from litestar.types import Scope as AsgiScope

from shengji.server.site.assets import Client
from shengji.server.site.authentication import Authenticator
from shengji.server.site.chance import Chance
from shengji.server.site.errors import ApiError, too_many_requests
from shengji.server.site.events import Events
from shengji.server.site.jobs import JobFailedError, Jobs, TooManyJobsError
from shengji.server.site.limits import AddressLimit, HeldLimit, TokenLimit, WorkBudget
from shengji.server.site.me import NEWCOMER_LEVEL, LevelSource, Me
from shengji.server.site.metrics import Metrics
from shengji.server.site.person import Bearer, Person
from shengji.server.site.presence import Presence
from shengji.server.site.redirection import is_again
from shengji.server.site.sanctions import Sanctions, sanction_parameters
from shengji.server.site.schemas import Role, Scope
from shengji.server.site.settings import ServerSettings
from shengji.server.site.words import words_from
from shengji.words.others import has_texts, texts_in

T = TypeVar("T")
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")

COOKIE = "shengji"
"""Name of the cookie with a browser's secret."""

HOST_COOKIE = f"__Host-{COOKIE}"
"""Name of the cookie over HTTPS; browsers let only the host itself set the prefix."""

PERSON = "person"
"""Key in a request's state: public id of the authenticated person."""

TOKEN = "token"
"""Key in a request's state: id of the token; missing for a browser."""

SCOPE = "scope"
"""Key in a handler's `opt`: the scope that a token needs."""

EVEN_BANNED = "even-banned"
"""Key in a handler's `opt`: whether banned people may call it.

They can read the reason, export their data and delete their account.
"""

WITHOUT_WORDS = "without-words"
"""Key in a handler's `opt`: whether it drops the texts of a muted person.

The request is accepted.
"""

_TOKEN_ONLY = "token-only"
"""Key in a handler's `opt`: whether it refuses browsers (authentication by cookie)."""

COOKIE_SCHEME: Final = "browser"
"""Name of the security scheme for browsers in OpenAPI; `TOKEN_SCHEME` is that of programs."""

TOKEN_SCHEME: Final = "token"

_BEARER = "bearer "
PROOF_SECONDS: Final = 600
"""Seconds for which a sign-in, or a proof of presence, allows changes of credentials."""

_LONGEST_SECRET = 100


class Allowed(TypedDict):
    """Arguments of a handler that accepts tokens; see `allowed`."""

    opt: dict[str, Any]
    security: list[SecurityRequirement]


def allowed(scope: Scope, *, token_only: bool = False, even_banned: bool = False) -> Allowed:
    """Make a handler accept tokens, which other handlers refuse.

    Args:
        scope: the scope that the token needs.
        token_only: whether browsers (authentication by cookie) are refused.
        even_banned: whether banned people may call it.
    """
    security: list[SecurityRequirement] = [{TOKEN_SCHEME: [scope]}]
    if not token_only:
        security.append({COOKIE_SCHEME: []})
    opt = {SCOPE: scope, _TOKEN_ONLY: token_only, EVEN_BANNED: even_banned}
    return {"opt": opt, "security": security}


class Services:
    """The services of one server, used by its handlers.

    Services of the site itself are attributes. A service of a subject is found by its type, as in
    `services[Hub]`, so that this module depends on no subject. A base class finds the derived
    service: `services[Recording]` is the `Recorder`.

    Args:
        parts: services of subjects, one of each type.

    Attributes:
        creations: limits creations by address.
        connections: limits connections to tables by person.
        pages: limits connections of the site's socket by person.
        tokens: limits requests by token.
        streams: limits concurrent streams by token.
        sign_ins: limits attempts to sign in by address.
        chance: source of randomness outside tables and nights.
    """

    def __init__(
        self,
        settings: ServerSettings,
        metrics: Metrics,
        client: Client,
        work: WorkBudget,
        jobs: Jobs,
        sanctions: Sanctions,
        chance: Chance,
        events: Events,
        parts: Iterable[object],
    ) -> None:
        self.settings = settings
        self.metrics = metrics
        self.client = client
        self.work = work
        self.jobs = jobs
        self.sanctions = sanctions
        self.chance = chance
        self.creations = AddressLimit(settings.creations_per_minute, "creations", events)
        self.connections = HeldLimit(settings.connections_per_person)
        self.pages = HeldLimit(settings.connections_per_person)
        self.tokens = TokenLimit(settings.requests_per_token)
        self.streams = HeldLimit(settings.streams_per_token)
        self.sign_ins = AddressLimit(settings.sign_ins_per_minute, "sign-ins", events)
        self._parts: dict[type, object] = {}
        for part in parts:
            self._parts |= dict.fromkeys(type(part).__mro__, part)

    def __getitem__(self, kind: type[T]) -> T:
        """Return the service of a type.

        Raises:
            KeyError: there is no such service.
        """
        return cast(T, self._parts[kind])

    def find(self, kind: type[T]) -> T | None:
        """Return the service of a type, or `None`."""
        return cast("T | None", self._parts.get(kind))

    async def whose(self, secret: str | None) -> Person | None:
        """The person whose browser has a secret, or `None`."""
        if not secret or len(secret) > _LONGEST_SECRET:
            return None
        return await self[Authenticator].by_secret(secret)

    async def me(self, person: Person) -> Me:
        """A person's own profile, as `GET /api/me` returns it."""
        tables = await self[Presence].tables_of(person.id)
        # Guests are not rated.
        levels = None if person.role is None else self.find(LevelSource)
        level = None if levels is None else await levels.level_for(person.id)
        return Me(
            person=person.id,
            name=person.name,
            role=person.role,
            bot=person.bot,
            tables=tuple(tables),
            muted=self.sanctions.held(person.id, "mute"),
            banned=self.sanctions.held(person.id, "ban"),
            level=level or NEWCOMER_LEVEL,
        )

    async def worked(self, address: str, person: Person, job: Callable[[], T]) -> T:
        """Run a background job on behalf of a person (`Jobs`).

        Args:
            address: the client's address.
            person: the person who is charged.
            job: a picklable function of a module that imports neither HTTP nor SQL.

        Raises:
            ApiError: too many jobs are running for the person, or the job takes too long.
            Exception: any exception that the job raises.
        """
        try:
            return await self.jobs.do(job, person.id, address)
        except TooManyJobsError as error:
            raise too_many_requests(error.wait) from None
        except JobFailedError:
            raise ApiError("too-long") from None

    def count_creation(self, request: Request[Any, Any, Any]) -> None:
        """Count a creation by the client's address.

        Raises:
            ApiError: the address has exceeded the rate limit.
        """
        _count(self.creations, request)

    def count_sign_in(self, request: Request[Any, Any, Any]) -> None:
        """Count an attempt to sign in by the client's address.

        Raises:
            ApiError: the address has exceeded the rate limit.
        """
        _count(self.sign_ins, request)


def _count(limit: AddressLimit, request: Request[Any, Any, Any]) -> None:
    """Count a request once, even if several nodes handle it."""
    if is_again(request.scope):
        return
    wait = limit.take(client_address(request.scope))
    if wait:
        raise too_many_requests(wait)


def client_address(scope: AsgiScope) -> str:
    """The client's network address; empty if unknown."""
    client = scope["client"]
    return client[0] if client else ""


def secret_in(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The secret in a browser's cookies, or `None`.

    If two different secrets come, another site may have set one of them, and both are ignored.

    >>> (
    ...     secret_in([(b"cookie", b"a=b; shengji=x")]),
    ...     secret_in([(b"cookie", b"shengji=x;shengji=y")]),
    ... )
    ('x', None)
    >>> secret_in([(b"cookie", b"shengji=x; __Host-shengji=y")])
    'y'
    """
    return cookie_in(headers, HOST_COOKIE, COOKIE)


def cookie_in(headers: Iterable[tuple[bytes, bytes]], *names: str) -> str | None:
    """The value of the first of some cookies that is there; `None`: none, or several values."""
    found: dict[str, set[str]] = {}
    for header, value in headers:
        if header == b"cookie":
            for part in value.decode("latin-1").split(";"):
                name, _, secret = part.partition("=")
                found.setdefault(name.strip(), set()).add(secret.strip())
    values = next((found[name] for name in names if name in found), set())
    return next(iter(values)) if len(values) == 1 else None


def token_in(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token of a program, sent as `Authorization: Bearer TOKEN`, or `None`.

    >>> token_in([(b"authorization", b"Bearer shengji_x")]), token_in([(b"cookie", b"shengji=x")])
    ('shengji_x', None)
    """
    for header, value in headers:
        text = value.decode("latin-1")
        if header == b"authorization" and text[: len(_BEARER)].lower() == _BEARER:
            return text[len(_BEARER) :].strip()
    return None


def is_id(text: str) -> bool:
    """Whether a text has the form of an id; databases differ in how they compare other texts."""
    return _ID.fullmatch(text) is not None


NamedServices: TypeAlias = NamedDependency[SkipValidation[Services]]
"""Type of a handler's parameter `services`."""


async def provide_services(state: State) -> Services:
    """The services of the running server."""
    found: Services = state.services
    return found


async def person_of(request: Request[Any, Any, Any], services: Services) -> Person:
    """Authenticate a request.

    Raises:
        ApiError: the browser has no valid secret, the token is unknown or lacks the scope, the
            person is banned, or a rate limit is exceeded.
    """
    headers = request.scope["headers"]
    token, opt = token_in(headers), request.route_handler.opt
    if token is None and opt.get(_TOKEN_ONLY):
        raise ApiError("no-token", {"www-authenticate": "Bearer"})
    if token is None:
        person = await services.whose(secret_in(headers))
        if person is None:
            raise ApiError("no-person")
    else:
        bearer = await _bearer(services, token, opt.get(SCOPE))
        person, request.scope["state"][TOKEN] = bearer.person, bearer.token
    if not opt.get(EVEN_BANNED):
        ban = services.sanctions.now(person.id, "ban")
        if ban is not None:
            raise ApiError("banned", None, **sanction_parameters(ban))
    wait = await services.work.admit(client_address(request.scope), person.id)
    if wait:
        raise too_many_requests(wait)
    request.scope["state"][PERSON] = person.id
    await _refuse_words(request, services, person)
    return person


async def _refuse_words(
    request: Request[Any, Any, Any], services: Services, person: Person
) -> None:
    """Refuse a muted person's request if its body has texts for other people to read.

    Raises:
        ApiError: the person is muted, and the body has such a text.
    """
    mute = services.sanctions.now(person.id, "mute")
    data = request.route_handler.parsed_fn_signature.parameters.get("data")
    if mute is None or data is None or request.route_handler.opt.get(WITHOUT_WORDS):
        return
    if has_texts(data.annotation):
        with suppress(msgspec.DecodeError, RecursionError):  # the handler refuses an invalid body
            given = msgspec.json.decode(await request.body(), type=data.annotation)
            if any(texts_in(given)):
                raise ApiError("muted", None, **sanction_parameters(mute))


async def _bearer(services: Services, token: str, scope: Scope | None) -> Bearer:
    """Authenticate a token; check its scope and its rate limit."""
    found = None
    if len(token) <= _LONGEST_SECRET:
        found = await services[Authenticator].by_token(token)
    if found is None:
        raise ApiError("no-token", {"www-authenticate": "Bearer"})
    if scope is None:
        raise ApiError("browsers-only")
    if scope not in found.scopes:
        raise ApiError("scope", scope=scope)
    wait = await services.tokens.admit(found.token)
    if wait:
        raise too_many_requests(wait)
    return found


def need_role(person: Person, least: Role) -> Person:
    """Return the person if they have a role, or a higher one.

    Raises:
        ApiError: the person's role is lower.
    """
    roles: tuple[Role | None, ...] = (None, *get_args(Role))
    if roles.index(person.role) < roles.index(least):
        role = words_from("roles", least)
        raise ApiError("not-allowed", role=role.en, role_zh=role.hans)
    return person
