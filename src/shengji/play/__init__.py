"""The rules of the play phase: compiled, pure, without input or output.

What lives here: the strength space of a trump, units and readings, the requirement ladder, throws,
who wins a trick, the kitty's factor and the table of levels. What may not: hands that are hidden,
whose turn it is, clocks, files. The kernels are plain functions over integers and small arrays that
Numba compiles; the functions beside them take and give `Card` objects. To import them takes time,
so commands that need no rules of play do not.
"""
