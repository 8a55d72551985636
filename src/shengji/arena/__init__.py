"""Many hands between bots, and measurements.

What lives here: playing hands and matches over processes from a seed, their statistics, and the
benchmarks of the rules. What may not: how a bot decides, and how results are shown.
"""
