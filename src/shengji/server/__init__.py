"""The server: tables at which people and bots sit, kept through anything, and their doors.

What lives here, importing only from those before it: `states`, a table as those at it see it;
`wire`, every message of the socket; `table`, one table as a state machine of its own log (pure: no
clock, no input or output); `storage`, the log of every table and the people, in SQLite or
PostgreSQL; `live`, tables under way: who listens, clocks, pace, bots; `reviewing`, reviews of hands
in the background; `http`, the addresses, the socket, limits and health.
What may not: rules of the game, which are asked of `shengji.game`, and any second way to decide
what a seat may see: all that leaves a table has gone through `shengji.game.view`.
"""

from shengji.extras import require

require("site", "litestar")
