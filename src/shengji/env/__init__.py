"""Environments: hands and matches for programs that learn, in the interfaces that these expect.

What lives here: the numbers in which a seat is told what it knows (`layout`), and those in which it
answers; the environments that play by them. What may not: a rule, or a second opinion on what is
secret. The game and its `view` have those; this room only writes them down as numbers.
"""
