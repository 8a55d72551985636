"""The files of the browser's client, at every address that no other route has."""

from __future__ import annotations

from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.params import FromPath

from shengji.server.site.errors import ApiError
from shengji.server.site.services import NamedServices


@route(
    ["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False
)
async def client_file(
    request: Request[Any, Any, Any], services: NamedServices, path: FromPath[str] = "/"
) -> Response[bytes]:
    """A file of the client."""
    asset = services.client.find(path)
    if asset is None:
        raise ApiError("not-found")
    return asset.response(request)


file_routes = [client_file]
