"""The coverage of the family: every system and option, its tests, and what other programs have.

Here live reading the rows and the peers, running the tests of the rows, and telling the outcome.
The rows themselves are data of the checkout (`tests/family.toml`), and so are the peers
(`docs/peers.toml`). No rule of the game may live here.
"""
