"""A table as a pure state machine: entries of its log in, state out.

This package holds the entries, the permissions, the effect of each decision, the prompts, and the
visibility for each viewer. It has no clocks, connections, storage, bots that search, or randomness
of its own: `tables.live` supplies them.
"""
