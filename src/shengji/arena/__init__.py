"""Matches of bots against each other in large numbers, their statistics, and benchmarks.

This package plays hands and matches from a seed, over several processes. It does not contain the
decisions of bots, nor the display of results.
"""
