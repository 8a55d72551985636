"""The site of the documents (`make docs`), served below `/docs`."""

from __future__ import annotations

import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from litestar import HttpMethod, MediaType, Request, Response, route
from litestar.params import FromPath
from litestar.response import Redirect

from shengji import documents
from shengji.server.site.assets import Asset
from shengji.server.site.errors import ApiError

_NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>shengji 升级</title>
<p>The documents have not been built on this server. Whoever runs it can run
<code>make docs</code> in the project's folder; they then appear here at once.</p>
<p lang="zh-Hans">这台服务器上还没有生成文档。请在项目文件夹中运行
<code>make docs</code>，完成后即可在这里阅读。</p>
</html>
"""


@route(
    ["/docs", "/docs/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
)
async def document(request: Request[Any, Any, Any], path: FromPath[str] = "/") -> Response[Any]:
    """A file of the site of the documents; its root redirects to the reader's language."""
    if not (documents.SITE / "index.html").is_file():
        return Response(_NOT_BUILT, status_code=404, media_type=MediaType.HTML)
    name = path.strip("/")
    if not name:
        languages = request.headers.get("accept-language", "").strip().lower()
        folder = "zh/" if languages.startswith("zh") else ""
        headers = {"vary": "accept-language", "cache-control": "no-store"}
        return Redirect(f"/docs/{folder}index.html", headers=headers)
    file = (documents.SITE / name).resolve()
    if not (file.is_relative_to(documents.SITE.resolve()) and file.is_file()):
        raise ApiError("not-found")
    return _asset(file, file.stat().st_mtime_ns).response(request)


@lru_cache(maxsize=256)
def _asset(file: Path, _written: int) -> Asset:
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Asset.made(file.read_bytes(), kind)


manual_routes = [document]
