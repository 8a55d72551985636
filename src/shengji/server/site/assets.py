"""Static files served from memory: the client, and files generated once."""

from __future__ import annotations

import base64
import gzip
import hashlib
import mimetypes
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import HttpMethod, MediaType, Request, Response

STATIC = Path(__file__).resolve().parents[1] / "static"
"""The folder into which `make web` builds the client."""

FOREVER = "public, max-age=31536000, immutable"
ASK = "no-cache"

_PACKED = {"br": ".br", "gzip": ".gz"}
"""Suffixes of compressed copies by content encoding, the best compression first."""

_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".txt": "text/plain",
}
_NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>shengji 升级</title>
<h1>The web client has not been built</h1>
<p>The server runs, but there is no client to show. Stop it, run <code>make web</code> in the
project's folder, and start it again. <code>make serve</code> does both.</p>
<p lang="zh-Hans">服务器已运行，但网页尚未构建：请先停止服务器，在项目文件夹中运行
<code>make web</code> 再启动；<code>make serve</code> 两者都做。</p>
<p><a href="/api/docs">The HTTP API</a></p>
</html>
"""


class Asset(NamedTuple):
    """A file in memory, with its HTTP headers.

    Attributes:
        cache: its `Cache-Control`.
        etag: derived from the content.
        packed: compressed copies by content encoding, the best compression first.
    """

    body: bytes
    media_type: str
    cache: str
    etag: str
    packed: tuple[tuple[str, bytes], ...] = ()

    @classmethod
    def made(cls, body: bytes, media_type: str, cache: str = ASK) -> Asset:
        """Make an asset at run time, compressed if that makes it smaller."""
        packed = gzip.compress(body, 9, mtime=0)
        worth = (("gzip", packed),) if len(packed) < len(body) else ()
        return cls(body, media_type, cache, _etag(body), worth)

    def response(self, request: Request[Any, Any, Any]) -> Response[Any]:
        """The response to a request; status 304 if the browser's copy is current."""
        headers = {"cache-control": self.cache, "etag": self.etag, "vary": "accept-encoding"}
        known = request.headers.get("if-none-match", "").split(",")
        if self.etag in [etag.strip().removeprefix("W/") for etag in known]:
            return Response(b"", status_code=304, headers=headers, media_type=self.media_type)
        accepted = _encodings(request.headers.get("accept-encoding", ""))
        body = self.body
        for encoding, packed in self.packed:
            if encoding in accepted:
                headers["content-encoding"] = encoding
                body = packed
                break
        if request.method == HttpMethod.HEAD:
            headers["content-length"] = str(len(body))
            body = b""
        return Response(body, headers=headers, media_type=self.media_type)


class Client:
    """The files of the browser's client, read once.

    Args:
        folder: the folder of the build. A file may have compressed copies, `.br` and `.gz`, next to
            it; with a `.gz`, the file itself may be missing.

    Attributes:
        assets: the files, by their paths in the folder.
    """

    def __init__(self, folder: Path) -> None:
        self.assets = dict(_read(folder)) if folder.is_dir() else {}
        self.built = "index.html" in self.assets

    def find(self, path: str) -> Asset | None:
        """The file at a path of the site, or `None`."""
        name = path.strip("/") or "index.html"
        if name == "index.html" and not self.built:
            return Asset.made(_NOT_BUILT.encode(), MediaType.HTML, "no-store")
        return self.assets.get(name)


@cache
def inline_hashes(page: Path) -> str:
    """The sources that allow a page's own inline script and style in a Content-Security-Policy."""
    text = page.read_text(encoding="utf-8") if page.is_file() else ""
    inline = re.findall(r"<(script|style)>(.*?)</\1>", text, re.DOTALL)
    digests = [hashlib.sha256(content.encode()).digest() for _, content in inline]
    return "".join(f" 'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def _read(folder: Path) -> Iterator[tuple[str, Asset]]:
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    bodies = {path: body for path, body in files.items() if path.suffix not in _PACKED.values()}
    for path, body in files.items():
        if path.suffix == _PACKED["gzip"] and path.with_suffix("") not in bodies:
            with suppress(OSError, EOFError, zlib.error):  # a damaged file counts as missing
                bodies[path.with_suffix("")] = gzip.decompress(body)
    for path, body in sorted(bodies.items()):
        packed = tuple(
            (encoding, files[copy])
            for encoding, suffix in _PACKED.items()
            if (copy := path.with_name(path.name + suffix)) in files
        )
        name = path.relative_to(folder).as_posix()
        # The build names these files by a hash of their content, so they never change.
        cache = FOREVER if name.startswith("assets/") else ASK
        yield name, Asset(body, _media_type(path), cache, _etag(body), packed)


def _media_type(path: Path) -> str:
    guessed = mimetypes.guess_type(path.name)[0]
    return _TYPES.get(path.suffix) or guessed or "application/octet-stream"


def _etag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'


def _encodings(accepted: str) -> set[str]:
    found = set()
    for part in accepted.split(","):
        name, _, quality = part.strip().partition(";")
        if quality.replace(" ", "") not in ("q=0", "q=0.0"):
            found.add(name.strip().lower())
    return found
