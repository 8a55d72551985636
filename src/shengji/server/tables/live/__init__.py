"""Tables under way: who listens, whose time it is, how fast it goes, and what bots do.

What lives here: `Hub`, the tables in memory by id; `LiveTable`, one table with its listeners,
clocks and bots, which stores what happens before anybody hears of it; `Listener`, one connection.
What may not: rules of the game or of the table (`tables.core`), SQL, and HTTP.
"""
