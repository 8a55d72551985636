"""Errors of the API: a code for programs, and a text in all languages of the site."""

from __future__ import annotations

from functools import reduce
from typing import Any, Final

import msgspec
import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import ExceptionHandlersMap, Send

from shengji.server.database.errors import (
    ElsewhereError,
    LogDamaged,
    NightDamaged,
    StorageError,
)
from shengji.server.site.decode_errors import decode_error_text
from shengji.server.site.redirection import forward
from shengji.server.site.schemas import Fault, Text
from shengji.server.site.words import shortened, words_from, words_said
from shengji.words import Spoken

_STATUS = {
    "bad-request": 400,
    "too-deep": 400,
    "not-utf8": 400,
    "no-person": 401,
    "no-token": 401,
    "scope": 403,
    "browsers-only": 403,
    "banned": 403,
    "muted": 403,
    "no-account": 403,
    "not-allowed": 403,
    "prove": 403,
    "wrong-sign-in": 403,
    "bad-code": 403,
    "bad-passkey": 403,
    "origin": 403,
    "host": 403,
    "not-found": 404,
    "no-table": 404,
    "no-record": 404,
    "no-match": 404,
    "no-hand": 404,
    "reviews-off": 409,
    "too-many-reviews": 429,
    "reviews-share": 429,
    "reviews-busy": 429,
    "no-share": 404,
    "bad-record": 422,
    "no-moment": 422,
    "no-such-person": 404,
    "no-link": 404,
    "no-friend-link": 404,
    "befriend-oneself": 422,
    "friend-blocked": 409,
    "too-many-friends": 429,
    "no-evening": 404,
    "no-evening-link": 404,
    "no-evening-day": 404,
    "not-your-evening": 403,
    "not-a-friend": 403,
    "evening-not-open": 409,
    "bad-day": 422,
    "bad-zone": 422,
    "evening-full": 429,
    "too-many-evenings": 429,
    "no-invitation": 404,
    "invite-friends": 403,
    "invite-over": 404,
    "invite-from-there": 403,
    "invited-there": 409,
    "invite-full": 409,
    "invited-lately": 429,
    "too-many-invitations": 429,
    "invited-by-many": 429,
    "no-device": 404,
    "no-such-token": 404,
    "no-party": 404,
    "no-night": 404,
    "no-round": 404,
    "not-your-night": 403,
    "bad-claim": 404,
    "bad-device-code": 404,
    "device-over": 401,
    "no-club": 404,
    "no-club-link": 404,
    "no-member": 404,
    "no-season": 404,
    "no-announcement": 404,
    "not-your-club": 403,
    "not-an-owner": 403,
    "club-by-invitation": 403,
    "club-frozen": 409,
    "last-owner": 409,
    "name-there": 409,
    "member-without-account": 409,
    "merge-itself": 409,
    "merge-organiser": 409,
    "merge-accounts": 409,
    "sat-together": 409,
    "bad-club": 422,
    "bad-season": 422,
    "bad-announcement": 422,
    "club-full": 429,
    "too-many-clubs": 429,
    "too-many-seasons": 429,
    "too-many-announcements": 429,
    "no-puzzle": 404,
    "no-choice": 422,
    "night-full": 429,
    "standings-hidden": 403,
    "no-rated-match": 404,
    "no-such-report": 404,
    "no-such-sanction": 404,
    "report-oneself": 422,
    "reported": 409,
    "too-many-reports": 429,
    "sanction-over": 422,
    "sanction-administrator": 409,
    "no-game": 404,
    "plays-rated": 409,
    "bot-name": 409,
    "bot-account": 403,
    "not-a-bot": 403,
    "cannot-be-bot": 409,
    "too-many-streams": 429,
    "not-asked": 409,
    "no-passkey": 404,
    "no-such-account": 404,
    "has-account": 409,
    "name-taken": 409,
    "renamed-lately": 409,
    "last-way": 409,
    "no-passkeys-here": 409,
    "guest-sits": 409,
    "no-pushes": 404,
    "no-mail-here": 409,
    "damaged": 410,
    "night-damaged": 410,
    "key-reused": 422,
    "key-busy": 409,
    "answer-lost": 409,
    "method": 405,
    "too-large": 413,
    "long-address": 414,
    "bad-name": 422,
    "name-letters": 422,
    "name-mixed": 422,
    "name-reserved": 422,
    "bad-passphrase": 422,
    "bad-push": 422,
    "bad-mail": 422,
    "rules": 422,
    "no-drill": 422,
    "table": 422,
    "bad-bot": 422,
    "bad-rated": 422,
    "no-pairs": 422,
    "start-needs-bots": 422,
    "too-many-requests": 429,
    "too-many-tables": 429,
    "too-many-tokens": 429,
    "too-many-connections": 429,
    "too-long": 503,
    "unavailable": 503,
    "mail-failed": 503,
    "server": 500,
}
"""HTTP status by code."""

CODES: tuple[str, ...] = tuple(_STATUS)
"""All codes of a `Fault`."""


def _given(value: object) -> object:
    """A parameter for the text of an error; user input is shortened."""
    if isinstance(value, Spoken):
        spoken = value
        return words_said(lambda language: shortened(spoken.render(language)))
    return value if isinstance(value, Text) else shortened(str(value))


class ApiError(Exception):
    """A refused request; becomes a response with a `Fault`.

    Attributes:
        code: one of `CODES`.
    """

    def __init__(self, code: str, headers: dict[str, str] | None = None, **params: object) -> None:
        self.code = code
        self.status = _STATUS[code]
        # User input is shortened.
        given = {name: _given(value) for name, value in params.items()}
        self.words = words_from("faults", code, **given)
        self.headers = headers or {}
        super().__init__(self.words.en)

    def response(self) -> Response[Fault]:
        """Make the HTTP response."""
        return Response(
            Fault(code=self.code, words=self.words),
            status_code=self.status,
            media_type=MediaType.JSON,
            headers=self.headers,
        )

    async def send(self, send: Send) -> None:
        """Send the response from ASGI middleware."""
        body = msgspec.json.encode(Fault(code=self.code, words=self.words))
        named = {
            "content-type": "application/json",
            "content-length": str(len(body)),
            **self.headers,
        }
        headers = [(name.encode(), value.encode()) for name, value in named.items()]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


def too_many_requests(wait: float) -> ApiError:
    """The error of an exceeded limit; `wait`: seconds until the next attempt may succeed."""
    seconds = str(int(wait) + 1)
    return ApiError("too-many-requests", {"retry-after": seconds}, seconds=seconds)


def answers(*codes: str) -> dict[int, ResponseSpec]:
    """OpenAPI descriptions of a handler's errors, and of the errors of every endpoint."""
    by_status: dict[int, list[str]] = {}
    for code in (*codes, "unavailable"):
        by_status.setdefault(_STATUS[code], []).append(code)
    return {
        status: ResponseSpec(Fault, description=", ".join(found), generate_examples=False)
        for status, found in sorted(by_status.items())
    }


def _on_api_error(request: Request[Any, Any, Any], error: ApiError) -> Response[Fault]:
    return error.response()


def _on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Fault]:
    """The response to a request that matches no route, or that is invalid."""
    match error.status_code:
        case 404:
            fault = ApiError("not-found")
        case 405:
            allowed = (error.headers or {}).get("allow", "")
            fault = ApiError(
                "method", {"allow": allowed}, method=request.method, allowed=allowed or "GET"
            )
        case 413:
            handler: HTTPRouteHandler = request.route_handler
            limit = handler.resolve_request_max_body_size()
            fault = ApiError("too-large", limit=limit)
        case 401:
            fault = ApiError("no-person")
        case status if status < 500:
            fault = ApiError("bad-request", what=_what(error))
        case _:
            return _on_crash(request, error)
    return fault.response()


def _on_deep_data(request: Request[Any, Any, Any], error: RecursionError) -> Response[Fault]:
    return ApiError("too-deep").response()


def _on_no_text(request: Request[Any, Any, Any], error: UnicodeDecodeError) -> Response[Fault]:
    """The response to a text that is not UTF-8."""
    return ApiError("not-utf8").response()


def _on_storage_error(request: Request[Any, Any, Any], error: StorageError) -> Response[Any]:
    """The response to an error of the storage; a request for another node's actor is forwarded."""
    if isinstance(error, ElsewhereError) and forward(request.scope, error):
        return Response(None)
    route = request.scope.get("path_template")
    structlog.get_logger().error("storage", error=str(error), route=route)
    if isinstance(error, LogDamaged):
        code = "night-damaged" if isinstance(error, NightDamaged) else "damaged"
        return ApiError(code).response()
    return ApiError("unavailable", {"retry-after": "2"}).response()


def _on_crash(request: Request[Any, Any, Any], error: Exception) -> Response[Fault]:
    """Log an unexpected error, and respond with status 500."""
    structlog.get_logger().error(
        "crash", method=request.method, route=request.scope.get("path_template"), exc_info=error
    )
    return ApiError("server").response()


EXCEPTION_HANDLERS: Final[ExceptionHandlersMap] = {
    ApiError: _on_api_error,
    HTTPException: _on_http_error,
    StorageError: _on_storage_error,
    RecursionError: _on_deep_data,
    UnicodeDecodeError: _on_no_text,
    Exception: _on_crash,
}
"""The exception handlers of the application."""


def _what(error: HTTPException) -> Text:
    """The errors of a request's validation, in one sentence."""
    extra = error.extra
    if not (isinstance(extra, list) and extra and isinstance(extra[0], dict)):
        return decode_error_text(error.detail)
    found = [decode_error_text(str(one.get("message", "")), _field(one)) for one in extra]
    return reduce(lambda one, other: words_from("misread", "and", one=one, other=other), found)


def _field(found: dict[str, Any]) -> str:
    """The name of the invalid field; empty: the whole body."""
    key = str(found.get("key", ""))
    return "" if key == "data" else key
