"""Learning: decisions of bots as data.

What lives here: rows of decisions (`decisions`), and their export as tables (`dataset`). Training
lives outside the package, in `examples/training`.
"""
