"""A table as a pure state machine: entries of its log in, state out.

What lives here: the entries, who may do what, what each decision leads to, what a table waits for,
and what each viewer may know of it. What may not: clocks, connections, storage, bots that think,
and chance: all that comes in from `tables.live`.
"""
