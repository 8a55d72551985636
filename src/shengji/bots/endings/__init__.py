"""The last tricks with all hands known: exact results of perfect play.

What lives here: the distinct legal leads and follows of a position (`choices`), the order of trying
them (`order`), the search over them (`solver`) in a workspace with a table of positions
(`workspace`), and its answer for Python (`ending`). What may not: guesses about hidden hands
(`shengji.bots.deals`), and rules, which the kernels of `shengji.play` know.
"""
