"""The WebSocket of a page: feeds and lobby changes, from server to page only."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import structlog
from litestar import WebSocket, websocket

from shengji.server.database.errors import StorageError
from shengji.server.database.ids import device_of
from shengji.server.friends.lobby_news import LobbyNews
from shengji.server.friends.presence_feed import PresenceFeed
from shengji.server.site.meter import LoopTimer
from shengji.server.site.services import NamedServices, Services, client_address, secret_in
from shengji.server.site.words import words_from
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.listener import Listener
from shengji.server.tables.messages import Bye
from shengji.server.tables.routes.socket import (
    FAILED,
    GONE_ERRORS,
    TOO_MANY,
    Away,
    carried,
    close,
    refused,
    sent,
    turn_away,
    welcomed,
)

PAGE_SOCKET: Final = "/api/socket"
"""Path of the WebSocket."""

_WAITING: Final = 64
"""Maximum number of messages queued for a page."""


@websocket(PAGE_SOCKET, name="here")
async def page_socket(socket: WebSocket[Any, Any, Any], services: NamedServices) -> None:
    """Push the person's feeds to a page until either side closes.

    With `lobby=1` in the query, also push lobby changes.
    """
    await socket.accept()
    try:
        await _stay(socket, services)
    except Away as away:
        await turn_away(socket, away.message, away.code)
    except StorageError as error:
        structlog.get_logger().error("storage", error=str(error))
        await turn_away(socket, Bye(code="restart", words=words_from("bye", "pause")), FAILED)


async def _stay(socket: WebSocket[Any, Any, Any], services: Services) -> None:
    secret = secret_in(socket.scope["headers"])
    pages = services[Hub].pages
    ends = pages.ends
    person = await welcomed(services, secret)
    if not services.pages.take(person.id):
        most = services.settings.connections_per_person
        raise Away(refused("too-many-connections", most=most), TOO_MANY)
    shows_lobby = socket.query_params.get("lobby") == "1"
    page = Listener(person.id, person.name, device=device_of(secret or ""), size=_WAITING)
    try:
        joining = LoopTimer(partial(_join, services, page, shows_lobby))
        await joining
        services.work.spend(joining.seconds, client_address(socket.scope), person.id)
        # The session may have ended before the page was registered, so check it again.
        if pages.ends != ends and (await welcomed(services, secret)).id != person.id:
            raise Away(Bye(code="restart", words=words_from("bye", "again")), FAILED)
        errors = await carried(page, _read(socket), sent(socket, page))
    finally:
        pages.remove(page)
        services[LobbyNews].leave(page)
        services.pages.give_back(person.id)
    for error in errors:
        if not isinstance(error, GONE_ERRORS):
            structlog.get_logger().error("socket", person=person.id, exc_info=error)
    if not any(isinstance(error, TimeoutError) for error in errors):
        await close(socket)


async def _join(services: Services, page: Listener, shows_lobby: bool) -> None:
    await services[PresenceFeed].join(page)
    if shows_lobby:
        await services[LobbyNews].join(page)


async def _read(socket: WebSocket[Any, Any, Any]) -> None:
    """Wait until the page disconnects or sends a message; either closes the socket."""
    await socket.receive()


page_routes = [page_socket]
