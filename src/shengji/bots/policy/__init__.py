"""A rule-based player of the tricks, compiled: what a seat leads and follows with, and playouts.

What lives here: a position with room to weigh plays in (`desk`), what a seat may know of it
(`sight`; nothing else is passed to a choice), the leads and follows worth weighing (`leads`,
`follows`, `several`), what they promise (`judge`, by `networks`), the choice of one (`decision`),
and playing a hand on to its end with that choice in every seat (`playout`). What may
not: search, and the rules, which the kernels of `shengji.play` know.
"""
