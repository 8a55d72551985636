"""The server's doors: the addresses under `/api`, the socket, and the client's files.

What lives here: who somebody is (`people`), tables and rules over HTTP (`tables`, `rules`), the
socket of a table (`socket`), limits, headers, metrics, and pages that document all of it. What may
not: anything of a table but what `shengji.server.live` gives, which has gone through
`shengji.game.view`.
"""

from shengji.server.http.app import create_app

__all__ = ["create_app"]
