"""Documentation of the API and the socket, generated from the types; no scripts or external files.

The machine-readable forms have addresses next to the pages: OpenAPI, AsyncAPI, and JSON Schema of
the messages.
"""

from __future__ import annotations

import json
from asyncio import to_thread
from collections.abc import Callable
from functools import cache
from typing import Any

from litestar import MediaType, Request, Response, Router, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag

from shengji import __version__
from shengji.forms.docstrings import Schema
from shengji.server.json_schema import socket_schema
from shengji.server.pages import STYLE, api_page, members, socket_page
from shengji.server.site.assets import Asset
from shengji.server.site.errors import ApiError
from shengji.server.site.services import COOKIE, COOKIE_SCHEME, HOST_COOKIE, TOKEN_SCHEME

_ABOUT = (
    "Sheng Ji (升级) over HTTP: people, the lobby, rules and finished matches. Play uses the "
    "WebSocket of a table. An error response is a `Fault`: a code for programs, and a text in "
    "three languages; the request has changed nothing. A browser authenticates with the cookie "
    "`shengji` (over HTTPS `__Host-shengji`), which `POST /api/me` sets. A program sends a token "
    "(`Authorization: Bearer ...`) to endpoints that name a scope."
)

_TAGS = {
    "people": "The caller's own profile, and other people.",
    "accounts": "Accounts with a unique name, and their credentials.",
    "faces": "Profiles: the picture of a person, and a line about them.",
    "friends": "Friends and their presence, friend requests, invitations, and blocks.",
    "evenings": "Regular evenings: settings, answers, calendars, and results.",
    "tokens": "Tokens of programs that act for a person.",
    "bots": "Bots that play over the network.",
    "tables": "The lobby and its tables.",
    "matches": "Finished matches.",
    "ratings": "Ratings and rated play.",
    "nights": "Evenings of rated games, online and with real cards.",
    "clubs": "Members, nights and seasons of a club.",
    "practice": "Questions about the rules.",
    "puzzles": "Decisions with one best answer.",
    "rules": "The games and their options.",
    "moderation": "Reports, mutes and bans.",
    "administration": "Accounts and ratings, for administrators.",
    "operations": "Health and metrics, for operators.",
}
"""The subjects of the API, in the order of the documentation."""


class _ApiPage(OpenAPIRenderPlugin):
    """The HTTP API's documentation as an HTML page."""

    def __init__(self) -> None:
        super().__init__(path="/docs")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the page."""
        return api_page(openapi_schema).encode()


def _missing(response: Response[Any]) -> Response[Any]:
    """Replace Litestar's 404 page under `/api` with the API's error."""
    return ApiError("not-found").response() if response.status_code == 404 else response


def openapi_config() -> OpenAPIConfig:
    """Configuration of OpenAPI: `/api/docs` for people, `/api/openapi.json` for programs."""
    return OpenAPIConfig(
        title="shengji",
        version=__version__,
        description=_ABOUT,
        openapi_router=Router(
            "/api", route_handlers=[], include_in_schema=False, after_request=_missing
        ),
        components=Components(
            security_schemes={
                COOKIE_SCHEME: SecurityScheme(
                    type="apiKey",
                    name=COOKIE,
                    security_scheme_in="cookie",
                    description=f"The cookie that `POST /api/me` sets; over HTTPS `{HOST_COOKIE}`.",
                ),
                TOKEN_SCHEME: SecurityScheme(
                    type="http",
                    scheme="bearer",
                    description="A token from `POST /api/me/tokens`, with the scope that the "
                    "endpoint names; endpoints without a scope refuse tokens. `profile` reads the "
                    "caller's profile and seats, `history` reads matches and people, `bot` plays "
                    "as a bot.",
                ),
            }
        ),
        render_plugins=[_ApiPage(), JsonRenderPlugin(media_type=MediaType.JSON)],
        tags=[Tag(name, description) for name, description in _TAGS.items()],
    )


def _document(path: str, media_type: str, made: Callable[[], str]) -> HTTPRouteHandler:
    """Declare the address of a document, which is generated on its first request."""

    @cache
    def asset() -> Asset:
        return Asset.made(made().encode(), media_type)

    @get(path, include_in_schema=False)
    async def document(request: Request[Any, Any, Any]) -> Response[bytes]:
        return (await to_thread(asset)).response(request)

    return document


def asyncapi() -> Schema:
    """Describe the sockets in an AsyncAPI document."""
    parts = json.loads(
        json.dumps(socket_schema()["$defs"]).replace("#/$defs/", "#/components/schemas/")
    )
    for part in parts.values():
        _plain_discriminators(part)
    kinds = {name: members(parts[name]) for name in ("FromBrowser", "ToBrowser", "ToPage")}
    messages = {
        kind: {"name": kind, "payload": {"$ref": f"#/components/schemas/{kind}"}}
        for found in kinds.values()
        for kind in found
    }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "shengji socket",
            "version": __version__,
            "description": "Each frame is one JSON object, whose `type` names the message.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/api/tables/{table}/socket",
                "description": "The socket of a table. A browser authenticates with its cookie.",
                "parameters": {"table": {"description": "The id of the table."}},
                "messages": _messages([*kinds["FromBrowser"], *kinds["ToBrowser"]]),
            },
            "site": {
                "address": "/api/socket",
                "description": "The socket of the site. A browser authenticates with its cookie.",
                "messages": _messages(kinds["ToPage"]),
            },
        },
        "operations": {
            "hear": _operation(
                "table", "receive", "Messages from the browser.", kinds["FromBrowser"]
            ),
            "tell": _operation("table", "send", "Messages to the browser.", kinds["ToBrowser"]),
            "tell_page": _operation("site", "send", "Messages to a page.", kinds["ToPage"]),
        },
        "components": {"messages": messages, "schemas": parts},
    }


def _messages(kinds: list[str]) -> Schema:
    return {kind: {"$ref": f"#/components/messages/{kind}"} for kind in kinds}


def _operation(channel: str, action: str, words: str, kinds: list[str]) -> Schema:
    return {
        "action": action,
        "summary": words,
        "channel": {"$ref": f"#/channels/{channel}"},
        "messages": [{"$ref": f"#/channels/{channel}/messages/{kind}"} for kind in kinds],
    }


def _plain_discriminators(part: Any) -> None:
    """Replace discriminator objects by the property name, which is the form of AsyncAPI."""
    if isinstance(part, dict):
        if isinstance(part.get("discriminator"), dict):
            part["discriminator"] = part["discriminator"]["propertyName"]
        for one in part.values():
            _plain_discriminators(one)
    elif isinstance(part, list):
        for one in part:
            _plain_discriminators(one)


def _json(data: Schema) -> str:
    return json.dumps(data, ensure_ascii=False)


document_routes = [
    _document("/api/docs/socket", "text/html", lambda: socket_page(socket_schema())),
    _document("/api/docs/style.css", "text/css", lambda: STYLE),
    _document("/api/socket.json", "application/json", lambda: _json(socket_schema())),
    _document("/api/asyncapi.json", "application/json", lambda: _json(asyncapi())),
]
