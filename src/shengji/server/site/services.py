"""Services with which the handlers of requests work, made when the server starts."""

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
from litestar.types import Scope as Asked

from shengji.server.site.assets import Client
from shengji.server.site.authentication import Authenticator
from shengji.server.site.chance import Chance
from shengji.server.site.errors import ApiError, too_many_requests
from shengji.server.site.jobs import JobFailedError, Jobs, TooManyJobsError
from shengji.server.site.limits import AddressLimit, HeldLimit, TokenLimit, WorkBudget
from shengji.server.site.me import Me
from shengji.server.site.metrics import Metrics
from shengji.server.site.person import Bearer, Person
from shengji.server.site.presence import Presence
from shengji.server.site.redirection import is_again
from shengji.server.site.sanctions import Sanctions, said_of
from shengji.server.site.schemas import Role, Scope
from shengji.server.site.settings import ServerSettings
from shengji.server.site.words import words_from
from shengji.words.others import has_texts, texts_in

T = TypeVar("T")
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")

COOKIE = "shengji"
"""The name of the cookie with a browser's secret."""

HOST_COOKIE = f"__Host-{COOKIE}"
"""Its name over HTTPS: browsers take one so named from no other site, not even from a neighbour."""

PERSON = "person"
"""Where a request's state has who asks, by public id, as soon as that is known."""

TOKEN = "token"
"""Likewise by which token, by id; nothing for a browser."""

SCOPE = "scope"
"""Under which key a handler's `opt` has the scope that a token needs there."""

EVEN_BANNED = "even-banned"
"""Under which key it says whether who is banned may do it all the same: read why, take all that is
kept about them, and go."""

WITHOUT_WORDS = "without-words"
"""Under which key it says that it does what somebody muted asks without their words."""

_TOKEN_ONLY = "token-only"
"""Under which key it says whether browsers, by their cookie, are refused there."""

COOKIE_SCHEME: Final = "browser"
"""The name in OpenAPI of the way browsers are known; `TOKEN_SCHEME` is that of programs."""

TOKEN_SCHEME: Final = "token"

_BEARER = "bearer "
PROOF_SECONDS: Final = 600
"""How long a sign-in, or a proof that the owner is there, allows what changes ways in."""

_LONGEST_SECRET = 100


class Allowed(TypedDict):
    """The arguments of a handler at which tokens are taken; see `allowed`."""

    opt: dict[str, Any]
    security: list[SecurityRequirement]


def allowed(scope: Scope, *, token_only: bool = False, even_banned: bool = False) -> Allowed:
    """Let programs ask something, with a token; at all other addresses they are refused.

    Args:
        scope: what the token must allow.
        token_only: whether browsers, by their cookie, are refused there.
        even_banned: whether who is banned may ask it all the same.
    """
    security: list[SecurityRequirement] = [{TOKEN_SCHEME: [scope]}]
    if not token_only:
        security.append({COOKIE_SCHEME: []})
    opt = {SCOPE: scope, _TOKEN_ONLY: token_only, EVEN_BANNED: even_banned}
    return {"opt": opt, "security": security}


class Services:
    """The services of one server, with which its handlers work.

    What is the site's own has a name; what belongs to a subject is asked for by its type, as
    `services[Hub]`, so that this module knows no subject. A type stands for what is derived from
    it: `services[Recording]` is the `Recorder`.

    Args:
        parts: what belongs to subjects, one of each type.

    Attributes:
        settings: how it runs.
        metrics: what is counted.
        client: the files of the browser's client.
        creations: limits how much is made from an address.
        work: limits for how long an address or a person keeps the server busy.
        jobs: does what people ask for and no table waits for.
        connections: limits how many connections to tables a person has.
        pages: limits how many pages of theirs are told what concerns them.
        tokens: limits how much is asked with a token.
        streams: limits how many streams are read with a token.
        sign_ins: limits how often an address tries to sign in.
        sanctions: who is muted or banned.
        chance: what is left to chance otherwise than at tables and in nights.
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
        parts: Iterable[object],
    ) -> None:
        self.settings = settings
        self.metrics = metrics
        self.client = client
        self.work = work
        self.jobs = jobs
        self.sanctions = sanctions
        self.chance = chance
        self.creations = AddressLimit(settings.creations_per_minute)
        self.connections = HeldLimit(settings.connections_per_person)
        self.pages = HeldLimit(settings.connections_per_person)
        self.tokens = TokenLimit(settings.requests_per_token)
        self.streams = HeldLimit(settings.streams_per_token)
        self.sign_ins = AddressLimit(settings.sign_ins_per_minute)
        self._parts: dict[type, object] = {}
        for part in parts:
            self._parts |= dict.fromkeys(type(part).__mro__, part)

    def __getitem__(self, kind: type[T]) -> T:
        """The service of a type.

        Raises:
            KeyError: nothing.
        """
        return cast(T, self._parts[kind])

    def find(self, kind: type[T]) -> T | None:
        """The service of a type, where there may be none."""
        return cast("T | None", self._parts.get(kind))

    async def whose(self, secret: str | None) -> Person | None:
        """The person whose browser holds a secret, or `None`."""
        if not secret or len(secret) > _LONGEST_SECRET:
            return None
        return await self[Authenticator].by_secret(secret)

    async def me(self, person: Person) -> Me:
        """A person as they are told of themselves."""
        tables = await self[Presence].tables_of(person.id)
        return Me(
            person=person.id,
            name=person.name,
            role=person.role,
            bot=person.bot,
            tables=tuple(tables),
            muted=self.sanctions.held(person.id, "mute"),
            banned=self.sanctions.held(person.id, "ban"),
        )

    async def worked(self, address: str, person: Person, job: Callable[[], T]) -> T:
        """Have something done for a person beside play, as their work (`Jobs`).

        Args:
            address: where they ask from.
            person: who they are.
            job: what is done: a function of a module that imports neither HTTP nor SQL.

        Raises:
            FaultError: too much is done for them already, or it takes too long.
            Exception: what the job raises.
        """
        try:
            return await self.jobs.do(job, person.id, address)
        except TooManyJobsError as error:
            raise too_many_requests(error.wait) from None
        except JobFailedError:
            raise ApiError("too-long") from None

    def count_creation(self, request: Request[Any, Any, Any]) -> None:
        """Count that something is made from where a request comes from.

        Raises:
            FaultError: too much was made from there lately.
        """
        _count(self.creations, request)

    def count_sign_in(self, request: Request[Any, Any, Any]) -> None:
        """Count that somebody tries to sign in.

        Raises:
            FaultError: that was tried too often from there lately.
        """
        _count(self.sign_ins, request)


def _count(limit: AddressLimit, request: Request[Any, Any, Any]) -> None:
    """Count a request once, on whichever servers it is answered."""
    if is_again(request.scope):
        return
    wait = limit.take(address_of(request.scope))
    if wait:
        raise too_many_requests(wait)


def address_of(scope: Asked) -> str:
    """The address of the network from which something comes."""
    client = scope["client"]
    return client[0] if client else ""


def secret_in(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The secret that a browser sends with its cookies.

    Where two different ones come, another site has set one of them, and neither is believed.

    >>> (
    ...     secret_in([(b"cookie", b"a=b; shengji=x")]),
    ...     secret_in([(b"cookie", b"shengji=x;shengji=y")]),
    ... )
    ('x', None)
    >>> secret_in([(b"cookie", b"shengji=x; __Host-shengji=y")])
    'y'
    """
    found: dict[str, set[str]] = {}
    for header, value in headers:
        if header == b"cookie":
            for part in value.decode("latin-1").split(";"):
                name, _, secret = part.partition("=")
                found.setdefault(name.strip(), set()).add(secret.strip())
    secrets = found.get(HOST_COOKIE) or found.get(COOKIE, set())
    return next(iter(secrets)) if len(secrets) == 1 else None


def token_in(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The token that a program sends, as `Authorization: Bearer TOKEN`.

    >>> token_in([(b"authorization", b"Bearer shengji_x")]), token_in([(b"cookie", b"shengji=x")])
    ('shengji_x', None)
    """
    for header, value in headers:
        text = value.decode("latin-1")
        if header == b"authorization" and text[: len(_BEARER)].lower() == _BEARER:
            return text[len(_BEARER) :].strip()
    return None


def is_id(text: str) -> bool:
    """Whether a text can be an id; others are not asked for, since databases differ over them."""
    return _ID.fullmatch(text) is not None


NamedServices: TypeAlias = NamedDependency[SkipValidation[Services]]
"""The parameter `services` of a handler."""


async def provide_services(state: State) -> Services:
    """The services of the running server."""
    found: Services = state.services
    return found


async def person_of(request: Request[Any, Any, Any], services: Services) -> Person:
    """The person who asks.

    Raises:
        FaultError: this browser has no secret that we know; a token is not known, or does not allow
            this; who asks is banned.
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
            raise ApiError("banned", None, **said_of(ban))
    wait = await services.work.admit(address_of(request.scope), person.id)
    if wait:
        raise too_many_requests(wait)
    request.scope["state"][PERSON] = person.id
    await _refuse_words(request, services, person)
    return person


async def _refuse_words(
    request: Request[Any, Any, Any], services: Services, person: Person
) -> None:
    """Refuse what somebody muted writes for others to read, wherever a shape has such a text.

    Raises:
        FaultError: the person is muted, and has written something.
    """
    mute = services.sanctions.now(person.id, "mute")
    data = request.route_handler.parsed_fn_signature.parameters.get("data")
    if mute is None or data is None or request.route_handler.opt.get(WITHOUT_WORDS):
        return
    if has_texts(data.annotation):
        with suppress(msgspec.DecodeError, RecursionError):  # it is refused for that then
            given = msgspec.json.decode(await request.body(), type=data.annotation)
            if any(texts_in(given)):
                raise ApiError("muted", None, **said_of(mute))


async def _bearer(services: Services, token: str, scope: Scope | None) -> Bearer:
    """The person for whom a token stands, where it allows this and not too much is asked."""
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
    """Refuse who has no role such as this one.

    Raises:
        FaultError: the person's role is less.
    """
    roles: tuple[Role | None, ...] = (None, *get_args(Role))
    if roles.index(person.role) < roles.index(least):
        role = words_from("roles", least)
        raise ApiError("not-allowed", role=role.en, role_zh=role.hans)
    return person
