"""Why requests are refused, for programs and in all languages of the site."""

from __future__ import annotations

from typing import Any

import structlog
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from shengji.server.shapes import Fault
from shengji.server.storage import StorageError
from shengji.server.wire import Words
from shengji.server.words import words

_TEXTS: dict[str, tuple[int, str, str]] = {
    "bad-request": (
        400,
        "This request cannot be read: {what}.",
        "无法读懂这个请求：{what}。",
    ),
    "too-deep": (
        400,
        "This request cannot be read: it is nested too deeply.",
        "无法读懂这个请求：嵌套太深。",
    ),
    "no-person": (
        401,
        "This browser is not known here. POST /api/me makes a guest of it.",
        "本站还不认识这个浏览器。POST /api/me 可成为访客。",
    ),
    "origin": (
        403,
        "This request comes from another site, {origin}, and is not carried out.",
        "这个请求来自别的网站（{origin}），不予执行。",
    ),
    "not-found": (404, "There is nothing at this address.", "这个地址上什么也没有。"),
    "no-table": (
        404,
        "There is no such table; it may have been removed.",
        "没有这张桌子，可能已被删除。",
    ),
    "no-link": (
        404,
        "This link was used already, or is too old. Make a new one on the other device.",
        "这个链接已用过或已过期，请在另一台设备上重新生成。",
    ),
    "method": (
        405,
        "This address does not take {method}; it takes {allowed}.",
        "这个地址不接受 {method}，只接受 {allowed}。",
    ),
    "too-large": (
        413,
        "The request is too large; at most {limit} bytes are taken.",
        "请求太大，最多 {limit} 字节。",
    ),
    "bad-name": (
        422,
        "A name has 1 to 24 visible characters.",
        "名字须有 1 到 24 个可见字符。",
    ),
    "rules": (422, "{why}", "{why_zh}"),
    "table": (422, "{why}", "{why_zh}"),
    "bad-bot": (
        422,
        "There is no bot {bot}; the bots are: {bots}.",
        "没有名为 {bot} 的机器人；可选：{bots}。",
    ),
    "start-needs-bots": (
        422,
        "A match can only start at once when bots take the other seats.",
        "只有其余座位由机器人坐时才能立即开始。",
    ),
    "too-many-requests": (
        429,
        "Too much was asked for from here. Try again in {seconds} seconds.",
        "请求太频繁，请 {seconds} 秒后再试。",
    ),
    "too-many-tables": (
        429,
        "You hold a seat at {most} tables already. Stand up from one of them first.",
        "你已在 {most} 张桌子就座，请先离开其中一张。",
    ),
    "unavailable": (
        503,
        "The server cannot reach its database just now; nothing was changed. Try again.",
        "服务器暂时无法访问数据库，未作任何更改，请稍后再试。",
    ),
    "server": (
        500,
        "The server has failed; this is not your fault, and nothing was changed.",
        "服务器出错了，这不是你的问题，未作任何更改。",
    ),
}

CODES: tuple[str, ...] = tuple(_TEXTS)
"""All codes that a `Fault` can have."""

_LONGEST = 300


class FaultError(Exception):
    """A request that is refused; becomes a response with a `Fault`.

    Attributes:
        status: of HTTP.
        code: one of `CODES`.
        words: why.
        headers: what stands in the response besides.
    """

    def __init__(self, code: str, headers: dict[str, str] | None = None, **params: object) -> None:
        self.code = code
        self.status = _TEXTS[code][0]
        self.words = fault_words(code, **params)
        self.headers = headers or {}
        super().__init__(self.words.en)

    def response(self) -> Response[Fault]:
        """The response that says so."""
        return Response(
            Fault(code=self.code, words=self.words),
            status_code=self.status,
            media_type=MediaType.JSON,
            headers=self.headers,
        )


def fault_words(code: str, **params: object) -> Words:
    """The words of a fault; what was given by others is cut short."""
    _, en, zh = _TEXTS[code]
    shown = {name: shortened(str(value)) for name, value in params.items()}
    return words(en.format(**shown), zh.format(**shown))


def shortened(text: str) -> str:
    """A text that may be long, cut so that it can stand in a sentence."""
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


ASKED_BY_A_PERSON = ("bad-request", "too-deep", "too-large", "no-person", "origin")
"""The faults of every address at which a person asks for something in a body."""


def answers(*codes: str) -> dict[int, ResponseSpec]:
    """What a handler documents of its faults, besides those that every address may answer with."""
    by_status: dict[int, list[str]] = {}
    for code in (*codes, "unavailable"):
        by_status.setdefault(_TEXTS[code][0], []).append(code)
    return {
        status: ResponseSpec(Fault, description=", ".join(found), generate_examples=False)
        for status, found in sorted(by_status.items())
    }


def on_fault(request: Request[Any, Any, Any], error: FaultError) -> Response[Fault]:
    """The response to a request that a handler refuses."""
    return error.response()


def on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Fault]:
    """The response to a request that does not reach a handler, or cannot be read."""
    match error.status_code:
        case 404:
            fault = FaultError("not-found")
        case 405:
            allowed = (error.headers or {}).get("allow", "")
            fault = FaultError(
                "method", {"allow": allowed}, method=request.method, allowed=allowed or "GET"
            )
        case 413:
            limit = request.app.request_max_body_size
            fault = FaultError("too-large", limit=limit)
        case 401:
            fault = FaultError("no-person")
        case status if status < 500:
            fault = FaultError("bad-request", what=_what(error))
        case _:
            return on_crash(request, error)
    return fault.response()


def on_deep_data(request: Request[Any, Any, Any], error: RecursionError) -> Response[Fault]:
    """The response to data that is nested deeper than any that makes sense."""
    return FaultError("too-deep").response()


def on_storage_error(request: Request[Any, Any, Any], error: StorageError) -> Response[Fault]:
    """The response while the database cannot be reached."""
    route = request.scope.get("path_template")
    structlog.get_logger().error("storage", error=str(error), route=route)
    return FaultError("unavailable", {"retry-after": "2"}).response()


def on_crash(request: Request[Any, Any, Any], error: Exception) -> Response[Fault]:
    """The response to a request that has met a fault of ours, which is logged."""
    structlog.get_logger().error(
        "crash", method=request.method, route=request.scope.get("path_template"), exc_info=error
    )
    return FaultError("server").response()


def _what(error: HTTPException) -> str:
    """What cannot be read, in few words."""
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        found = [f"{one.get('key', '')}: {one.get('message', '')}".strip(": ") for one in extra]
        return "; ".join(found)
    return error.detail.rstrip(".") or "it makes no sense"
