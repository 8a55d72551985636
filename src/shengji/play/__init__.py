"""The rules of the play phase: compiled, pure, without input or output.

The package holds the strength space of a trump, units and readings, the requirement ladder, throws,
the winner of a trick, the kitty's factor and the table of levels. It has no hidden hands, turns,
clocks or files. The kernels are plain functions over integers and small arrays, compiled by Numba;
the functions next to them work with `Card` objects. Importing them takes time, so commands that
need no rules of play do not.
"""
