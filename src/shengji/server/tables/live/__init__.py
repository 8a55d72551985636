"""Tables in memory: connections, clocks, pace and bots.

`Hub` holds the loaded tables by id. `LiveTable` is one table with its listeners, clocks and bots;
it stores each change before it publishes it. `Listener` is one connection. Rules of the game or of
the table belong to `tables.core`; SQL and HTTP are outside this package.
"""
