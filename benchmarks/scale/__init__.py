"""A model of scale: what so many players at once need, from what was measured of a few.

What lives here: `measuring`, the inputs that no other command measures; `model`, what follows from
them; `page`, the tables of docs/figures.md. The others are measured by `benchmarks.load`.
"""
