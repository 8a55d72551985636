"""Foundations of the ratings: measured hands, declared ratings of bots, and a simulated club.

`python -m benchmarks.ratings measure` plays the hands that are not yet in hands.json; `scale` says
what follows from them; `bots` writes the declared ratings of the bots, from the results of
docs/strength.md; `simulate` lets people of known strength play and compares their ratings with it.
`scale` and `simulate` print their tables and write them into the documents.
"""
