"""The files of the browser's client, at every address that no other route has."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from litestar import HttpMethod, MediaType, Request, Response, route
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER

from shengji.server.site.errors import ApiError
from shengji.server.site.services import NamedServices


@route(
    ["/", "/{path:path}"], http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False
)
async def client_file(
    request: Request[Any, Any, Any], services: NamedServices, path: FromPath[str] = "/"
) -> Response[Any]:
    """A file of the client; who typed the address of a page is led to it."""
    asset = services.client.find(path)
    if asset is not None:
        return asset.response(request)
    wants_page = MediaType.HTML in request.headers.get("accept", "")
    if wants_page and not path.startswith("/api/"):
        return Redirect(f"/#{quote(path)}", status_code=HTTP_303_SEE_OTHER)
    raise ApiError("not-found")


file_routes = [client_file]
