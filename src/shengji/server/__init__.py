"""The web server: durable tables for people and bots, over HTTP and WebSocket.

What lives here: `database`, SQLite or PostgreSQL and its migrations; `actors`, event-sourced state
with one writer each; `wire`, the bus between the servers of one site; `site`, the request context,
guards, limits and sockets of all subjects; the subjects, each with its stores, schemas and routes
(`accounts`, `tables`, `matches`, `nights` and the other folders); `app`, which composes them.
What may not: rules of the game, which are asked of `shengji.game`, and any second way to decide
what a seat may see: all that leaves a table has gone through `shengji.game.view`.
"""

from shengji.extras import require

require("site", "litestar")
