"""A whole Sheng Ji Night of bots, to look at and to measure: `python -m benchmarks.night`."""
