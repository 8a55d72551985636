"""A rule-based player of the tricks, compiled: what a seat leads and follows with, and playouts.

What lives here: the position that the kernels share (`position`), what a seat may know of it
(nothing else is passed to a choice), the choice of a lead and of a follow, and playing a hand on
to its end with that choice in every seat. What may not: search, and the rules, which the kernels of
`shengji.play` know.
"""
