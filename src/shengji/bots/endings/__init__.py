"""The last tricks with all hands known: what perfect play makes of them, exactly.

What lives here: the distinct legal leads and follows of a position (`choices`), the search over
them with a table of positions met before (`solving`), and its answers for Python (`ending`). What
may not: guesses about hands that are hidden (`shengji.bots.deals`), and rules, which the kernels of
`shengji.play` know.
"""
