"""Complete deals: where the cards that a seat has not seen may lie, and how likely.

What lives here: what a seat remembers for certain (`memory`), where unseen cards may lie (`facts`),
how likely cards lie where, before any play (`prior`), drawing deals from both (`sampler`, with its
kernels in `fills`), and deals that explain what was played (`belief`). What may not: any use of
cards that the seat does not see, and what is best to do.
"""
