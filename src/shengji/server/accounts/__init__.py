"""Accounts: what a name may be, passphrases, passkeys, codes, and how often one may try.

What lives here: `names`, `passphrases`, `passkeys`, `codes`, `attempts`, and the lists of words
that they refuse. What may not: the database, which is `shengji.server.storage`, and requests,
which are `shengji.server.http`.
"""
