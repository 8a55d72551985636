"""The web server: durable tables for people and bots, over HTTP and WebSocket.

The packages: `database` (SQLite or PostgreSQL, and migrations), `actors` (event-sourced state with
one writer each), `cluster` (the bus between the nodes of a site), `site` (request context, guards,
limits and sockets), the subjects with their stores, schemas and routes (`accounts`, `tables`,
`matches`, `nights` and the other folders), and `app`, which composes them.

Rules of the game do not belong here; they are in `shengji.game`. Only `shengji.game.view` decides
what a seat may see, and all game state that leaves a table goes through it.
"""

from shengji.extras import require

require("site", "litestar")
