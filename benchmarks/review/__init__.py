"""Measures of the review of hands: `python -m benchmarks.review [COMMAND]`.

- `planted` (as a rule): bots play hands into which a blunder is planted that a long search has
  found. Does the review find it?
- `confirm`: what it calls a mistake is judged by bots that play on from both answers.
- `seeds`: its worst decisions are weighed again with other seeds.
- `human`: blunders of a human kind are planted by rule. Does it find those that cost something?
- `vetoed`: what `strong` leaves out because a second way of playing on denies it is judged in the
  same way. Is it as good as what is played instead?

Each goes on with what its `--kept` file holds; docs/review.md says more.
"""
