"""How good the review of hands is: `python -m benchmarks.review [planted|confirm|seeds|human]`.

- `planted` (as a rule): bots play hands into which a blunder is planted that a long search has
  found. Does the review find it?
- `confirm`: what it calls a mistake is judged by bots that play on from both answers.
- `seeds`: its worst decisions are weighed again with other seeds.
- `human`: blunders of a human kind are planted by rule. Does it find those that cost something?

Each goes on with what its `--kept` file holds; docs/review.md says more.
"""
