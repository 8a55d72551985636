"""The last tricks with all hands known: what perfect play makes of them, exactly.

What lives here: the distinct legal leads and follows of a position (`choices`), which of them are
looked at first (`order`), the search over them (`solver`) in a room that remembers positions
met before (`workspace`), and its answer for Python (`ending`). What may not: guesses about hands
that are hidden (`shengji.bots.deals`), and rules, which the kernels of `shengji.play` know.
"""
