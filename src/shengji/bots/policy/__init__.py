"""A rule-based player of the tricks, compiled: its leads, its follows, and playouts.

What lives here: a position with a workspace for weighing plays (`scratchpad`), the view of a seat
(`seat_view`; a choice sees nothing else), the candidate leads and follows (`leads`, `follows`,
`several`), their evaluation (`judge`, with the weights of `networks`), the choice of one
(`decision`), and playing a hand to its end with that choice in every seat (`playout`). What may
not: search, and the rules, which the kernels of `shengji.play` know.
"""
