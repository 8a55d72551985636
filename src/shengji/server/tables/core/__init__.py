"""A table as a pure state machine: entries of its log in, state out.

This package holds the log, the state, the prompts, and the visibility for each viewer; actions and
entries are in `tables.acts`. It has no clocks, connections, storage, bots that search, or
randomness of its own: `tables.live` supplies them.
"""
